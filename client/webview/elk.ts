// elkjs in a worker of its own, made when the first layout is wanted. A webview may start workers from Blobs only,
// so the worker's text is fetched and handed over as one.
import ELK, { type ELK as Elk } from 'elkjs/lib/elk-api.js';

export function workerElk(address: string): Pick<Elk, 'layout'> {
  let made: Promise<Elk> | undefined;
  const elk = (): Promise<Elk> => {
    made ??= start(address).catch((error) => {
      made = undefined; // the next layout tries again
      throw error;
    });
    return made;
  };
  return { layout: async (graph, args) => (await elk()).layout(graph, args) };
}

async function start(address: string): Promise<Elk> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const blob = URL.createObjectURL(new Blob([await answer.text()], { type: 'text/javascript' }));
  return new ELK({ workerFactory: () => new Worker(blob) });
}
