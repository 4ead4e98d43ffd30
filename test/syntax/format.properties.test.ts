// Formatting changes blanks, lines and needless separators; never what a text means, nor anything that is broken.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fingerprint } from '../../server/semantics/fingerprint.ts';
import { format, formatEdits, formatRange } from '../../server/syntax/format.ts';
import { tokenize } from '../../server/syntax/lexer.ts';
import { type Parsed, parse } from '../../server/syntax/parser.ts';
import { analyse } from '../semantics/support.ts';
import { withoutSpans } from '../support/sexpr.ts';
import { shipped, soundTexts } from './texts.ts';

/** What holds for any text, broken or not: layout is stable, and words, comments and faults are kept. */
function checkKept(text: string): string {
  const formatted = format(text);
  if (format(formatted) !== formatted) expect(format(formatted)).toBe(formatted);
  const [before, after] = [parse(text), parse(formatted)];
  expect(pieces(formatted)).toEqual(pieces(text));
  expect(faults(after)).toEqual(faults(before));
  expect(withoutSpans(after.tree)).toEqual(withoutSpans(before.tree));
  let at = 0;
  for (const line of brokenLines(before)) {
    const found = formatted.indexOf(line, at);
    if (found < 0) throw new Error(`not kept: ${line}`);
    at = found;
  }
  return formatted;
}

/** What a text means: the analysis finds the same, and makes the same of every definition. */
function checkMeaning(text: string): void {
  const formatted = checkKept(text);
  expect(meaning(formatted)).toEqual(meaning(text));
}

function meaning(text: string): unknown {
  const file = analyse(text);
  const templates = [...file.definitions.keys()].map((name) => file.template(name));
  return {
    // Messages quote the text.
    findings: file.findings().map(({ code, message }) => `${code}: ${message}`.replaceAll(/\s/g, '')),
    templates: templates.map((template) => template && fingerprint(template)),
  };
}

/** Words and comments in order, each without blanks around it; separators, which a line's end may stand for, left out. */
function pieces(text: string): string[] {
  const { starts, ends, comments } = tokenize(text);
  const all = [...starts].map((start, i) => ({ start, text: text.slice(start, ends[i]).replaceAll(/\s/g, '') }));
  for (const { start, end } of comments) all.push({ start, text: text.slice(start, end).trimEnd() });
  return all
    .sort((a, b) => a.start - b.start)
    .map((piece) => piece.text)
    .filter((piece) => piece !== ';' && piece !== ',');
}

const faults = ({ findings, tree }: Parsed): string[] =>
  findings.map(({ code, message, start, end }) => {
    const words = tree.text.slice(start, end).replaceAll(/\s+/g, ' ');
    return `${code}: ${message} ${words.length > 40 ? words.slice(0, 40) : words}`;
  });

/** The whole lines of what is broken. */
function brokenLines({ broken, tree: { text } }: Parsed): string[] {
  const inOrder = [...broken].sort((a, b) => a.start - b.start);
  return inOrder.map(({ start, end }) => {
    const from = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1;
    return text.slice(from, end);
  });
}

test('any sound text means the same', () => {
  fc.assert(
    fc.property(soundTexts, (text) => {
      expect(parse(text).findings).toEqual([]);
      checkMeaning(text);
    }),
    { numRuns: 500 },
  );
});

describe.each(shipped)('%s', (_, text) => {
  test('stands in the layout', () => expect(format(text)).toBe(text));
  test('means the same', () => checkMeaning(text));
  test('means the same without its blanks', () =>
    checkMeaning(text.replaceAll(/^[ \t]+/gm, '').replaceAll(/(?<=\S)[ \t]+(?=[:=])|(?<=[,:=])[ \t]+/g, '')));
  test('means the same with the ends of lines of Windows', () =>
    expect(checkKept(text.replaceAll('\n', '\r\n'))).toBe(format(text).replaceAll('\n', '\r\n')));
});

const all = shipped.map(([, text]) => text);
const put = fc.constantFrom(
  '',
  '',
  '}',
  '{',
  '--',
  '\n',
  '/*',
  '[',
  '(',
  ')',
  'x',
  ';',
  ',',
  '=',
  ':',
  '"',
  '\n}\n',
  '@',
);
/** A stretch of a shipped file with something else in its place. */
const mutated = fc
  .tuple(
    fc.constantFrom(...all),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.nat(300),
    fc.nat(12),
    put,
    fc.boolean(),
  )
  .map(([text, where, length, cut, other, flat]) => {
    const at = Math.floor(where * text.length);
    const broken = text.slice(Math.max(0, at - length), at) + other + text.slice(at + cut, at + cut + length);
    return flat ? broken.replaceAll(/^[ \t]+/gm, '') : broken;
  });

test('any broken text keeps what is broken', () => {
  fc.assert(
    fc.property(mutated, (text) => void checkKept(text)),
    { numRuns: 800 },
  );
});

test('any two faults in a sound text', () => {
  const fault = fc.tuple(fc.nat(), put, fc.nat(3));
  fc.assert(
    fc.property(soundTexts, fault, fault, (text, ...each) => {
      let broken = text;
      for (const [at, other, cut] of each) {
        const from = at % (broken.length + 1);
        broken = broken.slice(0, from) + other + broken.slice(from + cut);
      }
      checkKept(broken);
    }),
    { numRuns: 500 },
  );
});

test('the edits of a range change nothing else, and mean the same', () => {
  fc.assert(
    fc.property(soundTexts, fc.nat(), fc.nat(), (text, a, b) => {
      const [from, to] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y);
      const edits = formatRange(text, from, to);
      for (const edit of edits) expect(formatEdits(text)).toContainEqual(edit);
      let out = text;
      for (const edit of [...edits].reverse()) out = out.slice(0, edit.start) + edit.text + out.slice(edit.end);
      expect(withoutSpans(parse(out).tree)).toEqual(withoutSpans(parse(text).tree));
    }),
    { numRuns: 300 },
  );
});
