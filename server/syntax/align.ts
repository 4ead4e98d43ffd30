// What stands under one another in the formatting: the `:` of parts, the `--` and `:` of connections, what `show` and
// `expect` ask, and the comments at the ends of lines; each within lines that follow one another.
import type { Item, Line } from './rows.ts';
import type { SourceFile, Statement } from './tree.ts';

/** The gaps before the items of each line, aligned. */
export function padded(lines: readonly Line[], tree: SourceFile): string[][] {
  const gaps = lines.map((line) => line.items.map((item, k) => (k === 0 ? '' : item.gap)));
  const statements = statementsByStart(tree);
  const marks = lines.map((line, i) => marksOf(line, lines[i + 1], statements.get(line.items[0].start)));
  forRuns(
    lines,
    (i) => marks[i]?.kind,
    (from, to) => alignRun(lines, gaps, marks, from, to),
  );
  forRuns(
    lines,
    (i) => (trails(lines[i]) ? 'comment' : undefined),
    (from, to) => alignComments(lines, gaps, from, to),
  );
  return gaps;
}

/** Items of a line that stand under those of its neighbours, in order. */
interface Marks {
  readonly kind: 'part' | 'connection' | 'question';
  readonly at: readonly number[];
}

function statementsByStart(tree: SourceFile): Map<number, Statement> {
  const found = new Map<number, Statement>();
  for (const definition of tree.definitions)
    if ('body' in definition) for (const s of definition.body?.statements ?? []) found.set(s.start, s);
  return found;
}

function marksOf(line: Line, next: Line | undefined, statement: Statement | undefined): Marks | undefined {
  if (!statement || line.verbatim) return undefined;
  const { items } = line;
  if (items.some((item) => item.text === ';')) return undefined;
  const colon = items.findIndex((item) => item.text === ':' && item.start > afterEnds(statement));
  switch (statement.kind) {
    case 'part':
      return colon > 0 ? { kind: 'part', at: [colon] } : undefined;
    case 'connection': {
      const cable = items.findIndex((item) => item.start === statement.cable.operatorSpan.start);
      if (next?.continued || cable < 0 || colon < 0) return undefined;
      return { kind: 'connection', at: [cable, colon] };
    }
    case 'show':
    case 'expect':
      return items.length > 1 && items[1].token >= 0 ? { kind: 'question', at: [1] } : undefined;
    default:
      return undefined;
  }
}

const afterEnds = (statement: Statement): number =>
  statement.kind === 'connection' ? statement.cable.operatorSpan.start : statement.start;

/** Calls `visit` for each stretch of lines of one kind without an empty line between. */
function forRuns(
  lines: readonly Line[],
  kindOf: (i: number) => string | undefined,
  visit: (from: number, to: number) => void,
): void {
  for (let i = 0; i < lines.length; ) {
    const kind = kindOf(i);
    let end = i + 1;
    while (kind && end < lines.length && kindOf(end) === kind && !lines[end].blankAbove) end++;
    if (kind) visit(i, end);
    i = end;
  }
}

function alignRun(
  lines: readonly Line[],
  gaps: string[][],
  marks: readonly (Marks | undefined)[],
  from: number,
  to: number,
): void {
  const columns = marks[from]?.at.length ?? 0;
  for (let column = 0; column < columns; column++) {
    const widths: number[] = [];
    for (let i = from; i < to; i++) {
      const at = marks[i]?.at ?? [];
      widths.push(width(lines[i].items, gaps[i], column > 0 ? at[column - 1] : 0, at[column]));
    }
    const widest = widths.reduce((a, b) => Math.max(a, b), 0);
    for (let i = from; i < to; i++) gaps[i][(marks[i]?.at ?? [])[column]] = ' '.repeat(widest - widths[i - from] + 1);
  }
}

/** From the beginning of one item to the end of the last one before another. */
function width(items: readonly Item[], gaps: readonly string[], from: number, to: number): number {
  let sum = 0;
  for (let k = from; k < to; k++) sum += items[k].text.length + (k > from ? gaps[k].length : 0);
  return sum;
}

const trails = (line: Line): boolean =>
  !line.verbatim && line.items.length > 1 && line.items[line.items.length - 1].text.startsWith('//');

function alignComments(lines: readonly Line[], gaps: string[][], from: number, to: number): void {
  const widths: number[] = [];
  for (let i = from; i < to; i++)
    widths.push(lines[i].indent + width(lines[i].items, gaps[i], 0, lines[i].items.length - 1));
  const widest = widths.reduce((a, b) => Math.max(a, b), 0);
  for (let i = from; i < to; i++) gaps[i][lines[i].items.length - 1] = ' '.repeat(widest - widths[i - from] + 2);
}
