// With symmetry and without it: what is added up by seat, rank and switch, with hosts that are alike worked out once, gives
// what laying every flow on its own route gives, for every collective and algorithm.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Algorithm, type Analysis, collectives } from '../../server/collectives/collective.ts';
import { analyzeOn, arcLoadsOn } from '../../server/collectives/price.ts';
import type { Graph } from '../../server/topology/graph.ts';
import { Ledger } from '../../server/topology/ledger.ts';
import { makeRouter, type Router } from '../../server/topology/routes.ts';
import { clusters } from '../topology/clusters.ts';

/** Every flow on the arcs of its route, one after the other. */
function plain(graph: Graph): Router {
  const routes = makeRouter(graph);
  const addFlow = (from: number, to: number, bytes: number, load: Float64Array): number => {
    const route = routes.route(from, to);
    if (!route) return -1;
    route.arcs.forEach((arc, i) => {
      load[arc] += bytes * route.shares[i];
    });
    return route.latency;
  };
  const finish = (): void => {};
  return {
    graph,
    addFlow,
    finish,
    route: (from, to) => routes.route(from, to),
    entry: (rank) => routes.entry(rank),
    ledger: () => new Ledger({ graph, addFlow, finish }),
  };
}

const times = (analysis: Analysis): [Algorithm, number][] =>
  analysis.priced
    .map(({ algorithm, time }): [Algorithm, number] => [algorithm, time])
    .sort(([a], [b]) => (a < b ? -1 : 1));

it('on a hundred random clusters', () => {
  fc.assert(
    fc.property(clusters, fc.constantFrom(...collectives), fc.nat(), (graph, collective, any) => {
      const request = { collective, size: 1 << 20, optimum: false, root: graph.ranks[any % graph.ranks.length] };
      const [found, expected] = [analyzeOn(makeRouter(graph), request), analyzeOn(plain(graph), request)];
      if ('fault' in expected || 'fault' in found) {
        expect('fault' in found && found.fault).toBe('fault' in expected && expected.fault);
        // Where nothing has a way there is no time to compare: another cluster is made in its place.
        fc.pre(false);
        return;
      }
      const [own, known] = [times(found), times(expected)];
      expect(known).not.toEqual([]);
      expect(own.map(([algorithm]) => algorithm)).toEqual(known.map(([algorithm]) => algorithm));
      for (const [i, [algorithm, time]] of own.entries()) {
        expect(time / known[i][1]).toBeCloseTo(1, 10);
        const [load, laid] = [makeRouter(graph), plain(graph)].map((router) =>
          arcLoadsOn(router, { ...request, algorithm }),
        );
        if ('fault' in load || 'fault' in laid) throw new Error('priced, and then not');
        const most = laid.reduce((a, b) => Math.max(a, b), 1);
        for (let arc = 0; arc < laid.length; arc++) expect((load[arc] - laid[arc]) / most).toBeCloseTo(0, 9);
      }
    }),
    { numRuns: 100 },
  );
});
