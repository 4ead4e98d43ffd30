// Text to tree: a recursive descent over tokens, the whole text again at every version. It never throws; what is wrong
// is in `findings`, one a fault, and the tree holds all that could be understood. It knows no names and no units' sense.
import * as l10n from '@vscode/l10n';
import { Cursor } from './cursor.ts';
import { parseFile } from './definitions.ts';
import { parseExpr } from './expressions.ts';
import type { Finding, Span } from './finding.ts';
import { insertion } from './fixes.ts';
import { T, type Tokens, tokenize } from './lexer.ts';
import type { Expr, SourceFile } from './tree.ts';

export interface Parsed {
  readonly tree: SourceFile;
  /** In the order of the text. */
  readonly findings: Finding[];
  readonly tokens: Tokens;
  /** The stretches that could not be understood. */
  readonly broken: readonly Span[];
}

export function parse(text: string): Parsed {
  const tokens = tokenize(text);
  const cursor = new Cursor(tokens);
  const tree = parseFile(cursor);
  const findings = withOpenComment(cursor.findings, tokens).sort((a, b) => a.start - b.start || a.end - b.end);
  return { tree, findings, tokens, broken: cursor.broken };
}

/** A comment that is never closed swallows what would have closed the braces: that is its fault, not theirs. */
function withOpenComment(findings: Finding[], { text, comments }: Tokens): Finding[] {
  const last = comments.at(-1);
  if (!last || last.end < text.length || !text.startsWith('/*', last.start)) return findings;
  if (last.end - last.start >= 4 && text.endsWith('*/')) return findings;
  const message = l10n.t('this comment is never closed.');
  const fixes = [insertion(text.length, ' */')];
  const open: Finding = {
    code: 'text.unclosed',
    severity: 'error',
    start: last.start,
    end: last.start + 2,
    message,
    fixes,
  };
  return [...findings.filter((f) => f.code !== 'text.unclosed'), open];
}

/** One expression alone, as typed into a panel or on a command line. */
export function parseExpression(text: string): { expr: Expr; findings: Finding[] } {
  const cursor = new Cursor(tokenize(text));
  const expr = parseExpr(cursor);
  if (cursor.kind !== T.end) cursor.expected(l10n.t('the end'));
  return { expr, findings: cursor.findings };
}
