// `// topo: allow CODE` in a text: which findings it lets pass, and what is wrong with the comment itself.
// On a line of its own it holds for the next line and all of the statement, property or definition that begins there; at the
// end of a line for what begins on that line; `allow-file` for the whole file. An error is never let pass.
import type { Span } from '../syntax/finding.ts';
import { type Comment, tokenize } from '../syntax/lexer.ts';
import type { SourceFile } from '../syntax/tree.ts';
import { itemsOf } from './items.ts';

/** One comment. */
export interface Allowance {
  readonly comment: Span;
  /** On a line of its own. */
  readonly alone: boolean;
  /** The word after `topo:`. */
  readonly word: Span & { readonly text: string };
  readonly codes: readonly Allowed[];
  /** Where findings that it lets pass begin. */
  readonly scope: Span;
}

/** One code of a comment, where it stands. */
export interface Allowed extends Span {
  readonly code: string;
}

const form = /^\/\/[ \t]*topo:[ \t]*([^\s:]+)([^:]*)/;

/** In the order of the text. */
export function allowancesOf({ text, tree }: { readonly text: string; readonly tree: SourceFile }): Allowance[] {
  if (!/\/\/[ \t]*topo:/.test(text)) return [];
  const { comments, count, starts, commentsBefore } = tokenize(text);
  let items: ReadonlyMap<number, number> | undefined;
  const allowances: Allowance[] = [];
  let token = 0;
  for (const [i, comment] of comments.entries()) {
    while (token < count && commentsBefore[token] <= i) token++;
    const read = form.exec(text.slice(comment.start, comment.end));
    if (!read) continue;
    const alone = /^[ \t]*$/.test(text.slice(lineStart(text, comment.start), comment.start));
    const next = starts[Math.min(token, count - 1)];
    items ??= endsOf(tree);
    const scope = scopeOf(text, read[1], comment, alone ? next : undefined, items);
    allowances.push({ comment, alone, scope, ...wordsOf(comment, read) });
  }
  return allowances;
}

function wordsOf(comment: Comment, [whole, word, list]: RegExpExecArray): Pick<Allowance, 'word' | 'codes'> {
  const from = comment.start + whole.length - list.length;
  const codes = [...list.matchAll(/[^\s,]+/g)].map(({ 0: code, index }) => ({
    code,
    start: from + index,
    end: from + index + code.length,
  }));
  return { word: { text: word, start: from - word.length, end: from }, codes };
}

/** `next`: where the first token after the comment begins, of one on a line of its own. */
function scopeOf(
  text: string,
  word: string,
  comment: Comment,
  next: number | undefined,
  items: ReadonlyMap<number, number>,
): Span {
  if (word === 'allow-file') return { start: 0, end: text.length + 1 };
  const at = next ?? comment.start;
  const start = lineStart(text, at);
  return { start, end: Math.max(lineEnd(text, at) + 1, next === undefined ? 0 : (items.get(next) ?? 0)) };
}

/** Of every definition, statement and property the end, by its start; of several that begin alike the outermost. */
function endsOf(tree: SourceFile): Map<number, number> {
  const ends = new Map<number, number>();
  for (const { start, end } of itemsOf(tree)) ends.set(start, Math.max(end, ends.get(start) ?? 0));
  return ends;
}

export function lineStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && !isNewline(text, start - 1)) start--;
  return start;
}

/** Before its line break. */
export function lineEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && !isNewline(text, end)) end++;
  return end;
}

const isNewline = (text: string, at: number): boolean => text[at] === '\n' || text[at] === '\r';

export const allowWords = ['allow', 'allow-file'] as const;
export const isAllow = (word: string): boolean => allowWords.some((each) => each === word);
