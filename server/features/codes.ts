// The codes that findings have, read off their documentation: one page says what there is, for people and for us.
import page from '../../docs/findings.md';
import type { Severity } from '../syntax/finding.ts';

export interface Explained {
  /** `wiring.slot` */
  readonly code: string;
  /** The levels it comes with when nothing is set, the gravest first. */
  readonly levels: readonly Severity[];
  /** One sentence, in Markdown. */
  readonly summary: string;
  /** The section as it stands in the page, Markdown, its heading included. */
  readonly section: string;
}

const all: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

/** Every code that a finding may have, in the order of the page. */
export const explained: ReadonlyMap<string, Explained> = new Map(
  page
    .replaceAll('\r\n', '\n')
    .split(/^(?=###? )/m)
    .filter((section) => section.startsWith('### '))
    .map((section) => [codeOf(section), read(section)]),
);

/** `wiring` of `wiring.slot`, each once. */
export const kinds: readonly string[] = [...new Set([...explained.keys()].map(kindOf))];

export function kindOf(code: string): string {
  return code.slice(0, code.indexOf('.'));
}

/** What a comment may not allow: nothing else makes sense of the text. */
export function isAlwaysError({ levels }: Explained): boolean {
  return levels.every((level) => level === 'error');
}

function codeOf(section: string): string {
  return section.slice(4, section.indexOf('\n')).trim();
}

function read(section: string): Explained {
  const [, told = '', summary = ''] = /\n\n\*([^*]+)\.\*\s+(.*(?:\n.+)*)/.exec(section) ?? [];
  const levels = all.filter((level) => new RegExp(`\\b${level}\\b`, 'i').test(told));
  return { code: codeOf(section), levels, summary: summary.replaceAll('\n', ' '), section: section.trimEnd() };
}
