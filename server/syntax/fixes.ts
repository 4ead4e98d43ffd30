// Fixes of one edit. Where there is nothing else to say, a fix is called by the text it puts in.
import * as l10n from '@vscode/l10n';
import type { Fix, Span } from './finding.ts';

export function insertion(at: number, text: string, title = l10n.t('Insert `{0}`', text.trim())): Fix {
  return { title, edits: [{ start: at, end: at, text }] };
}

export function replacement({ start, end }: Span, text: string, title = text): Fix {
  return { title, edits: [{ start, end, text }] };
}

export function removal({ start, end }: Span, title: string): Fix {
  return { title, edits: [{ start, end, text: '' }] };
}

/** Takes a statement out: with its line, its comment and its documentation where nothing else stands there, else with its `;`. */
export function statementRemoval(text: string, { start, end }: Span, title: string): Fix {
  const from = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1;
  const rest = /^[ \t]*;?[ \t]*(?:\/\/[^\r\n]*)?(?:\r\n|\r|\n|$)/.exec(text.slice(end));
  if (rest && text.slice(from, start).trim() === '')
    return removal({ start: documented(text, from), end: end + rest[0].length }, title);
  const mark = /^[ \t]*;[ \t]*/.exec(text.slice(end));
  return removal({ start, end: end + (mark?.[0].length ?? 0) }, title);
}

/** Where the `///` lines begin that stand directly above a line. */
function documented(text: string, line: number): number {
  const above = text.lastIndexOf('\n', line - 2) + 1;
  return line > 0 && /^[ \t]*\/\/\//.test(text.slice(above, line)) ? documented(text, above) : line;
}
