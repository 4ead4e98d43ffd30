// The ledger adds flows up before any arc is touched. Whatever it is told, and in whatever steps, what lies on the arcs in the
// end, how long the busiest of them is busy and how late the last flow is are what laying the flows one by one gives.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { busiest, paceOf } from '../../server/topology/pace.ts';
import { makeRouter, type Router } from '../../server/topology/routes.ts';
import { clusters, railed } from './clusters.ts';
import { graphOf } from './graphs.ts';

/** Steps of flows between ranks, each with how often it comes. */
const steps = fc.array(
  fc.record({
    flows: fc.array(fc.tuple(fc.nat(20), fc.nat(20), fc.integer({ min: 1, max: 9 })), { maxLength: 12 }),
    times: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 1, maxLength: 4 },
);

/** Flow by flow; undefined where one of them has no way. */
function laid(router: Router, flows: readonly (readonly [number, number, number])[]) {
  const load = new Float64Array(2 * router.graph.linkCount);
  let latency = 0;
  for (const [from, to, bytes] of flows) {
    const late = router.addFlow(from, to, bytes, load);
    if (late < 0) return undefined;
    latency = Math.max(latency, late);
  }
  router.finish(load);
  return { load, latency };
}

function close(found: Float64Array, expected: Float64Array): void {
  expect(found.length).toBe(expected.length);
  for (let arc = 0; arc < found.length; arc++) expect(found[arc]).toBeCloseTo(expected[arc], 9);
}

it('steps of any flows', () => {
  fc.assert(
    fc.property(clusters, steps, (graph, asked) => {
      const router = makeRouter(graph);
      const ledger = router.ledger();
      const total = new Float64Array(2 * graph.linkCount);
      for (const { flows, times } of asked) {
        const named = flows
          .map(
            ([a, b, bytes]) =>
              [graph.ranks[a % graph.ranks.length], graph.ranks[b % graph.ranks.length], bytes] as const,
          )
          .filter(([a, b]) => a !== b);
        const expected = laid(makeRouter(graph), named);
        if (!expected) return;
        const late = named.map(([a, b, bytes]) => ledger.add(a, b, bytes));
        expect(Math.max(0, ...late)).toBeCloseTo(expected.latency, 15);
        expect(ledger.settle(times)).toBeCloseTo(busiest(expected.load, paceOf(graph)).seconds, 15);
        expected.load.forEach((bytes, arc) => {
          total[arc] += times * bytes;
        });
      }
      const { arc, seconds } = ledger.busiest();
      const known = busiest(total, paceOf(graph));
      expect(seconds).toBeCloseTo(known.seconds, 15);
      if (arc >= 0) expect(total[arc] * paceOf(graph)[arc]).toBeCloseTo(known.seconds, 15);
      close(ledger.load(), total);
    }),
    { numRuns: 300 },
  );
});

it('the same flows in many places, and some of them again beside others', () => {
  fc.assert(
    fc.property(clusters, steps, fc.boolean(), (graph, asked, whole) => {
      const byHost = new Map<number, number[]>();
      graph.ranks.forEach((device, rank) => {
        byHost.set(graph.host[device], [...(byHost.get(graph.host[device]) ?? []), rank]);
      });
      const places = [...byHost.values()].filter(({ length }) => length > 1).slice(whole ? 0 : 1);
      const router = makeRouter(graph);
      const ledger = router.ledger();
      const total = new Float64Array(2 * graph.linkCount);
      for (const { flows, times } of asked) {
        const inside = flows.map(([a, b, bytes]) => [a % 2, b % 2, bytes] as const).filter(([a, b]) => a !== b);
        const from = Int32Array.from(inside, ([a]) => a);
        const to = Int32Array.from(inside, ([, b]) => b);
        const bytes = Float64Array.from(inside, ([, , each]) => each);
        const named = places.flatMap((place) =>
          inside.map(([a, b, each]) => [graph.ranks[place[a]], graph.ranks[place[b]], each * times] as const),
        );
        const extra = [graph.ranks[0], graph.ranks[graph.ranks.length - 1], 5] as const;
        const expected = laid(makeRouter(graph), [...named, extra]);
        if (!expected) return;
        const late = ledger.addEverywhere({ from, to, bytes }, places, graph.ranks, times, () => false);
        expect(Math.max(late, ledger.add(...extra))).toBeCloseTo(expected.latency, 15);
        expect(ledger.settle(1)).toBeCloseTo(busiest(expected.load, paceOf(graph)).seconds, 15);
        expected.load.forEach((each, arc) => {
          total[arc] += each;
        });
      }
      close(ledger.load(), total);
    }),
    { numRuns: 300 },
  );
});

it('from each to each, counted instead of laid', () => {
  fc.assert(
    fc.property(clusters, fc.func(fc.nat(9)), (graph, leftOut) => {
      const devices = graph.ranks.filter((rank) => leftOut(rank) > 0);
      const named = [...devices].flatMap((a) => [...devices].filter((b) => a !== b).map((b) => [a, b, 3] as const));
      const expected = laid(makeRouter(graph), named);
      const ledger = makeRouter(graph).ledger();
      const late = ledger.addComplete(devices, 3);
      if (late !== undefined && !expected) expect(late).toBe(-1);
      // What cannot be counted, or has no way, has nothing to compare: another cluster is made in its place.
      fc.pre(late !== undefined && expected !== undefined);
      if (!expected) return;
      expect(late).toBeCloseTo(expected.latency, 15);
      expect(ledger.settle(1)).toBeCloseTo(busiest(expected.load, paceOf(graph)).seconds, 15);
      close(ledger.load(), expected.load);
    }),
    { numRuns: 600 },
  );
});

it('of arcs that are busy as long the first is named', () => {
  const graph = graphOf('C', railed({ hosts: 4, gpus: 2, share: 1, spines: 2, faults: [] }));
  const ledger = makeRouter(graph).ledger();
  const { ranks } = graph;
  ranks.forEach((device, rank) => {
    ledger.add(device, ranks[(rank + 2) % ranks.length], 6);
  });
  ledger.settle(1);
  expect(ledger.busiest().arc).toBe(busiest(ledger.load(), paceOf(graph)).arc);
});
