// Any text at all: nothing is thrown, spans lie in the text and nest, tokens and comments cover it, fixes can be applied.
// Of every file of the library, the examples and the systems: every prefix, every character left out, and at every place
// one of the telling characters put in (which one moves on from place to place), each within the definition around it.
// The systems of the tests are cut as wholes too. What the analysis makes of such texts: robust.analysis.test.ts.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Tokens } from '../../server/syntax/lexer.ts';
import { parse } from '../../server/syntax/parser.ts';
import { systems } from '../support/systems.ts';
import { blocksOf, checkFindings, telling } from './edits.ts';
import { shipped } from './texts.ts';

function check(text: string): void {
  const { tree, findings, tokens } = parse(text);
  nested(tree, 0, text.length);
  checkFindings(text, findings);
  covered(tokens);
}

/** Every span of a tree lies in the one around it. */
function nested(node: unknown, from: number, to: number): void {
  if (Array.isArray(node)) {
    for (const inner of node) nested(inner, from, to);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  let [start, end] = [from, to];
  if ('start' in node && 'end' in node) {
    [start, end] = [Number(node.start), Number(node.end)];
    if (!(from <= start && start <= end && end <= to))
      throw new Error(`${JSON.stringify(node)} not in ${from} to ${to}`);
  }
  for (const inner of Object.values(node)) nested(inner, start, end);
}

/** Tokens and comments do not overlap, and what is in none of them is blank. */
function covered({ text, count, starts, ends, comments, commentsBefore }: Tokens): void {
  let last = 0;
  let comment = 0;
  const take = ({ start, end }: { start: number; end: number }): void => {
    if (start < last || end < start || text.slice(last, start).trim() !== '') throw new Error(`${last} to ${end}`);
    last = end;
  };
  for (let i = 0; i < count; i++) {
    while (comment < commentsBefore[i]) take(comments[comment++]);
    take({ start: starts[i], end: ends[i] });
  }
}

describe.each(systems)('%s', (_, text) => {
  test('parses', () => expect(parse(text).findings).toEqual([]));
  test('every prefix', () => {
    for (let i = 0; i <= text.length; i++) check(text.slice(0, i));
  });
  test('every character left out gives few findings', () => {
    for (let i = 0; i < text.length; i++) {
      const broken = text.slice(0, i) + text.slice(i + 1);
      check(broken);
      const { findings } = parse(broken);
      if (findings.length > 2)
        throw new Error(
          `${findings.length} findings without character ${i} (${text[i]}): ${findings.map((f) => f.message)}`,
        );
    }
  });
  test('every line left out', () => {
    const lines = text.split('\n');
    for (let i = 0; i < lines.length; i++) check(lines.toSpliced(i, 1).join('\n'));
  });
});

test.each(shipped)('%s, definition by definition', (_, text) => {
  let turn = 0;
  for (const block of blocksOf(text))
    for (let i = 0; i < block.length; i++) {
      check(block.slice(0, i));
      check(block.slice(0, i) + block.slice(i + 1));
      check(block.slice(0, i) + telling[turn++ % telling.length] + block.slice(i));
    }
});

test.each(shipped)('%s without any one of its words or marks has one fault at most', (_, text) => {
  for (const block of blocksOf(text)) {
    const { tokens } = parse(block);
    for (let i = 0; i < tokens.count - 1; i++) {
      const broken = block.slice(0, tokens.starts[i]) + block.slice(tokens.ends[i]);
      const { findings } = parse(broken);
      if (findings.length > 1) throw new Error(`${findings.map(({ message }) => message).join('\n')}\n${broken}`);
    }
  }
});

const words = [
  'node',
  'cluster',
  'link',
  'device',
  'model',
  'import',
  'let',
  'show',
  'expect',
  'without',
  'plan',
  'for',
  'in',
  'where',
  'true',
];
const marks = '&& || == != <= >= -- -> .. ** + - * / % < > ! = : ; , . ( ) [ ] { }'.split(' ');
const others = [
  'g',
  'a-b',
  'x',
  'x8',
  '0',
  '3.5',
  '25 GB/s',
  '25 gb/s',
  '"p"',
  '"',
  '\n',
  '\n  ',
  '\n}\n',
  '// c\n',
  '/*',
  '*/',
  '@',
  'ü',
  '///d\n',
];
const soup = fc.array(fc.constantFrom(...words, ...marks, ...others, '\n', '\n'), { maxLength: 60 });

test('any soup of tokens', () => {
  fc.assert(
    fc.property(soup, fc.constantFrom('', ' '), (tokens, glue) => check(tokens.join(glue))),
    { numRuns: 3000 },
  );
});
test('any soup in a body', () => {
  fc.assert(
    fc.property(soup, (tokens) => check(`cluster C {\n  ${tokens.join(' ')}\n}\nnode N { g : gpu }`)),
    { numRuns: 2000 },
  );
});
test('any string', () => {
  fc.assert(fc.property(fc.string({ maxLength: 200, unit: 'binary' }), check), { numRuns: 1000 });
});
