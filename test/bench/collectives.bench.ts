// Time of an answer: 32 DGX H100 (256 GPUs) and 128 of them (1,024), every algorithm of an allreduce, an alltoall, the optimum.
import { bench, describe } from 'vitest';
import { analyzeOn } from '../../server/collectives/price.ts';
import { plainRouter, railed } from '../collectives/fabric.ts';

const size = 2 ** 30;
const nodes32 = plainRouter(railed(32, 8, 369, 50, 1, true));
const nodes128 = plainRouter(railed(128, 8, 369, 50, 1, true));

describe('collectives', () => {
  bench('256 GPUs: allreduce, every algorithm', () => {
    analyzeOn(nodes32, { collective: 'allreduce', size, optimum: false });
  });
  bench('256 GPUs: alltoall, every algorithm', () => {
    analyzeOn(nodes32, { collective: 'alltoall', size, optimum: false });
  });
  bench('256 GPUs: barrier, and the allreduce optimum', () => {
    analyzeOn(nodes32, { collective: 'allreduce', size, algorithm: 'recursive_doubling' });
  });
  bench('1,024 GPUs: allreduce, every algorithm', () => {
    analyzeOn(nodes128, { collective: 'allreduce', size, optimum: false });
  });
});
