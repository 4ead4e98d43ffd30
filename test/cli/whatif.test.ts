// `topo analyze`: the reasons under the numbers, what if something is away, parameters swept, two clusters side by side.
import { afterAll, describe, expect, test } from 'vitest';
import { Sandbox } from './topo.ts';

// A ring moves 2 · 3/4 GB over every link each way: 60 ms over 25 GB/s, 30 ms over 50; six steps over two links of 1 us.
const star = (slow: string): string => `cluster Star(n = 4) {
  g[n] : gpu
  s    : switch
  g[0..n - 2] -- s : 50 GB/s, 1 us
  g[n - 1]    -- s : ${slow}, 1 us
}
`;
const pair = `node Box {
  gpu[2] : gpu
  nic[2] : nic
  sw     : switch
  gpu[*] -- sw : 100 GB/s
  nic[*] -- sw : 100 GB/s
}
cluster Pod(boxes = 2, unit = Box) {
  box[boxes] : unit
  leaf[2]    : switch
  box[*].nic[i] -- leaf[i] : 25 GB/s, 1 us
  leaf[0] -- leaf[1]       : 50 GB/s, 1 us
}
`;
const sandbox = new Sandbox({
  'slow.topo': star('25 GB/s'),
  'fast.topo': star('50 GB/s'),
  'pod.topo': pair,
  'dgx.topo': 'cluster Box { dgx : DGX_H100 }\n',
  'two.topo':
    'cluster A { g[2] : gpu\n  g[0] -- g[1] : 10 GB/s }\ncluster B { g[3] : gpu\n  g[*] -- g[*] : 10 GB/s }\n',
});
afterAll(() => sandbox.remove());

const analyze = (file: string, ...args: string[]) =>
  sandbox.run(['analyze', file, '--collective', 'allreduce', '--size', '1GB', ...args]);
const ring = ['--algorithm', 'ring'];
const json = (file: string, ...args: string[]) => {
  const { stdout, stderr } = analyze(file, ...args, '--format', 'json');
  expect(stderr).toBe('');
  return JSON.parse(stdout);
};

describe('explained', () => {
  test('in text, under the numbers', () => {
    const { stdout } = analyze('slow.topo', ...ring);
    expect(stdout).toContain(
      `why ring takes 60.01 ms
  busiest         1 g[3] -- s, 25 GB/s: 100 % busy
                  3 g[0..2] -- s, 50 GB/s: 50 % busy
  carries         g[3] -> s: g[3] to g[0]
  latency         < 0.1 % of the time
  half the rate   120 ms (+100 %); still the busiest
  twice the rate  30.01 ms (−50 %); then 3 g[0..2] -- s, 50 GB/s: 100 % busy
`.trimEnd(),
    );
    expect(stdout).toContain('g[3] against 3 other ranks, over 1 g[3] -- s: 25 GB/s');
  });

  test('in JSON', () => {
    const [{ explanation }] = json('slow.topo', ...ring).results;
    expect(explanation).toMatchObject({
      algorithm: 'ring',
      latency_percent: expect.closeTo(100 * (12 / 60_012), 6),
      traffic: { a: 'g[3]', b: 's', senders: ['g[3]'], receivers: ['g[0]'] },
      half_rate: { time_us: expect.closeTo(120_012, 3) },
      twice_rate: { time_us: expect.closeTo(30_012, 3), bottleneck: { name: 'g[0..2] -- s', links: 3, of: 3 } },
    });
    expect(explanation.busiest[0]).toEqual({
      name: 'g[3] -- s',
      links: 1,
      of: 1,
      medium: '',
      GBps: 25,
      busy_percent: expect.closeTo(100 * (60_000 / 60_012), 6),
    });
  });

  test('where algorithms change places, once for all sizes', () => {
    const { stdout } = analyze('slow.topo', '--size', '1KiB..4KiB');
    expect(stdout.match(/fastest by size: .* up to .*, then /g)).toHaveLength(1);
    expect(stdout).not.toContain('why');
    const [{ fastest }] = json('slow.topo').results;
    expect(fastest[0].from_bytes).toBe(1);
    expect(fastest.at(-1).to_bytes).toBe(2 ** 34);
  });

  test('--explain and --no-explain', () => {
    expect(analyze('slow.topo', '--size', '1KiB..4KiB', '--explain').stdout.match(/^why /gm)).toHaveLength(4);
    expect(analyze('slow.topo', '--no-explain').stdout).not.toContain('why');
  });
});

describe('what one will measure, a line and not a row', () => {
  test('in text and JSON', () => {
    expect(analyze('dgx.topo', '--no-explain').stdout).toMatch(
      /^nccl-tests will print \S+ ms \(\S+ ms to \S+ ms\), \d+ GB\/s busbw, by \w+$/m,
    );
    const [{ measured, optimum, algorithms }] = json('dgx.topo').results;
    const times = ['time_us', 'low_us', 'high_us', 'busbw_GBps'];
    expect(Object.keys(measured)).toEqual(['library', 'algorithm', ...times, 'limit', 'optimum_percent']);
    expect(measured.library).toBe('NCCL');
    expect(measured.limit.by).not.toBe('nics'); // one server: no NIC takes part
    expect(measured.optimum_percent).toBeCloseTo((100 * optimum.time_us) / measured.time_us, 3);
    expect(algorithms.length).toBeGreaterThan(1);
  });
  test('alone with --model measured; not beside an algorithm that is named', () => {
    const { stdout } = analyze('dgx.topo', '--model', 'measured', '--format', 'csv');
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
    expect(json('dgx.topo', ...ring).results[0]).not.toHaveProperty('measured');
  });
});

describe('--without, more than once', () => {
  // Two boxes share the load of the ring over two NICs each; over one it takes longer.
  test('a NIC and a cable between switches', () => {
    const whole = json('pod.topo', ...ring).results[0].algorithms[0].time_us;
    const less = json('pod.topo', ...ring, '--without', 'box[0].nic[0]', '--without', 'leaf[0] -- leaf[1]');
    expect(less.ranks).toBe(4);
    expect(less.results[0].algorithms[0].time_us).toBeGreaterThan(whole);
  });
  test('nodes: fewer ranks', () =>
    expect(json('pod.topo', '--set', 'boxes=5', '--without', 'box[0]', '--without', 'box[3..4]').ranks).toBe(4));
  test('one of them is nowhere', () =>
    expect(analyze('pod.topo', '--without', 'box[0]', '--without', 'bax[1]')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('bax'),
    }));
});

describe('--set swept', () => {
  const rows = (text: string): string[] => text.trimEnd().split('\n').slice(1);

  test('a table with a row a value', () => {
    const { stdout } = analyze('slow.topo', ...ring, '--set', 'n=4..16');
    expect(stdout).toMatch(/^Star: allreduce of 1 GB\n/);
    // 2 (n - 1) / n GB over 25 GB/s, and 2 (n - 1) steps of 2 us.
    expect(rows(stdout).map((row) => row.trim().split(/ {2,}/).slice(0, 4))).toEqual([
      ['n', 'ranks', 'fastest', 'time'],
      ['4', '4', 'ring', '60.01 ms'],
      ['8', '8', 'ring', '70.03 ms'],
      ['16', '16', 'ring', '75.06 ms'],
    ]);
  });

  test('several make a grid; CSV has a row each', () => {
    const { stdout } = analyze('pod.topo', ...ring, '--set', 'boxes=2,4', '--set', 'unit=Box', '--format', 'csv');
    expect(rows(stdout).map((row) => row.split(',').slice(0, 4))).toEqual([
      ['2', 'Box', 'Pod', '4'],
      ['4', 'Box', 'Pod', '8'],
    ]);
  });

  test('steps', () =>
    expect(json('slow.topo', '--set', 'n=3..9+3').sweep.map(({ set }: { set: object }) => set)).toEqual([
      { n: 3 },
      { n: 6 },
      { n: 9 },
    ]));
});

describe('--against', () => {
  test('each algorithm and the optimum, with the ratio', () => {
    const { stdout } = analyze('slow.topo', '--against', 'fast.topo', ...ring);
    const table = stdout
      .trimEnd()
      .split('\n')
      .map((row) => row.trim().split(/ {2,}/));
    expect(table[1]).toEqual(['slow.topo:Star', 'fast.topo:Star', 'ratio']);
    expect(table.find(([name]) => name === 'ring')).toEqual(['ring', '60.01 ms', '30.01 ms', '0.5']);
    expect(table.at(-1)?.[0]).toBe('optimum');
  });

  test('JSON: both results', () => {
    const { a, b } = json('slow.topo', '--against', 'fast.topo', ...ring);
    expect([a, b].map(({ results }) => results[0].algorithms[0].time_us)).toEqual([
      expect.closeTo(60_012, 3),
      expect.closeTo(30_012, 3),
    ]);
  });

  test('two of one file; other numbers of ranks are told', () => {
    const { stdout } = analyze('two.topo', '--root', 'A', '--against', ':B');
    expect(stdout).toContain('A on 2 ranks, B on 3 ranks');
    expect(stdout).toContain('B has 1.5 times the ranks of A: 3 and 2.');
    expect(analyze('two.topo', '--root', 'A', '--against', 'two.topo:B').stdout).toBe(stdout);
  });

  test('a sweep of both; each takes the parameters it has', () => {
    const { sweep } = json('slow.topo', '--against', 'pod.topo:Pod', '--set', 'n=4,8', '--set', 'boxes=4');
    expect(
      sweep.map(({ set, a, b }: { set: object; a: { ranks: number }; b: { ranks: number } }) => [
        set,
        a.ranks,
        b.ranks,
      ]),
    ).toEqual([
      [{ n: 4, boxes: 4 }, 4, 8],
      [{ n: 8, boxes: 4 }, 8, 8],
    ]);
    const { stdout } = analyze('slow.topo', '--against', 'fast.topo', ...ring, '--set', 'n=4,8');
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((row) => row.trim().split(/ {2,}/).at(-1)),
    ).toEqual(['0.5', '0.5']);
  });

  test('CSV: a row an algorithm', () => {
    const { stdout } = analyze('slow.topo', '--against', 'fast.topo', ...ring, '--format', 'csv');
    expect(stdout).toContain('allreduce,1000000000,Star,4,Star,4,ring,60012,30012,0.5');
  });
});

describe('used wrongly', () => {
  test.each<[string[], RegExp]>([
    [['--set', 'boxs=4'], /`Pod` has no parameter `boxs`; did you mean `boxes`\?/],
    [['--set', 'rails=4'], /`Pod` has no parameter `rails`; it has boxes, unit/],
    [['--set', 'boxes=-1'], /with boxes = -1: a size is 0 or more/],
    [['--set', 'boxes=Box'], /`boxes` takes a number; Box is/],
    [['--against', 'nowhere.topo'], /nowhere\.topo cannot be read/],
    [['--against', 'two.topo'], /several roots/],
    [['--against', 'two.topo:C'], /two\.topo has no cluster or node C; it has A, B/],
    [['--against', 'slow.topo', '--set', 'm=4'], /has no parameter `m`/],
    [['--against', 'slow.topo', '--over', 'box[0]'], /slow\.topo: .*`box`/],
  ])('%j', (args, says) => {
    const { stderr, status } = analyze('pod.topo', '--root', 'Pod', ...args);
    expect(stderr).toMatch(says);
    expect(status).toBe(2);
  });
});
