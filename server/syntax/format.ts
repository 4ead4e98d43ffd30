// The one formatting. Lines stay the lines they are; what changes is the blank between two things that stand on one line,
// the indentation, and the number of empty lines. So no token and no comment can get lost. Lines with faults stay as they are.

import { padded } from './align.ts';
import type { TextEdit } from './finding.ts';
import { T, type Tokens } from './lexer.ts';
import { parse } from './parser.ts';
import { type Line, layLines } from './rows.ts';

/** The text, formatted. A text whose braces do not match is returned as it is: nobody knows its structure. */
export function format(text: string): string {
  const edits = formatEdits(text);
  let out = '';
  let at = 0;
  for (const edit of edits) {
    out += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return out + text.slice(at);
}

/** The changes that format a text, in its order; none overlaps another. */
export function formatEdits(text: string): TextEdit[] {
  const parsed = parse(text);
  const unmatched = parsed.findings.some(
    ({ code, start }) => code === 'text.unopened' || (code === 'text.unclosed' && '{/'.includes(text[start])),
  );
  if (unmatched || !balanced(parsed.tokens)) return [];
  const lines = layLines(parsed);
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const gaps = padded(lines, parsed.tree);
  const edits: TextEdit[] = [];
  const change = (start: number, end: number, to: string): void => {
    if (text.slice(start, end) !== to) edits.push({ start, end, text: to });
  };
  let last = 0;
  lines.forEach((line, i) => {
    line.items.forEach((item, k) => {
      const between = text.slice(last, item.start);
      if (k > 0) change(last, item.start, line.verbatim ? between : gaps[i][k]);
      else change(last, item.start, lead(line, i, newline, between));
      change(item.start, item.end, line.verbatim ? text.slice(item.start, item.end) : item.text);
      last = item.end;
    });
  });
  change(last, text.length, lines.length > 0 ? newline : '');
  return edits;
}

function balanced({ kinds, count }: Tokens): boolean {
  let depth = 0;
  for (let i = 0; i < count && depth >= 0; i++) {
    if (kinds[i] === T.openBody) depth++;
    else if (kinds[i] === T.closeBody) depth--;
  }
  return depth === 0;
}

function lead(line: Line, index: number, newline: string, before: string): string {
  const indent = line.verbatim ? (/[^\r\n]*$/.exec(before)?.[0] ?? '') : ' '.repeat(line.indent);
  return (index === 0 ? '' : newline) + (line.blankAbove ? newline : '') + indent;
}
