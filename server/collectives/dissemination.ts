// Dissemination barrier: in step k every rank tells the one 2^k further on. Hensgen, Finkel, Manber, "Two algorithms for
// barrier synchronization", 1988.
import type { MakeSchedule } from './schedule.ts';
import { doublings, step } from './schedule.ts';

export const disseminationBarrier: MakeSchedule = ({ n }) =>
  Array.from({ length: doublings(n) }, (_, k) => step(n, (r) => [r, (r + 2 ** k) % n, 0]));
