// The lines of a text as the formatter will write them: which tokens and comments stand on each, and how far it is indented.
// Lines stay the lines they are; only one that is too wide is broken (wrap.ts).
import type { Breaks } from './breaks.ts';
import type { Span } from './finding.ts';
import { T, type Tokens } from './lexer.ts';
import type { Items } from './spacing.ts';
import { Wrapper } from './wrap.ts';

export interface Row {
  /** Items from one to another, the last not included. */
  readonly from: number;
  readonly to: number;
  indent: number;
  readonly blankAbove: boolean;
  /** Holds a fault: nothing in it is touched. */
  readonly verbatim: boolean;
  /** The statement goes on from the line above. */
  readonly continued: boolean;
}

/** Offsets at which definitions begin. */
export type Heads = ReadonlySet<number>;

/** `faults` are in order; the lines they touch stay as they are. */
export function layRows(tokens: Tokens, items: Items, breaks: Breaks, heads: Heads, faults: readonly Span[]): Row[] {
  const rows: Row[] = [];
  const nesting = new Nesting(tokens);
  const wrapper = new Wrapper(tokens, items, breaks, rows);
  const partners = bracePartners(tokens, items, heads);
  let fault = 0;
  let reach = -1;
  for (let from = 0; from < items.count; ) {
    let to = from + 1;
    while (to < items.count && (items.lines[to] === 0 || isBrace(tokens, items, to))) to++;
    const end = items.ends[to - 1];
    while (fault < faults.length && faults[fault].start <= end) reach = Math.max(reach, faults[fault++].end);
    const first = items.tokens[from];
    if (heads.has(items.starts[from])) nesting.reset();
    const continued = first >= 0 && nesting.continues(breaks, first);
    const blankAbove = from > 0 && items.lines[from] > 1 && !besideBrace(tokens, items, from);
    if (reach >= items.starts[from] || (continued && rows.at(-1)?.verbatim === true)) {
      rows.push({ from, to, indent: nesting.level(first), blankAbove, verbatim: true, continued });
      nesting.follow(items, from, to);
    } else {
      for (let start = from; start < to; ) {
        const stop = segmentEnd(items, partners, start, from, to);
        const level = nesting.level(items.tokens[start]);
        const whole = start === from;
        const { depth } = nesting;
        wrapper.lay({
          from: start,
          to: stop,
          level,
          depth,
          blankAbove: whole && blankAbove,
          continued: whole && continued,
        });
        nesting.follow(items, start, stop);
        start = stop;
      }
    }
    from = to;
  }
  return indentComments(tokens, items, rows);
}

/** The brackets that are open, inner ones last. */
class Nesting {
  readonly #open: number[] = [];
  readonly #tokens: Tokens;
  #braces = 0;

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
  }

  reset(): void {
    this.#open.length = 0;
    this.#braces = 0;
  }

  follow(items: Items, from: number, to: number): void {
    for (let i = from; i < to; i++) if (items.tokens[i] >= 0) this.#follow(this.#tokens.kinds[items.tokens[i]]);
  }

  #follow(kind: number): void {
    const open = this.#open;
    if (kind === T.openBody || kind === T.open || kind === T.openIndex) {
      open.push(kind);
      if (kind === T.openBody) this.#braces++;
    } else if (kind === T.close || kind === T.closeIndex) {
      if (open[open.length - 1] === kind - 1) open.pop();
    } else if (kind === T.closeBody) {
      while (open.length > 0 && open[open.length - 1] !== T.openBody) open.pop();
      if (open.pop() !== undefined) this.#braces--;
    }
  }

  /** How far a line is indented by the braces around it. */
  level(first: number): number {
    const closes = first >= 0 && this.#tokens.kinds[first] === T.closeBody;
    return 2 * Math.max(0, this.#braces - (closes ? 1 : 0));
  }

  /** `(` and `[` that are open since the last brace. */
  get depth(): number {
    const open = this.#open;
    let depth = 0;
    while (depth < open.length && open[open.length - 1 - depth] !== T.openBody) depth++;
    return depth;
  }

  /** Whether a line goes on with the statement above; what stands in `{ }` after a `,` is a line of its own. */
  continues({ breaks }: Breaks, first: number): boolean {
    const { kinds } = this.#tokens;
    if (first === 0 || breaks[first]) return false;
    const kind = kinds[first];
    if (kind === T.openBody || kind === T.closeBody || kind === T.close || kind === T.closeIndex) return false;
    const before = kinds[first - 1];
    if (before === T.openBody || before === T.semicolon) return false;
    return !(before === T.comma && this.depth === 0 && kinds[first + 1] === T.assign);
  }
}

/** A `{` goes to the end of the line above. */
const isBrace = ({ kinds }: Tokens, { tokens }: Items, item: number): boolean =>
  tokens[item] >= 0 && kinds[tokens[item]] === T.openBody && tokens[item - 1] >= 0;

/** For the item of each brace the item of its partner; -1 for all others. */
function bracePartners({ kinds }: Tokens, { count, tokens, starts }: Items, heads: Heads): Int32Array {
  const partners = new Int32Array(count).fill(-1);
  const open: number[] = [];
  for (let i = 0; i < count; i++) {
    const kind = tokens[i] < 0 ? T.bad : kinds[tokens[i]];
    if (heads.has(starts[i])) open.length = 0;
    if (kind === T.openBody) open.push(i);
    const from = kind === T.closeBody ? open.pop() : undefined;
    if (from === undefined) continue;
    partners[i] = from;
    partners[from] = i;
  }
  return partners;
}

/** Of the items from `start` on, how many stand on one line: a `{` that is closed below ends it, the `}` begins one. */
function segmentEnd(items: Items, partners: Int32Array, start: number, from: number, to: number): number {
  for (let i = start; i < to; i++) {
    const partner = partners[i];
    if (partner < 0 || (partner >= from && partner < to)) continue;
    if (partner < i && i > start) return i;
    // A comment at the end of the line stays there.
    if (partner > i && !(i + 2 === to && items.tokens[i + 1] < 0)) return i + 1;
  }
  return to;
}

/** Whether a line is the first or the last in its braces: no empty line stands there. */
function besideBrace({ kinds }: Tokens, { tokens }: Items, from: number): boolean {
  const last = tokens[from - 1];
  const first = tokens[from];
  return (last >= 0 && kinds[last] === T.openBody) || (first >= 0 && kinds[first] === T.closeBody);
}

/** A comment alone on its line stands as what it speaks of: the next line, but for a `}`, a `)` or what is left alone. */
function indentComments({ kinds }: Tokens, { tokens }: Items, rows: Row[]): Row[] {
  for (let i = rows.length - 2; i >= 0; i--) {
    const row = rows[i];
    const next = rows[i + 1];
    if (next.verbatim || tokens[row.from] >= 0) continue;
    const first = tokens[next.from];
    if (first >= 0 && (kinds[first] === T.closeBody || kinds[first] === T.close || kinds[first] === T.closeIndex))
      continue;
    if (tokens[row.to - 1] < 0 && isComments(tokens, row)) row.indent = next.indent;
  }
  return rows;
}

function isComments(tokens: Int32Array, { from, to }: Row): boolean {
  for (let i = from; i < to; i++) if (tokens[i] >= 0) return false;
  return true;
}
