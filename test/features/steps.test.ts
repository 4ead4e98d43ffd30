// An algorithm step by step, as the diagram plays it: who sends which piece to whom, and how long each step takes.
import { describe, expect, test } from 'vitest';
import { steps } from '../../server/features/steps.ts';
import type { AnalyzeParams } from '../../server/protocol.ts';
import { open, uri } from './support.ts';

const ring = `cluster Ring {
  g[4] : gpu
  g[i] -> g[(i + 1) % 4] : 50 GB/s, 1 us
}`;

function watched(text: string, change: Partial<AnalyzeParams> = {}) {
  return steps(open(text).workspace, { uri, collective: 'allreduce', size: 4e9, algorithm: 'ring', ...change });
}

/** Each step in a line: who gives what to whom. */
function check(text: string, change: Partial<AnalyzeParams>, ...lines: string[]): void {
  const found = watched(text, change);
  if ('refused' in found) throw new Error(found.refused);
  expect(
    found.steps.map(({ from, to, pieces, how }) =>
      [how, ...from.map((rank, i) => `${rank}>${to[i]}:${pieces?.[i].join('+')}`)].join(' '),
    ),
  ).toEqual(lines);
}

describe('a ring of four, one way', () => {
  test('each sum goes round once to be added up, ends at the rank of its number, and goes round once more', () =>
    check(
      ring,
      {},
      'gives 0>1:3 1>2:0 2>3:1 3>0:2',
      'gives 0>1:2 1>2:3 2>3:0 3>0:1',
      'gives 0>1:1 1>2:2 2>3:3 3>0:0',
      'copies 0>1:0 1>2:1 2>3:2 3>0:3',
      'copies 0>1:3 1>2:0 2>3:1 3>0:2',
      'copies 0>1:2 1>2:3 2>3:0 3>0:1',
    ));

  test('a step takes the latency of a link and its quarter of the data; links are as busy as they can be', () => {
    const found = watched(ring);
    if ('refused' in found) throw new Error(found.refused);
    for (const { timeUs } of found.steps) expect(timeUs).toBeCloseTo(1 + 1e9 / 50e3, 6);
    expect(found.ranks).toEqual(['g[0]', 'g[1]', 'g[2]', 'g[3]']);
    expect(found.pipelined).toBe(true);
    // One set of busy links for all steps, which are alike: 20 ms of 20.001.
    expect(found.loads.map((links) => links.map(({ a, b, busy }) => `${a} ${b} ${busy.toFixed(4)}`))).toEqual([
      ['g[0] g[1] 1.0000', 'g[3] g[0] 1.0000', 'g[1] g[2] 1.0000', 'g[2] g[3] 1.0000'],
    ]);
  });
});

test('a broadcast in a binomial tree', () =>
  check(ring, { collective: 'broadcast', algorithm: 'binomial' }, 'copies 0>2:0', 'copies 0>1:0 2>3:0'));

test('where switches add up there are steps without flows, and no pieces', () => {
  const found = watched('node Box { g[4] : gpu; sw : switch { reduces = true }; g[*] -- sw : 50 GB/s }', {
    algorithm: 'in_switch',
  });
  if ('refused' in found) throw new Error(found.refused);
  expect(found.data).toBeUndefined();
  expect(found.steps.length).toBeGreaterThan(0);
  for (const { from, load } of found.steps) {
    expect(from).toEqual([]);
    expect(found.loads[load].length).toBe(8);
  }
});

describe('refused in words', () => {
  const refused = (text: string, change: Partial<AnalyzeParams> = {}): string => {
    const found = watched(text, change);
    return 'refused' in found ? found.refused : '';
  };
  test('too many ranks to follow', () =>
    expect(refused('node Box { g[65] : gpu; sw : switch; g[*] -- sw : 50 GB/s }')).toMatch(/65 ranks; up to 64/));
  test('one rank', () => expect(refused('node Box { g : gpu }')).toMatch(/no other to send to/));
  test('an algorithm that does not do it', () => expect(refused(ring, { algorithm: 'bruck' })).not.toBe(''));
});
