// Binomial tree: whoever has the data gives it to a rank half as far away, log2 n times. A scatter halves what is sent.
import type { MakeSchedule } from './schedule.ts';
import { doublings, stepOf } from './schedule.ts';

/** The tree from rank 0 over n ranks, far first; `bytes` by the number of ranks below the receiver, itself among them. */
function fromRoot(n: number, root: number, bytes: (below: number) => number) {
  return Array.from({ length: doublings(n) }, (_, i) => {
    const distance = 2 ** (doublings(n) - 1 - i);
    const flows: [number, number, number][] = [];
    for (let r = 0; r + distance < n; r += 2 * distance) {
      const to = r + distance;
      flows.push([(root + r) % n, (root + to) % n, bytes(Math.min(distance, n - to))]);
    }
    return stepOf(flows);
  });
}

export const binomialBroadcast: MakeSchedule = ({ n, size, root }) => fromRoot(n, root, () => size);
export const binomialScatter: MakeSchedule = ({ n, size, root }) => fromRoot(n, root, (below) => (below * size) / n);
