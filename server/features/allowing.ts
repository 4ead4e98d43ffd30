// The fix that lets a finding be: the comment that allows its code, where it holds for no more than it must.
import * as l10n from '@vscode/l10n';
import type { Fix, Span } from '../syntax/finding.ts';
import { insertion } from '../syntax/fixes.ts';
import { tokenize } from '../syntax/lexer.ts';
import type { Document } from '../workspace.ts';
import { type Allowance, allowancesOf, lineEnd, lineStart } from './allowances.ts';
import { itemsOf } from './items.ts';

/** A fix for each finding, in their order; what they need to know of the text is worked out once for all. */
export function allowings(document: Document, findings: readonly Place[]): Fix[] {
  if (findings.length === 0) return [];
  const { text, tree } = document;
  const around: Around = {
    text,
    items: [...itemsOf(tree)],
    definitions: new Set<Span>(tree.definitions),
    there: new Map(allowancesOf(document).map((each) => [keyOf(each.scope.start, each.alone), each])),
    commented: new Set(tokenize(text).comments.flatMap((each) => lastOfLine(text, each))),
  };
  return findings.map((finding) => allowing(around, finding));
}

interface Place {
  readonly code: string;
  readonly start: number;
}

interface Around {
  readonly text: string;
  /** In the order of the text, outer ones first. */
  readonly items: readonly Span[];
  readonly definitions: ReadonlySet<Span>;
  /** Comments that allow, by the line that their scope begins with. */
  readonly there: ReadonlyMap<string, Allowance>;
  /** Ends of lines where a comment stands last: one more would be part of it. */
  readonly commented: ReadonlySet<number>;
}

const keyOf = (line: number, alone: boolean): string => `${line} ${alone}`;

function lastOfLine(text: string, { start, end }: Span): number[] {
  const last = lineEnd(text, start);
  return end >= last ? [last] : [];
}

/**
 * One more code in the comment that is there; else a comment on a line of its own above the statement or property, its
 * documentation too. In the head of a definition it stands at the end of the line: above, it would hold for all of it.
 */
function allowing({ text, items, definitions, there, commented }: Around, { code, start }: Place): Fix {
  const title = l10n.t('Allow `{0}` here', code);
  const item = innermost(items, start);
  const end = lineEnd(text, start);
  const isHead = item !== undefined && definitions.has(item) && item.end > end;
  const atEnd = isHead && !commented.has(end);
  const line = lineStart(text, atEnd ? start : (item?.start ?? start));
  const known = there.get(keyOf(line, !atEnd));
  const last = known?.word.text === 'allow' ? known.codes.at(-1) : undefined;
  if (last) return insertion(last.end, `, ${code}`, title);
  const comment = `// topo: allow ${code}`;
  if (atEnd) return insertion(text.slice(0, end).trimEnd().length, ` ${comment}`, title);
  const indent = /^[ \t]*/.exec(text.slice(line, lineEnd(text, line)))?.[0] ?? '';
  return insertion(aboveDocs(text, line), `${indent}${comment}${text.includes('\r\n') ? '\r\n' : '\n'}`, title);
}

function innermost(items: readonly Span[], offset: number): Span | undefined {
  let low = 0;
  for (let high = items.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (items[middle].start <= offset) low = middle + 1;
    else high = middle;
  }
  while (--low >= 0) if (offset < items[low].end) return items[low];
  return undefined;
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
