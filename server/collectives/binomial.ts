// Binomial tree: whoever has the data gives it to a rank half as far away, log2 n times. A scatter halves what is sent.
import type { MakeSchedule, Schedule } from './schedule.ts';
import { doublings, stepOf } from './schedule.ts';

/** The tree over n ranks from the root, far first; `bytes` for the receiver `to` places on and what is below it, itself among them. */
function fromRoot(n: number, root: number, bytes: (below: number, to: number) => number) {
  return Array.from({ length: doublings(n) }, (_, i) => {
    const distance = 2 ** (doublings(n) - 1 - i);
    const flows: [number, number, number][] = [];
    for (let r = 0; r + distance < n; r += 2 * distance) {
      const to = r + distance;
      flows.push([(root + r) % n, (root + to) % n, bytes(Math.min(distance, n - to), to)]);
    }
    return stepOf(flows);
  });
}

export const binomialBroadcast: MakeSchedule = ({ n, size, root }) => fromRoot(n, root, () => size);
export const binomialScatter: MakeSchedule = ({ n, size, root }) => fromRoot(n, root, (below) => (below * size) / n);

/** Scatter of blocks of any size, bytes by rank. */
export function scatterBlocks(blocks: Float64Array, root: number): Schedule {
  const n = blocks.length;
  const before = new Float64Array(n + 1);
  for (let i = 0; i < n; i++) before[i + 1] = before[i] + blocks[(root + i) % n];
  return fromRoot(n, root, (below, to) => before[to + below] - before[to]);
}
