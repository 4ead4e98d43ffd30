// The fix that lets a finding be: the comment that allows its code, where it holds for no more than it must.
import * as l10n from '@vscode/l10n';
import type { Fix, Span } from '../syntax/finding.ts';
import { insertion } from '../syntax/fixes.ts';
import { tokenize } from '../syntax/lexer.ts';
import type { SourceFile } from '../syntax/tree.ts';
import type { Document } from '../workspace.ts';
import { allowancesOf, lineEnd, lineStart } from './allowances.ts';
import { itemsOf } from './items.ts';

/**
 * One more code in the comment that is there; else a comment on a line of its own above the statement or property, its
 * documentation too. In the head of a definition it stands at the end of the line: above, it would hold for all of it.
 */
export function allowing(document: Document, { code, start }: { readonly code: string; readonly start: number }): Fix {
  const { text, tree } = document;
  const title = l10n.t('Allow `{0}` here', code);
  const item = innermost(tree, start);
  const isHead =
    tree.definitions.some((each) => each === item) && item !== undefined && item.end > lineEnd(text, start);
  const atEnd = isHead && !isCommented(text, lineEnd(text, start));
  const line = lineStart(text, atEnd ? start : (item?.start ?? start));
  const there = allowancesOf(document).find(
    ({ word, codes, alone, scope }) =>
      word.text === 'allow' && codes.length > 0 && alone !== atEnd && scope.start === line,
  );
  const last = there?.codes.at(-1);
  if (last) return insertion(last.end, `, ${code}`, title);
  const comment = `// topo: allow ${code}`;
  if (atEnd) return insertion(text.slice(0, lineEnd(text, start)).trimEnd().length, ` ${comment}`, title);
  const indent = /^[ \t]*/.exec(text.slice(line, lineEnd(text, line)))?.[0] ?? '';
  return insertion(aboveDocs(text, line), `${indent}${comment}${text.includes('\r\n') ? '\r\n' : '\n'}`, title);
}

function innermost(tree: SourceFile, offset: number): Span | undefined {
  let found: Span | undefined;
  for (const item of itemsOf(tree)) if (item.start <= offset && offset < item.end) found = item;
  return found;
}

/** Whether what stands at the end of a line is a comment: one more would be part of it. */
function isCommented(text: string, end: number): boolean {
  return tokenize(text).comments.some((comment) => comment.start < end && comment.end >= end);
}

function aboveDocs(text: string, line: number): number {
  let above = line;
  while (above > 0) {
    const before = lineStart(text, above - (text.startsWith('\r\n', above - 2) ? 2 : 1));
    if (!/^[ \t]*\/\/\//.test(text.slice(before, above))) break;
    above = before;
  }
  return above;
}
