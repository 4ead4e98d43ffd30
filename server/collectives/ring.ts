// Ring: every rank sends a piece to the next and receives one from the one before, n-1 times (twice that for allreduce).
// Patarasuk and Yuan, "Bandwidth optimal all-reduce algorithms for clusters of workstations", 2009.
import type { MakeSchedule, Schedule } from './schedule.ts';
import { step } from './schedule.ts';

/** Also reducescatter: the same flows. */
export const ringAllgather: MakeSchedule = ({ n, size }) => [step(n, (r) => [r, (r + 1) % n, size / n], n - 1)];

export const ringAllreduce: MakeSchedule = ({ n, size }) => [step(n, (r) => [r, (r + 1) % n, size / n], 2 * (n - 1))];

/** Allgather of blocks of any size, bytes by rank: in step t each passes on the block of the rank t before it. */
export function ringBlocks(blocks: Float64Array): Schedule {
  const n = blocks.length;
  return Array.from({ length: n - 1 }, (_, t) => step(n, (r) => [r, (r + 1) % n, blocks[(r - t + n) % n]]));
}
