// What expressions are worth: constants of a file, with the library in scope; and what is said where they are worth nothing.
import { describe, expect, it } from 'vitest';
import type { QuestionCall, QuestionFault, Value } from '../../server/semantics/values.ts';
import type { Finding } from '../../server/syntax/finding.ts';
import { analyse, checkFindings, checkFixes, expression } from './support.ts';

/** The value of an expression at the top of a file. */
function worth(text: string, before = ''): Value {
  const found: Finding[] = [];
  const value = analyse(before).constant(expression(text), (finding) => found.push(finding));
  expect(found).toEqual([]);
  return value;
}

function check(text: string, expected: number | boolean | [amount: number, dimension: string]): void {
  const value = worth(text);
  if (Array.isArray(expected)) {
    expect(value).toMatchObject({ type: 'quantity', dimension: expected[1] });
    expect(value.type === 'quantity' && value.value / expected[0]).toBeCloseTo(1, 12);
  } else if (typeof expected === 'boolean') expect(value).toEqual({ type: 'truth', value: expected });
  else expect(value).toMatchObject({ type: 'number', value: expected });
}

describe('numbers', () => {
  it('whole ones divide down, wrap, and raise', () => {
    check('7 / 2', 3);
    check('-7 / 2', -4);
    check('(0 - 1) % 4', 3);
    check('-1 % 4', 3);
    check('2 ** 3 ** 2', 512);
    check('-2 ** 2', -4);
    check('1 + 2 * 3', 7);
    check('4_096 / 2', 2048);
  });
  it('real ones do not', () => {
    check('7.0 / 2', 3.5);
    check('3e1 / 4', 7.5);
    check('2 ** -1', 0.5);
  });
  it('min and max', () => {
    check('min(3, 7 / 2)', 3);
    check('max(1 GB/s, 8 Gb/s + 1 kb/s)', [1e9 + 125, 'rate']);
  });
});

describe('quantities, in base units', () => {
  // Bits are an eighth of a byte, a transfer is one bit on one lane, Ki is 2^10.
  it('units', () => {
    check('400 Gb/s', [50e9, 'rate']);
    check('25 GB/s', [25e9, 'rate']);
    check('100 Gbps', [12.5e9, 'rate']);
    check('32 GT/s', [4e9, 'rate']);
    check('1 GiB', [1_073_741_824, 'size']);
    check('80 GB', [80e9, 'size']);
    check('1 us', [1e-6, 'time']);
    check('1 µs', [1e-6, 'time']);
    check('989 TFLOPS', [989e12, 'compute']);
    check('10.2 kW', [10_200, 'power']);
  });
  it('between dimensions', () => {
    check('1 GB / 50 GB/s', [0.02, 'time']);
    check('1 GB / 20 ms', [50e9, 'rate']);
    check('50 GB/s * 20 ms', [1e9, 'size']);
    check('18 * 25 GB/s', [450e9, 'rate']);
    check('900 GB/s / 2', [450e9, 'rate']);
    check('900 GB/s / 25 GB/s', 36);
    check('128b / 130b', 128 / 130);
  });
  it('one part in a million is equal', () => {
    check('450 GB/s == 450.0001 GB/s', true);
    check('450 GB/s == 450.01 GB/s', false);
    check('1 GB == 1e9 B', true);
  });
});

describe('truths', () => {
  it('comparisons, and, or, not', () => {
    check('1 < 2 && 2 <= 2', true);
    check('1 > 2 || !(1 != 2)', false);
    check('8 / 3 == 2', true);
  });
});

describe('definitions', () => {
  it('give their properties, the base for what they do not set', () => {
    check('H100_SXM.memory', [80e9, 'size']);
    check('H200_SXM.memory', [141e9, 'size']);
    check('H200_SXM.bf16', [989e12, 'compute']);
    check('NVLink4.lanes * NVLink4.rate * NVLink4.encoding', [25e9, 'rate']);
    check('PCIe5.width', 16);
    check('ConnectX7.forwards', true);
    check('H100_SXM.forwards', false);
    check('RTX4090.p2p', false);
  });
  it('constants of the file, in any order', () => {
    expect(worth('b', 'let b = a + 1\nlet a = 3')).toEqual({ type: 'number', value: 4, whole: true });
  });
  it('counted links', () => {
    expect(worth('NVLink4 x18')).toMatchObject({ type: 'counted', count: 18, link: { name: 'NVLink4' } });
    expect(worth('NDR x(32 / 16)')).toMatchObject({ type: 'counted', count: 2, link: { name: 'NDR' } });
  });
});

/** What a question was asked with, in `cluster C { g[4] : gpu ... }`. */
function asked(question: string): QuestionCall[] {
  const calls: QuestionCall[] = [];
  evaluateIn(question, (call) => {
    calls.push(call);
    return { type: 'number', value: 1, whole: true };
  });
  return calls;
}

function evaluateIn(text: string, ask: (call: QuestionCall) => Value | QuestionFault): Finding[] {
  const file = analyse('cluster C(half = 2) {\n  g[4] : gpu\n  s : switch\n  g[*] -- s : 50 GB/s\n}');
  const template = file.template('C');
  if (!template) throw new Error('no C');
  const found: Finding[] = [];
  file.evaluate(template, expression(text), ask, (finding) => found.push(finding));
  return found;
}

describe('questions are asked with their arguments worked out', () => {
  it('a size, and places in the order they are named', () => {
    const [call] = asked('allreduce(half * 1 GiB, over = g[2..3] + g[0], algorithm = ring, channels = 4)');
    expect(call.name).toBe('allreduce');
    expect(call.positional).toEqual([{ type: 'quantity', dimension: 'size', value: 2 * 1_073_741_824 }]);
    const over = call.named.get('over');
    expect(over?.type === 'selection' && over.selection.places.map(({ path }) => path)).toEqual([
      'g[2]',
      'g[3]',
      'g[0]',
    ]);
    expect(call.named.get('algorithm')).toEqual({ type: 'word', word: 'ring' });
    expect(call.named.get('channels')).toMatchObject({ value: 4 });
  });
  it('without brackets where there is nothing to say', () => {
    expect(asked('bisection > 1 GB/s && diameter() == 2').map(({ name }) => name)).toEqual(['bisection', 'diameter']);
  });
  it('count(gpu) means the kind', () => {
    expect(asked('count(gpu)')[0].positional).toEqual([{ type: 'kind', kind: 'gpu' }]);
  });
  it('a cable as what is supposed absent', () => {
    const without = asked('bisection(without = g[0] -- s)')[0].named.get('without');
    expect(without?.type === 'selection' && without.selection.cables).toHaveLength(1);
  });
  it('a fault of the answer is told at the argument it names, else at the question', () => {
    const text = 'allreduce(1 GiB, over = g[0] + g[0])';
    const fault: QuestionFault = { type: 'fault', code: 'ask.twice', message: 'g[0] is named twice.', at: 'over' };
    const at = (f: Finding): string => `let it = ${text}`.slice(f.start, f.end);
    expect(evaluateIn(text, () => fault).map(at)).toEqual(['over = g[0] + g[0]']);
    const { at: _, ...whole } = fault;
    expect(evaluateIn(text, () => whole).map(at)).toEqual([text]);
  });
  it('nothing is asked with arguments that are wrong', () => {
    const calls: QuestionCall[] = [];
    evaluateIn('allreduce(5, over = g[9])', (call) => {
      calls.push(call);
      return { type: 'error' };
    });
    expect(calls).toEqual([]);
  });
});

describe('operators on what does not fit', () => {
  it('are told at the operator', () =>
    checkFindings(`
cluster C {
  g[2] : gpu
  g[0] -- g[1] : 50 GB/s
  show 5 GB + 3
//          ^ error quantity.dimension: a size + a number means nothing.
  show 5 GB * 3 GB
//          ^ error quantity.dimension: a size * a size means nothing.
  show 5 / 0
//       ^ error quantity.zero: a division by nothing.
  show 2 ** 5000
//       ^^ error quantity.range: the result is too large, or no number.
  show 1e400
//     ^^^^^ error quantity.range: this is too large.
  show 1e308 TB
//     ^^^^^^^^ error quantity.range: this is too large.
  show g[0] + 3
//          ^ error quantity.dimension: a selection of places + a number means nothing.
  show !5
//     ^^ error quantity.dimension: ! does not take a number.
  show (5)[3]
//        ^^^ error index.single: a number has no places to choose from.
  show NDR x(diameter)
//         ^^^^^^^^^^^ error quantity.whole: a count cannot wait for the answer of a question.
  show g[0] x3
//          ^^ error name.sort: only links and cables are counted; this is a selection of places.
  show max(1, 2, 3)
//     ^^^^^^^^^^^^ error ask.argument: \`max\` takes two values.
  show min
//     ^^^ error ask.argument: \`min\` takes two values.
}`));

  it('one fault is told once: what it touches is silent', () =>
    checkFindings(`
let a = nn + 1
//      ^^ error name.unknown: nothing here is called \`nn\`.
cluster C(n = a * 2) {
  g[n] : gpu
  s : switch
  g[*] -- s : 50 GB/s
  expect a == 3 GB
}`));
});

describe('comparisons of what differs', () => {
  it('say what both sides are', () =>
    checkFindings(`
cluster C {
  g[4] : gpu
  g[*] -- g[*] : 50 GB/s
  expect allreduce(1 GiB).busbw >= 350 us
//                                 ^^^^^^ error quantity.dimension: \`busbw\` is a rate, 350 us a time.
  expect bisection == H100_SXM
//                    ^^^^^^^^ error quantity.dimension: \`bisection\` is a rate, H100_SXM the device H100_SXM.
  expect gpu == gpu
//       ^^^^^^^^^^ error quantity.dimension: the kind gpu and the kind gpu cannot be compared.
  expect (bisection > 1 GB/s) == true
}`));

  it('the unit may be wrong, or the field', () =>
    checkFixes(
      'cluster C {\n  g[4] : gpu\n  g[*] -- g[*] : 50 GB/s\n  expect allreduce(1 GiB).busbw >= 350 us\n}',
      ['350 GB/s', '.time'],
      'cluster C {\n  g[4] : gpu\n  g[*] -- g[*] : 50 GB/s\n  expect allreduce(1 GiB).busbw >= 350 GB/s\n}',
    ));
});

describe('names', () => {
  it('unknown ones, with the nearest', () =>
    checkFindings(`
let a = H100_SMX.memory
//      ^^^^^^^^ error name.unknown: nothing here is called \`H100_SMX\`; the nearest is \`H100_SXM\`.
let b = H100_SXM.memry + a
//               ^^^^^ error name.property: the device H100_SXM has no \`memry\`; the nearest is \`memory\`.
cluster C {
  g[4] : gpu
  g[*] -- g[*] : 50 GB/s
  show alreduce(1 GiB)
//     ^^^^^^^^ error name.unknown: nothing here is called \`alreduce\`; the nearest is \`allreduce\`.
  show allreduce(1 GiB).busbww
//                      ^^^^^^ error name.property: the answer to a question has no \`busbww\`; the nearest is \`busbw\`.
  show NDR(4)
//     ^^^ error name.sort: \`NDR\` is no question.
  show b
}`));
});

describe('questions', () => {
  it('what is missing, unknown or wrong among the arguments', () =>
    checkFindings(`
cluster C {
  g[4] : gpu
  g[*] -- g[*] : 50 GB/s
  show allreduce()
//     ^^^^^^^^^^^ error ask.argument: \`allreduce\` needs a size per rank.
  show allreduce(8)
//               ^ error quantity.bare: \`size\` needs a unit.
  show allreduce(1 GB/s)
//               ^^^^^^ error quantity.dimension: \`size\` is a size; \`1 GB/s\` is a rate.
  show allreduce(0 GB)
//               ^^^^ error quantity.sign: a size is more than nothing.
  show allreduce(1 GiB, 2 GiB)
//                      ^^^^^ error ask.argument: \`allreduce\` takes \`size\` and then arguments with a name.
  show allreduce(1 GiB, ovr = g[*])
//                      ^^^ error ask.argument: \`allreduce\` has no argument \`ovr\`; it takes over, root, algorithm, channels, routing, without.
  show allreduce(1 GiB, over = g[*], over = g[0..1])
//                                   ^^^^ error ask.argument: \`over\` is given twice.
  show allreduce(1 GiB, over = 5)
//                             ^ error quantity.dimension: \`over\` takes places of this cluster; this is a number.
  show allreduce(1 GiB, routing = ecmq)
//                                ^^^^ error name.word: \`routing\` is one of ecmp, hashed.
  show allreduce(1 GiB, channels = 1.5)
//                                 ^^^ error quantity.whole: \`channels\` is a whole number; this is 1.5.
  show allreduce(1 GiB, channels = 0)
//                                 ^ error quantity.sign: \`channels\` is more than nothing.
  show bandwidth(g[0])
//     ^^^^^^^^^^^^^^^ error ask.argument: \`bandwidth\` needs more: \`bandwidth(a, b)\`.
  show diameter(3)
//              ^ error ask.argument: \`diameter\` takes only arguments with a name.
  show count(gpuu)
//           ^^^^ error name.unknown: nothing here is called \`gpuu\`; the nearest is \`gpu\`.
  expect allreduce(1 GiB).time
//       ^^^^^^^^^^^^^^^^^^^^^ error expect.truth: \`expect\` needs a comparison; this is a time.
}`));

  const ask = (question: string): string => `cluster C {\n  g[4] : gpu\n  g[*] -- g[*] : 50 GB/s\n  ${question}\n}`;
  it('a size is offered', () =>
    checkFixes(ask('show allreduce()'), ['allreduce(1 GiB)'], ask('show allreduce(1 GiB)')));
  it('an argument near the one that was meant', () =>
    checkFixes(ask('show allreduce(1 GiB, ovr = g[*])'), ['over'], ask('show allreduce(1 GiB, over = g[*])')));
  it('a word near the one that was meant', () =>
    checkFixes(
      ask('show allreduce(1 GiB, algorithm = rng)'),
      ['ring'],
      ask('show allreduce(1 GiB, algorithm = ring)'),
    ));
  it('an expect that is none is a show', () =>
    checkFixes(ask('expect bisection'), ['show bisection', 'bisection >= 200 GB/s'], ask('show bisection')));
});

describe('units', () => {
  it('that do not exist', () =>
    checkFindings(
      `
let a = 25 gb/s
//      ^^^^^^^ error quantity.unit: there is no unit \`gb/s\`: \`GB\` is bytes, \`Gb\` bits.
let b = a`.concat('\n//  ^ hint name.unused: nothing uses `b`.'),
    ));
  it('both that may be meant are offered', () => {
    const sketch = (rate: string): string => `cluster C {\n  g[2] : gpu\n  g[0] -- g[1] : ${rate}\n}`;
    checkFixes(sketch('25 gb/s'), ['25 GB/s', '25 Gb/s'], sketch('25 GB/s'));
  });
});
