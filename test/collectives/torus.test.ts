// Grids are found in links alone, and the bucket algorithm moves on them what it must.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../server/collectives/analyze.ts';
import type { CollectiveRequest } from '../../server/collectives/collective.ts';
import { gridOf } from '../../server/collectives/grid.ts';
import { gridRings } from '../../server/collectives/grid_rings.ts';
import { analyzeOn } from '../../server/collectives/price.ts';
import type { Schedule } from '../../server/collectives/schedule.ts';
import { bucket } from '../../server/collectives/torus.ts';
import type { Graph } from '../../server/topology/graph.ts';
import { GB, gpus, graphOf, mesh, plainRouter, ring, star, us, type Wire } from './fabric.ts';
import { graphFrom } from './systems.ts';

interface Row {
  readonly length: number;
  readonly wraps: boolean;
  readonly GBps?: number;
}

/** Ranks in a grid, numbered as `names` says; 50 GB/s and 1 us where not said. */
function grid(rows: readonly Row[], names?: readonly number[]): Graph {
  const n = rows.reduce((product, { length }) => product * length, 1);
  const name = (i: number): number => names?.[i] ?? i;
  const wires: Wire[] = [];
  let stride = 1;
  for (const { length, wraps, GBps = 50 } of rows) {
    for (let i = 0; i < n; i++) {
      const place = Math.floor(i / stride) % length;
      const closes = place === length - 1;
      if (!closes || (wraps && length > 2))
        wires.push([name(i), name(closes ? i - place * stride : i + stride), GBps, 1]);
    }
    stride *= length;
  }
  return graphOf(gpus(n), wires);
}

const torus = (...lengths: number[]): Graph => grid(lengths.map((length) => ({ length, wraps: true })));
const open = (...lengths: number[]): Graph => grid(lengths.map((length) => ({ length, wraps: false })));

/** The lengths of what is found, those of rings with an `o`; undefined where nothing is. */
function found(graph: Graph, ranks = graph.ranks): string | undefined {
  const sides = gridOf(graph, ranks)?.sides.map(({ length, wraps }) => `${length}${wraps ? 'o' : ''}`);
  return sides?.sort().join(' ');
}

describe('a grid in the links', () => {
  const rows: [string, Graph, string | undefined][] = [
    ['a ring', ring(7, 50), '7o'],
    ['a row', open(5), '5'],
    ['two ranks', open(2), '2'],
    ['a square is a ring of four', open(2, 2), '4o'],
    ['a cube', open(2, 2, 2), '2 4o'],
    [
      'a triangle and a row',
      grid([
        { length: 3, wraps: true },
        { length: 4, wraps: false },
      ]),
      '3o 4',
    ],
    ['4 x 4 x 4: nothing but sides of two, joined again', torus(4, 4, 4), '4o 4o 4o'],
    ['four dimensions', torus(3, 5, 4, 6), '3o 4o 5o 6o'],
    ['a mesh', open(3, 5), '3 5'],
    [
      'sides of two of different rates stay two',
      grid([
        { length: 2, wraps: false },
        { length: 2, wraps: false, GBps: 100 },
      ]),
      '2 2',
    ],
    ['a full mesh of more than three is none', mesh(5, 50), undefined],
    ['nor are ranks on a switch', star(8, 50), undefined],
    [
      'nor a star of links',
      graphOf(gpus(4), [
        [0, 1, 50],
        [0, 2, 50],
        [0, 3, 50],
      ]),
      undefined,
    ],
    ['nor a torus whose rows are closed one further on', twisted(), undefined],
    ['nor a torus without one of its links', without(torus(4, 5), 3), undefined],
    [
      'nor two rings apart',
      graphOf(gpus(6), [
        [0, 1, 50],
        [1, 2, 50],
        [2, 0, 50],
        [3, 4, 50],
        [4, 5, 50],
        [5, 3, 50],
      ]),
      undefined,
    ],
  ];
  for (const [name, graph, sides] of rows) it(name, () => expect(found(graph)).toBe(sides));

  it('a corner of it is a mesh, in any order of ranks', () => {
    const corner = [0, 1, 2, 8, 9, 10].toReversed();
    expect(found(torus(8, 8), Int32Array.from(corner))).toBe('2 3');
  });

  it('the pods of the library', () => {
    expect(found(graphFrom('cluster C : TPUv4_Cube', 'C'))).toBe('4o 4o 4o');
    expect(found(graphFrom('cluster C : TPUv5e_Pod', 'C'))).toBe('16o 16o');
  });

  /** 5 x 5, where the step from the end of a row leads to the next row. */
  function twisted(): Graph {
    const wires = Array.from({ length: 25 }, (_, i): Wire[] => [
      [i, (i + 1) % 25, 50],
      [i, (i + 5) % 25, 50],
    ]);
    return graphOf(gpus(25), wires.flat());
  }

  function without(graph: Graph, link: number): Graph {
    const wires = Array.from(graph.linkA, (a, k): Wire => [a, graph.linkB[k], 50]);
    return graphOf(gpus(graph.deviceCount), wires.toSpliced(link, 1));
  }
});

describe('rings through all ranks of a torus', () => {
  // The second is one ring where k - 1 and m / k have no factor in common.
  const rows: [lengths: number[], rings: number][] = [
    [[3, 3], 2],
    [[4, 4], 2],
    [[5, 5], 2],
    [[16, 16], 2],
    [[4, 8], 2],
    [[8, 4], 2],
    [[3, 9], 2],
    [[4, 12], 1],
    [[4, 6], 0],
    [[70], 1],
    [[4, 4, 4], 2],
    [[3, 3, 3], 2],
    [[4, 4, 8], 2],
    [[3, 3, 3, 3], 2],
  ];
  for (const [lengths, count] of rows)
    it(`${lengths.join(' x ')}: ${count}, no link in two`, () => {
      const graph = torus(...lengths);
      const at = gridOf(graph, graph.ranks);
      const rings = at ? gridRings(at) : [];
      expect(rings.length).toBe(count);
      const links = new Set(Array.from(graph.linkA, (a, l) => [a, graph.linkB[l]].sort((x, y) => x - y).join()));
      for (const ring of rings) {
        expect(new Set(ring).size).toBe(graph.ranks.length);
        for (const [i, rank] of ring.entries()) {
          const link = [rank, ring[(i + 1) % ring.length]].sort((x, y) => x - y).join();
          expect(links.delete(link), `${link} is a link and free`).toBe(true);
        }
      }
    });
});

/** One to three sides, ranks in any order. */
const grids = fc
  .array(fc.record({ length: fc.integer({ min: 2, max: 5 }), wraps: fc.boolean() }), { minLength: 1, maxLength: 3 })
  .chain((rows) => {
    const n = rows.reduce((product, { length }) => product * length, 1);
    const names = fc.shuffledSubarray(
      Array.from({ length: n }, (_, i) => i),
      { minLength: n, maxLength: n },
    );
    return fc.record({ rows: fc.constant(rows), names });
  });

it('every rank gets every piece, none twice', () => {
  fc.assert(
    fc.property(grids, ({ rows, names }) => {
      const graph = grid(rows, names);
      const at = gridOf(graph, graph.ranks);
      if (!at) throw new Error('no grid');
      for (let last = 0; last < at.sides.length; last++) {
        const all = Array.from(names, (_, piece) => [2 * piece, 2 * piece + 1]).flat();
        for (const held of follow(bucket(at, last, 2), names.length)) expect(held).toEqual(new Set(all));
      }
    }),
    { numRuns: 60 },
  );
});

/** Two halves a rank, a byte each. Where only one half goes that way it is the first for flows of even number. */
function follow(steps: Schedule, n: number): Set<number>[] {
  const held = Array.from({ length: n }, (_, r) => new Set([2 * r, 2 * r + 1]));
  for (const { from, to, bytes, repeat } of steps)
    for (let time = 0; time < repeat; time++) {
      const before = held.map((pieces) => new Set(pieces));
      from.forEach((sender, i) => {
        const lacking = [...before[sender]].filter((piece) => !before[to[i]].has(piece));
        const fresh = lacking.length === bytes[i] ? lacking : lacking.filter((piece) => piece % 2 === i % 2);
        expect(fresh.length).toBe(bytes[i]);
        for (const piece of fresh) {
          expect(held[to[i]].has(piece)).toBe(false);
          held[to[i]].add(piece);
        }
      });
    }
  return held;
}

describe('prices by hand', () => {
  function check(graph: Graph, request: Omit<CollectiveRequest, 'size'>, seconds: number): void {
    const answer = analyzeOn(plainRouter(graph), { size: GB, algorithm: 'torus', optimum: false, ...request });
    if ('fault' in answer) throw new Error(answer.message);
    expect(answer.priced[0].time / seconds).toBeCloseTo(1, 9);
  }

  it('4 x 4 at 50 GB/s: 15/16 S comes in over four links, twice, in 2 (3 + 3) steps', () => {
    // ForestColl's optimum of this fabric: 0.009375 s.
    check(torus(4, 4), { collective: 'allreduce' }, 0.009375 + 12 * us);
    check(torus(4, 4), { collective: 'allgather' }, 0.009375 / 2 + 6 * us);
    check(torus(4, 4), { collective: 'reducescatter' }, 0.009375 / 2 + 6 * us);
    // Step by step the same: both dimensions take as long at every step.
    check(torus(4, 4), { collective: 'allreduce', model: 'stepwise' }, 0.009375 + 12 * us);
  });

  it('4 x 16: unequal parts keep all links busy', () =>
    check(torus(4, 16), { collective: 'allgather' }, 63 / 64 / 200 + 18 * us));

  it('4 x 4, links of one dimension twice as fast: 15/16 S over 2 x 50 and 2 x 100 GB/s', () =>
    check(
      grid([
        { length: 4, wraps: true },
        { length: 4, wraps: true, GBps: 100 },
      ]),
      { collective: 'allgather' },
      15 / 16 / 300 + 6 * us,
    ));

  it('one dimension much slower: everything in one order', () =>
    // The slow rings come first and carry one rank's block: 3 of S/16, half each way, at 1 GB/s; the fast ones hide behind.
    check(
      grid([
        { length: 4, wraps: true },
        { length: 4, wraps: true, GBps: 1 },
      ]),
      { collective: 'allgather' },
      3 / 16 / 2 + 6 * us,
    ));

  it('an open 3 x 3: a corner gets 8/9 S over two links', () =>
    check(open(3, 3), { collective: 'allgather' }, 8 / 9 / 100 + 4 * us));

  it('a chain on 16 x 16: two rings both ways, a quarter of S on every link, 255 hops', () => {
    check(torus(16, 16), { collective: 'broadcast', algorithm: 'chain' }, 1 / 200 + 255 * us);
  });

  it('two ranks: half of S each way', () => check(open(2), { collective: 'allgather' }, 0.5 / 50 + us));

  it('a pod of 16 x 16 TPU v5e: at least 95 % of the optimum for 1 GB', () => {
    const graph = graphFrom('cluster Pod : TPUv5e_Pod', 'Pod');
    const answer = analyze(graph, { collective: 'allreduce', size: GB });
    if ('fault' in answer) throw new Error(answer.message);
    expect(answer.priced[0].algorithm).toBe('torus');
    expect(answer.priced[0].ofOptimum).toBeGreaterThan(0.95);
  });
});
