// Random clusters for properties: hosts on rails under spines or not, pods of three tiers; whole, and with cables, NICs, GPUs or
// switches missing.
import fc from 'fast-check';
import type { Graph } from '../../server/topology/graph.ts';
import { graphOf } from './graphs.ts';

/** Hosts of GPUs on a switch, with NICs each on a rail of its own, under spines or not. */
interface Cluster {
  readonly hosts: number;
  readonly gpus: number;
  /** GPUs to a NIC. */
  readonly share: number;
  /** Leaf switches under one another's spines; 0: one switch a rail, and nothing joins these. */
  readonly spines: number;
  readonly faults: readonly string[];
}

export const railed = ({ hosts, gpus, share, spines, faults }: Cluster): string => `
node H { gpu[${gpus}] : gpu; sw[2] : switch; nic[${Math.ceil(gpus / share)}] : nic; cpu : cpu
  gpu[*] -- sw[0] : 40 GB/s, 1 us
  gpu[*] -- sw[1] : 20 GB/s, 1 us
  gpu[i] -- nic[i % ${Math.ceil(gpus / share)}] : 30 GB/s, 2 us
  nic[*] -- cpu : 16 GB/s }
cluster C { h[${hosts}] : H; leaf[${Math.ceil(gpus / share)}][2] : switch { latency = 1 us }
  h[i].nic[r] -- leaf[r][i % 2] : 10 GB/s, 3 us
  ${spines > 0 ? `spine[${spines}] : switch; leaf[*][*] -- spine[*] : 4 GB/s, 5 us` : ''}
  ${faults.join('\n  ')} }`;

const faults = fc.constantFrom(
  'without h[0].nic[0]',
  'without h[1].nic[1]',
  'without h[0].gpu[1] -- h[0].sw[0]',
  'without h[1].gpu[0]',
  'without leaf[0][0] -- spine[0]',
  'h[0].gpu[0] -- h[1].gpu[0] : 7 GB/s',
);
const described = fc.record({
  hosts: fc.integer({ min: 2, max: 5 }),
  gpus: fc.integer({ min: 2, max: 3 }),
  share: fc.integer({ min: 1, max: 2 }),
  spines: fc.constantFrom(0, 2, 3),
  faults: fc.uniqueArray(faults, { maxLength: 2 }),
});

const clusterOf = (cluster: Cluster): Graph => {
  const one = Math.ceil(cluster.gpus / cluster.share) === 1;
  const usable = cluster.faults.filter(
    (fault) => (cluster.spines > 0 || !fault.includes('spine')) && !(one && fault.includes('nic[1]')),
  );
  return graphOf('C', railed({ ...cluster, faults: usable }));
};

/** Pods of leaves under spines under cores, two hosts a leaf, so that traffic turns at three tiers. */
const tall = (faults: readonly string[]): string => `
node H { gpu[2] : gpu; nic : nic; gpu[*] -- nic : 60 GB/s, 1 us }
cluster Pod { leaf[2] : switch { latency = 1 us }; spine[2] : switch { latency = 2 us }; h[2][2] : H
  h[l][*].nic -- leaf[l] : 10 GB/s, 3 us
  leaf[*] -- spine[*] : 4 GB/s, 5 us }
cluster C { pod[3] : Pod; core[2][2] : switch { latency = 7 us }
  pod[*].spine[p] -- core[p][*] : 2 GB/s, 11 us
  ${faults.join('\n  ')} }`;

const tallFaults = fc.subarray(
  [
    'without pod[0].leaf[0] -- pod[0].spine[1]',
    'without pod[1].spine[0]',
    'without pod[2].h[0][1]',
    'without core[1][0]',
    'pod[0].h[0][0].gpu[0] -- pod[1].h[0][0].gpu[0] : 7 GB/s',
  ],
  { maxLength: 2 },
);

/** Random clusters of templates, whole and with something missing. */
export const clusters: fc.Arbitrary<Graph> = fc.oneof(
  described.map(clusterOf),
  tallFaults.map((missing) => graphOf('C', tall(missing))),
);
