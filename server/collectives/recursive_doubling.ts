// Recursive doubling: partners at distance 1, 2, 4, ... exchange all they have. Few steps, many bytes: for small sizes.
// Thakur, Rabenseifner, Gropp, "Optimization of collective communication operations in MPICH", 2005.
import { coreOf, exchange, exchangeAllgather, foldIn, foldOut } from './exchange.ts';
import type { MakeSchedule } from './schedule.ts';

export const recursiveDoublingAllgather: MakeSchedule = ({ n, size }) => exchangeAllgather(n, size, 'near-first');

export const recursiveDoublingAllreduce: MakeSchedule = ({ n, size }) => {
  const core = coreOf(n);
  const all = new Float64Array(core.length).fill(size);
  const steps = Array.from({ length: Math.log2(core.length) }, (_, k) => exchange(core, 1 << k, all));
  return [...foldIn(n, size), ...steps, ...foldOut(n, size)];
};
