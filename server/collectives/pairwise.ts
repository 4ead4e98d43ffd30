// Pairwise: what direct does at once, in n-1 rounds, in round k with the rank k further on.
import type { MakeSchedule } from './schedule.ts';
import { step } from './schedule.ts';

/** Alltoall, allgather and reducescatter alike. */
export const pairwiseAll: MakeSchedule = ({ n, size }) =>
  Array.from({ length: n - 1 }, (_, k) => step(n, (r) => [r, (r + k + 1) % n, size / n]));

/** A reducescatter and an allgather: the rounds of the second are those of the first, so each counts twice. */
export const pairwiseAllreduce: MakeSchedule = (shape) => pairwiseAll(shape).map((s) => ({ ...s, repeat: 2 }));

export const pairwiseScatter: MakeSchedule = ({ n, size, root }) =>
  Array.from({ length: n - 1 }, (_, k) => step(1, () => [root, (root + k + 1) % n, size / n]));
