// `{ name = value, … }` and `(name = value, …)`: the two lists of settings, and the types that carry them.
import * as l10n from '@vscode/l10n';
import { beginsDefinition } from './breaks.ts';
import type { Cursor } from './cursor.ts';
import { parseExpr, takeAssign } from './expressions.ts';
import { insertion, removal, replacement } from './fixes.ts';
import { statementKeywords } from './keywords.ts';
import { T } from './lexer.ts';
import type { Name, Parameter, Properties, Property, TypeRef } from './tree.ts';

/** At a `{`, or where one is missing, which has been reported. In a body (`within`) a line that can only be a statement says that the brace was forgotten. */
export function parseProperties(c: Cursor, within: boolean): Properties {
  const { start, indentation } = openBrace(c);
  const items: Property[] = [];
  for (;;) {
    while (c.kind === T.comma || c.kind === T.semicolon) c.next();
    if (c.kind === T.closeBody || c.kind === T.end) break;
    if (leavesBraces(c, indentation) || (within && beginsStatement(c))) break;
    const from = c.at;
    const heard = c.findings.length;
    const item = parseProperty(c);
    const read = separate(c) && !(item.name.text === 'ports' && portsBehindComma(c));
    items.push(read ? item : { ...item, value: { kind: 'missing', start: item.end, end: item.end } });
    if (c.at === from) c.next();
    if (c.findings.length > heard) c.faults.push({ start: item.start, end: c.last });
  }
  return { items, start, end: closeBrace(c, start, indentation) };
}

/** Takes the `{`, if there is one. */
export function openBrace(c: Cursor): { start: number; indentation: number } {
  if (!c.is(T.openBody)) return { start: c.last, indentation: c.indentation(Math.max(0, c.at - 1)) };
  const { start } = c;
  const indentation = c.indentation(c.at);
  c.next();
  return { start, indentation };
}

/** Whether a `}` stands ahead, before any definition, that nothing has opened: then a `{` is missing here, and is reported. */
export function missesBrace(c: Cursor): boolean {
  if (c.faulty || c.is(T.openBody)) return false;
  let depth = 0;
  for (let i = c.at; i < c.tokens.count && !(depth === 0 && beginsDefinition(c.tokens, i)); i++) {
    const kind = c.tokens.kinds[i];
    if (kind === T.openBody) depth++;
    else if (kind === T.closeBody && --depth < 0) {
      c.report('text.expected', c.here(), l10n.t('expected `{0}`.', '{'), [insertion(c.last, ' {')]);
      return true;
    }
  }
  return false;
}

/** Takes the closing brace, or says that the one at `open` has none. */
export function closeBrace(c: Cursor, open: number, indentation: number): number {
  if (c.kind === T.closeBody) {
    c.next();
    c.faulty = false;
    return c.last;
  }
  const before = beginsDefinition(c.tokens, c.at) ? `${c.word} ${c.wordAt(1)}` : '';
  const message = before
    ? l10n.t('this `{0}` is never closed: `{1}` begins before it is.', '{', before)
    : l10n.t('this `{0}` is never closed.', '{');
  const title = before ? l10n.t('Insert `{0}` above `{1}`', '}', before) : l10n.t('Insert `{0}`', '}');
  c.owed++;
  c.faulty = false;
  c.report('text.unclosed', { start: open, end: open + 1 }, message, [
    insertion(c.lineEnd(), `\n${' '.repeat(indentation)}}`, title),
  ]);
  return c.last;
}

/** Whether a definition begins here that stands no deeper than the line of the open brace. */
export function leavesBraces(c: Cursor, indentation: number): boolean {
  return beginsDefinition(c.tokens, c.at) && c.indentation(c.at) <= indentation;
}

function beginsStatement(c: Cursor): boolean {
  if (!c.breakAt(0) || c.kind !== T.name) return false;
  const next = c.kindAt(1);
  if (next === T.openIndex || next === T.colon || next === T.dot || next === T.cable || next === T.arrow) return true;
  return next === T.name && statementKeywords.has(c.word);
}

/** `ports = A x4, B x16`: true, with a finding, where what stands behind the comma is no property. */
function portsBehindComma(c: Cursor): boolean {
  const next = c.kindAt(2);
  const isLink =
    c.kind === T.comma && c.kindAt(1) === T.name && (next === T.name || next === T.comma || next === T.closeBody);
  if (!isLink) return false;
  c.report('text.expected', c.here(), l10n.t('ports go together with `+`, as in `NVLink4 x18 + PCIe5 x16`.'), [
    replacement(c.here(), ' +', '+'),
  ]);
  c.next();
  c.skipProperty();
  return true;
}

/** To the next property; false where the value of this one was not understood. */
function separate(c: Cursor): boolean {
  if (c.faulty) {
    c.skipProperty();
    return c.findings.at(-1)?.code === 'text.assign';
  }
  if (c.atEnd || c.kind === T.comma) return true;
  if (c.kind === T.name && c.kindAt(1) === T.assign) {
    c.report('text.separator', c.here(), l10n.t('a `,` or a new line goes between two properties.'), [
      insertion(c.last, ','),
    ]);
    return true;
  }
  c.expected(l10n.t('`,`, a new line or `}`'));
  c.skipProperty();
  return false;
}

function parseProperty(c: Cursor): Property {
  c.begin();
  if (c.word === 'let' && c.kindAt(1) === T.name) {
    const word = { start: c.start, end: c.tokens.starts[c.at + 1] };
    c.report('text.expected', c.here(), l10n.t('a property has no `let`.'), [removal(word, l10n.t('Remove `let`'))]);
    c.next();
  }
  const name = propertyName(c);
  if (c.faulty)
    return { name, value: { kind: 'missing', start: name.end, end: name.end }, start: name.start, end: name.end };
  takeAssign(c, ofProperty);
  const value = parseExpr(c);
  return { name, value, start: name.start, end: Math.max(name.end, value.end) };
}

function propertyName(c: Cursor): Name {
  if (c.kind === T.name) {
    const name = { text: c.word, start: c.start, end: c.end };
    c.next();
    c.checkLetters(name);
    return name;
  }
  return c.name(l10n.t('the name of a property'));
}

const aParameter = (): string => l10n.t('the name of a parameter');
const ofParameter = (): string => l10n.t('a parameter takes `=`.');
const ofProperty = (): string => l10n.t('a property takes `=`.');

/** `NAME [ ( … ) ]`. */
export function parseType(c: Cursor, what: string | (() => string)): TypeRef {
  const name = c.name(what);
  if (!c.is(T.open)) return { name, start: name.start, end: name.end };
  const { list, end } = parseParameters(c);
  return { name, args: list, start: name.start, end };
}

/** At a `(`. */
export function parseParameters(c: Cursor): { list: Parameter[]; end: number } {
  const open = c.at;
  c.next();
  const list: Parameter[] = [];
  while (!c.is(T.close) && !c.atEnd) {
    const name = c.name(aParameter);
    if (!name.text) break;
    if (c.is(T.comma) || c.is(T.close)) {
      c.report('text.expected', name, l10n.t('a parameter stands with its value, as in `{0} = 4`.', name.text));
      if (!c.take(T.comma)) break;
      continue;
    }
    takeAssign(c, ofParameter);
    const value = parseExpr(c);
    list.push({ name, value, start: name.start, end: Math.max(name.end, value.end) });
    if (!c.take(T.comma)) break;
  }
  return { list, end: c.close(T.close, open, ')') };
}
