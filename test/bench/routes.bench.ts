// Time from a template to a graph and of laying flows on routes: a unit of 32 DGX H100 (256 GPUs), a SuperPOD (1,016) and
// sixteen pods of 32 units (131,072 GPUs, 469 k devices, 1.2 M links).
import { bench, describe } from 'vitest';
import { bisection } from '../../server/topology/bisection.ts';
import { buildGraph } from '../../server/topology/build.ts';
import { diameter } from '../../server/topology/diameter.ts';
import type { Graph } from '../../server/topology/graph.ts';
import { makeRouter, type Router } from '../../server/topology/routes.ts';
import { graphOf, templateOf } from '../topology/graphs.ts';

const large = `
cluster Pod { su[32] : DGX_H100_SU; spine[8][32] : QM9700
  su[s].leaf[r] -- spine[r][*] : NDR }
cluster Large { pod[16] : Pod; core[8][32][8] : QM9700
  pod[p].spine[r][s] -- core[r][s][*] : NDR x4 }`;

const unit = graphOf('DGX_H100_SU');
const pod = graphOf('DGX_H100_SuperPOD');
const largeTemplate = templateOf(large, 'Large');
const largeGraph = buildGraph(largeTemplate);

function allToAll(router: Router, graph: Graph): void {
  const load = new Float64Array(2 * graph.linkCount);
  for (const from of graph.ranks) for (const to of graph.ranks) if (from !== to) router.addFlow(from, to, 1, load);
}

describe('graphs', () => {
  bench('SuperPOD', () => {
    buildGraph(pod.template);
  });
  bench('131,072 GPUs', () => {
    buildGraph(largeTemplate);
  });
});

describe('routes', () => {
  const [unitRouter, podRouter] = [makeRouter(unit), makeRouter(pod)];
  bench('256 GPUs, all to all, new router', () => {
    allToAll(makeRouter(unit), unit);
  });
  bench('256 GPUs, all to all, again', () => {
    allToAll(unitRouter, unit);
  });
  bench('1,016 GPUs, all to all, again: a million flows', () => {
    allToAll(podRouter, pod);
  });
  bench('131,072 GPUs, every GPU to the same one of the next node, new router', () => {
    const router = makeRouter(largeGraph);
    const load = new Float64Array(2 * largeGraph.linkCount);
    const { ranks } = largeGraph;
    ranks.forEach((from, i) => {
      router.addFlow(from, ranks[(i + 8) % ranks.length], 1, load);
    });
  });
});

describe('measures', () => {
  bench('bisection of a SuperPOD', () => {
    bisection(pod);
  });
  bench('diameter of 131,072 GPUs', () => {
    diameter(largeGraph);
  });
});
