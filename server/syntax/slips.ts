// Slips of people who write other languages most of the day: `...`, `=>`, `range`, `and`, `i++`. Each is told in the words
// of this language, with what was meant as the fix. Only looked at where the parser is at a loss already.
import * as l10n from '@vscode/l10n';
import type { Cursor } from './cursor.ts';
import type { Fix, Span } from './finding.ts';
import { insertion, removal, replacement } from './fixes.ts';
import { T, type Tokens } from './lexer.ts';

export interface Slip extends Span {
  readonly message: string;
  readonly fixes: readonly Fix[];
}

/** Where the slip was made: at the token at hand, which is number `at`. */
interface Place {
  readonly c: Cursor;
  readonly at: number;
  readonly tokens: Tokens;
}

type Look = (place: Place) => Slip | undefined;

/** What was meant by the token at hand, which fits nowhere; undefined where no slip is known. */
export function slipAt(c: Cursor): Slip | undefined {
  return firstOf(anywhere, c);
}

/** The same where a statement could have ended. */
export function slipAtEnd(c: Cursor): Slip | undefined {
  return firstOf([...atEnd, ...anywhere], c);
}

function firstOf(looks: readonly Look[], c: Cursor): Slip | undefined {
  const place = { c, at: c.at, tokens: c.tokens };
  for (const look of looks) {
    const slip = look(place);
    if (slip) return slip;
  }
  return undefined;
}

const kindOf = ({ tokens, at }: Place, by = 0): number => tokens.kinds[at + by] ?? T.end;
const wordOf = ({ c, tokens, at }: Place, by = 0): string => c.text.slice(tokens.starts[at + by], tokens.ends[at + by]);
/** From one token to another, both counted from the one at hand. */
const spanOf = ({ tokens, at }: Place, from: number, to = from): Span => ({
  start: tokens.starts[at + from],
  end: tokens.ends[at + to],
});
/** Whether the token follows the one before it without a blank. */
const isGlued = ({ tokens, at }: Place, by = 0): boolean => tokens.starts[at + by] === tokens.ends[at + by - 1];

const put = (span: Span, message: string, text?: string): Slip => ({
  ...span,
  message,
  fixes: text === undefined ? [] : [replacement(span, text, text.trim())],
});

/** The bracket that is open at the token at hand, of its statement; -1 if none is. */
function openBefore({ c, tokens, at }: Place): number {
  let depth = 0;
  for (let i = at - 1; i >= c.first; i--) {
    const kind = tokens.kinds[i];
    if (kind === T.close || kind === T.closeIndex) depth++;
    else if ((kind === T.open || kind === T.openIndex) && depth-- === 0) return i;
  }
  return -1;
}

const asks = ({ c }: Place): boolean => /^(show|expect)$/.test(c.firstWord);

function range(place: Place): Slip | undefined {
  const kind = kindOf(place);
  if (kindOf(place, -1) === T.range && isGlued(place)) {
    const both = l10n.t('a range has two points and holds both its ends: `0..3`.');
    if (kind === T.dot || kind === T.assign) return put(spanOf(place, -1, 0), both, '..');
    if (kind === T.less && kindOf(place, 1) === T.number)
      return put(spanOf(place, -1, 1), both, `..${Number(wordOf(place, 1)) - 1}`);
  }
  if (kind === T.colon && place.tokens.kinds[openBefore(place)] === T.openIndex)
    return put(spanOf(place, 0), l10n.t('a range is written `0..3` and holds both its ends.'), '..');
  return undefined;
}

function joints(place: Place): Slip | undefined {
  const kind = kindOf(place);
  const [glued, after] = [isGlued(place), isGlued(place, 1) ? kindOf(place, 1) : -1];
  const joins = l10n.t('`--` joins both ways, `->` one way.');
  if (kind === T.less && (after === T.arrow || after === T.cable)) return put(spanOf(place, 0, 1), joins, '--');
  if (kind === T.less && after === T.minus)
    return put(spanOf(place, 0, 1), l10n.t('one way is written from left to right: `a -> b`.'));
  if (kind === T.assign && after === T.greater) return put(spanOf(place, 0, 1), joins, '->');
  if (kindOf(place, -1) !== T.cable || !glued) return undefined;
  if (kind === T.greater || kind === T.arrow) return put(spanOf(place, -1, 0), joins, '->');
  return kind === T.minus ? put(spanOf(place, -1, 0), joins, '--') : undefined;
}

function increment(place: Place): Slip | undefined {
  const kind = kindOf(place);
  if (kindOf(place, -1) !== T.plus || !isGlued(place) || kind !== T.plus) return undefined;
  return put(spanOf(place, -1, 0), l10n.t('there is no `++`: write `+ 1`.'), ' + 1');
}

function comparison(place: Place): Slip | undefined {
  if (kindOf(place) !== T.assign) return undefined;
  const before = kindOf(place, -1);
  if (before === T.less || before === T.greater || before === T.not) {
    const text = `${wordOf(place, -1)}=`;
    return put(spanOf(place, -1, 0), l10n.t('`{0}` is written without a blank.', text), text);
  }
  const isTest = place.c.firstWord === 'expect' || hasWhere(place);
  return isTest ? put(spanOf(place, 0), l10n.t('a comparison is written `==`.'), '==') : undefined;
}

function hasWhere({ c, tokens, at }: Place): boolean {
  for (let i = at; i >= c.first; i--) if (tokens.kinds[i] === T.where) return true;
  return false;
}

const otherWords: ReadonlyMap<string, string> = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['mod', '%'],
  ['div', '/'],
]);

function word(place: Place): Slip | undefined {
  if (kindOf(place) !== T.name) return undefined;
  const text = wordOf(place);
  const meant = otherWords.get(text.toLowerCase());
  return meant ? put(spanOf(place, 0), l10n.t('`{0}` is written `{1}`.', text, meant), meant) : undefined;
}

/** `NVLink4 x 18`, `NVLink4 X18`, `NVLink4 18`, `18x NVLink4`. */
function count(place: Place): Slip | undefined {
  const [kind, before] = [kindOf(place), kindOf(place, -1)];
  const said = l10n.t('a count stands behind what it counts, as in `NVLink4 x18`.');
  if (kind === T.name && before === T.number && isGlued(place) && /^[xX*]$/.test(wordOf(place))) {
    if (kindOf(place, 1) !== T.name) return undefined;
    return put(spanOf(place, -1, 1), said, `${wordOf(place, 1)} x${wordOf(place, -1)}`);
  }
  if (before !== T.name || asks(place)) return undefined;
  if (kind === T.name && /^x$/i.test(wordOf(place)) && kindOf(place, 1) === T.number)
    return put(spanOf(place, 0, 1), said, `x${wordOf(place, 1)}`);
  if (kind === T.name && /^X[0-9]+$/.test(wordOf(place)))
    return put(spanOf(place, 0), said, wordOf(place).toLowerCase());
  if (kind !== T.number || !/^[0-9]+$/.test(wordOf(place)) || !countsHere(place)) return undefined;
  return { ...spanOf(place, 0), message: said, fixes: [insertion(spanOf(place, 0).start, 'x')] };
}

/** Whether the name before could be a link to be counted: behind `:`, `=` or `+`, outside brackets. */
function countsHere(place: Place): boolean {
  const before = kindOf(place, -2);
  return openBefore(place) < 0 && (before === T.colon || before === T.assign || before === T.plus);
}

/** `80%`, `.5`: numbers as they are written elsewhere. */
function number(place: Place): Slip | undefined {
  if (kindOf(place, -1) === T.percent && kindOf(place, -2) === T.number && isGlued(place, -1)) {
    const share = String(Number(wordOf(place, -2)) / 100);
    return put(spanOf(place, -2, -1), l10n.t('a share is a plain number: `{0}`.', share), share);
  }
  if (kindOf(place) !== T.dot || !isGlued(place, 1)) return undefined;
  if (kindOf(place, 1) !== T.number && kindOf(place, 1) !== T.quantity) return undefined;
  const span = spanOf(place, 0, 1);
  return put(span, l10n.t('a digit stands before the point.'), `0${place.c.text.slice(span.start, span.end)}`);
}

/** `"ring"`: only the path of an import has quotes. */
function quoted(place: Place): Slip | undefined {
  if (kindOf(place) !== T.string) return undefined;
  const text = /^"([\w./ ]+)"$/.exec(wordOf(place))?.[1];
  return put(spanOf(place, 0), l10n.t('names and values have no quotes.'), text);
}

const foreign: ReadonlyMap<string, string> = new Map([
  ['#', '//'],
  ['≤', '<='],
  ['≥', '>='],
  ['≠', '!='],
  ['→', '->'],
  ['⇒', '->'],
  ['➔', '->'],
  ['↔', '--'],
  ['⟷', '--'],
  ['⇔', '--'],
  ['…', '..'],
  ['^', '**'],
  ['&', '&&'],
  ['|', '||'],
  ['÷', '/'],
  ['\u2212', '-'],
]);

/** A character that means nothing here, and the one that was meant. */
function character(place: Place): Slip | undefined {
  if (kindOf(place) !== T.bad) return undefined;
  const [text, span] = [wordOf(place), spanOf(place, 0)];
  const says = (meant: string): string => l10n.t('`{0}` means nothing here: write `{1}`.', text, meant);
  const meant = foreign.get(text) ?? (/^[–—]$/.test(text) ? (openBefore(place) < 0 ? '--' : '-') : undefined);
  if (meant) return put(span, says(meant), meant);
  if (text === '×') return times(place, says);
  if (/^[\u200b-\u200d\u2060]+$/.test(text))
    return {
      ...span,
      message: l10n.t('an invisible character stands here.'),
      fixes: [removal(span, l10n.t('Remove it'))],
    };
  if (!/^['“”‘’`«»„]$/.test(text)) return undefined;
  const line = /^[^\r\n]*/.exec(place.c.text.slice(span.end))?.[0] ?? '';
  const inside = /^([\w./ ]+)['“”‘’`«»]/.exec(line);
  const whole = { start: span.start, end: span.end + (inside?.[0].length ?? 0) };
  return put(whole, l10n.t('names and values have no quotes.'), inside?.[1]);
}

function times(place: Place, says: (meant: string) => string): Slip {
  const counts = kindOf(place, -1) === T.name && kindOf(place, 1) === T.number;
  if (!counts) return put(spanOf(place, 0), says('*'), '*');
  const text = `x${wordOf(place, 1)}`;
  return put(spanOf(place, 0, 1), says(text), text);
}

const anywhere: readonly Look[] = [range, number, joints, increment, comparison, count, word, quoted, character];

/** `show a, b`; `g[4] : gpu,`; `for` where there is no connection. */
function trailing(place: Place): Slip | undefined {
  const { c } = place;
  const kind = kindOf(place);
  const span = spanOf(place, 0);
  if (kind === T.for || kind === T.where)
    return put(span, l10n.t('`for` and `where` stand behind a connection, as in `g[i] -- h[i] : NDR for i in 0..3`.'));
  if (kind !== T.comma) return undefined;
  if (place.tokens.newline[place.at + 1] || kindOf(place, 1) === T.closeBody)
    return { ...span, message: l10n.t('a line ends without a `,`.'), fixes: [removal(span, l10n.t('Remove `,`'))] };
  if (!asks(place)) return undefined;
  const fix = replacement({ start: span.start, end: spanOf(place, 1).start }, `; ${c.firstWord} `, `; ${c.firstWord}`);
  return { ...span, message: l10n.t('one question a line.'), fixes: [fix] };
}

/** `show allreduce 1 GiB`, `: 50 GB/s 1 us`, two statements on one line. */
function missingMark(place: Place): Slip | undefined {
  const { c } = place;
  const kind = kindOf(place);
  const span = spanOf(place, 0);
  const isNumber = kind === T.number || kind === T.quantity;
  if (asks(place) && isNumber && kindOf(place, -1) === T.name) {
    const fix = replacement({ start: c.last, end: span.end }, `(${wordOf(place)})`, `(${wordOf(place)})`);
    return { ...span, message: l10n.t('what a question takes stands in `( )`.'), fixes: [fix] };
  }
  if (kind === T.quantity && /[nuµm]?s$/.test(wordOf(place)) && !/\/s$/.test(wordOf(place)))
    return { ...span, message: l10n.t('a latency stands behind a `,`.'), fixes: [insertion(c.last, ',')] };
  const next = kindOf(place, 1);
  const begins = next === T.openIndex || next === T.colon || next === T.dot || next === T.cable || next === T.arrow;
  if (kind !== T.name || !begins) return undefined;
  return {
    ...span,
    message: l10n.t('a new line or `;` goes between two statements.'),
    fixes: [insertion(c.last, ';')],
  };
}

const atEnd: readonly Look[] = [trailing, missingMark];
