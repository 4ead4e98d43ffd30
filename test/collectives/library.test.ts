// The whole road on the library's own systems: text, graph, routes, price.
import { describe, expect, it } from 'vitest';
import { analyze, arcLoads } from '../../server/collectives/analyze.ts';
import type { Algorithm, CollectiveRequest, Priced } from '../../server/collectives/collective.ts';
import type { Graph } from '../../server/topology/graph.ts';
import { GB, GiB } from './fabric.ts';
import { graphFrom } from './systems.ts';

/** Bandwidth term in seconds; what is left is `steps` latencies, each of 0.1 to 10 us. */
function check(
  graph: Graph,
  request: CollectiveRequest & { algorithm: Algorithm },
  seconds: number,
  steps: number,
): Priced {
  const answer = analyze(graph, { optimum: false, ...request });
  if ('fault' in answer) throw new Error(answer.message);
  const [only] = answer.priced;
  const step = (only.time - seconds) / steps;
  expect(step).toBeGreaterThan(0.1e-6);
  expect(step).toBeLessThan(10e-6);
  expect(((only.bottleneck?.busy ?? 0) * only.time) / seconds).toBeCloseTo(1, 9);
  return only;
}

describe('systems of the library', () => {
  it('a ring of four bare links, 50 GB/s and 1 us: 15.006 ms for 1 GB', () => {
    const text = 'cluster Ring {\n  gpu[4] : gpu\n  gpu[i] -- gpu[(i + 1) % 4] : 50 GB/s, 1 us\n}\n';
    const answer = analyze(graphFrom(text, 'Ring'), { collective: 'allreduce', size: GB, algorithm: 'ring' });
    if ('fault' in answer) throw new Error(answer.message);
    expect(answer.priced[0].time).toBeCloseTo(15.006e-3, 12);
  });

  it('eight H100 on four NVSwitches act as one of 18 x 25 GB/s x 0.82 = 369 GB/s', () => {
    // Ring: 2 x 7/8 S; 1 GiB takes 5.0923 ms and 14 latencies. 5 of the 18 links go to the first switch: 102.5 GB/s.
    const graph = graphFrom('node D : DGX_H100', 'D');
    const ring = check(graph, { collective: 'allreduce', size: GiB, algorithm: 'ring' }, (1.75 * GiB) / 369e9, 14);
    expect(ring.bottleneck?.rate).toBeCloseTo(102.5 * GB, 0);
    check(graph, { collective: 'allreduce', size: GiB, algorithm: 'in_switch' }, (1.125 * GiB) / 369e9, 2);
  });

  it('two DGX H100 over eight rails: the NIC of each rail carries 30/128 S of a ring', () => {
    // NDR 50 GB/s x 0.97 = 48.5 GB/s.
    const graph = graphFrom('cluster Two : DGX_H100_SU(nodes = 2)', 'Two');
    const request = { collective: 'allreduce', size: GB, algorithm: 'ring' } as const;
    check(graph, request, ((30 / 128) * GB) / 48.5e9, 30);
    const loads = arcLoads(graph, request);
    if ('fault' in loads) throw new Error(loads.message);
    const rails = Array.from(loads).filter(
      (_, arc) => graph.host[graph.linkA[arc >> 1]] !== graph.host[graph.linkB[arc >> 1]],
    );
    expect(rails.length).toBe(32);
    for (const load of rails) expect(load / GB).toBeCloseTo(30 / 128, 9);
  });
});
