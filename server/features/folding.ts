// What can be folded: braces over several lines, runs of comments, runs of imports. The face turns offsets into lines.
import type { Span } from '../syntax/finding.ts';
import { T, type Tokens, tokenize } from '../syntax/lexer.ts';
import type { SourceFile } from '../syntax/tree.ts';

export interface Fold extends Span {
  readonly kind: 'region' | 'comment' | 'imports';
}

/** Sorted by where they begin. A fold hides the lines below the one it begins on, to the one it ends on. */
export function foldings(tree: SourceFile): Fold[] {
  const tokens = tokenize(tree.text);
  return [...braceFolds(tokens), ...commentFolds(tokens), ...importFolds(tokens)].sort((a, b) => a.start - b.start);
}

/** From after the `{` to the last line before the `}`, which stays in sight. */
function braceFolds({ kinds, starts, ends, count, text }: Tokens): Fold[] {
  const found: Fold[] = [];
  const open: number[] = [];
  for (let i = 0; i < count; i++) {
    if (kinds[i] === T.openBody) open.push(ends[i]);
    else if (kinds[i] === T.closeBody) {
      const start = open.pop();
      if (start === undefined) continue;
      const end = start + text.slice(start, starts[i]).trimEnd().length;
      if (hasNewline(text, start, end)) found.push({ start, end, kind: 'region' });
    }
  }
  return found;
}

/** Comments that follow one another line by line, and block comments over several lines. */
function commentFolds({ comments, text }: Tokens): Fold[] {
  const found: Fold[] = [];
  for (let i = 0; i < comments.length; ) {
    const { start } = comments[i];
    let { end } = comments[i++];
    while (i < comments.length && standsAlone(text, start) && isNextLine(text.slice(end, comments[i].start)))
      end = comments[i++].end;
    if (hasNewline(text, start, end)) found.push({ start, end, kind: 'comment' });
  }
  return found;
}

function importFolds({ kinds, starts, ends, newline, count, text }: Tokens): Fold[] {
  const found: Fold[] = [];
  const isImport = (i: number): boolean =>
    newline[i] === 1 && kinds[i + 1] === T.string && text.slice(starts[i], ends[i]) === 'import';
  for (let i = 0; i + 1 < count; i++) {
    if (!isImport(i)) continue;
    const first = i;
    while (isImport(i + 2)) i += 2;
    if (i > first) found.push({ start: starts[first], end: ends[i + 1], kind: 'imports' });
  }
  return found;
}

const hasNewline = (text: string, start: number, end: number): boolean => /[\r\n]/.test(text.slice(start, end));
const isNextLine = (between: string): boolean => /^[ \t]*(?:\r\n|\r|\n)[ \t]*$/.test(between);

function standsAlone(text: string, start: number): boolean {
  let at = start;
  while (at > 0 && ' \t'.includes(text[at - 1])) at--;
  return at === 0 || '\r\n'.includes(text[at - 1]);
}
