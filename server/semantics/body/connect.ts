// One connection statement made into pairs of devices, with what can be wrong about its indices.
import * as l10n from '@vscode/l10n';
import type { Fix } from '../../syntax/finding.ts';
import { insertion, replacement } from '../../syntax/fixes.ts';
import type { ConnectionStatement, Expr, ForClause } from '../../syntax/tree.ts';
import type { Connection } from '../template.ts';
import { resized } from './declared.ts';
import { type Axis, type Ends, readEnds, type Term, variablesIn } from './ends.ts';
import { type Compiled, compile, namesIn } from './indices.ts';
import { type Medium, readMedium } from './medium.ts';
import { makePairs, mostLinks, type Outside, type Pairs, tooMany } from './pairs.ts';
import { placesText } from './places.ts';
import type { BodyScope } from './scope.ts';

/** A statement and what it made; ports and wiring look at both. */
export interface Joined {
  readonly statement: ConnectionStatement;
  readonly connection: Connection;
  readonly medium: Medium;
  readonly ends: Ends;
}

/** `linksLeft`: how many pairs may still be made. Undefined after a finding. */
export function connect(statement: ConnectionStatement, linksLeft: number, scope: BodyScope): Joined | undefined {
  const medium = readMedium(statement, scope);
  const ends = readEnds(statement, scope);
  const where = ends && readWhere(statement, ends, scope);
  if (!medium || !ends || where === 'fault') return undefined;
  const many = tooMany(ends, where, linksLeft);
  if (many !== undefined) return refuseSize(statement, many, scope);
  const directed = statement.cable.operator === '->';
  const pairs = makePairs(ends, directed, where, linksLeft + 1);
  if (pairs.a.length > linksLeft) return refuseSize(statement, pairs.a.length, scope);
  const idle = reportIdle(statement, medium, ends, scope);
  if (pairs.outside) reportOutside(pairs.outside, statement, ends, scope);
  else if (pairs.a.length === 0 && !idle) reportNothing(statement, ends, pairs, scope);
  const { link, count, rate, effectiveRate, latency } = medium;
  const { a, b } = pairs;
  const source = scope.source(statement);
  const connection = link
    ? { source, medium: link, count, rate, effectiveRate, latency, directed, a, b }
    : { source, count, rate, effectiveRate, latency, directed, a, b };
  return { statement, connection, medium, ends };
}

/** All conditions together, in the order of the text. */
function readWhere(statement: ConnectionStatement, ends: Ends, scope: BodyScope): Compiled | undefined | 'fault' {
  const conditions: Compiled[] = [];
  for (const clause of statement.clauses) {
    if (clause.kind !== 'where') continue;
    const condition = compile(clause.condition, 'truth', ends.slots, scope);
    if (!condition) return 'fault';
    conditions.push(condition);
  }
  if (conditions.length < 2) return conditions[0];
  return (values) => (conditions.every((condition) => condition(values) !== 0) ? 1 : 0);
}

function refuseSize({ cable }: ConnectionStatement, made: number, scope: BodyScope): undefined {
  const message = l10n.t('{0} links; the limit is {1}. Nothing was built.', spaced(made), spaced(mostLinks));
  return scope.error(cable, 'size.links', message);
}

/** `10 000 000` */
export const spaced = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ' ');

/** `index.idle`: a `for` whose variable stands in no index and no `where`. */
function reportIdle(statement: ConnectionStatement, medium: Medium, ends: Ends, scope: BodyScope): boolean {
  if (statement.clauses.length === 0) return false;
  const { axes, slots, a, b } = ends;
  let found = false;
  axes.forEach((axis, slot) => {
    const { clause, name } = axis;
    const varies = (term: Term): boolean => term.axis === slot || variablesIn(term, slots).includes(name);
    if (!clause || a.terms.some(varies) || b.terms.some(varies)) return;
    if (statement.clauses.some((other) => other.kind === 'where' && uses(other.condition, name))) return;
    found = true;
    const { start, end } = clause;
    const message = l10n.t('`{0}` changes nothing: a statement joins two ends once.', name);
    const fixes = idleFixes(axis, clause, statement, medium, scope);
    scope.report({ start, end, severity: 'warning', code: 'index.idle', message, fixes });
  });
  return found;
}

const uses = (expr: Expr, name: string): boolean => namesIn(expr).some(({ text }) => text === name);

function idleFixes(
  { values }: Axis,
  clause: ForClause,
  { medium: written }: ConnectionStatement,
  medium: Medium,
  scope: BodyScope,
): Fix[] {
  if (medium.counted || values.length < 2) return [];
  const text = ` x${values.length}`;
  const before = written.end + scope.textOf({ start: written.end, end: clause.start }).trimEnd().length;
  const remove = { start: before, end: clause.end, text: '' };
  const edits =
    before === written.end ? [{ ...remove, text }] : [{ start: written.end, end: written.end, text }, remove];
  return [{ title: text.trim(), edits }];
}

function reportOutside(
  { term, index, values }: Outside,
  statement: ConnectionStatement,
  ends: Ends,
  scope: BodyScope,
): void {
  const { at, part, size } = term;
  const variables = variablesIn(term, ends.slots);
  if (scope.told(at, 'index.parameter')) return;
  const where = variables.map((name) => `${name} = ${values[ends.slots.get(name) ?? 0]}`).join(', ');
  const places = placesText(part, size);
  const whole = Number.isInteger(index);
  const code = whole ? 'index.range' : 'quantity.whole';
  let message = whole ? l10n.t('{0}.', places) : l10n.t('an index is a whole number; {0}.', places);
  if (variables.length) {
    if (whole) message = l10n.t('at {0} this is {1}; {2}.', where, index, places);
    else message = l10n.t('at {0} this is {1}, no whole number; {2}.', where, index, places);
  }
  const fixes = variables.length
    ? variableFixes(term.at, size, variables, statement, scope)
    : numberFixes(term, index, scope);
  scope.error(at, code, message, { fixes });
}

/** The last place there is; or an array that has this one. */
function numberFixes({ at, part, size }: Term, index: number, scope: BodyScope): Fix[] {
  const last = String(size - 1);
  const larger = index >= size && index < 1000 && part.dims.length === 1 ? resized(part, index + 1, scope) : [];
  return size > 0 ? [replacement(at, last), ...larger] : larger;
}

/** For `i + 1` or `i - 1` alone: wrapped round, or stopped before the end. */
function variableFixes(
  at: { readonly start: number; readonly end: number },
  size: number,
  variables: readonly string[],
  statement: ConnectionStatement,
  scope: BodyScope,
): Fix[] {
  const text = scope.textOf(at);
  const near = /^(\w+) *([+-]) *(\d+)$/.exec(text);
  if (!near || variables.length !== 1 || size === 0) return [];
  const fixes = [replacement(at, `(${text}) % ${size}`, l10n.t('({0}) % {1} (a ring)', text, size))];
  if (statement.clauses.some(({ kind }) => kind === 'where')) return fixes;
  const far = Number(near[3]);
  const stop = near[2] === '+' ? `where ${near[1]} < ${size - far}` : `where ${near[1]} >= ${far}`;
  return [...fixes, insertion(statement.end, ` ${stop}`, l10n.t('{0} (a line)', stop))];
}

/** `index.nothing`, unless an array of 0 or 1 places or an empty set is the reason. */
function reportNothing(
  { cable, clauses }: ConnectionStatement,
  { axes, a, b }: Ends,
  pairs: Pairs,
  scope: BodyScope,
): void {
  if ([...a.parts, ...b.parts].some(({ dims }) => dims.some((size) => size <= 1))) return;
  if (axes.some(({ values }) => values.length === 0)) return;
  if (pairs.passed > 0) {
    const message = l10n.t('this joins a thing with itself, so it makes no link.');
    scope.error(cable, 'index.nothing', message);
    return;
  }
  const where = clauses.find(({ kind }) => kind === 'where') ?? cable;
  scope.error(where, 'index.nothing', l10n.t('`where` holds nowhere, so this makes no link.'));
}
