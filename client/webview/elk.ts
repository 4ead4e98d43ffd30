// elkjs in a worker of its own, warmed up before the first layout is wanted; a layout that takes too long, or that nobody waits
// for any more, ends with its worker, and the next one gets a new one. A webview may start workers from Blobs only, so the
// worker's text is fetched and handed over as one.
import ELK from 'elkjs/lib/elk-api.js';
import type { Elk } from './picture.ts';

/** An Elk whose layouts can be given up. */
export interface StoppableElk extends Elk {
  /** Layouts on their way fail. */
  stop(): void;
}

/** ms; the largest system of the library takes two seconds. */
const deadline = 15_000;

/** `tooLong`: what a layout fails with that takes more than the deadline. */
export function workerElk(address: string, tooLong: string): StoppableElk {
  const elk = guarded(() => start(address), tooLong, deadline);
  // What this cannot do the first layout will tell.
  elk.layout(small).catch(() => {});
  return elk;
}

/** Its worker's code has been compiled once this has been laid out. */
const small: Parameters<Elk['layout']>[0] = {
  id: 'root',
  layoutOptions: { 'elk.algorithm': 'layered' },
  children: ['a', 'b'].map((id) => ({ id, width: 10, height: 10, layoutOptions: {} })),
  edges: [{ id: 'e', sources: ['a'], targets: ['b'] }],
};

/** `make` is called when a layout is wanted and there is none, and again after a stop. */
export function guarded(make: () => Promise<StoppableElk>, tooLong: string, limit: number): StoppableElk {
  let made: Promise<StoppableElk> | undefined;
  const waiting = new Set<(why: Error) => void>();
  const get = (): Promise<StoppableElk> => {
    made ??= make().catch((error) => {
      made = undefined; // the next layout tries again
      throw error;
    });
    return made;
  };
  const stop = (why: string): void => {
    void made?.then(
      (elk) => elk.stop(),
      () => {},
    );
    made = undefined;
    for (const fail of waiting) fail(new Error(why));
  };
  // It counts as on its way before its worker has started: stopped then, it must not end the worker of the next one.
  const layout: Elk['layout'] = (graph) =>
    new Promise((done, refuse) => {
      let over = false;
      const end = (): void => {
        over = true;
        clearTimeout(timer);
        waiting.delete(fail);
      };
      const fail = (why: Error): void => {
        end();
        refuse(why);
      };
      const timer = setTimeout(() => stop(tooLong), limit);
      waiting.add(fail);
      get()
        .then(async (elk) => {
          if (over) return;
          const laid = await elk.layout(graph);
          end();
          done(laid);
        })
        .catch(fail);
    });
  return { layout, stop: () => stop('stopped') };
}

async function start(address: string): Promise<StoppableElk> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const blob = URL.createObjectURL(new Blob([await answer.text()], { type: 'text/javascript' }));
  const elk = new ELK({ workerFactory: () => new Worker(blob) });
  return { layout: (graph) => elk.layout(graph), stop: () => elk.terminateWorker() };
}
