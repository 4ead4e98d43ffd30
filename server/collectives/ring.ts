// Ring: every rank sends a piece to the next and receives one from the one before, n-1 times (twice that for allreduce).
// Patarasuk and Yuan, "Bandwidth optimal all-reduce algorithms for clusters of workstations", 2009.
import type { MakeSchedule } from './schedule.ts';
import { step } from './schedule.ts';

/** Also reducescatter: the same flows. */
export const ringAllgather: MakeSchedule = ({ n, size }) => [step(n, (r) => [r, (r + 1) % n, size / n], n - 1)];

export const ringAllreduce: MakeSchedule = ({ n, size }) => [step(n, (r) => [r, (r + 1) % n, size / n], 2 * (n - 1))];
