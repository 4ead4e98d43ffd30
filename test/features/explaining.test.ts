// An answer explained, as data and in words: a star of four ranks whose last link is half as wide.
import { describe, expect, test } from 'vitest';
import { analysis } from '../../server/features/analysis.ts';
import { explanation } from '../../server/features/explaining.ts';
import { explanationLines, fastestText, optimumText } from '../../server/features/explainingText.ts';
import { startSolver } from '../../server/lsp/solver.ts';
import type { AnalyzeParams } from '../../server/protocol.ts';
import { open, uri } from './support.ts';

const star = `cluster Star {
  g[4] : gpu
  s    : switch
  g[0..2] -- s : 50 GB/s, 1 us
  g[3]    -- s : 25 GB/s, 1 us
}`;

const asked = { uri, collective: 'allreduce', size: 1e9, algorithm: 'ring' } as const;

function explained(change: Partial<AnalyzeParams> = {}) {
  const found = explanation(open(star).workspace, { ...asked, ...change });
  if ('refused' in found) throw new Error(found.refused);
  return found;
}

const check = (change: Partial<AnalyzeParams>, ...lines: [string, string][]) =>
  expect(explanationLines(explained(change))).toEqual(lines);

// A ring moves 2 · 3/4 GB over every link each way: 60 ms over 25 GB/s, 30 ms over 50; six steps over two links of 1 us.
test('a ring in words', () =>
  check(
    {},
    ['busiest', '1 g[3] -- s, 25 GB/s: 100 % busy'],
    ['', '3 g[0..2] -- s, 50 GB/s: 50 % busy'],
    ['carries', 'g[3] -> s: g[3] to g[0]'],
    ['latency', '< 0.1 % of the time'],
    ['half the rate', '120 ms (+100 %); still the busiest'],
    ['twice the rate', '30.01 ms (−50 %); then 3 g[0..2] -- s, 50 GB/s: 100 % busy'],
  ));

test('software and adapters stand beside links', () => {
  // Six steps of 6 us, 4 of them software: 36 us beside the 30 us of moving 2 · 3/4 MB at 50 GB/s.
  const text = `link Cable {
  rate     = 50 GB/s
  latency  = 1 us
  overhead = 2 us
}

cluster Star {
  g[4] : gpu
  s    : switch
  g[*] -- s : Cable
}`;
  const found = explanation(open(text).workspace, { ...asked, size: 1e6 });
  if ('refused' in found) throw new Error(found.refused);
  expect(explanationLines(found)).toContainEqual([
    'latency',
    '55 % of the time: 36 % in software and adapters, 18 % on links and in devices',
  ]);
});

test('a barrier is latency alone', () =>
  check({ collective: 'barrier', size: 0, algorithm: 'dissemination' }, ['latency', 'all of the time']));

test('without an algorithm it is the fastest', () => {
  const { algorithm, ...params } = asked;
  const { workspace } = open(star);
  const found = explanation(workspace, params);
  const whole = analysis(workspace, params);
  expect('refused' in found || 'refused' in whole || found.algorithm === whole.algorithms[0].name).toBe(true);
});

describe('refused in words', () => {
  const refused = (change: Partial<AnalyzeParams>) => explanation(open(star).workspace, { ...asked, ...change });
  test('an algorithm that does not apply', () =>
    expect(refused({ algorithm: 'chain' })).toEqual({ refused: 'chain does not do allreduce on these ranks.' }));
  test('ranks that are none', () => expect(refused({ over: 's' })).toHaveProperty('refused'));
});

describe('lines of the whole analysis', () => {
  const found = analysis(open(star).workspace, { ...asked, collective: 'allgather' });
  if ('refused' in found) throw new Error(found.refused);
  // Three of four shards go to the last rank over 25 GB/s.
  test('the cut', () =>
    expect(optimumText(found)).toBe('optimum 30 ms: g[3] against 3 other ranks, over 1 g[3] -- s: 25 GB/s'));

  test('a program that no cut explains', async () => {
    // Two GPUs joined with each of three others, as in test/collectives/linear.test.ts: 3 GB/s to each other one, where a GPU of
    // two links could send 3.5 GB/s; of 5 GB each of five gets one.
    await startSolver();
    const text = `cluster Five {
  a[2] : gpu
  b[3] : gpu
  a[*] -- b[*] : 7 GB/s, 1 us
}`;
    const five = analysis(open(text).workspace, { uri, collective: 'alltoall', size: 5e9 });
    expect('refused' in five ? five.refused : optimumText(five)).toBe(
      'optimum 333.3 ms by a linear program; the cut that comes nearest asks for 285.7 ms: b[0] against 4 other ranks, over 2 b[0] -- a[*]: 14 GB/s',
    );
  });

  test('who is fastest where', () =>
    expect(
      fastestText([
        { algorithm: 'tree', fromBytes: 1, toBytes: 131_072 },
        { algorithm: 'ring', fromBytes: 131_072, toBytes: 2 ** 34 },
      ]),
    ).toBe('tree up to 128 KiB, then ring'));
});
