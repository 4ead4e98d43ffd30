// The optimum against values of the ForestColl authors' own program (arXiv 2402.06787), on its edges: allgather as the
// fraction, allreduce as its linear program, with switches that only pass on and with switches that add and copy.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Collective, Optimum } from '../../server/collectives/collective.ts';
import { optimum } from '../../server/collectives/optimum.ts';
import { allreduceProgram, solver } from '../../server/collectives/program.ts';
import { startSolver } from '../../server/lsp/solver.ts';
import type { Graph } from '../../server/topology/graph.ts';
import { fabrics } from '../fixtures/optimum.json';
import { type Device, GB, gpus, graphOf, mesh, ring, star, type Wire } from './fabric.ts';

beforeAll(startSolver);

type Fabric = (typeof fabrics)[number];

const graphFor = ({ ranks, nodes, links }: Fabric, reduces: boolean): Graph =>
  graphOf(
    [...gpus(ranks), ...Array.from({ length: nodes - ranks }, (): Device => ({ kind: 'switch', reduces }))],
    links.map(([a, b, GBps]): Wire => [a, b, GBps]),
  );

function of(collective: Collective, graph: Graph, size: number): Optimum {
  const found = optimum(collective, graph, graph.ranks, size, 0);
  if (!found) throw new Error('no optimum');
  return found;
}

describe('the published values', () => {
  for (const fabric of fabrics)
    it(fabric.name, () => {
      const plain = graphFor(fabric, false);
      const [above, below] = fabric.allgather.split('/').map(Number);
      expect(of('allgather', plain, fabric.ranks * GB).time / (above / below)).toBeCloseTo(1, 12);
      expect(of('reducescatter', plain, fabric.ranks * GB).time / (above / below)).toBeCloseTo(1, 12);
      const allreduce = of('allreduce', plain, GB);
      expect(allreduce.time / fabric.allreduce).toBeCloseTo(1, 9);
      expect(allreduce.bound).toBeUndefined();
      expect(of('allreduce', graphFor(fabric, true), GB).time / fabric.allreduceInNetwork).toBeCloseTo(1, 9);
    });
});

describe('the program', () => {
  const most = (graph: Graph): number => solver.solve?.(allreduceProgram(graph, graph.ranks) ?? '') ?? Number.NaN;

  it('two ranks over one link of 10 GB/s: each sends and gets every byte once', () =>
    expect(most(ring(2, 5))).toBeCloseTo(10, 9));

  it('four on a switch of 12 GB/s: 2 x 3/4 of the bytes in and out, or all once where it adds', () => {
    expect(most(star(4, 12))).toBeCloseTo(8, 9);
    expect(most(star(4, 12, 0, true))).toBeCloseTo(12, 9);
  });

  it('what only passes on between two is a link as fast as the slower, what leads nowhere is nothing', () => {
    // 0 -- 30 -- s -- 10 -- 1, and a switch that hangs on s.
    const devices: Device[] = [...gpus(2), { kind: 'switch' }, { kind: 'switch' }];
    const graph = graphOf(devices, [
      [0, 2, 30],
      [2, 1, 10],
      [2, 3, 50],
    ]);
    expect(allreduceProgram(graph, graph.ranks)).toBe(allreduceProgram(ring(2, 5), ring(2, 5).ranks));
  });

  it('is not written for a fabric with a link of one direction, nor for one that stays large', () => {
    const one = graphOf(gpus(2), [[0, 1, 5]]);
    expect(allreduceProgram({ ...one, linkDirected: Uint8Array.of(1) }, one.ranks)).toBeUndefined();
    const large = mesh(80, 5);
    expect(allreduceProgram(large, large.ranks)).toBeUndefined();
  });
});
