// The optimum against the values of the ForestColl authors' own program (arXiv 2402.06787), on its exact edges: NVLink and
// network arcs alone. Seconds for 1 GB a rank's shard are the fraction; allreduce values are those of its linear program.
import { describe, expect, it } from 'vitest';
import type { Collective, Optimum } from '../../server/collectives/collective.ts';
import { optimum } from '../../server/collectives/optimum.ts';
import type { Graph } from '../../server/topology/graph.ts';
import { type Device, GB, gpus, graphOf, mesh, railed, ring, star, type Wire } from './fabric.ts';

function of(collective: Collective, graph: Graph, size: number, root = 0): Optimum {
  const found = optimum(collective, graph, graph.ranks, size, root);
  if (!found) throw new Error('no optimum');
  return found;
}

/** Allgather of 1 GB shards takes `allgather` seconds, and so does reducescatter; allreduce of 1 GB `allreduce`. */
function check(graph: Graph, allgather: number, allreduce: number): void {
  const n = graph.ranks.length;
  expect(of('allgather', graph, n * GB).time / allgather).toBeCloseTo(1, 12);
  expect(of('reducescatter', graph, n * GB).time / allgather).toBeCloseTo(1, 12);
  expect(of('allreduce', graph, GB).time / allreduce).toBeCloseTo(1, 9);
}

/** 25 GB/s links of the hybrid cube mesh, two between some pairs. */
const cubeMesh: Wire[] = [
  [0, 1, 25],
  [0, 2, 25],
  [0, 3, 50],
  [0, 4, 50],
  [1, 2, 50],
  [1, 3, 25],
  [1, 5, 50],
  [2, 3, 50],
  [2, 6, 25],
  [3, 7, 25],
  [4, 5, 25],
  [4, 6, 25],
  [4, 7, 50],
  [5, 6, 50],
  [5, 7, 25],
  [6, 7, 50],
];

/** Eight A100 at 300 GB/s on NVSwitch, two nodes, a NIC of 25 GB/s each on its own rail. */
const twoA100 = (): Graph => railed(2, 8, 300, 25);

describe('the published values', () => {
  it('one DGX-1 V100: 7/150, allreduce 7/600', () =>
    check(
      graphOf(
        gpus(8, () => 0),
        cubeMesh,
      ),
      7 / 150,
      7 / 600,
    ));
  it('two DGX A100: 3/65', () => check(twoA100(), 3 / 65, 3 / 520));
  it('one DGX H100: 7/450', () => check(star(8, 450), 7 / 450, 7 / 1800));
  it('two DGX H100 on rails: 3/100', () => check(railed(2, 8, 450, 50), 3 / 100, 3 / 800));
  it('a ring of eight at 50 GB/s: 7/100', () => check(ring(8, 50), 7 / 100, 0.0175));
  it('a full mesh of eight at 50 GB/s: 1/50', () => check(mesh(8, 50), 1 / 50, 0.005));
  it('eight on a switch at 50 GB/s: 7/50', () => check(star(8, 50), 7 / 50, 0.035));
  it('a 4 x 4 torus at 50 GB/s: 3/40', () => {
    const wires = Array.from({ length: 16 }, (_, i): Wire[] => {
      const [x, y] = [i % 4, i >> 2];
      return [
        [i, ((x + 1) % 4) + 4 * y, 50],
        [i, x + 4 * ((y + 1) % 4), 50],
      ];
    });
    check(graphOf(gpus(16), wires.flat()), 3 / 40, 0.009375);
  });
  it('four nodes of two on two rails, oversubscribed two to one: 3/25', () => {
    // Leaves 12 and 13 take 25 GB/s from every node and have 25 GB/s to each of the spines 14 and 15.
    const devices: Device[] = [
      ...gpus(8, (i) => i >> 1),
      ...Array.from({ length: 4 }, (_, host): Device => ({ kind: 'switch', host })),
      ...Array.from({ length: 4 }, (): Device => ({ kind: 'switch' })),
    ];
    const nodes = Array.from({ length: 8 }, (_, i): Wire[] => [
      [i, 8 + (i >> 1), 300],
      [i, 12 + (i % 2), 25],
    ]);
    const up: Wire[] = [
      [12, 14, 25],
      [12, 15, 25],
      [13, 14, 25],
      [13, 15, 25],
    ];
    check(graphOf(devices, [...nodes.flat(), ...up]), 3 / 25, 0.03);
  });
  it('an A100 node with an H100 node: allgather 3/65, for allreduce a bound below the published 1/175', () => {
    const devices: Device[] = [
      ...gpus(16, (i) => i >> 3),
      { kind: 'switch', host: 0 },
      { kind: 'switch', host: 1 },
      { kind: 'switch' },
    ];
    const wires = Array.from({ length: 16 }, (_, i): Wire[] => [
      [i, 16 + (i >> 3), i < 8 ? 300 : 450],
      [i, 18, i < 8 ? 25 : 50],
    ]);
    const graph = graphOf(devices, wires.flat());
    expect(of('allgather', graph, 16 * GB).time).toBeCloseTo(3 / 65, 12);
    const allreduce = of('allreduce', graph, GB);
    expect(allreduce.bound).toBe(true);
    expect(allreduce.time).toBeLessThanOrEqual((1 / 175) * (1 + 1e-9));
    // At least S over the A100 node's eight NICs of 25 GB/s.
    expect(allreduce.time).toBeGreaterThanOrEqual(1 / 200);
  });
  it('eight on a switch that reduces: allreduce 1/50', () => {
    expect(of('allreduce', star(8, 50, 0, true), GB).time).toBeCloseTo(0.02, 12);
  });
  it('two DGX A100 whose NVSwitches reduce: allreduce 1/200, set by the NICs', () => {
    expect(of('allreduce', railed(2, 8, 300, 25, 0, true), GB).time).toBeCloseTo(0.005, 12);
  });
});

describe('the cut', () => {
  it('of eight on a switch is one rank and its link', () => {
    const { cut } = of('allgather', star(8, 50), 8 * GB);
    expect(cut).toEqual({ ranks: 7, arcs: Int32Array.of(1), rate: 50 * GB });
  });

  it('of two halves over one thin link is that link', () => {
    // 0 1 on switch 4, 2 3 on switch 5, 100 GB/s; 10 GB/s between: 2 shards of 1 GB over it.
    const devices: Device[] = [...gpus(4), { kind: 'switch' }, { kind: 'switch' }];
    const graph = graphOf(devices, [
      [0, 4, 100],
      [1, 4, 100],
      [2, 5, 100],
      [3, 5, 100],
      [4, 5, 10],
    ]);
    const found = of('allgather', graph, 4 * GB);
    expect(found.time).toBeCloseTo(0.2, 12);
    expect(found.cut?.ranks).toBe(2);
    expect(found.cut?.arcs.length).toBe(1);
    // Alltoall of 4 GB: two ranks send 2 GB each way over it.
    expect(of('alltoall', graph, 4 * GB).time).toBeCloseTo(0.4, 12);
    // Sendrecv of 1 GB: 1 -> 2 over it.
    expect(of('sendrecv', graph, GB).time).toBeCloseTo(0.1, 12);
    // Scatter of 4 GB from 0: two pieces of 1 GB over it. Broadcast of 1 GB: once over it.
    for (const [to, back] of [
      ['scatter', 'gather'],
      ['broadcast', 'reduce'],
    ] as const) {
      const seconds = to === 'scatter' ? 0.2 : 0.1;
      expect(of(to, graph, (to === 'scatter' ? 4 : 1) * GB).time).toBeCloseTo(seconds, 12);
      expect(of(back, graph, (to === 'scatter' ? 4 : 1) * GB).time).toBeCloseTo(seconds, 12);
    }
  });

  it('an alltoall on a ring is held up in the middle: four ranks send half of 8 GB each to the other four over two links', () => {
    const ring = graphOf(
      gpus(8),
      Array.from({ length: 8 }, (_, i): [number, number, number] => [i, (i + 1) % 8, 10]),
    );
    const found = of('alltoall', ring, 8 * GB);
    expect(found.time).toBeCloseTo(0.8, 12);
    expect([found.cut?.ranks, found.cut?.arcs.length]).toEqual([4, 2]);
  });

  it('an allreduce has to pass the least cut between any two ranks', () => {
    // Links 1-0 of 5 and 3, 2-0 of 1, 3-2 of 8 GB/s: all of 1 GB leaves and enters 2 and 3 over one link of 1 GB/s.
    const graph = graphOf(gpus(4), [
      [1, 0, 5],
      [2, 0, 1],
      [3, 2, 8],
      [1, 0, 3],
    ]);
    expect(of('allreduce', graph, GB).time).toBeGreaterThanOrEqual(1);
  });

  it('allreduce met by reducescatter and allgather is no mere bound', () => {
    expect(of('allreduce', star(8, 50), GB).bound).toBeUndefined();
    expect(of('alltoall', star(8, 50), GB).bound).toBe(true);
  });

  it('out of reach: none', () => {
    const apart = graphOf(gpus(3), [[0, 1, 50]]);
    for (const collective of ['allgather', 'broadcast', 'scatter', 'allreduce'] as const)
      expect(optimum(collective, apart, apart.ranks, GB, 0)).toBeUndefined();
    expect(optimum('barrier', ring(3, 50), Int32Array.of(0, 1, 2), 0, 0)).toBeUndefined();
  });
});
