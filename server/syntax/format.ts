// The one formatting. What changes is the blank between two things, where a line that is too wide is broken, and a `;` or
// `,` that a line's end makes needless; so no name, value or comment can get lost. What is broken stays byte for byte.
import { align } from './align.ts';
import { findBreaks, wantsMore } from './breaks.ts';
import { brokenDefinitions, brokenStretches } from './broken.ts';
import type { Span, TextEdit } from './finding.ts';
import { T, type Tokens } from './lexer.ts';
import { type Parsed, parse } from './parser.ts';
import { layRows, type Row } from './rows.ts';
import { type Items, isLineComment, spaceItems } from './spacing.ts';

/** The text, formatted. */
export function format(text: string): string {
  return applied(text, formatEdits(text));
}

/** The changes that format a text, each as small as can be, in its order; none overlaps another. */
export function formatEdits(text: string): TextEdit[] {
  const parsed = parse(text);
  if (parsed.findings.length === 0) return editsOf(parsed, []);
  for (const faults of [brokenStretches(parsed), brokenDefinitions(parsed)]) {
    const edits = editsOf(parsed, faults);
    if (edits.length === 0 || alike(parsed, parse(applied(text, edits)))) return edits;
  }
  return [];
}

/** Those changes that lie on the lines from one offset to another. */
export function formatRange(text: string, from: number, to: number): TextEdit[] {
  const first = text.lastIndexOf('\n', from - 1) + 1;
  const end = text.indexOf('\n', to);
  const last = end < 0 ? text.length : end;
  return formatEdits(text).filter((edit) => edit.start >= first && edit.end <= last);
}

function applied(text: string, edits: readonly TextEdit[]): string {
  let out = '';
  let at = 0;
  for (const edit of edits) {
    out += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return out + text.slice(at);
}

/** After a fault the parser goes by lines and their indentation: whether it read two texts alike. */
function alike(a: Parsed, b: Parsed): boolean {
  if (a.tokens.count !== b.tokens.count || a.findings.length !== b.findings.length) return false;
  if (a.findings.some(({ code, message }, i) => code !== b.findings[i].code || message !== b.findings[i].message))
    return false;
  return a.tokens.kinds.every((kind, i) => kind === b.tokens.kinds[i]) && shape(a) === shape(b);
}

const shape = ({ tree }: Parsed): string =>
  tree.definitions
    .map((each) => each.kind + ('body' in each ? each.body?.statements.map(({ kind }) => kind).join() : ''))
    .join(';');

function editsOf(parsed: Parsed, faults: readonly Span[]): TextEdit[] {
  const { tokens, tree } = parsed;
  const breaks = findBreaks(tokens);
  const items = spaceItems(tokens, breaks);
  const heads = new Set(tree.definitions.map(({ start }) => start));
  const rows = layRows(tokens, items, breaks, heads, faults);
  if (faults.length === 0 && parsed.findings.length === 0) dropSeparators(rows, items, tokens);
  align(rows, items, tokens);
  return new Writer(items).write(rows);
}

/** A `;` or `,` at the end of a line or before a `}` says what these say. */
function dropSeparators(rows: readonly Row[], items: Items, tokens: Tokens): void {
  const { kinds } = tokens;
  let depth = 0;
  for (const { from, to } of rows) {
    const trailing = items.tokens[to - 1] < 0 && isLineComment(items.text, items.starts[to - 1]);
    const last = trailing ? to - 2 : to - 1;
    for (let i = from; i < to; i++) {
      const token = items.tokens[i];
      const kind = token < 0 ? T.bad : kinds[token];
      if (kind === T.open || kind === T.openIndex) depth++;
      else if (kind === T.close || kind === T.closeIndex) depth--;
      if (depth > 0 || i === from || (kind !== T.comma && kind !== T.semicolon)) continue;
      if ((i !== last && kinds[token + 1] !== T.closeBody) || !isNeedless(tokens, token, items.text)) continue;
      items.changed.set(i, '');
      items.gaps[i] = 0;
      items.widths[i] = 0;
    }
  }
}

function isNeedless({ kinds, commentsBefore, comments }: Tokens, token: number, text: string): boolean {
  if (token < 1 || wantsMore(kinds, token - 1)) return false;
  // A `///` behind it documents nothing; with nothing but comments before it, it would.
  const behind = comments[commentsBefore[token]];
  if (commentsBefore[token] < commentsBefore[token + 1] && text.startsWith('///', behind.start)) return false;
  const next = kinds[token + 1];
  if (kinds[token] === T.comma) return next === T.closeBody || (next === T.name && kinds[token + 2] === T.assign);
  if (kinds[token] !== T.semicolon || kinds[token - 1] === T.semicolon) return false;
  return next === T.name || next === T.closeBody || next === T.end;
}

/** Finds what has to change for the rows to stand in the text. */
class Writer {
  readonly #items: Items;
  readonly #text: string;
  readonly #newline: string;
  readonly #edits: TextEdit[] = [];
  readonly #blanks: string[] = [];

  constructor(items: Items) {
    this.#items = items;
    this.#text = items.text;
    this.#newline = /\r\n|\r|\n/.exec(items.text)?.[0] ?? '\n';
  }

  write(rows: readonly Row[]): TextEdit[] {
    const { starts, ends, gaps, changed } = this.#items;
    let last = 0;
    rows.forEach((row, i) => {
      const { from, to, verbatim } = row;
      if (!verbatim) this.#change(last, starts[from], this.#lead(row, i > 0) + this.#blank(row.indent));
      else if (i > 0 && !rows[i - 1].verbatim)
        this.#change(last, this.#lineStart(last, starts[from]), this.#lead(row, true));
      for (let k = from; k < to && !verbatim; k++) {
        if (k > from) this.#change(ends[k - 1], starts[k], this.#blank(gaps[k]));
        const text = changed.get(k);
        if (text !== undefined) this.#change(starts[k], ends[k], text);
      }
      last = ends[to - 1];
    });
    if (!this.#isOpen(last)) this.#change(last, this.#text.length, rows.length > 0 ? this.#newline : '');
    return this.#edits;
  }

  #lead({ blankAbove }: Row, follows: boolean): string {
    return (follows ? this.#newline : '') + (blankAbove ? this.#newline : '');
  }

  #blank(width: number): string {
    for (let i = this.#blanks.length; i <= width; i++) this.#blanks.push(' '.repeat(i));
    return this.#blanks[width];
  }

  /** Where the line of an offset begins, not before `from`. */
  #lineStart(from: number, offset: number): number {
    let start = offset;
    while (start > from && !'\r\n'.includes(this.#text[start - 1])) start--;
    return start;
  }

  /** Whether the text ends in a comment that is not closed: it would take in whatever is added. */
  #isOpen(last: number): boolean {
    const { starts, ends, tokens, count } = this.#items;
    if (count === 0 || tokens[count - 1] >= 0 || isLineComment(this.#text, starts[count - 1])) return false;
    return ends[count - 1] - starts[count - 1] < 4 || !this.#text.slice(0, last).endsWith('*/');
  }

  /** The least change that makes the stretch read so; a line's end is never split. */
  #change(start: number, end: number, to: string): void {
    const text = this.#text;
    if (end - start === to.length && text.startsWith(to, start)) return;
    let head = 0;
    const most = Math.min(end - start, to.length);
    while (head < most && text.charCodeAt(start + head) === to.charCodeAt(head)) head++;
    if (head > 0 && text.charCodeAt(start + head - 1) === 13) head--;
    let tail = 0;
    while (tail < most - head && text.charCodeAt(end - 1 - tail) === to.charCodeAt(to.length - 1 - tail)) tail++;
    if (tail > 0 && text.charCodeAt(end - tail) === 10) tail--;
    this.#edits.push({ start: start + head, end: end - tail, text: to.slice(head, to.length - tail) });
  }
}
