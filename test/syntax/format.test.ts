// The one formatting: what it does, and that it changes nothing but blanks.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { format } from '../../server/syntax/format.ts';
import { tokenize } from '../../server/syntax/lexer.ts';
import { parse } from '../../server/syntax/parser.ts';
import { withoutSpans } from '../support/sexpr.ts';
import { systems } from '../support/systems.ts';

function check(before: string, after: string): void {
  expect(format(before)).toBe(after);
  expect(format(after)).toBe(after);
}

/** Formatting is idempotent, keeps every token and comment, and what the text means. */
function checkKept(text: string): void {
  const formatted = format(text);
  expect(format(formatted)).toBe(formatted);
  expect(pieces(formatted)).toEqual(pieces(text));
  const before = parse(text);
  if (before.findings.length === 0) expect(withoutSpans(parse(formatted).tree)).toEqual(withoutSpans(before.tree));
}

/** Tokens and comments without the blanks inside them. */
function pieces(text: string): string[] {
  const { starts, ends, comments } = tokenize(text);
  const tokens = Array.from(starts, (start, i) => text.slice(start, ends[i]).replaceAll(/[ \t]/g, ''));
  return [...tokens, ...comments.map((c) => text.slice(c.start, c.end).trimEnd())];
}

describe('blanks', () => {
  test('around operators, after commas, in quantities', () =>
    check(
      'let a=1+2*-3**x.y\nlet b=f( 1GiB,over=g[0 .. 3 , 5] )\nlet c = !a&&-b<2\n',
      'let a = 1 + 2 * -3 ** x.y\nlet b = f(1 GiB, over = g[0..3, 5])\nlet c = !a && -b < 2\n',
    ));
  test('none in the ratio of a line code', () =>
    check('link A{rate=8GT/s,encoding=128b/130b}', 'link A { rate = 8 GT/s, encoding = 128b/130b }\n'));
  test('none put into what is no unit', () => check('let a = 5_s + 50 G1/s\n', 'let a = 5_s + 50 G1/s\n'));
  test('a sign after a sign', () => check('let a = - -1\n', 'let a = - -1\n'));
  test('a keyword is no call', () => check('node N {\nshow (1+2)*3\n}\n', 'node N {\n  show (1 + 2) * 3\n}\n'));
  test('counts', () => check('node N {\na--b:NDR x( 32/n )\n}\n', 'node N {\n  a -- b : NDR x(32 / n)\n}\n'));
});

describe('lines', () => {
  test('indented by their braces, gone-on lines by two more', () =>
    check(
      'cluster C {\ng[4] : gpu\n    g[i] -- g[i + 1] : NDR\nfor i in 0..2\n}\n',
      'cluster C {\n  g[4] : gpu\n  g[i] -- g[i + 1] : NDR\n    for i in 0..2\n}\n',
    ));
  test('at most one empty line, none inside braces at their ends', () =>
    check('\n\nlink A { }\n\n\n\nnode N {\n\n  g : gpu\n\n}', 'link A { }\n\nnode N {\n  g : gpu\n}\n'));
  test('statements joined by ; stay joined', () =>
    check('node N {\n g : gpu;n : nic;  g -- n : NDR\n}\n', 'node N {\n  g : gpu; n : nic; g -- n : NDR\n}\n'));
  test('properties after a comma are lines of their own', () =>
    check('device D : gpu {\nports = A,\nsm = 90\n}\n', 'device D : gpu {\n  ports = A,\n  sm = 90\n}\n'));
  test('ends of lines are kept as they are', () =>
    check('link A { }\r\n\r\n\r\nlink B { }\r\n', 'link A { }\r\n\r\nlink B { }\r\n'));
  test('nothing is nothing', () => check('', ''));
});

describe('columns', () => {
  test('of parts and of connections, each for itself', () =>
    check(
      'node N {\ncpu : X\ngpu[8] : Y\ngpu[*] -- cpu : P x16\ngpu[0] -- gpu[1] : Q\n}\n',
      'node N {\n  cpu    : X\n  gpu[8] : Y\n  gpu[*] -- cpu    : P x16\n  gpu[0] -- gpu[1] : Q\n}\n',
    ));
  test('an empty line begins anew', () =>
    check('node N {\na : X\n\nlong : Y\n}\n', 'node N {\n  a : X\n\n  long : Y\n}\n'));
  test('of questions', () => check('node N {\nshow a\nexpect b\n}\n', 'node N {\n  show   a\n  expect b\n}\n'));
  test('of comments', () =>
    check(
      'node N {\n  a : X // one\n  bb : Y      // two\n  // three\n}\n',
      'node N {\n  a  : X  // one\n  bb : Y  // two\n  // three\n}\n',
    ));
});

describe('faults', () => {
  test('a line with a fault is left alone, the others are not', () =>
    check('node N {\n    g[4]   gpu\nh  :  cpu\n}\n', 'node N {\n    g[4]   gpu\n  h : cpu\n}\n'));
  test('a text whose braces do not match is left alone', () =>
    check('node N {\n      g : gpu\n', 'node N {\n      g : gpu\n'));
});

describe.each(systems)('%s', (_, text) => {
  test('formatted means the same', () => checkKept(text));
  test('without its blanks is formatted the same', () => {
    const squeezed = text.replaceAll(/^[ \t]+/gm, '').replaceAll(/(?<=\S)[ \t]+(?=[:=])|(?<=[,:=])[ \t]+/g, '');
    checkKept(squeezed);
  });
});

test('any broken text keeps its pieces', () => {
  const text = systems.map(([, system]) => system).join('\n');
  fc.assert(
    fc.property(
      fc.nat(text.length),
      fc.nat(200),
      fc.constantFrom('', '}', '--', '\n', '/*', '[', 'x'),
      (at, length, put) => checkKept(text.slice(at, at + length) + put + text.slice(at + length, at + 2 * length)),
    ),
    { numRuns: 1500 },
  );
});
