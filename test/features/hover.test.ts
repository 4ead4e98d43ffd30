// Hovers: what a user reads. Figures are those of data sheets and of hand calculation, cited where they stand.
import { describe, expect, test } from 'vitest';
import { hover } from '../../server/features/hover.ts';
import { dgx, open, uri } from './support.ts';

/** The hover at `$0` is these lines, blank ones left out; an empty list: there is none. */
function check(marked: string, ...lines: string[]): void {
  const { workspace, cursor } = open(marked);
  const told = hover(workspace, uri, cursor)?.markdown ?? '';
  expect(
    told.split('\n').filter((line) => line !== '' && !line.startsWith('```') && !line.startsWith('| :--')),
  ).toEqual(lines);
}

/** The text that the hover at `$0` stands for. */
function checkSpan(marked: string, expected: string): void {
  const { workspace, cursor, text } = open(marked);
  const told = hover(workspace, uri, cursor);
  expect(told && text.slice(told.start, told.end)).toBe(expected);
}

/** The DGX with the cursor in the first `find`. */
const at = (find: string, by = 0): string => {
  const text = dgx();
  const place = text.indexOf(find) + by;
  if (place < by) throw new Error(`no ${find}`);
  return `${text.slice(0, place)}$0${text.slice(place)}`;
};

describe('a connection in numbers', () => {
  // NVIDIA H100 data sheet: NVLink 900 GB/s, by 18 links of 25 GB/s each way (Hopper white paper). 5 + 5 of them end here.
  // Software: 369 of 450 GB/s each way, nccl-tests on DGX H100; 82 % of 125 is 102.5.
  test('NVLink', () =>
    check(
      at('-- nvs[0, 3]'),
      'gpu[*] -- nvs[0, 3] : NVLink4 x5',
      '80 links: 8 × H100_SXM -- 2 × NVSwitch3 · 300 ns',
      '| NVLink4 | one way | both ways |',
      '| one link of 2 lanes | 25 GB/s | 50 GB/s |',
      '| a pair: 5 links | 125 GB/s | 250 GB/s |',
      '| of it for software: 82 % | 103 GB/s | 205 GB/s |',
      '| all 16 pairs | 2 TB/s | 4 TB/s |',
      '- each `gpu`: 10 links here; 18 links in all, 450 GB/s each way: the 900 GB/s of the data sheet',
      '- each `nvs`: 40 links, 1 TB/s each way',
    ));

  // PCI Express 5.0: 32 GT/s a lane after 128b/130b is 3.938 GB/s; 16 lanes 63.0 GB/s. A PCIe switch has 5 such here.
  test('PCIe counts lanes', () =>
    check(
      at('-- pcie[i / 2] : PCIe5 x16'),
      'gpu[i] -- pcie[i / 2] : PCIe5 x16',
      '8 links: 8 × H100_SXM -- 4 × PEX89144 · 425 ns',
      '| PCIe5 | one way | both ways |',
      '| one lane | 3.94 GB/s | 7.88 GB/s |',
      '| a pair: 16 lanes | 63 GB/s | 126 GB/s |',
      '| of it for software: 87 % | 54.8 GB/s | 110 GB/s |',
      '| all 8 pairs | 504 GB/s | 1.01 TB/s |',
      '- each `gpu`: 16 lanes, 63 GB/s each way',
      '- each `pcie`: 32 lanes here; 80 lanes in all, 315 GB/s each way',
    ));

  // NDR: 4 lanes of 100 Gb/s, 400 Gb/s, 50 GB/s each way (ConnectX-7 data sheet). A QM9700 has 64 of them: 3.2 TB/s each way.
  test('NDR between clusters; what a part has inside counts', () =>
    check(
      'cluster C {\n  su[2] : DGX_H100_SU\n  spine[16] : QM9700\n  su[s].leaf[l] -$0- spine[*] : NDR x2\n}',
      'su[s].leaf[l] -- spine[*] : NDR x2',
      '512 links: 16 × QM9700 -- 16 × QM9700 · 50 ns',
      '| NDR | one way | both ways |',
      '| one link of 4 lanes | 50 GB/s | 100 GB/s |',
      '| a pair: 2 links | 100 GB/s | 200 GB/s |',
      '| of it for software: 97 % | 97 GB/s | 194 GB/s |',
      '| all 256 pairs | 25.6 TB/s | 51.2 TB/s |',
      '- each `su.leaf`: 32 links here; 64 links in all, 3.2 TB/s each way',
      '- each `spine`: 32 links, 1.6 TB/s each way',
    ));

  test('a sketch: a bare rate, its own latency; both ends are one array', () =>
    check(
      'cluster R {\n  g[4] : gpu\n  g[i] $0-- g[(i + 1) % 4] : 50 GB/s, 1 us\n}',
      'g[i] -- g[(i + 1) % 4] : 50 GB/s, 1 us',
      '4 links: 4 × gpu -- 4 × gpu · 1 us',
      '|  | one way | both ways |',
      '| a pair | 50 GB/s | 100 GB/s |',
      '| all 4 pairs | 200 GB/s | 400 GB/s |',
      '- each `g`: 2 links, 100 GB/s each way',
    ));

  test('one way only', () =>
    check(
      'cluster R {\n  a : gpu\n  b : gpu\n  a -$0> b : 50 GB/s\n}',
      'a -> b : 50 GB/s',
      '1 link: gpu -> gpu',
      '|  | one way |',
      '| a pair | 50 GB/s |',
      '- `a`: 1 link, 50 GB/s each way',
      '- `b`: 1 link, 50 GB/s each way',
    ));

  test('ends that differ', () =>
    check(
      'cluster L {\n  g[3] : gpu\n  g[i] -$0- g[i + 1] : 50 GB/s where i < 2\n}',
      'g[i] -- g[i + 1] : 50 GB/s where i < 2',
      '2 links: 2 × gpu -- 2 × gpu',
      '|  | one way | both ways |',
      '| a pair | 50 GB/s | 100 GB/s |',
      '| all 2 pairs | 100 GB/s | 200 GB/s |',
      '- each `g`: 1–2 links, 50 GB/s–100 GB/s each way',
    ));

  test('nothing made', () =>
    check(
      'cluster L(n = 0) {\n  g[n] : gpu\n  h : gpu\n  g[*] -$0- h : 50 GB/s\n}',
      'g[*] -- h : 50 GB/s',
      'With these sizes it makes no link.',
    ));

  test('NVLink that leaves ports free is no figure of a data sheet', () =>
    check(
      'node N {\n  gpu[2] : H100_SXM\n  gpu[0] -$0- gpu[1] : NVLink4 x5\n}',
      'gpu[0] -- gpu[1] : NVLink4 x5',
      '5 links: H100_SXM -- H100_SXM · 500 ns',
      '| NVLink4 | one way | both ways |',
      '| one link of 2 lanes | 25 GB/s | 50 GB/s |',
      '| a pair: 5 links | 125 GB/s | 250 GB/s |',
      '| of it for software: 82 % | 103 GB/s | 205 GB/s |',
      '- `gpu[0]`: 5 links, 125 GB/s each way',
      '- `gpu[1]`: 5 links, 125 GB/s each way',
    ));

  test('it spans its statement', () => checkSpan(at('-- nvs[0, 3]'), 'gpu[*]  -- nvs[0, 3]   : NVLink4 x5'));
  test('the index variables of it too', () =>
    checkSpan(at('nic[i]  -- pcie', 4), 'nic[i]  -- pcie[i / 2] : PCIe5 x16'));
  test('a broken statement has no hover', () => check('cluster L {\n  g[3] : gpu\n  g[0] $0-- nowhere : 50 GB/s\n}'));
});

describe('a part', () => {
  // H100 data sheet: 80 GB, 700 W. All 18 NVLinks and 16 lanes are taken, 5 + 4 + 4 + 5.
  test('its ports, used and free', () =>
    check(
      at('gpu[8]'),
      'gpu[8] : H100_SXM',
      'H100: 18 NVLink 4, 900 GB/s both ways, 450 one way.',
      '80 GB · 700 W',
      '| ports of each | used | free |',
      '| NVLink4 x18 | 18 | 0 |',
      '| PCIe5 x16 | 16 | 0 |',
    ));
  // NVSwitch 3 has 64 ports (Hot Chips 34); two of the four take 8 × 5, two 8 × 4.
  test('places that differ', () =>
    check(
      at('nvs[4]'),
      'nvs[4] : NVSwitch3',
      'NVSwitch of DGX H100: 64 ports of NVLink 4, 3.2 TB/s both ways; reduces and multicasts (SHARP).',
      '| ports of each | used | free |',
      '| NVLink4 x64 | 32–40 | 24–32 |',
    ));
  test('down through nested places, as wired above and inside', () =>
    check(
      'cluster P {\n  su[2] : DGX_H100_SU\n  spine[8] : QM9700\n  su[s].dgx[n].ni$0c[r] -- spine[0] : NDR where false\n}',
      'nic[8] : ConnectX7',
      'ConnectX-7: NDR InfiniBand, 400 Gb/s, or two of NDR200.',
      '| ports of each | used | free |',
      '| NDR x1 | 1 | 0 |',
      '| PCIe5 x16 | 16 | 0 |',
    ));
  test('a node or cluster: all that is in it', () =>
    check(
      'cluster P {\n  d$0gx[2] : DGX_H200\n}',
      'dgx[2] : DGX_H200',
      'DGX H200: a DGX H100 with H200.',
      'each: 2 × Xeon_8480C, 4 × PEX89144, 8 × H200_SXM, 4 × NVSwitch3, 10 × ConnectX7',
    ));
  test('its own words first', () =>
    check('cluster P {\n  /// The only one.\n  g$0 : gpu\n}', 'g : gpu', 'The only one.'));
  test('one that cannot be made', () => check('cluster P {\n  /// Lost.\n  g$0 : Nothing\n}', 'g', 'Lost.'));
});

describe('a quantity', () => {
  // 50 GB/s: 400 Gb/s; over 2^30 46.57 GiB/s. 1 GiB = 1,073,741,824 B.
  test('a rate', () =>
    check('let r = 50$0 GB/s', '**50 GB/s** = 400 Gb/s = 46.57 GiB/s', 'One way; both ways together 100 GB/s.'));
  test('a size', () => check('let r = $01 GiB', '**1 GiB** = 1.074 GB = 8.59 Gb'));
  test('a time', () => check('let r = 1 us$0', '**1 us** = 1000 ns = 0.001 ms'));
  test('in a connection', () =>
    check(
      'cluster C {\n  g[2] : gpu\n  g[0] -- g[1] : $0400 Gb/s\n}',
      '**400 Gb/s** = 50 GB/s = 46.57 GiB/s',
      'One way; both ways together 100 GB/s.',
    ));
});

describe('a name', () => {
  test('a constant', () => check('let rails = 4 * 2\nlet b = r$0ails', 'rails = 8', 'A constant.'));
  test('a parameter', () =>
    check('cluster C(n = 4, m = 2 * n) {\n  g[$0m] : gpu\n}', 'm = 8', 'A parameter; this is its default.'));
  test('a parameter that is a definition tells what that is', () =>
    check(
      at('gpu[8]  : accelerator', 12),
      'accelerator = H100_SXM',
      'A parameter; this is its default.',
      'device H100_SXM : gpu',
      'H100: 18 NVLink 4, 900 GB/s both ways, 450 one way.',
      '80 GB · 3.35 TB/s · 989 TFLOPS bf16 · 989 TFLOPS fp16 · 1.98 PFLOPS fp8 · 67 TFLOPS fp32 · 34 TFLOPS fp64 · 700 W',
      '| ports | one way | both ways |',
      '| NVLink4 x18 | 450 GB/s | 900 GB/s |',
      '| PCIe5 x16 | 63 GB/s | 126 GB/s |',
    ));
  test('an index variable stands for its connection', () =>
    check(
      'cluster C {\n  g[4] : gpu\n  g[k] -- g[k + 1] : 5 GB/s for $0k in 0..2\n}',
      'g[k] -- g[k + 1] : 5 GB/s for k in 0..2',
      '3 links: 3 × gpu -- 3 × gpu',
      '|  | one way | both ways |',
      '| a pair | 5 GB/s | 10 GB/s |',
      '| all 3 pairs | 15 GB/s | 30 GB/s |',
      '- each `g`: 1–2 links, 5 GB/s–10 GB/s each way',
    ));
  test('a node: its parameters, what it says of itself, all that is in it', () =>
    check(
      at('Box'),
      'node Box(accelerator = H100_SXM)',
      'Eight H100.',
      '2 × Xeon_8480C, 4 × PEX89144, 8 × H100_SXM, 4 × NVSwitch3, 8 × ConnectX7',
    ));
  // 3 units of 3 GPUs are 9; less a whole unit and one more, 5.
  test('what `without` takes out is not counted', () =>
    check(
      'cluster P$0 {\n  a[3] : Unit\n  without a[0] + a[1].g[2]\n}\ncluster Unit {\n  g[4] : gpu\n  without g[3]\n}',
      'cluster P',
      '5 × gpu',
    ));
  test('a link', () =>
    check(
      'link Fast$0 : NVLink { rate = 100 Gb/s, lanes = 2, latency = 300 ns, efficiency = 0.9 }',
      'link Fast : NVLink',
      '|  | one way | both ways |',
      '| one lane | 12.5 GB/s | 25 GB/s |',
      '| one link, 2 lanes | 25 GB/s | 50 GB/s |',
      '90 % of it for software · latency 300 ns · 200 ns at each end',
    ));
  test('a family', () => check('link Fast$0 { }', 'link Fast', 'A family: links that build on it fit its ports.'));
  test('a model', () => check('model M$0 { layers = 96, hidden = 12288 }', 'model M', 'layers 96 · hidden 12288'));
  test('a kind', () => check('cluster C {\n  g : gpu$0\n}', 'gpu', 'A kind of device; as a type it takes any link.'));
  test('a property where it is set', () => check('device D : gpu { mem$0ory = 80 GB }', 'memory', 'Its memory.'));
  test('a property that is read', () =>
    check('cluster C {\n  g : H100_SXM\n  expect g.mem$0ory > 1 GB\n}', 'memory = 80 GB'));
  test('nothing', () => check('$0\ncluster C {\n  g : gpu\n}'));
  test('a comment', () => check('// lin$0k\ncluster C {\n  g : gpu\n}'));
});

describe('a question', () => {
  const ask = (question: string): string => `cluster C {\n  g[4] : gpu\n  g[*] -- g[*] : 5 GB/s\n  show ${question}\n}`;
  // Direct: two steps of a quarter of 1 GiB over each link, 107.4 ms at 5 GB/s.
  test('its name, and what holds it up', () =>
    check(
      ask('all$0reduce(1 GiB)'),
      'allreduce(size, over = …, root = …, algorithm = …, channels = …, routing = …, without = …)',
      "Every rank ends with the sum of all buffers. Size: a rank's buffer.",
      '`.time` `.algbw` `.busbw` `.algorithm` `.bottleneck` `.optimum`',
      'Fastest on this fabric: direct, 107 ms.',
      '- *busiest*: 6 g[0..2] -- g[1..3], 5 GB/s: 100 % busy',
      '- *carries*: g[0] -> g[1]: g[0] to g[1]',
      '- *latency*: 0 % of the time',
      '- *half the rate*: 214.7 ms (+100 %); still the busiest',
      '- *twice the rate*: 53.69 ms (−50 %); still the busiest',
    ));
  test('an argument', () =>
    check(
      ask('allreduce(1 GiB, o$0ver = g[*])'),
      'over',
      'The ranks that take part; every rank where it is left out.',
    ));
  test('a word', () =>
    check(
      ask('allreduce(1 GiB, algorithm = r$0ing)'),
      'ring',
      'Each rank passes pieces on to the next, round a ring.',
    ));
  test('a field', () =>
    check(
      ask('allreduce(1 GiB).b$0usbw'),
      'busbw',
      'Bus bandwidth as nccl-tests defines it: `algbw` times a factor of the collective, to be compared with the hardware.',
    ));
});

describe('a collective that is asked: what holds it up', () => {
  // A ring moves 2 · 3/4 GB over every link each way: 60 ms over 25 GB/s, 30 ms over 50; six steps over two links of 1 us.
  const star = (question: string) => `cluster Star {
  g[4] : gpu
  s    : switch
  g[0..2] -- s : 50 GB/s, 1 us
  g[3]    -- s : 25 GB/s, 1 us
  ${question}
}`;
  const told = (marked: string): string => {
    const { workspace, cursor } = open(marked);
    return hover(workspace, uri, cursor)?.markdown ?? '';
  };

  test('of the algorithm it names', () => {
    const markdown = told(star('show allre$0duce(1 GB, algorithm = ring)'));
    expect(markdown).toContain('ring on this fabric: 60 ms.');
    expect(markdown).toContain('- *busiest*: 1 g[3] -- s, 25 GB/s: 100 % busy');
    expect(markdown).toContain('- *half the rate*: 120 ms (+100 %); still the busiest');
  });

  // Two ranks trade half of a GB over 50 GB/s.
  test('of the fastest where it names none', () =>
    expect(told(star('expect alltoall$0(1 GB, over = g[0..1]).busbw > 1 GB/s'))).toMatch(
      /Fastest on this fabric: \w+, 10 ms\./,
    ));

  test('with what it supposes away: three ranks move 2 · 2/3 GB over 50 GB/s', () =>
    expect(told(star('show allreduce$0(1 GB, algorithm = ring, without = g[3])'))).toContain(
      'ring on this fabric: 26.7 ms.',
    ));

  test('other questions, and what has no answer, keep their words', () => {
    expect(told(star('show bisec$0tion'))).not.toContain('on this fabric');
    expect(told(star('show allreduce$0(1 GB, over = s)'))).not.toContain('on this fabric');
  });

  test('nothing is told where it would take too long', () => {
    const { workspace, cursor } = open(star('show allreduce$0(1 GB)'));
    expect(hover(workspace, uri, cursor, () => true)?.markdown).not.toContain('on this fabric');
  });
});
