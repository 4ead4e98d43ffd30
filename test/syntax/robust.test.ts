// Any text at all: nothing is thrown, spans lie in the text and nest, tokens and comments cover it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from '../../server/syntax/parser.ts';
import { systems } from '../support/systems.ts';

function check(text: string): void {
  const { tree, findings, tokens } = parse(text);
  nested(tree, 0, text.length);
  for (const f of findings) {
    const edits = f.fixes?.flatMap((fix) => fix.edits) ?? [];
    for (const { start, end } of [f, ...edits])
      if (!(start >= 0 && start <= end && end <= text.length)) throw new Error(`${f.code} at ${start} to ${end}`);
  }
  let last = 0;
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.starts[i] < last || tokens.ends[i] < tokens.starts[i]) throw new Error(`token ${i} overlaps`);
    last = tokens.ends[i];
  }
  covered(text, tokens.starts, tokens.ends, tokens.comments);
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

/** What is in no token and no comment is blank. */
function covered(
  text: string,
  starts: Int32Array,
  ends: Int32Array,
  comments: readonly { start: number; end: number }[],
): void {
  const rest = [...text];
  if (rest.length !== text.length) return;
  for (let i = 0; i < starts.length; i++) rest.fill('', starts[i], ends[i]);
  for (const { start, end } of comments) rest.fill('', start, end);
  if (rest.join('').trim() !== '') throw new Error(`not covered: ${rest.join('')}`);
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
