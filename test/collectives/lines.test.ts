// Cost against size: lines, where they cross, and that the engine's times lie on them.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Algorithm } from '../../server/collectives/collective.ts';
import { fastestBySize, type Line, mostSize, timeAt } from '../../server/collectives/lines.ts';
import { analyzeOn } from '../../server/collectives/price.ts';
import { MiB, plainRouter, railed, ring, star, us } from './fabric.ts';

const GBps = 1e9;

function check(lines: readonly (readonly [Algorithm, ...Line[]])[], wanted: readonly [Algorithm, number, number][]) {
  const found = fastestBySize(lines.map(([algorithm, ...each]) => ({ algorithm, lines: each })));
  expect(found.map(({ algorithm }) => algorithm)).toEqual(wanted.map(([algorithm]) => algorithm));
  found.forEach(({ from, to }, i) => {
    expect(from / wanted[i][1]).toBeCloseTo(1, 9);
    expect(to / wanted[i][2]).toBeCloseTo(1, 9);
  });
}

describe('crossings by hand', () => {
  // alpha 2 us, B 50 GB/s, n = 16. Ring: 2 (n-1) alpha, 2 (n-1)/n S/B. Tree, pipelined, both halves on every link:
  // 2 log2 n alpha, 2 S/B. Equal at S = (60 - 16) us x 50 GB/s / (2 - 1.875) = 17.6 MB.
  const ringLine: Line = { latency: 60 * us, pace: 1.875 / (50 * GBps) };
  const treeLine: Line = { latency: 16 * us, pace: 2 / (50 * GBps) };

  test('tree, then ring', () =>
    check(
      [
        ['ring', ringLine],
        ['tree', treeLine],
      ],
      [
        ['tree', 1, 17.6e6],
        ['ring', 17.6e6, mostSize],
      ],
    ));

  // Two ways of one algorithm cross too; that is no change of algorithm.
  test('ways of one algorithm are one stretch', () => check([['ring', treeLine, ringLine]], [['ring', 1, mostSize]]));

  test('one below another everywhere', () =>
    check(
      [
        ['ring', ringLine],
        ['direct', { latency: 1 * us, pace: 1.875 / (50 * GBps) }],
      ],
      [['direct', 1, mostSize]],
    ));

  // The middle one would win between 10 and 20 kB only if it were below where the outer two cross.
  test('a line that is never the lowest', () =>
    check(
      [
        ['tree', { latency: 0, pace: 2e-9 }],
        ['bruck', { latency: 20 * us, pace: 1e-9 }],
        ['ring', { latency: 10 * us, pace: 1e-9 }],
      ],
      [
        ['tree', 1, 10_000],
        ['ring', 10_000, mostSize],
      ],
    ));

  test('no lines, no stretches', () => check([['ring']], []));
});

// Eight ranks on a switch, 50 GB/s and 1 us a link: ring 14 steps of 2 us and 14/8 S/B; recursive doubling 3 steps of S:
// 6 us and 3 S/B. Equal at 22 us x 50 GB/s / 1.25 = 880 kB.
test('recursive doubling, then ring, from the engine', () => {
  const analysis = analyzeOn(plainRouter(star(8, 50, 1)), { collective: 'allreduce', size: MiB });
  if ('fault' in analysis) throw new Error(analysis.message);
  const two = analysis.priced.filter(({ algorithm }) => ['ring', 'recursive_doubling'].includes(algorithm));
  const [small, large, ...more] = fastestBySize(two);
  expect([small.algorithm, large.algorithm, more]).toEqual(['recursive_doubling', 'ring', []]);
  expect(small.to).toBeCloseTo(880_000, 3);
});

test('what the engine says of one size holds for every other', () => {
  const fabrics = [ring(6, 50, 1), star(5, 40, 2), railed(3, 4, 200, 50, 1)].map(plainRouter);
  const sizes = fc.double({ min: 1, max: 2 ** 34, noNaN: true });
  const collective = fc.constantFrom('allreduce', 'allgather', 'alltoall', 'broadcast', 'reduce', 'scatter' as const);
  fc.assert(
    fc.property(fc.constantFrom(...fabrics), collective, sizes, sizes, (router, which, one, other) => {
      const [from, at] = [one, other].map((size) => analyzeOn(router, { collective: which, size, optimum: false }));
      if ('fault' in from || 'fault' in at) throw new Error('priced');
      const times = new Map(at.priced.map(({ algorithm, time }) => [algorithm, time]));
      for (const { algorithm, lines } of from.priced)
        expect(timeAt(lines, other) / (times.get(algorithm) ?? 0)).toBeCloseTo(1, 9);
    }),
    { numRuns: 60 },
  );
});
