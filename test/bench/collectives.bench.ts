// Time of an answer once routes are known: 32 DGX H100 (256 GPUs) and a SuperPOD of 127 (1,016 GPUs).
import { bench, describe } from 'vitest';
import { analyze } from '../../server/collectives/analyze.ts';
import { graphFrom } from '../collectives/systems.ts';

const size = 2 ** 30;
const unit = graphFrom('cluster Unit : DGX_H100_SU', 'Unit');
const pod = graphFrom('cluster Pod : DGX_H100_SuperPOD', 'Pod');

describe('collectives', () => {
  bench('256 GPUs: allreduce, every algorithm', () => {
    analyze(unit, { collective: 'allreduce', size, optimum: false });
  });
  bench('256 GPUs: the optimum of an allreduce beside one algorithm', () => {
    analyze(unit, { collective: 'allreduce', size, algorithm: 'recursive_doubling' });
  });
  bench('256 GPUs: hierarchical alltoall', () => {
    analyze(unit, { collective: 'alltoall', size, algorithm: 'hierarchical', optimum: false });
  });
  bench('1,016 GPUs: allreduce, every algorithm', () => {
    analyze(pod, { collective: 'allreduce', size, optimum: false });
  });
});
