// Bounds on fabrics of more than 256 ranks, without a solver: as hand calculation has them, and never lower for a cable that goes.
import { describe, expect, it } from 'vitest';
import type { Collective } from '../../server/collectives/collective.ts';
import { optimum } from '../../server/collectives/optimum.ts';
import type { Graph } from '../../server/topology/graph.ts';
import { graphOf } from '../topology/graphs.ts';

// What runs backwards is bound as what runs forwards, on links alike both ways.
const collectives: Collective[] = ['allgather', 'allreduce', 'alltoall', 'broadcast', 'scatter'];

const read = new Map<string, Graph>();

function seconds(text: string, collective: Collective): number {
  const graph = read.get(text) ?? graphOf('C', text);
  read.set(text, graph);
  const found = optimum(collective, graph, graph.ranks, 1e9, graph.ranks[0]);
  if (!found) throw new Error('no optimum');
  return found.time;
}

/** 512 chips, six links of 10 GB/s each. */
const torus = (fault = '') => `node T { gpu : gpu }
cluster C {
  t[8][8][8] : T
  t[i][j][k].gpu -- t[(i + 1) % 8][j][k].gpu : 10 GB/s
  t[i][j][k].gpu -- t[i][(j + 1) % 8][k].gpu : 10 GB/s
  t[i][j][k].gpu -- t[i][j][(k + 1) % 8].gpu : 10 GB/s
  ${fault}
}`;
/** 320 GPUs, two a host, a NIC each on one of two rails: leaves of 16 hosts under four spines. */
const rails = (fault = '') => `node H {
  gpu[2] : gpu; nv : switch; nic[2] : nic
  gpu[*] -- nv : 100 GB/s
  gpu[i] -- nic[i] : 50 GB/s
}
cluster C {
  h[10][16] : H; leaf[10][2] : switch; spine[2][4] : switch
  h[l][*].nic[r] -- leaf[l][r] : 10 GB/s
  leaf[*][r] -- spine[r][*] : 20 GB/s
  ${fault}
}`;

describe('a torus of 8 x 8 x 8', () => {
  it('an alltoall is held up in the middle', () =>
    // 256 x 256 messages of 1/512 GB over 2 x 64 links one way.
    expect(seconds(torus(), 'alltoall')).toBeCloseTo((256 * 256) / 512 / 1280, 9));
  it('a chip with five links holds up an allgather, wherever it is', () => {
    for (const fault of ['without t[0][0][0].gpu -- t[1][0][0].gpu', 'without t[4][5][6].gpu -- t[4][5][7].gpu'])
      expect(seconds(torus(fault), 'allgather')).toBeCloseTo(511 / 512 / 50, 9);
  });
});

describe('hosts on rails', () => {
  it('a host with one NIC is passed by all of an allreduce, there and back', () =>
    expect(seconds(rails('without h[4][3].nic[0] -- leaf[4][0]'), 'allreduce')).toBeCloseTo(1 / 10, 9));
});

describe('a bound never falls where a link goes', () => {
  for (const [name, fabric, faults] of [
    ['torus', torus, ['without t[4][4][4].gpu -- t[4][4][5].gpu', 'without t[7][7][7].gpu -- t[7][7][0].gpu']],
    [
      'rails',
      rails,
      [
        'without h[0][0].nic[0] -- leaf[0][0]',
        'without leaf[3][1] -- spine[1][2]',
        'without leaf[0][0] -- spine[0][*]',
        'without h[3][2].gpu[1] -- h[3][2].nic[1]',
        'without h[5][0].gpu[0] -- h[5][0].nv',
      ],
    ],
  ] as const)
    for (const collective of collectives)
      it(`${name}, ${collective}`, () => {
        const whole = seconds(fabric(), collective);
        for (const fault of faults)
          expect(seconds(fabric(fault), collective)).toBeGreaterThanOrEqual(whole * (1 - 1e-9));
      });
});
