// Lays scenes out as they come, one at a time, the newest next; what was laid out last stays until there is better. A layout
// that the text has left behind is given a moment to end, then it is stopped.
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Scene } from '../../server/protocol.ts';
import type { StoppableElk } from './elk.ts';
import { Latest } from './latest.ts';
import { type Layout, lay, type ViewState } from './picture.ts';

export interface Drawing {
  readonly layout?: Layout;
  /** Why the newest scene could not be laid out. */
  readonly failure?: string;
}

interface Wanted {
  readonly scene: Scene;
  readonly view: ViewState;
}

/** ms that a layout nobody waits for any more may still take. */
const patience = 700;

export function useDrawing(elk: StoppableElk, scene: Scene | undefined, view: ViewState): Drawing {
  const [drawing, setDrawing] = useState<Drawing>({});
  const latest = useMemo(() => {
    const queue: Latest<Wanted, Drawing> = new Latest(
      async (id, wanted) => queue.answered(id, await attempt(elk, wanted, queue)),
      (drawn) => setDrawing((before) => ({ ...(before.layout ? { layout: before.layout } : {}), ...drawn })),
    );
    return queue;
  }, [elk]);
  useEffect(() => {
    if (!scene) return undefined;
    latest.ask({ scene, view });
    if (!latest.superseded) return undefined;
    const timer = setTimeout(() => latest.superseded && elk.stop(), patience);
    return () => clearTimeout(timer);
  }, [scene, view]);
  return drawing;
}

async function attempt(elk: StoppableElk, { scene, view }: Wanted, queue: Latest<Wanted, Drawing>): Promise<Drawing> {
  const token = {
    get cancelled() {
      return queue.superseded;
    },
  };
  try {
    const layout = await lay(scene, view, elk, token);
    return layout ? { layout } : {};
  } catch (error) {
    if (token.cancelled) return {};
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
