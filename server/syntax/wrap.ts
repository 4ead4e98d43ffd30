// Breaks lines that are too wide. Braces opened and closed on such a line are opened up, one thing a line; what is still
// too wide is broken where its parts hang together least, before the last such place that fits. Broken lines are not
// broken again the next time: each fits, or has no such place left.
import type { Breaks } from './breaks.ts';
import { T, type Tokens } from './lexer.ts';
import type { Row } from './rows.ts';
import { type Items, isLineComment, joinsOperands } from './spacing.ts';

/** In UTF-16 units; the comment at the end of a line is not counted. */
const widest = 120;

/** A stretch of items to be laid on lines: by how much what is around it is indented, and how many brackets are open. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly level: number;
  readonly depth: number;
  readonly blankAbove: boolean;
  readonly continued: boolean;
}

/** How far what goes on is set off: from the line above, and from the body that may come below it. */
const indentOf = (level: number, continued: boolean): number => (continued ? level + (level === 0 ? 4 : 2) : level);

export class Wrapper {
  readonly #tokens: Tokens;
  readonly #items: Items;
  readonly #breaks: Breaks;
  readonly #rows: Row[];

  constructor(tokens: Tokens, items: Items, breaks: Breaks, rows: Row[]) {
    this.#tokens = tokens;
    this.#items = items;
    this.#breaks = breaks;
    this.#rows = rows;
  }

  /** Adds the lines that a stretch takes. */
  lay(stretch: Stretch): void {
    if (!this.#isWide(stretch)) this.#push(stretch, stretch.to);
    else if (!this.#openUp(stretch)) this.#break(stretch);
  }

  #push(stretch: Stretch, to: number): void {
    const { from, level, continued, blankAbove } = stretch;
    this.#rows.push({ from, to, indent: indentOf(level, continued), blankAbove, verbatim: false, continued });
  }

  #isWide({ from, to, level, continued }: Stretch): boolean {
    const { gaps, widths, tokens, text, starts, ends } = this.#items;
    let width = indentOf(level, continued) - gaps[from];
    for (let i = from; i < to; i++) {
      if (tokens[i] >= 0) width += gaps[i] + widths[i];
      else if (isLineComment(text, starts[i])) break;
      else if (/[\r\n]/.test(text.slice(starts[i], ends[i]))) return false;
      else width += gaps[i] + widths[i];
    }
    return width > widest;
  }

  #kind(item: number): number {
    const token = this.#items.tokens[item];
    return token < 0 ? -1 : this.#tokens.kinds[token];
  }

  /** Lays what stands in the first braces on lines of its own; false where none are opened and closed here. */
  #openUp(stretch: Stretch): boolean {
    const { from, to, level } = stretch;
    const [open, close] = this.#braces(from, to);
    if (close <= open + 1) return false;
    this.lay({ ...stretch, to: open + 1 });
    const around = { depth: 0, blankAbove: false, continued: false };
    let depth = 0;
    let first = open + 1;
    for (let i = first; i < close; i++) {
      const kind = this.#kind(i);
      if (kind === T.open || kind === T.openIndex || kind === T.openBody) depth++;
      else if (kind === T.close || kind === T.closeIndex || kind === T.closeBody) depth--;
      const ends = depth === 0 && kind >= 0 && this.#hold(this.#items.tokens[i + 1], 0, false) === 0;
      if (!ends && i + 1 < close) continue;
      this.lay({ ...around, from: first, to: i + 1, level: level + 2 });
      first = i + 1;
    }
    this.lay({ ...around, from: close, to, level });
    return true;
  }

  /** The first `{` that has its `}` before `to`; the same twice where there is none. */
  #braces(from: number, to: number): [open: number, close: number] {
    let open = from;
    let depth = 0;
    for (let i = from; i < to; i++) {
      const kind = this.#kind(i);
      if (kind === T.openBody && depth++ === 0) open = i;
      else if (kind === T.closeBody && depth > 0 && --depth === 0) return [open, i];
    }
    return [from, from];
  }

  #break(stretch: Stretch): void {
    const { to } = stretch;
    for (let rest: Stretch | undefined = stretch; rest; ) {
      const next = this.#place(rest);
      this.#push(rest, next?.from ?? to);
      rest = next;
    }
  }

  /** What goes to the next line: from the best place that fits, else from the first place there is. */
  #place(stretch: Stretch): Stretch | undefined {
    const { from, to, level } = stretch;
    const { gaps, widths, text, starts, tokens } = this.#items;
    let width = indentOf(level, stretch.continued) - gaps[from];
    let best: Stretch | undefined;
    let looseness = Number.POSITIVE_INFINITY;
    let { depth } = stretch;
    let joined = false;
    for (let i = from; i < to; i++) {
      const kind = this.#kind(i);
      if (kind < 0 && isLineComment(text, starts[i])) return undefined;
      if (kind === T.close || kind === T.closeIndex) depth--;
      const hold = i > from && tokens[i - 1] >= 0 ? this.#hold(tokens[i], depth, joined) : -1;
      if (hold >= 0 && hold + 16 * depth <= looseness) {
        looseness = hold + 16 * depth;
        best = { from: i, to, level, depth, blankAbove: false, continued: hold > 0 };
      }
      width += gaps[i] + widths[i];
      if (width > widest && best) return best;
      if (kind === T.open || kind === T.openIndex) depth++;
      joined ||= depth === 0 && (kind === T.cable || kind === T.arrow);
    }
    return undefined;
  }

  /** How tightly a token holds to the one before it: 0 where it could begin a line of its own, -1 where nothing parts them. */
  #hold(token: number, depth: number, joined: boolean): number {
    if (token < 1) return -1;
    const { kinds } = this.#tokens;
    const before = kinds[token - 1];
    const kind = kinds[token];
    if (depth === 0) {
      if (before === T.semicolon || (before === T.comma && kinds[token + 1] === T.assign)) return 0;
      if (kind === T.for || kind === T.where) return 1;
      if (kind === T.colon) return joined ? 2 : -1;
    }
    // At the beginning of a line two names could be the head of a definition.
    if (before === T.comma) return kind === T.name && isText(kinds[token + 1]) ? -1 : 4;
    if (!joinsOperands(this.#tokens, this.#breaks, token)) return -1;
    if (kind === T.cable || kind === T.arrow) return depth === 0 ? 3 : 11;
    return holds.get(kind) ?? -1;
  }
}

const isText = (kind: number): boolean => kind === T.name || kind === T.string;

const holds: ReadonlyMap<number, number> = new Map([
  [T.or, 5],
  [T.and, 6],
  [T.equal, 7],
  [T.unequal, 7],
  [T.atMost, 7],
  [T.atLeast, 7],
  [T.less, 7],
  [T.greater, 7],
  [T.plus, 8],
  [T.minus, 8],
  [T.star, 9],
  [T.slash, 9],
  [T.percent, 9],
  [T.power, 10],
]);
