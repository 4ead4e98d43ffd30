// Leads the eye to a thing that was found: it may have to be opened and drawn first.
import { useEffect, useRef } from 'preact/hooks';
import { type Layout, shownAs, type ViewState } from './picture.ts';
import type { StageHandle } from './stageView.tsx';

/** Brings a thing to the middle, once it is drawn in the view that shows it. */
export function useLookAt(
  layout: Layout | undefined,
  view: ViewState,
  stage: { readonly current: StageHandle | null },
): (path: string, opened: ViewState) => void {
  const wanted = useRef<string>(undefined);
  const look = (): void => {
    const target = layout && wanted.current !== undefined ? shownAs(layout, wanted.current) : undefined;
    wanted.current = undefined;
    if (target) stage.current?.centreOn(target);
  };
  useEffect(() => {
    if (layout?.view === view) look();
  }, [layout]);
  return (path, opened) => {
    wanted.current = path;
    if (layout?.view === opened) requestAnimationFrame(look);
  };
}
