// PAT (parallel aggregated trees) with unlimited buffers: Bruck's steps in the other order, far ranks first, so that the
// large pieces stay near. Jeaugey, "PAT: a new algorithm for all-gather and reduce-scatter operations at scale", 2025.
import type { MakeSchedule } from './schedule.ts';
import { doublings, step } from './schedule.ts';

/** At distance 2^k a rank passes on the blocks of ranks whose distance is a multiple of 2^(k+1). */
export const patAllgather: MakeSchedule = ({ n, size }) =>
  Array.from({ length: doublings(n) }, (_, i) => {
    const distance = 2 ** (doublings(n) - 1 - i);
    const blocks = Math.ceil((n - distance) / (2 * distance));
    return step(n, (r) => [r, (r + distance) % n, (blocks * size) / n]);
  });
