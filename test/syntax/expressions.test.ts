// Precedence, counts, cables and what ends a line.
import { describe, expect, test } from 'vitest';
import { parse, parseExpression } from '../../server/syntax/parser.ts';
import { bracketed } from '../support/sexpr.ts';

function check(text: string, expected: string): void {
  const { expr, findings } = parseExpression(text);
  expect(findings).toEqual([]);
  expect(bracketed(expr)).toBe(expected);
}

/** The statements of a body, by kind. */
function checkBody(body: string, kinds: string[]): void {
  const { tree, findings } = parse(`cluster C {\n${body}\n}`);
  expect(findings).toEqual([]);
  const [definition] = tree.definitions;
  expect(definition.kind === 'cluster' && definition.body?.statements.map((s) => s.kind)).toEqual(kinds);
}

describe('precedence', () => {
  test.each([
    ['a || b && c', '(a || (b && c))'],
    ['a && b == c', '(a && (b == c))'],
    ['a + b < c - d', '((a + b) < (c - d))'],
    ['a - b - c', '((a - b) - c)'],
    ['a + b * c % d', '(a + ((b * c) % d))'],
    ['-a * b', '((-a) * b)'],
    ['-2 ** 2', '(-(2 ** 2))'],
    ['2 ** 3 ** 4', '(2 ** (3 ** 4))'],
    ['2 ** -1', '(2 ** (-1))'],
    ['1 - -2', '(1 - (-2))'],
    ['!a && b', '((!a) && b)'],
    ['(a + b) * c', '((a + b) * c)'],
    ['128b/130b', '(128b / 130b)'],
    ['i / 2 ** b % 2 == 0', '(((i / (2 ** b)) % 2) == 0)'],
  ])('%s', check);
});

describe('counts and cables', () => {
  test.each([
    ['NVLink4 x18 + PCIe5 x16', '((NVLink4 x18) + (PCIe5 x16))'],
    ['NDR x(32 / spines)', '(NDR x(32 / spines))'],
    ['50 GB/s x2', '(50GB/s x2)'],
    ['x2 + x', '(x2 + x)'],
    ['x x2', '(x x2)'],
    ['a[0] -- b[1] x3', '((a[0] -- b[1]) x3)'],
    ['a -> b + c', '((a -> b) + c)'],
    ['a--b', '(a -- b)'],
  ])('%s', check);
});

describe('places', () => {
  test.each([
    ['su[0].dgx[0..7, 9].gpu[*]', 'su[0].dgx[0..7, 9].gpu[*]'],
    ['f(1 GiB, over = g[0..d - 1],).time', 'f(1GiB, over=g[0..(d - 1)]).time'],
    ['bandwidth(a, b, without = cpu[*])', 'bandwidth(a, b, without=cpu[*])'],
  ])('%s', check);
});

test('comparisons do not chain', () => {
  expect(parseExpression('a < b < c').findings.map((f) => [f.code, f.start])).toEqual([['text.expected', 6]]);
});

describe('lines', () => {
  test('go on where they want more', () => checkBody('g[0] --\n  g[1] :\n NDR', ['connection']));
  test('go on where no statement can begin', () =>
    checkBody('g[0]\n  -- g[1]\n  : NDR\n for i in 0..3', ['connection']));
  test('go on inside brackets', () => checkBody('show f(1 GiB\n,\n over = g)\ng : gpu', ['show', 'part']));
  test('end at a name', () => checkBody('show a\nshow b; g : gpu', ['show', 'show', 'part']));
});

describe('keywords are names', () => {
  test('of parts', () =>
    checkBody('node[2] : nic\nplan[2] : switch\nlet : gpu\nshow -- plan[0] : NDR\ncluster : cpu', [
      'part',
      'part',
      'part',
      'connection',
      'part',
    ]));
  test('and keywords', () => checkBody('show let\nexpect -1 < 0\nwithout show[0]', ['show', 'expect', 'without']));
});
