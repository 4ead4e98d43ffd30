// Recursive halving and doubling: halves of what is left go to partners at distance 1, 2, 4, ..., and come back the same
// way, so the large pieces stay near. Rabenseifner, "Optimization of collective reduction operations", 2004; Thakur,
// Rabenseifner, Gropp, "Optimization of collective communication operations in MPICH", 2005.
import { coreOf, exchangeAllgather, foldIn, foldOut } from './exchange.ts';
import type { MakeSchedule } from './schedule.ts';
import { placed, powerBelow, thereAndBack } from './schedule.ts';

export const halvingDoublingAllgather: MakeSchedule = ({ n, size }) => exchangeAllgather(n, size, 'far-first');

/** Folded ranks give their whole buffer to a partner, which takes part for both. */
export const halvingDoublingAllreduce: MakeSchedule = ({ n, size }) => [
  ...foldIn(n, size),
  ...placed(thereAndBack(exchangeAllgather(powerBelow(n), size, 'far-first')), [coreOf(n)]),
  ...foldOut(n, size),
];
