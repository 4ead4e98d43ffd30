// Direct: every pair at once, in one step.
import type { MakeSchedule } from './schedule.ts';
import { everyPair, step } from './schedule.ts';

/** Every rank sends a piece of S/n to every other: alltoall, allgather and reducescatter alike. */
export const directAll: MakeSchedule = ({ n, size }) => [everyPair(n, size / n)];

/** A reducescatter and an allgather: the same flows twice. */
export const directAllreduce: MakeSchedule = ({ n, size }) => [everyPair(n, size / n, 2)];

export const directScatter: MakeSchedule = ({ n, size, root }) => [
  step(n - 1, (i) => [root, (root + 1 + i) % n, size / n]),
];

/** Every rank sends all of S to the next. */
export const directSendrecv: MakeSchedule = ({ n, size }) => [step(n, (r) => [r, (r + 1) % n, size])];
