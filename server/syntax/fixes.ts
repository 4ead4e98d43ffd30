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
