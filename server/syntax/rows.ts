// A text as the formatter sees it: lines of tokens and comments, each with its indentation.
import { findBreaks } from './breaks.ts';
import { splitQuantity, T, type Tokens } from './lexer.ts';
import type { Parsed } from './parser.ts';
import { unitOf } from './quantities.ts';

export interface Item {
  readonly start: number;
  readonly end: number;
  /** As it will stand there. */
  readonly text: string;
  /** -1 for a comment. */
  readonly token: number;
  /** The blank before it, unless it stands first on its line or is aligned. */
  readonly gap: string;
}

export interface Line {
  readonly items: readonly Item[];
  readonly indent: number;
  readonly blankAbove: boolean;
  /** Holds a fault: nothing in it is touched. */
  readonly verbatim: boolean;
  /** The statement goes on from the line above. */
  readonly continued: boolean;
}

export function layLines({ tokens, broken }: Parsed): Line[] {
  const rows = splitRows(tokens);
  const { breaks } = findBreaks(tokens);
  const lines: Line[] = [];
  const open: number[] = [];
  const faults = [...broken].sort((a, b) => a.start - b.start);
  let fault = 0;
  let reach = -1;
  rows.forEach((items, i) => {
    const first = items[0];
    const end = items[items.length - 1].end;
    while (fault < faults.length && faults[fault].start <= end) reach = Math.max(reach, faults[fault++].end);
    const continued = first.token >= 0 && continues(tokens, breaks, first.token, open);
    const indent = 2 * Math.max(0, braces(open) - (first.text === '}' ? 1 : 0)) + (continued ? 2 : 0);
    const blankAbove = i > 0 && emptyBetween(tokens.text, rows[i - 1], first);
    lines.push({ items, indent, blankAbove, verbatim: reach >= first.start, continued });
    for (const item of items) if (item.token >= 0) follow(tokens.kinds[item.token], open);
  });
  return indentComments(lines);
}

const braces = (open: readonly number[]): number => open.filter((kind) => kind === T.openBody).length;

function follow(kind: number, open: number[]): void {
  if (kind === T.openBody || kind === T.open || kind === T.openIndex) open.push(kind);
  else if (kind === T.close || kind === T.closeIndex) {
    if (open.at(-1) === kind - 1) open.pop();
  } else if (kind === T.closeBody) {
    while (open.length > 0 && open.at(-1) !== T.openBody) open.pop();
    open.pop();
  }
}

/** Whether a line goes on with the statement above; what stands in `{ }` after a `,` is a line of its own. */
function continues(tokens: Tokens, breaks: Uint8Array, first: number, open: readonly number[]): boolean {
  if (first === 0 || breaks[first]) return false;
  const kind = tokens.kinds[first];
  if (kind === T.openBody || kind === T.closeBody || kind === T.close || kind === T.closeIndex) return false;
  const before = tokens.kinds[first - 1];
  if (before === T.openBody || before === T.semicolon) return false;
  return !(before === T.comma && (open.at(-1) ?? T.openBody) === T.openBody && tokens.kinds[first + 1] === T.assign);
}

function splitRows(tokens: Tokens): Item[][] {
  const rows: Item[][] = [];
  const { text, count, commentsBefore, comments, starts, ends, newline } = tokens;
  let comment = 0;
  let fresh = true;
  const add = (item: Item): void => {
    if (fresh) rows.push([]);
    rows[rows.length - 1].push(item);
    fresh = false;
  };
  let last = 0;
  for (let i = 0; i < count; i++) {
    for (; comment < commentsBefore[i]; comment++) {
      const { start, end } = comments[comment];
      fresh ||= /[\r\n]/.test(text.slice(last, start));
      add({ start, end, text: text.slice(start, end).trimEnd(), token: -1, gap: ' ' });
      last = end;
    }
    if (i === count - 1) break;
    fresh ||= newline[i] === 1 && /[\r\n]/.test(text.slice(last, starts[i]));
    const gap = last === ends[i - 1] || i === 0 ? gapBefore(tokens, i) : ' ';
    add({ start: starts[i], end: ends[i], text: tokenText(tokens, i), token: i, gap });
    last = ends[i];
  }
  return rows;
}

function emptyBetween(text: string, above: readonly Item[], first: Item): boolean {
  const last = above[above.length - 1];
  if (last.text === '{' || first.text === '}') return false;
  return (text.slice(last.end, first.start).match(/\r\n|\r|\n/g)?.length ?? 0) > 1;
}

/** A comment alone on its line stands as what it speaks of: the next line, but for a `}`. */
function indentComments(lines: Line[]): Line[] {
  for (let i = lines.length - 2; i >= 0; i--) {
    const next = lines[i + 1];
    if (lines[i].items.every((item) => item.token < 0) && next.items[0].text !== '}')
      lines[i] = { ...lines[i], indent: next.indent };
  }
  return lines;
}

/** A quantity has one blank before its unit, but for the ratio of a line code: `128b/130b`. */
function tokenText(tokens: Tokens, i: number): string {
  const text = tokens.text.slice(tokens.starts[i], tokens.ends[i]);
  if (tokens.kinds[i] !== T.quantity || isRatio(tokens, i + 1) || isRatio(tokens, i - 1)) return text;
  const { number, unit } = splitQuantity(text);
  return unitOf(unit) ? `${number} ${unit}` : text;
}

/** Whether this is the `/` in `128b/130b`, written without a blank. */
function isRatio({ kinds, starts, ends, text }: Tokens, i: number): boolean {
  if (kinds[i] !== T.slash || kinds[i - 1] !== T.quantity || kinds[i + 1] !== T.quantity) return false;
  return !/\s/.test(text.slice(starts[i - 1], ends[i + 1]));
}

const endsOperand = (kind: number): boolean =>
  (kind >= T.name && kind <= T.string) ||
  kind === T.true ||
  kind === T.false ||
  kind === T.close ||
  kind === T.closeIndex;

/** Between a token and the one before it. */
function gapBefore(tokens: Tokens, i: number): string {
  const { kinds } = tokens;
  if (i === 0) return '';
  const before = kinds[i - 1];
  const kind = kinds[i];
  if (isRatio(tokens, i) || isRatio(tokens, i - 1)) return '';
  if (kind === T.comma || kind === T.semicolon || kind === T.close || kind === T.closeIndex) return '';
  if (kind === T.dot || before === T.dot || kind === T.range || before === T.range) return '';
  if (before === T.open || before === T.openIndex) return '';
  if (kind === T.open || kind === T.openIndex) return endsOperand(before) && !isKeyword(tokens, i - 1) ? '' : ' ';
  if (isPrefix(tokens, i - 1)) return before === T.minus && kind === T.minus ? ' ' : '';
  return ' ';
}

function isPrefix(tokens: Tokens, i: number): boolean {
  if (tokens.kinds[i] === T.not) return true;
  return tokens.kinds[i] === T.minus && (i === 0 || !endsOperand(tokens.kinds[i - 1]) || isKeyword(tokens, i - 1));
}

/** `show`, `expect` or `without` at the head of a statement. */
function isKeyword({ kinds, starts, ends, newline, text }: Tokens, i: number): boolean {
  if (kinds[i] !== T.name || !/^(show|expect|without)$/.test(text.slice(starts[i], ends[i]))) return false;
  return newline[i] === 1 || i === 0 || kinds[i - 1] === T.openBody || kinds[i - 1] === T.semicolon;
}
