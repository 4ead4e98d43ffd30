// Tokens: what is one and what is two, above all numbers and their units.
import { describe, expect, test } from 'vitest';
import { T, tokenize } from '../../server/syntax/lexer.ts';

const kindNames = new Map<number, string>(Object.entries(T).map(([name, kind]) => [kind, name]));

/** Tokens as `kind:text`, the end left out. */
function check(text: string, ...expected: string[]): void {
  const { kinds, starts, ends, count } = tokenize(text);
  const found = Array.from(
    { length: count - 1 },
    (_, i) => `${kindNames.get(kinds[i])}:${text.slice(starts[i], ends[i])}`,
  );
  expect(found).toEqual(expected);
}

describe('numbers and quantities', () => {
  test('with blanks or without', () => check('25 GB/s 400Gb/s', 'quantity:25 GB/s', 'quantity:400Gb/s'));
  test('the ratio of a line code', () => check('128b/130b', 'quantity:128b', 'slash:/', 'quantity:130b'));
  test('a range is no decimal point', () => check('0..3', 'number:0', 'range:..', 'number:3'));
  test('points, exponents, underscores', () =>
    check('3.35 1e6 4_096 1e-3 s', 'number:3.35', 'number:1e6', 'number:4_096', 'quantity:1e-3 s'));
  test('a per-second apart is a division', () => check('8 GB / s', 'quantity:8 GB', 'slash:/', 'name:s'));
  test('time per s is a division', () => check('8 ms/s', 'quantity:8 ms', 'slash:/', 'name:s'));
  test('a count', () =>
    check(
      '8 x2 8x2 8 x(2)',
      'number:8',
      'name:x2',
      'number:8',
      'name:x2',
      'number:8',
      'name:x',
      'open:(',
      'number:2',
      'close:)',
    ));
  test('a word after a number', () => check('3 for 8 lanes', 'number:3', 'for:for', 'number:8', 'name:lanes'));
  test('a misspelt unit', () =>
    check(
      '25 gb/s, 4 gib, 8gt, 3 foo/s',
      'quantity:25 gb/s',
      'comma:,',
      'quantity:4 gib',
      'comma:,',
      'quantity:8gt',
      'comma:,',
      'quantity:3 foo/s',
    ));
  test('a name that looks like a unit, set to something', () =>
    check('8 gb = 3', 'number:8', 'name:gb', 'assign:=', 'number:3'));
  test('micro', () => check('3 µs 3 us', 'quantity:3 µs', 'quantity:3 us'));
});

describe('marks', () => {
  test('the longest fits', () =>
    check(
      'a--b->c==d**e..f',
      'name:a',
      'cable:--',
      'name:b',
      'arrow:->',
      'name:c',
      'equal:==',
      'name:d',
      'power:**',
      'name:e',
      'range:..',
      'name:f',
    ));
  test('what is no token is one fault a run', () => check('a @@# b', 'name:a', 'bad:@@#', 'name:b'));
  test('a string ends with its line', () => check('"a.topo\nb', 'string:"a.topo', 'name:b'));
});

test('comments stand apart, and know which are documentation', () => {
  const { comments, newline } = tokenize('/// doc\na // end\n/* b\n */ c /// no doc');
  expect(comments.map((c) => c.doc)).toEqual([true, false, false, false]);
  expect([...newline]).toEqual([1, 1, 0]);
});
