// What is told of all that was found: less what comments allow, at the levels that are set, and what is wrong with the
// comments themselves.
import * as l10n from '@vscode/l10n';
import { nearest } from '../semantics/nearest.ts';
import type { Finding, Fix, Severity, Span } from '../syntax/finding.ts';
import { removal, replacement } from '../syntax/fixes.ts';
import type { Document } from '../workspace.ts';
import { type Allowance, type Allowed, allowancesOf, allowWords, isAllow, lineEnd, lineStart } from './allowances.ts';
import { explained, isAlwaysError, kindOf } from './codes.ts';

export const levels = ['error', 'warning', 'information', 'hint', 'off'] as const;
export type Level = (typeof levels)[number];

/** By code, `wiring.slot`, or by kind, `wiring.*`; a code goes before its kind. */
export type Levels = ReadonlyMap<string, Level>;

export interface Told extends Finding {
  /** Whether a comment may allow it: it was no error before levels were set, and is not about such a comment. */
  readonly allowable: boolean;
}

/** Findings of one document, those of its questions or not among them, as they are to be shown: in order, each once. */
export function steered(document: Document, all: readonly Finding[], set: Levels): Told[] {
  const found = [...new Map(all.map((f) => [`${f.start} ${f.end} ${f.code} ${f.message}`, f])).values()];
  const allowances = allowancesOf(document);
  const passed = new Set<Finding>();
  const used = new Set<Allowed>();
  const sorted = allowances.length > 0 ? byCode(found) : new Map<string, Finding[]>();
  for (const allowance of allowances)
    for (const allowed of allowance.codes)
      for (const finding of within(sorted.get(allowed.code) ?? [], allowance)) {
        passed.add(finding);
        used.add(allowed);
      }
  const kept = found.filter((finding) => !passed.has(finding));
  const told = kept.map((finding) => ({ ...finding, allowable: finding.severity !== 'error' }));
  const isIdle = (allowed: Allowed): boolean => !used.has(allowed) && wasLookedFor(allowed.code, found);
  for (const allowance of allowances)
    for (const finding of faultsOf(document.text, allowance, isIdle)) told.push({ ...finding, allowable: false });
  return told.flatMap((finding) => atLevel(finding, set)).sort((a, b) => a.start - b.start);
}

function byCode(found: readonly Finding[]): Map<string, Finding[]> {
  const sorted = new Map<string, Finding[]>();
  for (const finding of [...found].sort((a, b) => a.start - b.start)) {
    const alike = sorted.get(finding.code);
    if (alike) alike.push(finding);
    else sorted.set(finding.code, [finding]);
  }
  return sorted;
}

/** Those of `sorted`, by place, that the comment lets pass: no error ever. */
function* within(sorted: readonly Finding[], { word, scope }: Allowance): Generator<Finding> {
  if (!isAllow(word.text)) return;
  let low = 0;
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (sorted[middle].start < scope.start) low = middle + 1;
    else high = middle;
  }
  for (let i = low; i < sorted.length && sorted[i].start < scope.end; i++)
    if (sorted[i].severity !== 'error') yield sorted[i];
}

function atLevel(finding: Told, set: Levels): Told[] {
  const level = set.get(finding.code) ?? set.get(`${kindOf(finding.code)}.*`) ?? finding.severity;
  return level === 'off' ? [] : [{ ...finding, severity: level }];
}

/** Levels out of a setting, whatever its user wrote there; what makes no sense is passed over. */
export function levelsOf(setting: unknown): Levels {
  const found = new Map<string, Level>();
  if (typeof setting !== 'object' || setting === null) return found;
  for (const [code, value] of Object.entries(setting)) {
    const level = levels.find((each) => each === value);
    if (level) found.set(code, level);
  }
  return found;
}

/** Some checks are made only where nothing else is wrong, and questions may be asked later: then nobody knows. */
function wasLookedFor(code: string, found: readonly Finding[]): boolean {
  const kind = kindOf(code);
  if (kind === 'ask' || kind === 'expect') return false;
  const hides = ({ severity, code: other }: Finding): boolean =>
    severity === 'error' || (severity === 'warning' && (kindOf(other) !== 'wiring' || other === 'wiring.absent'));
  return !found.some(hides);
}

function faultsOf(text: string, allowance: Allowance, isIdle: (allowed: Allowed) => boolean): Finding[] {
  const { word, codes } = allowance;
  if (!isAllow(word.text)) {
    const near = nearest(word.text, allowWords);
    if (near === undefined) return []; // a comment about Topo
    return [unknown(word, l10n.t('`{0}` is not understood; `{1}` is.', word.text, near), [replacement(word, near)])];
  }
  if (codes.length === 0) {
    const message = l10n.t('name the code of what is allowed, as in `{0} wiring.far`.', word.text);
    return [unknown(word, message, [withoutComment(text, allowance)])];
  }
  return codes.flatMap((allowed) => {
    const remove = (): Fix => withoutCode(text, allowance, allowed);
    return faultOf(allowed, remove, isIdle);
  });
}

function faultOf(allowed: Allowed, remove: () => Fix, isIdle: (allowed: Allowed) => boolean): Finding[] {
  const { code, start, end } = allowed;
  const known = explained.get(code);
  if (!known) {
    const near = nearest(code, explained.keys());
    const message = near
      ? l10n.t('no finding has the code `{0}`; the nearest is `{1}`.', code, near)
      : l10n.t('no finding has the code `{0}`.', code);
    return [unknown(allowed, message, [...(near ? [replacement(allowed, near)] : []), remove()])];
  }
  if (isAlwaysError(known)) {
    const message = l10n.t('`{0}` is an error, which no comment can allow: mend the text.', code);
    return [{ code: 'allow.error', severity: 'hint', start, end, message, fixes: [remove()] }];
  }
  if (!isIdle(allowed)) return [];
  const message = l10n.t('nothing here has the code `{0}`, so nothing is allowed.', code);
  return [{ code: 'allow.idle', severity: 'hint', start, end, message, fixes: [remove()] }];
}

const unknown = ({ start, end }: Span, message: string, fixes: readonly Fix[]): Finding => {
  const severity: Severity = 'hint';
  return { code: 'allow.unknown', severity, start, end, message, fixes };
};

/** With its blank or comma before it, or after it where it is the first; the comment goes with its last code. */
function withoutCode(text: string, allowance: Allowance, allowed: Allowed): Fix {
  const { codes } = allowance;
  const k = codes.indexOf(allowed);
  if (codes.length === 1) return withoutComment(text, allowance);
  const span = k > 0 ? { start: codes[k - 1].end, end: allowed.end } : { start: allowed.start, end: codes[1].start };
  return removal(span, l10n.t('Remove `{0}`', allowed.code));
}

/** With its line where it has one of its own, else with the blanks before it. */
function withoutComment(text: string, { comment, alone }: Allowance): Fix {
  const title = l10n.t('Remove the comment');
  if (alone) {
    const end = lineEnd(text, comment.end);
    const past = text.startsWith('\r\n', end) ? 2 : 1;
    return removal({ start: lineStart(text, comment.start), end: Math.min(end + past, text.length) }, title);
  }
  let { start } = comment;
  while (start > 0 && /[ \t]/.test(text[start - 1])) start--;
  return removal({ start, end: comment.end }, title);
}
