// The optimum on small random fabrics against the plainest way to find it: every set of devices tried.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Collective } from '../../server/collectives/collective.ts';
import { optimum } from '../../server/collectives/optimum.ts';
import type { Graph } from '../../server/topology/graph.ts';
import { type Device, GB, gpus, graphOf, type Wire } from './fabric.ts';

/** Up to ten devices: ranks, then switches; a tree of wires and some more. */
const fabrics = fc
  .record({
    ranks: fc.integer({ min: 2, max: 6 }),
    switches: fc.integer({ min: 0, max: 4 }),
    rates: fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 20, maxLength: 20 }),
    ends: fc.array(fc.nat(), { minLength: 20, maxLength: 20 }),
    more: fc.integer({ min: 0, max: 10 }),
  })
  .map(({ ranks, switches, rates, ends, more }): Graph => {
    const count = ranks + switches;
    const devices = [...gpus(ranks), ...Array.from({ length: switches }, (): Device => ({ kind: 'switch' }))];
    const tree = Array.from({ length: count - 1 }, (_, i): Wire => [i + 1, ends[i] % (i + 1), rates[i], 0]);
    const extra = Array.from({ length: more }, (_, i): Wire => {
      const a = ends[10 + i] % count;
      return [a, (a + 1 + (ends[i] % (count - 1))) % count, rates[10 + i], 0];
    });
    return graphOf(devices, [...tree, ...extra]);
  });

interface Set {
  readonly has: (device: number) => boolean;
  readonly ranks: number;
  /** GB/s out of it. */
  readonly out: number;
}

function everySet(graph: Graph): Set[] {
  return Array.from({ length: 2 ** graph.deviceCount }, (_, bits): Set => {
    const has = (device: number): boolean => ((bits >> device) & 1) === 1;
    let out = 0;
    for (let k = 0; k < graph.linkCount; k++)
      if (has(graph.linkA[k]) !== has(graph.linkB[k])) out += graph.linkEffectiveRate[k] / GB;
    return { has, ranks: graph.ranks.filter(has).length, out };
  });
}

/** Seconds for `size` GB, the most over all sets of what has to leave them over the rate at which it can. */
function byHand(collective: Collective, graph: Graph, size: number, root: number): number {
  const n = graph.ranks.length;
  let most = 0;
  for (const { has, ranks, out } of everySet(graph)) {
    const beyond = n - ranks;
    const leaving: Partial<Record<Collective, number>> = {
      allgather: beyond > 0 ? (ranks / n) * size : 0,
      broadcast: has(root) && beyond > 0 ? size : 0,
      scatter: has(root) ? (beyond / n) * size : 0,
    };
    if (leaving[collective]) most = Math.max(most, leaving[collective] / out);
  }
  return most;
}

/** What runs backwards costs the same where every link has both ways. */
const forwards = [
  ['allgather', 'allgather'],
  ['reducescatter', 'allgather'],
  ['broadcast', 'broadcast'],
  ['reduce', 'broadcast'],
  ['scatter', 'scatter'],
  ['gather', 'scatter'],
] as const;

it('no set of devices says more, and one says as much', () =>
  fc.assert(
    fc.property(fabrics, fc.nat(), fc.constantFrom(...forwards), (graph, pick, [collective, forward]) => {
      const root = graph.ranks[pick % graph.ranks.length];
      const found = optimum(collective, graph, graph.ranks, 3 * GB, root);
      expect(found?.bound).toBeUndefined();
      expect((found?.time ?? 0) / byHand(forward, graph, 3, root)).toBeCloseTo(1, 9);
    }),
    { numRuns: 150 },
  ));

it('taking a link away speeds no optimum', () =>
  fc.assert(
    fc.property(
      fabrics,
      fc.nat(),
      fc.constantFrom<Collective[]>('allgather', 'broadcast', 'scatter', 'allreduce', 'alltoall'),
      (graph, pick, collective) => {
        const link = pick % graph.linkCount;
        const rates = graph.linkEffectiveRate.map((rate, k) => (k === link ? 0 : rate));
        const [whole, less] = [graph, { ...graph, linkEffectiveRate: rates }].map((each) =>
          optimum(collective, each, each.ranks, GB, each.ranks[0]),
        );
        // Without a way there is no optimum.
        if (less) expect(less.time).toBeGreaterThanOrEqual((whole?.time ?? 0) * (1 - 1e-9));
      },
    ),
    { numRuns: 150 },
  ));
