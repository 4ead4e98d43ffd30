// The stage as a component: Preact says what to show, stage.ts does the showing; between two pictures nothing is rebuilt.
import type { ComponentChildren, Ref } from 'preact';
import { useEffect, useImperativeHandle, useRef } from 'preact/hooks';
import type { View } from './camera.ts';
import type { Picture, Target } from './picture.ts';
import { Stage } from './stage.ts';

export interface StageHandle {
  centreOn(target: Target): void;
  zoom(how: 'in' | 'out' | 'fit'): void;
}

interface Props {
  readonly handle: Ref<StageHandle>;
  readonly label: string;
  readonly picture: Picture | undefined;
  /** Where the camera stood before a reload. */
  readonly restored: View | undefined;
  readonly notice: string;
  readonly linkedTo: (path: string) => ReadonlySet<string>;
  readonly onMove: (view: View) => void;
  readonly onReveal: (target: Target, take: boolean) => void;
  readonly onToggle: (path: string) => void;
  readonly children: ComponentChildren;
}

export function StageView(props: Props) {
  const { handle, label, picture, restored, notice, children } = props;
  const frame = useRef<SVGSVGElement>(null);
  const tooltip = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage>(undefined);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (!frame.current || !tooltip.current) return;
    stage.current = new Stage(frame.current, tooltip.current, {
      reveal: (target, take) => latest.current.onReveal(target, take),
      toggle: (path) => latest.current.onToggle(path),
      moved: (view) => latest.current.onMove(view),
      linkedTo: (path) => latest.current.linkedTo(path),
    });
    if (restored) stage.current.camera.restore(restored);
  }, []);
  useEffect(() => {
    if (picture) stage.current?.show(picture);
  }, [picture]);
  useImperativeHandle(handle, () => ({
    centreOn: (target) => stage.current?.centreOn(target),
    zoom: (how) => {
      const camera = stage.current?.camera;
      if (how === 'fit') camera?.fit();
      else camera?.by(how === 'in' ? 1.25 : 0.8);
    },
  }));

  return (
    <main class="stage">
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing of things one walks through is a group, not an image */}
      <svg ref={frame} role="group" aria-label={label} />
      {children}
      <p class="notice" role="status">
        {notice}
      </p>
      <div ref={tooltip} class="tooltip" hidden aria-hidden="true" />
    </main>
  );
}
