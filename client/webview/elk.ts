// elkjs in a worker of its own, made when the first layout is wanted. A webview may start workers from Blobs only,
// so the worker's text is fetched and handed over as one.
import ELK from 'elkjs/lib/elk-api.js';
import type { Elk } from './picture.ts';

export function workerElk(address: string): Elk {
  let made: Promise<Elk> | undefined;
  const elk = (): Promise<Elk> => {
    made ??= start(address).catch((error) => {
      made = undefined; // the next layout tries again
      throw error;
    });
    return made;
  };
  return { layout: async (graph) => (await elk()).layout(graph) };
}

async function start(address: string): Promise<Elk> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const blob = URL.createObjectURL(new Blob([await answer.text()], { type: 'text/javascript' }));
  return new ELK({ workerFactory: () => new Worker(blob) });
}
