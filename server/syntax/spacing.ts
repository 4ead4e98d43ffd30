// Tokens and comments in the order of the text, as the formatter will write them: the blanks before each where it stands
// on a line with another, and its width. Knows no lines.
import type { Breaks } from './breaks.ts';
import { splitQuantity, T, type Tokens } from './lexer.ts';
import { unitOf } from './quantities.ts';

export interface Items {
  readonly text: string;
  readonly count: number;
  readonly starts: Int32Array;
  /** The blanks at the end of a comment do not belong to it. */
  readonly ends: Int32Array;
  /** The token; -1 for a comment. */
  readonly tokens: Int32Array;
  /** How many lines end between the item before and this one; 2 stands for more. */
  readonly lines: Uint8Array;
  readonly gaps: Int32Array;
  /** In UTF-16 units. */
  readonly widths: Int32Array;
  /** Those that will not stand as they did. */
  readonly changed: Map<number, string>;
}

export function spaceItems(tokens: Tokens, { breaks }: Breaks): Items {
  const { text, comments, commentsBefore } = tokens;
  const count = tokens.count - 1 + comments.length;
  const items = {
    text,
    count,
    starts: new Int32Array(count),
    ends: new Int32Array(count),
    tokens: new Int32Array(count).fill(-1),
    lines: new Uint8Array(count),
    gaps: new Int32Array(count).fill(1),
    widths: new Int32Array(count),
    changed: new Map<number, string>(),
  };
  let at = 0;
  let comment = 0;
  for (let i = 0; i < tokens.count; i++) {
    for (; comment < commentsBefore[i]; comment++, at++) {
      const { start, end } = comments[comment];
      items.starts[at] = start;
      items.ends[at] = start + text.slice(start, end).trimEnd().length;
      if (isLineComment(text, start)) items.gaps[at] = 2;
    }
    if (i === tokens.count - 1) break;
    items.starts[at] = tokens.starts[i];
    items.ends[at] = tokens.ends[i];
    items.tokens[at] = i;
    if (at === 0 || items.tokens[at - 1] >= 0) items.gaps[at] = gapBefore(tokens, breaks, i);
    at++;
  }
  measure(items, tokens);
  return items;
}

export const isLineComment = (text: string, start: number): boolean =>
  text.charCodeAt(start) === 47 && text.charCodeAt(start + 1) === 47;

function measure(items: Items, tokens: Tokens): void {
  const { text, starts, ends, widths, lines } = items;
  let last = 0;
  for (let i = 0; i < items.count; i++) {
    if (starts[i] > last + 1 || text.charCodeAt(last) !== 32) lines[i] = lineEnds(text, last, starts[i]);
    last = ends[i];
    widths[i] = last - starts[i];
    const token = items.tokens[i];
    if (token < 0 || tokens.kinds[token] !== T.quantity) continue;
    const written = quantityText(tokens, token);
    if (written === undefined) continue;
    items.changed.set(i, written);
    widths[i] = written.length;
  }
}

/** How many lines end between two offsets, counted to 2. */
function lineEnds(text: string, from: number, to: number): number {
  let found = 0;
  for (let i = from; i < to && found < 2; i++) {
    const c = text.charCodeAt(i);
    if (c === 10 || (c === 13 && text.charCodeAt(i + 1) !== 10)) found++;
  }
  return found;
}

/**
 * A quantity has one blank before its unit, but for the ratio of a line code (`128b/130b`) and for what is no unit.
 * Undefined where it is written so already.
 */
function quantityText(tokens: Tokens, i: number): string | undefined {
  const { text, starts, ends } = tokens;
  const blank = text.indexOf(' ', starts[i]);
  if (blank > 0 && blank < ends[i] && text.charCodeAt(blank + 1) > 64) return undefined;
  if (isRatio(tokens, i + 1) || isRatio(tokens, i - 1)) return undefined;
  const { number, unit } = splitQuantity(text.slice(starts[i], ends[i]));
  return unitOf(unit) ? `${number} ${unit}` : undefined;
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
function gapBefore(tokens: Tokens, breaks: Uint8Array, i: number): number {
  const { kinds } = tokens;
  if (i === 0) return 0;
  const before = kinds[i - 1];
  const kind = kinds[i];
  if (isRatio(tokens, i) || isRatio(tokens, i - 1)) return 0;
  if (kind === T.comma || kind === T.semicolon || kind === T.close || kind === T.closeIndex) return 0;
  if (kind === T.dot || before === T.dot || kind === T.range || before === T.range) return 0;
  if (before === T.open || before === T.openIndex) return 0;
  if (isPrefix(tokens, breaks, i - 1)) return before === T.minus && kind === T.minus ? 1 : 0;
  if (kind === T.open || kind === T.openIndex) return endsOperand(before) && !isKeyword(tokens, breaks, i - 1) ? 0 : 1;
  return 1;
}

function isPrefix(tokens: Tokens, breaks: Uint8Array, i: number): boolean {
  if (tokens.kinds[i] === T.not) return true;
  if (tokens.kinds[i] !== T.minus) return false;
  return i === 0 || !endsOperand(tokens.kinds[i - 1]) || isKeyword(tokens, breaks, i - 1);
}

/** `show`, `expect` or `without` at the head of a statement. */
function isKeyword({ kinds, starts, ends, text }: Tokens, breaks: Uint8Array, i: number): boolean {
  if (kinds[i] !== T.name) return false;
  if (breaks[i] === 0 && i > 0 && kinds[i - 1] !== T.openBody && kinds[i - 1] !== T.semicolon) return false;
  return /^(show|expect|without)$/.test(text.slice(starts[i], ends[i]));
}

/** Whether an operator stands between two operands; none does as the sign of a number or as the `*` of an index. */
export function joinsOperands(tokens: Tokens, { breaks }: Breaks, i: number): boolean {
  const { kinds } = tokens;
  if (kinds[i] < T.and || kinds[i] > T.greater || kinds[i] === T.range) return false;
  return i > 0 && endsOperand(kinds[i - 1]) && !isKeyword(tokens, breaks, i - 1) && !isRatio(tokens, i);
}
