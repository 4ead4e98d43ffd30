// Every row of ASTRA-sim's analytical simulator with one dimension, but for its ring alltoall, which stores and forwards as
// nothing here does. Within half a percent where no link is shared; where one is (direct through a switch), it prices every
// flow as if alone, and the value is worked out by hand instead: a port sends n-1 pieces, not one.
import { describe, expect, it } from 'vitest';
import type { Algorithm, Collective } from '../../server/collectives/collective.ts';
import { analyzeOn } from '../../server/collectives/price.ts';
import { rows } from '../fixtures/astra-sim.json';
import { mesh, plainRouter, ring, star } from './fabric.ts';

const fabrics = { Ring: ring, FullyConnected: mesh, Switch: star };
const algorithms: Record<string, Algorithm> = {
  ring: 'ring',
  direct: 'direct',
  halvingDoubling: 'halving_doubling',
};
const collectives: Record<string, Collective> = {
  all_reduce: 'allreduce',
  reduce_scatter: 'reducescatter',
  all_gather: 'allgather',
  all_to_all: 'alltoall',
};

type Row = readonly [
  topology: keyof typeof fabrics,
  algorithm: string,
  collective: string,
  ranks: number,
  GiBps: number,
  ns: number,
  bytes: number,
  time: number,
];

/** Direct through a switch: two hops, and all pieces of a rank through its port; an allreduce does it twice. */
function shared([, , collective, n, GiBps, ns, bytes]: Row): number {
  const piece = collective === 'all_gather' ? bytes : bytes / n;
  const once = 2 * ns + ((n - 1) * piece) / ((GiBps * 2 ** 30) / 1e9);
  return collective === 'all_reduce' ? 2 * once : once;
}

/** A mesh or a pair list of hundreds of ranks is no better a test than one of 64. */
const mostRanks = 64;

describe('rows of ASTRA-sim', () => {
  for (const row of rows as unknown as readonly Row[]) {
    const [topology, algorithm, collective, n, GiBps, ns, bytes, time] = row;
    if (algorithm === 'direct' && n > mostRanks) continue;
    it(`${algorithm} ${collective} of ${bytes} B on ${n}, ${topology}, ${GiBps} GiB/s, ${ns} ns`, () => {
      const graph = fabrics[topology](n, (GiBps * 2 ** 30) / 1e9, ns / 1000);
      const answer = analyzeOn(plainRouter(graph), {
        collective: collectives[collective],
        size: collective === 'all_gather' ? bytes * n : bytes,
        algorithm: algorithms[algorithm],
        channels: 1,
        model: 'stepwise',
        optimum: false,
      });
      if ('fault' in answer) throw new Error(answer.message);
      const byHand = topology === 'Switch' && algorithm === 'direct';
      expect(Math.abs((answer.priced[0].time * 1e9) / (byHand ? shared(row) : time) - 1)).toBeLessThan(0.005);
    });
  }
});
