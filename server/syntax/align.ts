// What stands under one another in the formatting: the `:` of parts, the `--` and `:` of connections, the `=` of constants
// and properties, what `show` and `expect` ask, and the comments at the ends of lines; each within lines that follow one
// another. What is much wider than the others stands out, and moves none of them.
import { T, type Tokens } from './lexer.ts';
import type { Row } from './rows.ts';
import { type Items, isLineComment } from './spacing.ts';

/** Columns further apart than this are not made one. */
const apart = 16;

type Kind = 'part' | 'connection' | 'constant' | 'property' | 'question' | 'comment';

/** Items of a row that stand under those of its neighbours: one, or two in order. */
interface Marks {
  readonly kind: Kind;
  readonly row: Row;
  readonly first: number;
  readonly second: number;
}

/** Sets the gaps of what stands in columns. */
export function align(rows: readonly Row[], items: Items, tokens: Tokens): void {
  const columns = new Run(items);
  for (const row of rows) {
    if (row.blankAbove || row.verbatim) columns.end();
    if (!row.verbatim && !row.continued) columns.add(marksOf(row, items, tokens));
  }
  columns.end();
  const comments = new Run(items);
  for (const row of rows) {
    if (row.blankAbove) comments.end();
    comments.add(trails(row, items) ? { kind: 'comment', row, first: row.to - 1, second: -1 } : undefined);
  }
  comments.end();
}

/** By the first words and marks of a line, which tell all that can stand there from one another. */
function marksOf(row: Row, items: Items, tokens: Tokens): Marks | undefined {
  const { from, to, indent } = row;
  const head = items.tokens[from];
  if (head < 0 || tokens.kinds[head] !== T.name || from + 1 >= to || items.tokens[from + 1] !== head + 1)
    return undefined;
  const mark = (kind: Kind, first: number, second = -1): Marks => ({ kind, row, first, second });
  const next = tokens.kinds[head + 1];
  const { assign, cable, colon, several } = outerMarks(row, items, tokens);
  if (several) return undefined;
  if (next === T.assign) return mark('property', from + 1);
  if (next === T.name && isWord(tokens, head, 'let')) return assign > 0 ? mark('constant', assign) : undefined;
  if (indent === 0) return undefined;
  if (cable > 0) return colon > cable ? mark('connection', cable, colon) : undefined;
  if (colon > 0) return next === T.name ? undefined : mark('part', colon);
  return isWord(tokens, head, 'show') || isWord(tokens, head, 'expect') ? mark('question', from + 1) : undefined;
}

/** The first `=`, cable and `:` of a line outside its brackets, and whether a `;` joins several statements on it. */
function outerMarks({ from, to }: Row, items: Items, { kinds }: Tokens) {
  const found = { assign: -1, cable: -1, colon: -1, several: false };
  let depth = 0;
  for (let i = from; i < to; i++) {
    const kind = items.tokens[i] < 0 ? T.bad : kinds[items.tokens[i]];
    if (kind === T.open || kind === T.openIndex || kind === T.openBody) depth++;
    else if (kind === T.close || kind === T.closeIndex || kind === T.closeBody) depth--;
    else if (depth > 0) continue;
    else if (kind === T.assign && found.assign < 0) found.assign = i;
    else if ((kind === T.cable || kind === T.arrow) && found.cable < 0) found.cable = i;
    else if (kind === T.colon && found.colon < 0) found.colon = i;
    else if (kind === T.semicolon && items.widths[i] > 0) found.several = true;
  }
  return found;
}

const isWord = ({ starts, ends, text }: Tokens, token: number, word: string): boolean =>
  ends[token] - starts[token] === word.length && text.startsWith(word, starts[token]);

const trails = ({ verbatim, from, to }: Row, { tokens, text, starts }: Items): boolean =>
  !verbatim && to > from + 1 && tokens[to - 1] < 0 && isLineComment(text, starts[to - 1]);

/** Lines of one kind that follow one another, until one of another kind comes. */
class Run {
  readonly #items: Items;
  #marks: Marks[] = [];

  constructor(items: Items) {
    this.#items = items;
  }

  add(marks: Marks | undefined): void {
    if (!marks || marks.kind !== this.#marks[0]?.kind) this.end();
    if (marks) this.#marks.push(marks);
  }

  /** Aligns the lines so far. */
  end(): void {
    const marks = this.#marks;
    if (marks.length > 0) this.#column(marks.map(({ first }) => first));
    if (marks.length > 0 && marks[0].second >= 0) this.#column(marks.map(({ second }) => second));
    this.#marks = [];
  }

  #column(at: readonly number[]): void {
    const ends = this.#marks.map(({ row }, i) => this.#endBefore(row, at[i]));
    const blank = this.#marks[0].kind === 'comment' ? 2 : 1;
    for (const group of together(ends)) {
      const widest = group.reduce((most, i) => Math.max(most, ends[i]), 0);
      for (const i of group) this.#items.gaps[at[i]] = widest - ends[i] + blank;
    }
  }

  /** The column at which the item before one ends. */
  #endBefore({ from, indent }: Row, at: number): number {
    const { gaps, widths } = this.#items;
    let end = indent - gaps[from];
    for (let i = from; i < at; i++) end += gaps[i] + widths[i];
    return end;
  }
}

/** Groups of indices whose numbers lie close together: no gap between one and the next larger is wider than `apart`. */
function together(numbers: readonly number[]): number[][] {
  const order = [...numbers.keys()];
  order.sort((a, b) => numbers[a] - numbers[b]);
  const groups: number[][] = [];
  order.forEach((i, k) => {
    if (k === 0 || numbers[i] - numbers[order[k - 1]] > apart) groups.push([]);
    groups[groups.length - 1].push(i);
  });
  return groups;
}
