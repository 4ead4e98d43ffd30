// On random fabrics: no algorithm beats the optimum, no size is cheaper than a smaller one, twice the rate is half the time.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { collectives } from '../../server/collectives/collective.ts';
import { analyzeOn } from '../../server/collectives/price.ts';
import type { Graph } from '../../server/topology/graph.ts';
import { type Device, graphOf, plainRouter, type Wire } from './fabric.ts';

/** Ranks on 1-4 hosts, some switches, a random tree of wires and some more: everything reaches everything. */
const fabrics = fc
  .record({
    ranks: fc.integer({ min: 2, max: 9 }),
    switches: fc.integer({ min: 0, max: 3 }),
    hosts: fc.integer({ min: 1, max: 4 }),
    reduces: fc.boolean(),
    rates: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 40, maxLength: 40 }),
    ends: fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
    more: fc.integer({ min: 0, max: 12 }),
  })
  .map(({ ranks, switches, hosts, reduces, rates, ends, more }): Graph => {
    const count = ranks + switches;
    const devices = Array.from({ length: count }, (_, i): Device => {
      const host = (i * hosts) / count;
      return i < ranks ? { kind: 'gpu', host: Math.floor(host) } : { kind: 'switch', host: i % hosts, reduces };
    });
    const tree = Array.from({ length: count - 1 }, (_, i): Wire => [i + 1, ends[i] % (i + 1), rates[i], 1]);
    const extra = Array.from({ length: more }, (_, i): Wire => {
      const a = ends[20 + i] % count;
      return [a, (a + 1 + (ends[i] % (count - 1))) % count, rates[20 + i], 1];
    });
    return graphOf(devices, [...tree, ...extra]);
  });

const asked = fc.constantFrom(...collectives.filter((c) => c !== 'barrier'));
const sizes = fc.integer({ min: 1, max: 1_000_000_000 });

function times(graph: Graph, request: Parameters<typeof analyzeOn>[1]): Map<string, number> {
  const answer = analyzeOn(plainRouter(graph), request);
  if ('fault' in answer) throw new Error(answer.message);
  return new Map(answer.priced.map((p) => [p.algorithm, p.time]));
}

it('nothing beats the optimum', () => {
  fc.assert(
    fc.property(fabrics, asked, sizes, (graph, collective, size) => {
      const answer = analyzeOn(plainRouter(graph), { collective, size, root: graph.ranks[graph.ranks.length - 1] });
      if ('fault' in answer) throw new Error(answer.message);
      expect(answer.priced.length).toBeGreaterThan(0);
      for (const { algorithm, time } of answer.priced)
        expect(time, `${algorithm} ${collective}`).toBeGreaterThanOrEqual(
          (answer.optimum?.time ?? Infinity) * (1 - 1e-9),
        );
    }),
    { numRuns: 400 },
  );
});

it('nothing beats it on some of the ranks, others of which relay', () => {
  fc.assert(
    fc.property(fabrics, asked, fc.array(fc.nat(), { minLength: 9, maxLength: 9 }), (graph, collective, order) => {
      const shuffled = Array.from(graph.ranks, (rank, i) => ({ rank, key: order[i] })).sort((a, b) => a.key - b.key);
      const some = shuffled.slice(0, Math.max(2, order[0] % graph.ranks.length)).map(({ rank }) => rank);
      const answer = analyzeOn(plainRouter(graph), { collective, size: 1e9, ranks: Int32Array.from(some) });
      if ('fault' in answer) throw new Error(answer.message);
      for (const { algorithm, time } of answer.priced)
        expect(time, `${algorithm} ${collective}`).toBeGreaterThanOrEqual(
          (answer.optimum?.time ?? Infinity) * (1 - 1e-9),
        );
    }),
    { numRuns: 200 },
  );
});

it('more bytes never take less time', () => {
  fc.assert(
    fc.property(fabrics, asked, sizes, sizes, (graph, collective, a, b) => {
      const less = times(graph, { collective, size: Math.min(a, b), optimum: false });
      const more = times(graph, { collective, size: Math.max(a, b), optimum: false });
      for (const [algorithm, time] of less) expect(more.get(algorithm)).toBeGreaterThanOrEqual(time * (1 - 1e-9));
    }),
    { numRuns: 200 },
  );
});

it('twice the rate everywhere: half the time but for latency', () => {
  fc.assert(
    fc.property(fabrics, asked, sizes, (graph, collective, size) => {
      const still = { ...graph, linkLatency: new Float64Array(graph.linkCount) };
      const fast = { ...still, linkEffectiveRate: graph.linkEffectiveRate.map((rate) => 2 * rate) };
      const before = times(still, { collective, size });
      for (const [algorithm, time] of times(fast, { collective, size }))
        expect((2 * time) / (before.get(algorithm) ?? 0)).toBeCloseTo(1, 9);
    }),
    { numRuns: 200 },
  );
});
