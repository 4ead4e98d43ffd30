// Lays scenes out as they come, one at a time, the newest next; what was laid out last stays until there is better.
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Scene } from '../../server/protocol.ts';
import { Latest } from './latest.ts';
import { type Elk, type Layout, lay, type ViewState } from './picture.ts';

export interface Drawing {
  readonly layout?: Layout;
  /** Why the newest scene could not be laid out. */
  readonly failure?: string;
}

interface Wanted {
  readonly scene: Scene;
  readonly view: ViewState;
}

export function useDrawing(elk: Elk, scene: Scene | undefined, view: ViewState): Drawing {
  const [drawing, setDrawing] = useState<Drawing>({});
  const latest = useMemo(() => {
    const queue: Latest<Wanted, Drawing> = new Latest(
      async (id, wanted) => queue.answered(id, await attempt(elk, wanted, queue)),
      (drawn) => setDrawing((before) => ({ ...(before.layout ? { layout: before.layout } : {}), ...drawn })),
    );
    return queue;
  }, [elk]);
  useEffect(() => {
    if (scene) latest.ask({ scene, view });
  }, [scene, view]);
  return drawing;
}

async function attempt(elk: Elk, { scene, view }: Wanted, queue: Latest<Wanted, Drawing>): Promise<Drawing> {
  const token = {
    get cancelled() {
      return queue.superseded;
    },
  };
  try {
    const layout = await lay(scene, view, elk, token);
    return layout ? { layout } : {};
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
