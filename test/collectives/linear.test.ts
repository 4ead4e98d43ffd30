// Linear programs on what is folded: as large as the fabric is various, and worth what they are worth written out.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Linear, reduced, textOf } from '../../server/collectives/linear.ts';
import { optimum } from '../../server/collectives/optimum.ts';
import { analyzeOn } from '../../server/collectives/price.ts';
import { allreduceProgram, alltoallProgram, solver } from '../../server/collectives/program.ts';
import { startSolver } from '../../server/lsp/solver.ts';
import type { Template } from '../../server/semantics/template.ts';
import type { Graph } from '../../server/topology/graph.ts';
import { makeRouter } from '../../server/topology/routes.ts';
import { clusters } from '../topology/clusters.ts';
import { graphOf as graphFrom } from '../topology/graphs.ts';
import { boxes } from './boxes.ts';
import { GB, gpus, graphOf, ring, star, type Wire } from './fabric.ts';

beforeAll(startSolver);

const greatest = (program: string | undefined): number =>
  program ? (solver.solve?.(program) ?? Number.NaN) : Number.NaN;
const variablesOf = (program = ''): number => new Set(program.match(/v\d+/g)).size;

/** The same fabric with every device a part of its own, so that none is a sibling of another and nothing is folded. */
function unfolded(graph: Graph): Graph {
  const parts = Array.from({ length: graph.deviceCount }, (_, device): Template['parts'][number] => ({
    name: `d${device}`,
    source: graph.template.source,
    dims: [],
    count: 1,
    type: graph.types[graph.type[device]],
    first: device,
    stride: 1,
  }));
  return { ...graph, template: { ...graph.template, parts } };
}

describe('folded as unfolded', () => {
  const check = (graph: Graph): void => {
    for (const program of [allreduceProgram, alltoallProgram]) {
      const [few, all] = [graph, unfolded(graph)].map((each) => program(each, graph.ranks));
      if (all === undefined) continue;
      expect(few).toBeDefined();
      const [found, expected] = [greatest(few), greatest(all)];
      // Where ranks are cut off from each other there may be no program to speak of.
      expect(Number.isNaN(found)).toBe(Number.isNaN(expected));
      if (!Number.isNaN(found)) expect(Math.abs(found - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, expected));
    }
  };
  it('boxes on leaves and spines, cables out or one more', () =>
    fc.assert(
      fc.property(boxes, (text) => check(graphFrom('C', text))),
      { numRuns: 40 },
    ));
  it('pods of three tiers, hosts on rails, things taken out', () =>
    fc.assert(fc.property(clusters, check), { numRuns: 25 }));
});

it('no algorithm beats a program, of all ranks or of some', () =>
  fc.assert(
    fc.property(clusters, fc.constantFrom('allreduce', 'alltoall'), fc.nat(), (graph, collective, any) => {
      const some = graph.ranks.filter((_, i) => (any >> i) % 2 === 0);
      const ranks = some.length > 1 ? some : graph.ranks;
      const answer = analyzeOn(makeRouter(graph), { collective, size: GB, ranks });
      if ('fault' in answer) return;
      for (const { algorithm, time } of answer.priced)
        expect(time, algorithm).toBeGreaterThanOrEqual((answer.optimum?.time ?? 0) * (1 - 1e-7));
    }),
    { numRuns: 30 },
  ));

describe('reduced', () => {
  it('what cannot be told apart is one variable and one row, with the same greatest value', () => {
    // x + y + z greatest with x + y <= 3, y + z <= 3, z + x <= 3: each 1.5 in a triangle, in which all are alike.
    const row = (columns: number[]) => ({ columns, factors: [1, 1], exact: false, bound: 3 });
    const triangle: Linear = { goal: [1, 1, 1], rows: [row([0, 1]), row([1, 2]), row([2, 0])] };
    expect(reduced(triangle)).toEqual({ goal: [3], rows: [{ columns: [0], factors: [2], exact: false, bound: 3 }] });
    expect(greatest(textOf(triangle))).toBeCloseTo(4.5, 9);
    expect(greatest(textOf(reduced(triangle) ?? triangle))).toBeCloseTo(4.5, 9);
  });
  it('is given up where too much stays', () => {
    // x + 2 y <= 3: two that differ.
    const two: Linear = { goal: [1, 1], rows: [{ columns: [0, 1], factors: [1, 2], exact: false, bound: 3 }] };
    expect(reduced(two, 2)).toBeDefined();
    expect(reduced(two, 1)).toBeUndefined();
  });
  it('random programs of few factors, which have much alike', () => {
    const programs = fc.integer({ min: 2, max: 7 }).chain((n) =>
      fc.record({
        goal: fc.array(fc.integer({ min: 0, max: 1 }), { minLength: n, maxLength: n }),
        rows: fc.array(
          fc.record({
            columns: fc.subarray(
              Array.from({ length: n }, (_, column) => column),
              { minLength: 1 },
            ),
            factor: fc.integer({ min: 1, max: 2 }),
            bound: fc.integer({ min: 1, max: 2 }),
          }),
          { minLength: 1, maxLength: 6 },
        ),
      }),
    );
    fc.assert(
      fc.property(programs, ({ goal, rows }) => {
        // A box around all, so that no value is endless.
        const everyone = goal.map((_, column) => ({ columns: [column], factor: 1, bound: 2 }));
        const linear: Linear = {
          goal,
          rows: [...rows, ...everyone].map(({ columns, factor, bound }) => ({
            columns,
            factors: columns.map(() => factor),
            exact: false,
            bound,
          })),
        };
        fc.pre(goal.includes(1));
        const small = reduced(linear);
        expect(small).toBeDefined();
        expect(small && greatest(textOf(small))).toBeCloseTo(greatest(textOf(linear)), 9);
      }),
      { numRuns: 150 },
    );
  });
});

it('4,096 GPUs in boxes of eight: as fast as 1,024, and each box sends to 4,088 others over its eight NICs', () => {
  // Beyond 20,000 links nothing is drawn together, so the two fabrics are read in different ways.
  const units = (count: number): Graph =>
    graphFrom(
      'C',
      `cluster SU { dgx[32] : DGX_H100; leaf[8] : QM9700; dgx[*].nic[r] -- leaf[r] : NDR }
      cluster C { su[${count}] : SU; spine[8][16] : QM9700; su[*].leaf[r] -- spine[r][*] : NDR x2 }`,
    );
  const [few, many] = [units(4), units(16)];
  const rates = (graph: Graph): number[] =>
    [allreduceProgram, alltoallProgram].map((program) => greatest(program(graph, graph.ranks)));
  const [[add, each], [addMany, eachMany]] = [rates(few), rates(many)];
  expect(addMany / add).toBeCloseTo(1, 8);
  expect((eachMany * 4088) / (each * 1016)).toBeCloseTo(1, 8);
});

describe('by hand', () => {
  const alltoall = (graph: Graph): number => greatest(alltoallProgram(graph, graph.ranks));
  it('512 hosts on a switch of 12 GB/s: 2 x 511/512 of the bytes in and out, and hardly a variable', () => {
    const graph = graphFrom('C', 'node H { gpu : gpu }\ncluster C { h[512] : H; s : switch; h[*].gpu -- s : 12 GB/s }');
    const program = allreduceProgram(graph, graph.ranks);
    expect(greatest(program)).toBeCloseTo((12 * 512) / (2 * 511), 9);
    expect(variablesOf(program)).toBeLessThan(10);
    expect(alltoall(graph)).toBeCloseTo(12 / 511, 9);
  });
  it('two boxes of three that are slow inside are six on a switch of 6 GB/s', () => {
    const graph = graphFrom(
      'C',
      `node Box { gpu[3] : gpu; nv : switch; gpu[*] -- nv : 6 GB/s }
      cluster C { box[2] : Box; s[2] : switch; box[*].nv -- s[*] : 100 GB/s }`,
    );
    expect(greatest(allreduceProgram(graph, graph.ranks))).toBeCloseTo((6 * 6) / (2 * 5), 9);
    expect(alltoall(graph)).toBeCloseTo(6 / 5, 9);
  });
  it('a ring of 60, whose symmetries are no swaps of places, is small all the same', () => {
    // Alltoall: each rank's bytes run 2 (1 + ... + 29) + 30 = 900 links, it has two of 5 GB/s.
    const graph = ring(60, 5);
    expect(alltoall(graph)).toBeCloseTo(10 / 900, 9);
    expect(variablesOf(alltoallProgram(graph, graph.ranks))).toBeLessThan(100);
  });
  it('alltoall of four on a switch: three messages out of each', () => expect(alltoall(star(4, 12))).toBeCloseTo(4, 9));
  it('alltoall over links of one direction, a ring of three: messages run one link and two', () => {
    const graph = graphOf(gpus(3), [
      [0, 1, 6],
      [1, 2, 6],
      [2, 0, 6],
    ]);
    expect(alltoall({ ...graph, linkDirected: new Uint8Array(3).fill(1) })).toBeCloseTo(6 / 3, 9);
  });
  it('what only takes in is no way', () => {
    const graph = graphFrom(
      'C',
      'cluster C { g[3] : gpu; drain : switch; s : switch; g[*] -- s : 12 GB/s\n  s -> drain : 50 GB/s }',
    );
    // Two messages out of each.
    expect(alltoall(graph)).toBeCloseTo(6, 9);
  });
  it('no cut explains an alltoall where two ranks are joined with each of three others', () => {
    // 20 messages: 12 over one link, 8 over two: 28 in 12 directions of 7 GB/s, 3 GB/s. The worst cut is a rank of two links:
    // four messages out over 14 GB/s, 3.5 GB/s each.
    const graph = graphOf(
      gpus(5),
      [2, 3, 4].flatMap((b): Wire[] => [
        [0, b, 7],
        [1, b, 7],
      ]),
    );
    const found = optimum('alltoall', graph, graph.ranks, 5 * GB, 0);
    expect(found?.bound).toBeUndefined();
    expect(found?.time).toBeCloseTo(1 / 3, 9);
    expect(found?.cut?.alone).toBeCloseTo(1 / 3.5, 9);
  });
  it('a cut that explains all says nothing of what it takes alone', () => {
    const graph = ring(8, 5);
    const found = optimum('alltoall', graph, graph.ranks, 8 * GB, 0);
    // Four ranks send to four others over two links: 16 messages at 10 GB/s.
    expect(found).toMatchObject({ time: expect.closeTo(1.6, 9), cut: { ranks: 4 } });
    expect(found?.bound).toBeUndefined();
    expect(found?.cut?.alone).toBeUndefined();
  });
});
