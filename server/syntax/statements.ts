// The statements of a body: constants, questions, plans, parts and connections.
import * as l10n from '@vscode/l10n';
import { beginsDefinition } from './breaks.ts';
import type { Cursor } from './cursor.ts';
import { parseExpr, parsePlace, parseSet, takeAssign } from './expressions.ts';
import type { Fix, Span } from './finding.ts';
import { insertion, removal, replacement } from './fixes.ts';
import { headKeywords, similar, statementKeywords } from './keywords.ts';
import { T } from './lexer.ts';
import { CableNode } from './nodes.ts';
import { closeBrace, leavesBraces, openBrace, parseProperties, parseType } from './properties.ts';
import { slipAtEnd } from './slips.ts';
import type {
  Body,
  CableExpr,
  ConnectionStatement,
  Expr,
  ForClause,
  Name,
  PartStatement,
  PlanStatement,
  Statement,
  WhereClause,
} from './tree.ts';

/** Reads and drops a definition; handed in by definitions.ts, which knows bodies. */
export type ReadDefinition = (c: Cursor) => void;

/** The definition a body belongs to: how to name it, and where it begins with its documentation. */
export interface Owner {
  readonly label: string;
  readonly start: number;
}

/** At a `{`, or where one is missing, which has been reported. */
export function parseBody(c: Cursor, owner: Owner, nested: ReadDefinition): Body {
  const { start, indentation } = openBrace(c);
  const statements: Statement[] = [];
  let faulty = false;
  for (;;) {
    while (c.kind === T.semicolon) c.next();
    if (c.kind === T.closeBody || c.kind === T.end || leavesBraces(c, indentation)) break;
    const from = c.at;
    const fault = { start: c.start, heard: c.findings.length, asks: asks(c) };
    if (definitionWithin(c)) refuseDefinition(c, owner, nested);
    else {
      const statement = parseStatement(c);
      if (statement) statements.push(statement);
      endStatement(c);
    }
    if (c.at === from) c.next();
    if (c.findings.length === fault.heard) continue;
    c.faults.push({ start: fault.start, end: c.last });
    faulty ||= !fault.asks;
  }
  return { statements, ...(faulty && { faulty }), start, end: closeBrace(c, start, indentation) };
}

/** A question that is half typed takes nothing from the others. */
const asks = (c: Cursor): boolean => c.word === 'show' || c.word === 'expect';

/** What is left of the statement's line is a fault, unless there was one already. */
export function endStatement(c: Cursor): void {
  if (!c.atEnd && !c.faulty) c.expected(l10n.t('the end of the line'), [], slipAtEnd(c));
  if (c.faulty) c.skip();
}

function definitionWithin(c: Cursor): boolean {
  if (beginsDefinition(c.tokens, c.at)) return true;
  return c.kindAt(1) === T.name && !c.breakAt(1) && headKeywords.has(c.word);
}

function refuseDefinition(c: Cursor, owner: Owner, nested: ReadDefinition): void {
  c.begin();
  const first = c.at;
  const head = { start: c.start, end: c.tokens.ends[c.at + 1] };
  const heard = c.findings.length;
  nested(c);
  c.skip();
  const whole = c.text.slice(head.start, c.last);
  const sound = c.findings.length === heard;
  c.findings.length = heard;
  c.faulty = false;
  const move: Fix = {
    title: l10n.t('Move above `{0}`', owner.label),
    edits: [
      { start: owner.start, end: owner.start, text: `${whole}\n\n` },
      { start: lineStart(c, first), end: c.last, text: '' },
    ],
  };
  const message = l10n.t('a definition cannot stand inside another: move it above `{0}`.', owner.label);
  c.report('text.place', head, message, sound ? [move] : []);
}

/** Where the line before a token ends, if the token stands first on its own; else where the token begins. */
function lineStart(c: Cursor, token: number): number {
  const { starts, newline, commentsBefore } = c.tokens;
  if (!newline[token] || commentsBefore[token] > commentsBefore[token - 1]) return starts[token];
  return starts[token] - c.indentation(token) - 1;
}

/** Undefined where nothing can be made of the line; it has been reported. */
export function parseStatement(c: Cursor): Statement | undefined {
  c.begin();
  const doc = c.doc(c.at);
  const statement = keywordStatement(c) ?? (c.kind === T.name ? placeStatement(c) : strayToken(c));
  return statement && doc !== undefined ? { ...statement, doc } : statement;
}

function strayToken(c: Cursor): undefined {
  const span = { start: c.start, end: c.end };
  const slip = slipAtEnd(c);
  if (slip) c.report(c.kind === T.bad ? 'text.character' : 'text.statement', slip, slip.message, slip.fixes);
  else if (c.kind === T.bad) c.report('text.character', span, l10n.t('`{0}` means nothing here.', c.shown));
  else if (c.kind === T.minus && c.kindAt(1) === T.name) {
    const dash = { start: c.start, end: c.tokens.starts[c.at + 1] };
    const message = l10n.t('a statement begins with a name, not with `{0}`.', '-');
    c.report('text.statement', span, message, [removal(dash, l10n.t('Remove `-`'))]);
  } else c.report('text.statement', span, l10n.t('a statement begins with a name, not with `{0}`.', c.shown));
  return undefined;
}

function keywordStatement(c: Cursor): Statement | undefined {
  if (c.kind !== T.name) return undefined;
  const word = c.word;
  const next = c.kindAt(1);
  if (next === T.openIndex || next === T.dot || next === T.colon || next === T.cable || next === T.arrow)
    return undefined;
  const start = c.start;
  switch (word) {
    case 'let': {
      c.next();
      const name = c.name(l10n.t('the name of a constant'));
      const value = assigned(c);
      return { kind: 'let', name, value, start, end: value.end };
    }
    case 'show':
    case 'expect':
    case 'without': {
      c.next();
      const value = parseExpr(c);
      return { kind: word, value, start, end: Math.max(value.end, start + word.length) };
    }
    case 'plan':
      return parsePlan(c);
    default:
      return undefined;
  }
}

const ofConstant = (): string => l10n.t('a constant takes `=`.');
const aType = (): string => l10n.t('a device, a node or a cluster');

/** `= EXPR`, of a constant. */
export function assigned(c: Cursor): Expr {
  if (c.faulty || !takeAssign(c, ofConstant)) return { kind: 'missing', start: c.last, end: c.last };
  return parseExpr(c);
}

function parsePlan(c: Cursor): PlanStatement {
  const start = c.start;
  c.next();
  const name = c.name(l10n.t('the name of the plan'));
  if (!c.faulty && !c.take(T.colon)) c.expected(l10n.t('`:` and a model'));
  const model = c.name(l10n.t('a model'));
  const open = c.is(T.openBody);
  if (!open) c.expected('`{`', [insertion(c.last, ' {')]);
  if (open || (c.kind === T.name && c.kindAt(1) === T.assign)) {
    const properties = parseProperties(c, true);
    return { kind: 'plan', name, model, properties, start, end: properties.end };
  }
  const properties = { items: [], start: c.last, end: c.last };
  return { kind: 'plan', name, model, properties, start, end: c.last };
}

/** A part or a connection; the mark after the first place tells which. */
function placeStatement(c: Cursor): Statement | undefined {
  // A place that begins a statement subtracts nothing: `leaf-a[4] : …` is a name with a hyphen.
  const hyphen = c.hyphenatedLength() > 1;
  if (hyphen) c.claimHyphen();
  const place = parsePlace(c, false);
  if (c.is(T.cable) || c.is(T.arrow)) return parseConnection(c, place);
  if (c.is(T.colon)) {
    c.next();
    return parsePart(c, place);
  }
  if (hyphen) return undefined;
  if (c.atEnd) {
    c.report('text.statement', place, l10n.t('this says nothing: `: TYPE` makes parts, `-- END : LINK` connects.'));
  } else if (place.kind === 'name' && /^(if|else|elif|while)$/.test(place.name.text)) {
    const message = l10n.t('there is no `{0}`: a size of 0 leaves a part out, `where` a connection.', place.name.text);
    c.report('text.statement', place, message);
  } else if (c.is(T.name) && place.kind === 'name' && meantBy(place.name.text).length > 0) {
    const fixes = meantBy(place.name.text).map((word) => replacement(place, word));
    c.report('text.expected', place, l10n.t('expected a statement, found `{0}`.', place.name.text), fixes);
  } else if (c.is(T.name)) {
    c.expected(l10n.t('`:` between a part and what it is'), colonHere(c));
    return parsePart(c, place);
  } else if (c.is(T.assign) && c.kindAt(1) !== T.greater && place.kind === 'index') {
    c.report('text.assign', c.here(), l10n.t('a part takes `:`, and then what it is.'), [replacement(c.here(), ':')]);
  } else if (c.is(T.assign) && c.kindAt(1) !== T.greater && place.kind === 'name') {
    c.report('text.statement', place, l10n.t('a constant begins with `let`.'), [insertion(place.start, 'let ')]);
    const name = place.name;
    const value = assigned(c);
    return { kind: 'let', name, value, start: place.start, end: value.end };
  } else if (c.is(T.open)) {
    const span = { start: place.start, end: place.end };
    const index = roundIndex(c);
    if (index) c.report('text.expected', c.here(), l10n.t('a size or an index stands in `[ ]`.'), [index]);
    else
      c.report(
        'text.statement',
        span,
        l10n.t('a call is no statement: `show` answers a question, `expect` checks it.'),
        [insertion(place.start, 'show ')],
      );
  } else if (c.is(T.minus)) {
    c.report('text.expected', c.here(), l10n.t('`--` joins both ways, `->` one way.'), [replacement(c.here(), '--')]);
  } else c.expected(l10n.t('`: TYPE` or `-- END : LINK`'));
  return undefined;
}

/** `g(4) : gpu` and `g(0) -- h : NDR` meant `[ ]`. */
function roundIndex(c: Cursor): Fix | undefined {
  let by = 1;
  while (![T.close, T.open, T.semicolon, T.closeBody, T.end].some((kind) => kind === c.kindAt(by))) by++;
  if (c.kindAt(by) !== T.close) return undefined;
  const next = c.kindAt(by + 1);
  if (next !== T.colon && next !== T.cable && next !== T.arrow && next !== T.dot && next !== T.openIndex)
    return undefined;
  const close = c.tokens.starts[c.at + by];
  const edits = [
    { start: c.start, end: c.end, text: '[' },
    { start: close, end: close + 1, text: ']' },
  ];
  return { title: l10n.t('Use `[ ]`'), edits };
}

const meantBy = (misspelt: string): string[] => [...statementKeywords].filter((word) => similar(word, misspelt));

/** After the `:`. */
function parsePart(c: Cursor, place: Expr): PartStatement | undefined {
  const declared = declare(c, place);
  const type = parseType(c, aType);
  const settings = c.is(T.name) && c.kindAt(1) === T.assign;
  if (settings) c.expected('`{`', [insertion(c.last, ' {')]);
  const properties = (c.is(T.openBody) || settings) && !declared.fault ? parseProperties(c, true) : undefined;
  if (declared.fault) return undefined;
  const { name, sizes } = declared;
  const end = properties?.end ?? Math.max(type.end, place.end);
  const part: PartStatement = { kind: 'part', name, sizes, type, start: place.start, end };
  return properties ? { ...part, properties } : part;
}

/** Takes a place apart as the name and the sizes of an array. */
function declare(c: Cursor, place: Expr): { name: Name; sizes: Expr[]; fault: boolean } {
  const sizes: Expr[] = [];
  let of = place;
  while (of.kind === 'index') {
    const [item] = of.items;
    if (of.items.length !== 1 || item.kind === 'star' || item.to) {
      c.report(
        'text.size',
        of.indexSpan,
        l10n.t('a part has one size in each dimension: `g[4]` has the places 0 to 3.'),
        sizeFix(c, of.items, of.indexSpan),
      );
      return { name: { text: '', start: place.start, end: place.start }, sizes: [], fault: true };
    }
    sizes.unshift(item.from);
    of = of.of;
  }
  if (of.kind === 'name') return { name: of.name, sizes, fault: false };
  c.report('text.statement', of, l10n.t('a part is declared by its own name, in the body it belongs to.'));
  return { name: { text: '', start: place.start, end: place.start }, sizes: [], fault: true };
}

/** `g[0..3]` as a declaration meant `g[4]`, `g[4, 4]` meant `g[4][4]`, `g[1,024]` meant `g[1_024]`. */
function sizeFix(c: Cursor, items: readonly { kind: string; from?: Expr; to?: Expr }[], span: Span): Fix[] {
  const [item] = items;
  const text = c.text.slice(span.start, span.end);
  if (/^\[\d{1,3}(,\d{3})+\]$/.test(text)) return [replacement(span, text.replaceAll(',', '_'))];
  if (items.length > 1 && items.every(({ kind, to }) => kind === 'range' && !to))
    return [replacement(span, items.map(({ from }) => `[${c.text.slice(from?.start, from?.end)}]`).join(''))];
  if (items.length !== 1 || item.from?.kind !== 'number' || item.from.value !== 0 || item.to?.kind !== 'number')
    return [];
  return [replacement(span, `[${item.to.value + 1}]`)];
}

/** At the `--` or `->`. */
function parseConnection(c: Cursor, left: Expr): ConnectionStatement {
  const operator = c.kind === T.cable ? '--' : '->';
  const mark = c.start;
  c.next();
  const cable = new CableNode(operator, mark, left, parsePlace(c, false));
  const medium = parseMedium(c, cable);
  let end = Math.max(medium.end, cable.end);
  refuseDecimalComma(c);
  const latency = !c.faulty && c.take(T.comma) ? parseExpr(c) : undefined;
  if (latency) end = latency.end;
  const clauses: (ForClause | WhereClause)[] = [];
  while (c.is(T.for) || c.is(T.where)) {
    const clause = parseClause(c);
    clauses.push(clause);
    end = clause.end;
  }
  const connection: ConnectionStatement = { kind: 'connection', cable, medium, clauses, start: left.start, end };
  return latency ? { ...connection, latency } : connection;
}

/** `2,5 GB/s`. */
function refuseDecimalComma(c: Cursor): void {
  if (!c.is(T.comma) || c.kindAt(-1) !== T.number || c.kindAt(1) !== T.quantity) return;
  if (c.start !== c.last || c.tokens.starts[c.at + 1] !== c.end) return;
  const point = [replacement(c.here(), '.')];
  c.report('text.expected', c.here(), l10n.t('a decimal point is a `.`.'), point);
}

/** The `:` that is missing here; where one follows on the line something else is wrong. */
function colonHere(c: Cursor): Fix[] {
  for (let by = 1; !c.breakAt(by) && c.kindAt(by) !== T.end; by++) if (c.kindAt(by) === T.colon) return [];
  return [insertion(c.start, ': ')];
}

function parseMedium(c: Cursor, cable: CableExpr): Expr {
  if (c.take(T.colon)) return parseExpr(c);
  if (!c.faulty && (c.atEnd || c.is(T.for) || c.is(T.where))) {
    c.report('text.medium', cable, l10n.t('joined by what? Add `: ` and a link or a rate.'), [
      insertion(c.last, ' : 50 GB/s'),
    ]);
  } else if (c.is(T.name) || c.is(T.quantity)) {
    c.expected(l10n.t('`:` between the ends and the link'), colonHere(c));
    return parseExpr(c);
  } else if (c.is(T.cable) || c.is(T.arrow)) {
    c.report('text.expected', c.here(), l10n.t('a connection has two ends; the next one is a statement of its own.'));
  } else c.expected(l10n.t('`:` and a link or a rate'));
  return { kind: 'missing', start: c.last, end: c.last };
}

function parseClause(c: Cursor): ForClause | WhereClause {
  const start = c.start;
  if (c.take(T.where)) {
    const condition = parseExpr(c);
    return { kind: 'where', condition, start, end: condition.end };
  }
  c.next();
  const name = c.name(l10n.t('an index variable'));
  if (!c.faulty && !c.take(T.in)) c.expected(l10n.t('`in` and the values'));
  const items = c.faulty ? [] : parseSet(c);
  return { kind: 'for', name, items, start, end: Math.max(c.last, name.end) };
}
