// Chain: the root's buffer goes from each rank to the next along the ring order, in chunks that follow one another;
// a reduce is the same backwards. Rank order begins with the root.
import type { MakeSchedule } from './schedule.ts';
import { step } from './schedule.ts';

export const chainBroadcast: MakeSchedule = ({ n, size, root }) =>
  Array.from({ length: n - 1 }, (_, k) => step(1, () => [(root + k) % n, (root + k + 1) % n, size]));
