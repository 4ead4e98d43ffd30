// Bruck: ceil(log2 n) steps for any n. Bruck et al., "Efficient algorithms for all-to-all communications in multiport
// message-passing systems", 1997.
import type { MakeSchedule } from './schedule.ts';
import { doublings, step } from './schedule.ts';

/** Step k: to the rank 2^k before, all blocks held, as many as are still missing there. */
export const bruckAllgather: MakeSchedule = ({ n, size }) =>
  Array.from({ length: doublings(n) }, (_, k) => {
    const bytes = (Math.min(2 ** k, n - 2 ** k) * size) / n;
    return step(n, (r) => [r, (r - 2 ** k + n) % n, bytes]);
  });

/** Step k: to the rank 2^k on, all blocks whose way still has that bit. */
export const bruckAlltoall: MakeSchedule = ({ n, size }) =>
  Array.from({ length: doublings(n) }, (_, k) => {
    let blocks = 0;
    for (let distance = 1; distance < n; distance++) blocks += (distance >> k) & 1;
    return step(n, (r) => [r, (r + 2 ** k) % n, (blocks * size) / n]);
  });
