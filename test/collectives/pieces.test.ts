// Pieces that are told of flows, replayed: at the end every rank holds what the collective promises, and nothing is added twice.
import { describe, expect, it } from 'vitest';
import { channelSets } from '../../server/collectives/channels.ts';
import { type Collective, collectives } from '../../server/collectives/collective.ts';
import { waysOf } from '../../server/collectives/forms.ts';
import { layoutOf } from '../../server/collectives/layout.ts';
import { eachOnce, type Followed, follow } from '../../server/collectives/pieces.ts';
import type { Schedule } from '../../server/collectives/schedule.ts';
import { makeRouter } from '../../server/topology/routes.ts';
import { graphFrom } from './systems.ts';

const boxOf = (n: number): string => `node Box { gpu[${n}] : gpu; sw : switch; gpu[*] -- sw : 100 GB/s }`;
const railsOf = (
  hosts: number,
): string => `node Host { gpu[2] : gpu; nic[2] : nic; gpu[0] -- gpu[1] : 100 GB/s; gpu[i] -- nic[i] : 50 GB/s }
cluster Rails { host[${hosts}] : Host; leaf[2] : switch; host[*].nic[r] -- leaf[r] : 10 GB/s }`;
const torus =
  'cluster Torus { gpu[4][4] : gpu; gpu[i][j] -- gpu[i + 1][j] : 10 GB/s; gpu[i][j] -- gpu[i][j + 1] : 10 GB/s }';

/** What each rank holds at the end: contributions by piece. */
function replay(steps: Schedule, { start, carried, how }: Followed): Uint8Array[] {
  const held = start.map((each) => each.slice());
  steps.forEach(({ from, to }, s) => {
    const before = held.map((each) => each.slice());
    if (how[s] === 'gives')
      for (let i = 0; i < from.length; i++) for (const piece of carried[s][i]) held[from[i]][piece] = 0;
    for (let i = 0; i < from.length; i++)
      for (const piece of carried[s][i]) {
        const sent = before[from[i]][piece];
        expect(sent).toBeGreaterThan(0);
        held[to[i]][piece] = how[s] === 'copies' ? sent : held[to[i]][piece] + sent;
      }
  });
  return held;
}

function promised(
  collective: Collective,
  held: readonly Uint8Array[],
  { pieces, whole }: Followed,
  root: number,
): void {
  const n = held.length;
  const own = (rank: number): number[] => Array.from({ length: pieces / n }, (_, i) => (rank * pieces) / n + i);
  held.forEach((each, rank) => {
    if (
      ['allreduce', 'allgather', 'broadcast', 'alltoall', 'barrier'].includes(collective) ||
      (rank === root && ['reduce', 'gather'].includes(collective))
    )
      expect([...each]).toEqual(new Array(pieces).fill(whole));
    if (collective === 'reducescatter' || collective === 'scatter')
      for (const piece of own(rank)) expect(each[piece]).toBe(whole);
    if (collective === 'sendrecv') expect(each[(rank - 1 + n) % n]).toBe(1);
  });
}

/** Names of those whose pieces do not follow from their flows. */
function untold(text: string, name: string, root: number): string[] {
  const graph = graphFrom(text, name);
  const layout = layoutOf(graph, graph.ranks);
  const router = makeRouter(graph);
  const missing = new Set<string>();
  for (const collective of collectives)
    for (const algorithm of [
      'ring',
      'chain',
      'tree',
      'halving_doubling',
      'recursive_doubling',
      'bruck',
      'binomial',
      'direct',
      'pairwise',
      'torus',
      'hierarchical',
      'pat',
      'dissemination',
    ] as const) {
      const shape = { n: graph.ranks.length, size: 1e6, root };
      for (const way of waysOf(algorithm, collective, shape, layout, channelSets(layout), router)) {
        const steps = eachOnce(way.flat().flatMap((step) => ('arcs' in step ? [] : [step])));
        const followed = follow(collective, shape, steps);
        if (followed) promised(collective, replay(steps, followed), followed, root);
        else missing.add(`${algorithm} ${collective}`);
      }
    }
  return [...missing];
}

describe('every way of every algorithm', () => {
  // Of three ranks Bruck's alltoall goes from each to each; of more, blocks go over third ranks and are not told apart.
  for (const n of [2, 3, 4, 5, 6, 7, 8, 9, 16])
    it(`on ${n} GPUs of one box`, () =>
      expect(untold(boxOf(n), 'Box', n - 1)).toEqual(n > 3 ? ['bruck alltoall'] : []));
  for (const hosts of [2, 3, 4])
    it(`on ${hosts} hosts of two`, () =>
      expect(untold(railsOf(hosts), 'Rails', 1)).toEqual(['bruck alltoall', 'hierarchical alltoall']));
  it('on a torus', () => expect(untold(torus, 'Torus', 5)).toEqual(['bruck alltoall']));
});
