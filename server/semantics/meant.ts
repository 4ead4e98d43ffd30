// What a message says of the names that may have been meant, and a fix for each of them.
import * as l10n from '@vscode/l10n';
import type { Fix, Span } from '../syntax/finding.ts';
import { replacement } from '../syntax/fixes.ts';
import { nearestFew } from './nearest.ts';

export interface Meant {
  /** "`H100_SXM` or `H100_NVL`", to stand after "the nearest is". */
  readonly text: string;
  readonly fixes: readonly Fix[];
}

/** Undefined where nothing is near. */
export function meant(name: string, at: Span, names: Iterable<string>): Meant | undefined {
  return meaning(nearestFew(name, names), at);
}

/** The same of names that were found some other way. */
export function meaning(found: readonly string[], at: Span): Meant | undefined {
  if (found.length === 0) return undefined;
  return { text: anyOf(found.map((each) => `\`${each}\``)), fixes: found.map((each) => replacement(at, each)) };
}

/** `a, b or c`. */
function anyOf(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : l10n.t('{0} or {1}', words.slice(0, -1).join(', '), last);
}
