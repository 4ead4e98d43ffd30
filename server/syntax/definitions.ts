// The definitions of a file: imports, constants, links, devices, models, nodes and clusters.
import * as l10n from '@vscode/l10n';
import type { Cursor } from './cursor.ts';
import type { Span } from './finding.ts';
import { insertion, removal, replacement } from './fixes.ts';
import { definitionKeywords, similar, statementKeywords } from './keywords.ts';
import { T } from './lexer.ts';
import { missesBrace, parseParameters, parseProperties, parseType } from './properties.ts';
import { assigned, endStatement, parseBody, parseStatement } from './statements.ts';
import type {
  BodyDefinition,
  Definition,
  ImportDefinition,
  LetDefinition,
  PropertyDefinition,
  SourceFile,
} from './tree.ts';

export function parseFile(c: Cursor): SourceFile {
  const definitions: Definition[] = [];
  for (;;) {
    while (c.kind === T.semicolon) c.next();
    if (c.kind === T.end) break;
    const from = c.at;
    const { start } = c;
    const heard = c.findings.length;
    const definition = parseDefinition(c) ?? headless(c) ?? misspeltDefinition(c);
    if (definition && definition !== 'skipped') {
      definitions.push(definition);
      endStatement(c);
    } else if (!definition) outsideBodies(c);
    if (c.at === from) c.next();
    if (c.findings.length > heard && !hasBraces(definition)) c.faults.push({ start, end: c.last });
  }
  return { text: c.text, definitions, faults: c.faults, start: 0, end: c.text.length };
}

/** Faults between braces are put down one by one. */
const hasBraces = (definition: Definition | 'skipped' | undefined): boolean =>
  typeof definition === 'object' && ('body' in definition || 'properties' in definition);

/** Undefined, and nothing taken, where no definition begins. */
function parseDefinition(c: Cursor): Definition | undefined {
  if (c.kind !== T.name || c.kindAt(1) === T.colon || c.kindAt(1) === T.openIndex) return undefined;
  c.begin();
  const doc = c.doc(c.at);
  const definition = byKeyword(c, c.word);
  return definition && doc !== undefined ? { ...definition, doc } : definition;
}

function byKeyword(c: Cursor, word: string): Definition | undefined {
  switch (word) {
    case 'import':
      return parseImport(c);
    case 'let':
      return parseLet(c);
    case 'link':
    case 'device':
    case 'model':
      return parsePropertyDefinition(c, word);
    case 'node':
    case 'cluster':
      return parseBodyDefinition(c, word);
    default:
      return undefined;
  }
}

function parseImport(c: Cursor): ImportDefinition {
  const start = c.start;
  c.next();
  if (c.is(T.string)) {
    const pathSpan = { start: c.start, end: c.end };
    const text = c.word;
    c.next();
    const closed = text.length > 1 && text.endsWith('"');
    if (!closed)
      c.report('text.import', pathSpan, l10n.t('the path has no closing quote.'), [insertion(pathSpan.end, '"')]);
    return { kind: 'import', path: text.slice(1, closed ? -1 : undefined), pathSpan, start, end: pathSpan.end };
  }
  const pathSpan = bareWords(c);
  const path = c.text.slice(pathSpan.start, pathSpan.end).replaceAll(/^['“”‘’`«»]|['“”‘’`«»]$/g, '');
  const file = /^\w+$/.test(path) ? `${path}.topo` : path;
  const fixes = /^[\w./ %-]+$/.test(file) ? [replacement(pathSpan, `"${file}"`)] : [];
  if (path) c.report('text.import', pathSpan, l10n.t('the path goes in quotes.'), fixes);
  else c.expected(l10n.t('a path in quotes'));
  return { kind: 'import', path, pathSpan, start, end: Math.max(pathSpan.end, c.last) };
}

/** The rest of the line. */
function bareWords(c: Cursor): Span {
  const start = c.atEnd ? c.last : c.start;
  while (c.kind !== T.end && c.kind !== T.semicolon && !c.tokens.newline[c.at]) c.next();
  return { start, end: Math.max(start, c.last) };
}

function parseLet(c: Cursor): LetDefinition {
  const start = c.start;
  c.next();
  const name = c.name(l10n.t('the name of a constant'));
  const value = assigned(c);
  return { kind: 'let', name, value, start, end: Math.max(value.end, name.end) };
}

function parsePropertyDefinition(c: Cursor, kind: 'link' | 'device' | 'model'): PropertyDefinition {
  const start = c.start;
  const heard = c.findings.length;
  c.next();
  const name = c.name(l10n.t('a name'));
  const base = takeColon(c) ? c.name(l10n.t('what it is built on')) : undefined;
  if (c.findings.length > heard) c.faults.push({ start, end: c.last });
  const properties = c.is(T.openBody) || missesBrace(c) ? parseProperties(c, false) : undefined;
  return {
    kind,
    name,
    ...(base && { base }),
    ...(properties && { properties }),
    start,
    end: Math.max(c.last, name.end),
  };
}

/** At its keyword, or at its name where the keyword is missing, which has been reported. */
function parseBodyDefinition(c: Cursor, kind: 'node' | 'cluster', keyword = true): BodyDefinition {
  const start = c.start;
  const above = c.docStart(c.at);
  const heard = c.findings.length;
  if (keyword) c.next();
  const name = c.name(l10n.t('a name'));
  if (name.text === '' && c.is(T.colon)) c.faulty = false;
  const parameters = !c.faulty && c.is(T.open) ? parseParameters(c).list : [];
  const base = takeColon(c) ? parseType(c, l10n.t('what it is built on')) : undefined;
  while (c.faulty && !c.atEnd && c.kind !== T.openBody) c.next();
  if (c.findings.length > heard) c.faults.push({ start, end: c.last });
  const owner = { label: `${kind} ${name.text}`, start: above };
  const body =
    c.is(T.openBody) || missesBrace(c) ? parseBody(c, owner, (inner) => void parseDefinition(inner)) : undefined;
  return {
    kind,
    name,
    parameters,
    ...(base && { base }),
    ...(body && { body }),
    start,
    end: Math.max(c.last, name.end),
  };
}

/** The `:` before a base; where only it is missing, the base is read all the same. */
function takeColon(c: Cursor): boolean {
  if (c.faulty || c.take(T.colon)) return !c.faulty;
  if (!c.is(T.name) || c.kindAt(1) === T.assign) return false;
  c.expected(l10n.t('`:` before what it is built on'), [insertion(c.start, ': ')]);
  return true;
}

/** `X : BASE(…) { … }` and `node : BASE(…) { … }` with statements in the braces: a definition that lacks a word of its head. */
function headless(c: Cursor): Definition | undefined {
  const brace = c.kind === T.name && c.kindAt(1) === T.colon ? bodyAhead(c) : -1;
  if (brace < 0) return undefined;
  c.begin();
  const { start, end, word } = c;
  if (word === 'node' || word === 'cluster') return parseBodyDefinition(c, word);
  const fixes = [insertion(start, 'node '), insertion(start, 'cluster ')];
  c.report('text.expected', { start, end }, l10n.t('expected `node` or `cluster` before `{0}`.', word), fixes);
  c.faults.push({ start, end: c.tokens.starts[brace] });
  c.faulty = false;
  return parseBodyDefinition(c, 'cluster', false);
}

/** The token of a `{` on this statement with a statement behind it; -1 where there is none. */
function bodyAhead(c: Cursor): number {
  const { kinds, count } = c.tokens;
  let i = c.at + 1;
  while (i < count && kinds[i] !== T.openBody && !c.breakAt(i - c.at)) i++;
  if (i + 2 >= count || kinds[i] !== T.openBody || kinds[i + 1] !== T.name) return -1;
  return kinds[i + 2] === T.assign || kinds[i + 2] === T.comma ? -1 : i;
}

/** `clustr C { … }`: reported, and read as what it resembles; passed over where it resembles nothing. */
function misspeltDefinition(c: Cursor): Definition | 'skipped' | undefined {
  if (c.kind === T.name && c.kindAt(1) === T.string && !c.breakAt(1)) return otherImport(c);
  if (c.kind !== T.name || c.kindAt(1) !== T.name || c.breakAt(1)) return undefined;
  const { start, end, word } = c;
  if (statementKeywords.has(word)) return undefined;
  c.begin();
  const near = definitionKeywords
    .filter((keyword) => similar(keyword, word))
    .sort((a, b) => shared(b, word) - shared(a, word));
  const fixes = near.map((keyword) => replacement({ start, end }, keyword));
  const kinds = '`import`, `let`, `link`, `device`, `node`, `cluster`, `model`';
  c.report('text.expected', { start, end }, l10n.t('expected a definition ({0}), found `{1}`.', kinds, word), fixes);
  if (near.length === 0) {
    c.skip();
    return 'skipped';
  }
  c.faulty = false;
  return byKeyword(c, near[0]);
}

/** `include "parts.topo"`. */
function otherImport(c: Cursor): Definition {
  c.begin();
  const span = { start: c.start, end: c.end };
  c.report('text.expected', span, l10n.t('another file is brought in by `import`.'), [replacement(span, 'import')]);
  return parseImport(c);
}

/** How many letters two words begin alike with. */
function shared(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/** What stands at the level of definitions and is none. */
function outsideBodies(c: Cursor): void {
  c.begin();
  if (c.kind === T.closeBody) {
    if (c.owed > 0) c.owed--;
    else
      c.report('text.unopened', { start: c.start, end: c.end }, l10n.t('this `{0}` closes nothing.', '}'), [
        removal({ start: c.start, end: c.end }, l10n.t('Remove `}`')),
      ]);
    c.next();
  } else strayStatements(c);
}

/** Statements outside all bodies: one finding for the run of them. */
function strayStatements(c: Cursor): void {
  const heard = c.findings.length;
  const from = c.start;
  const statement = parseStatement(c);
  endStatement(c);
  if (!statement || c.findings.length > heard) {
    if (c.findings.length === heard)
      c.report('text.place', { start: from, end: c.last }, l10n.t('a statement belongs in a node or a cluster.'));
    return;
  }
  c.faulty = false;
  const message =
    statement.kind === 'part'
      ? l10n.t('a part belongs in a node or a cluster.')
      : l10n.t('a statement belongs in a node or a cluster.');
  const last = restOfRun(c);
  const lines = c.text.slice(statement.start, last).replaceAll(/^[ \t]*(?=\S)/gm, '  ');
  const headed = `cluster Sketch {\n${lines}`;
  const all = { start: statement.start, end: last };
  // The head of their body got lost: its end is no second fault.
  const hasEnd = c.take(T.closeBody);
  const fix = hasEnd
    ? replacement(all, headed, l10n.t('Insert `{0}`', 'cluster Sketch {'))
    : replacement(all, `${headed}\n}`, l10n.t('Wrap in `cluster Sketch { }`'));
  c.report('text.place', statement, message, [fix]);
}

/** Reads on while statements follow; returns where the last one ends. */
function restOfRun(c: Cursor): number {
  let last = c.last;
  while (c.kind === T.name && c.breakAt(0)) {
    const at = c.at;
    const heard = c.findings.length;
    if (parseDefinition(c)) {
      c.at = at;
      c.findings.length = heard;
      break;
    }
    const statement = parseStatement(c);
    endStatement(c);
    if (!statement || c.at === at) break;
    last = c.last;
  }
  c.begin();
  return last;
}
