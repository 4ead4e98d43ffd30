// What an expression is worth in an environment. A fault is reported once, where it stands, and is `error` from there on.
import * as l10n from '@vscode/l10n';
import type { Fix, Span } from '../syntax/finding.ts';
import { replacement } from '../syntax/fixes.ts';
import { nearestUnits, unitOf } from '../syntax/quantities.ts';
import type {
  BinaryExpr,
  CallExpr,
  CountedExpr,
  Expr,
  MemberExpr,
  Name,
  NameExpr,
  QuantityLiteral,
} from '../syntax/tree.ts';
import {
  amount,
  apply,
  comparisons,
  describe,
  error,
  type Misfit,
  negate,
  not,
  quantity,
  real,
  truth,
  whole,
  written,
} from './arithmetic.ts';
import { selectPlaces } from './body/selections.ts';
import type { Environment, Sort } from './environment.ts';
import { type Meant, meaning, meant } from './meant.ts';
import { placePart, propertyNames, propertyOf } from './members.ts';
import { nearestFew } from './nearest.ts';
import { askQuestion, unknownAnswers } from './questioning.ts';
import { questions } from './signatures.ts';
import { callIt, spell } from './spell.ts';
import type { Value } from './values.ts';
import { otherDimension } from './wanted.ts';

export function evaluate(expr: Expr, env: Environment): Value {
  switch (expr.kind) {
    case 'number':
      return settle(written(expr.whole ? whole(expr.value) : real(expr.value)), expr, env);
    case 'quantity':
      return evaluateQuantity(expr, env);
    case 'truth':
      return truth(expr.value);
    case 'name':
      return evaluateName(expr, env);
    case 'group':
      return evaluate(expr.inner, env);
    case 'unary': {
      const operand = evaluate(expr.operand, env);
      return settle(expr.operator === '-' ? negate(operand) : not(operand), expr, env);
    }
    case 'binary':
      return evaluateBinary(expr, env);
    case 'counted':
      return evaluateCounted(expr, env);
    case 'cable':
      return places(expr, env);
    case 'member':
      return evaluateMember(expr, env);
    case 'index':
      return evaluateIndex(expr, env);
    case 'call':
      return evaluateCall(expr, env);
    case 'missing':
      return error;
  }
}

function settle(value: Value | Misfit, at: { start: number; end: number }, env: Environment): Value {
  if (value.type !== 'misfit') return value;
  env.report({ code: value.code, severity: 'error', start: at.start, end: at.end, message: value.message });
  return error;
}

function evaluateQuantity(expr: QuantityLiteral, env: Environment): Value {
  const unit = unitOf(expr.unit);
  if (unit) return settle(written(quantity(unit.dimension, expr.number * unit.factor)), expr, env);
  return noUnit(expr, expr.number, expr.unit, env);
}

function noUnit(at: Span, number: number, unit: string, env: Environment): Value {
  const near = nearestUnits(unit);
  const message =
    near.length === 1
      ? l10n.t('there is no unit `{0}`: write `{1}`.', unit, near[0])
      : l10n.t('there is no unit `{0}`: `GB` is bytes, `Gb` bits.', unit);
  const fixes = near.map((each) => replacement(at, `${number} ${each}`));
  env.report({ code: 'quantity.unit', severity: 'error', start: at.start, end: at.end, message, fixes });
  return error;
}

/** `25 GB/sec`, `25 GB / s`: a rate, unless there is such a name. */
function isRateApart({ operator, left, right }: BinaryExpr, env: Environment): boolean {
  if (operator !== '/' || left.kind !== 'quantity' || right.kind !== 'name') return false;
  const { text } = right.name;
  return /^s(ec(ond)?s?)?$/.test(text) && !env.part(text) && env.lookup(text) === undefined;
}

function evaluateName(expr: NameExpr, env: Environment): Value {
  const { text } = expr.name;
  if (text === '') return error;
  if (env.part(text)) return places(expr, env);
  const known = env.lookup(text);
  // `memory` alone is the question; where the kind may stand, it is looked up before it comes here.
  if (known && !(known.type === 'kind' && questions.has(text))) return known;
  if (questions.has(text)) return askQuestion(expr, expr.name, [], env);
  if (text === 'min' || text === 'max') return settle(needsTwo(text), expr, env);
  return unknownName(expr, env);
}

/** Reports a name that means nothing here, with the nearest that does: of the sort that is wanted, where one is. */
export function unknownName({ name }: NameExpr, env: Environment, wanted?: Sort): Value {
  if (isLoneUnit(name.text)) return loneUnit(name, name.text, env);
  const near = wanted
    ? meantOf(wanted, name, env)
    : meant(name.text, name, [...env.names(), ...questions.keys(), 'min', 'max']);
  env.report({
    code: 'name.unknown',
    severity: 'error',
    start: name.start,
    end: name.end,
    message: near
      ? l10n.t('nothing here is called `{0}`; the nearest is {1}.', name.text, near.text)
      : l10n.t('nothing here is called `{0}`.', name.text),
    ...(near ? { fixes: near.fixes } : {}),
  });
  return error;
}

/** Of a link also `PCIe5 x16` for `PCIe5x16`. */
function meantOf(wanted: Sort, name: Name, env: Environment): Meant | undefined {
  const names = [...(env.namesOf?.(wanted) ?? env.names())];
  const [, of, count] = (wanted === 'link' && /^(\w+?)_?[xX]([0-9]+)$/.exec(name.text)) || [];
  const counted = of === undefined ? [] : names.includes(of) ? [of] : nearestFew(of, names);
  if (counted.length === 0) return meant(name.text, name, names);
  return meaning(
    counted.map((each) => `${each} x${count}`),
    name,
  );
}

/** What should be a link, or several: of a name that means nothing only links are told that are near. */
export function evaluateLink(expr: Expr, env: Environment): Value {
  const of = expr.kind === 'counted' ? expr.of : expr;
  if (of.kind !== 'name' || of.name.text === '' || isKnown(of.name.text, env)) return evaluate(expr, env);
  return unknownName(of, env, 'link');
}

const isKnown = (name: string, env: Environment): boolean =>
  env.part(name) !== undefined || env.lookup(name) !== undefined || questions.has(name) || /^(?:min|max)$/.test(name);

/** `GB` and not `s` or `b`, as one calls variables too. */
const isLoneUnit = (text: string): boolean => text.length > 1 && unitOf(text) !== undefined;

/** A unit whose number is not written yet. */
function loneUnit({ start, end }: Span, unit: string, env: Environment): Value {
  const message = l10n.t('`{0}` is a unit: a number stands before it, as in `8 {0}`.', unit);
  env.report({ code: 'name.unknown', severity: 'error', start, end, message });
  return error;
}

/** The `GB/s` whose number is not written yet; undefined where it is something else. */
function loneRate({ operator, left, right }: BinaryExpr, env: Environment): string | undefined {
  if (operator !== '/' || left.kind !== 'name' || right.kind !== 'name' || right.name.text !== 's') return undefined;
  const { text } = left.name;
  const rate = `${text}/s`;
  return isLoneUnit(rate) && text.length > 1 && !env.part(text) && env.lookup(text) === undefined ? rate : undefined;
}

function evaluateBinary(expr: BinaryExpr, env: Environment): Value {
  const lone = loneRate(expr, env);
  if (lone) return loneUnit(expr, lone, env);
  if (expr.left.kind === 'quantity' && expr.right.kind === 'name' && isRateApart(expr, env))
    return noUnit(expr, expr.left.number, `${expr.left.unit}/${expr.right.name.text}`, env);
  const left = evaluate(expr.left, env);
  const right = evaluate(expr.right, env);
  const value = apply(expr.operator, left, right);
  if (value.type !== 'misfit') return value;
  if (expr.operator === '*' && isLink(left) && right.type === 'number') return starredCount(expr, env);
  if (!comparisons.has(expr.operator)) return settle(value, expr.operatorSpan, env);
  if (describe(left) === describe(right)) return settle(value, expr, env);
  env.report({
    code: value.code,
    severity: 'error',
    start: expr.right.start,
    end: expr.right.end,
    message: l10n.t('`{0}` is {1}, {2} {3}.', callIt(expr.left), describe(left), spell(expr.right), describe(right)),
    fixes: comparisonFixes(expr, left, right, env),
  });
  return error;
}

const isLink = (value: Value): boolean => value.type === 'definition' && value.definition.sort === 'link';

/** `NVLink4 * 18`. */
function starredCount({ left, right, operatorSpan }: BinaryExpr, env: Environment): Value {
  const count = right.kind === 'number' ? `x${right.value}` : `x(${spell(right)})`;
  const { start, end } = operatorSpan;
  const message = l10n.t('links are counted with `x`: `{0} {1}`.', spell(left), count);
  const fixes = [replacement({ start: left.end, end: right.end }, ` ${count}`, count)];
  env.report({ code: 'quantity.dimension', severity: 'error', start, end, message, fixes });
  return error;
}

/** The same names; questions are not asked and findings not told again. */
const silently = (env: Environment): Environment => ({
  lookup: (name) => env.lookup(name),
  names: () => env.names(),
  part: (name) => env.part(name),
  ask: unknownAnswers,
  report: () => {},
});

/** The right side in a unit of the left one's dimension; or the field of the answer on the left that has the right one's. */
function comparisonFixes({ left, right }: BinaryExpr, is: Value, against: Value, env: Environment): Fix[] {
  if (right.kind !== 'quantity' || is.type !== 'quantity' || against.type !== 'quantity') return [];
  const fixes = otherDimension(right, is.dimension);
  if (left.kind !== 'member') return fixes;
  const answer = evaluate(left.of, silently(env));
  const field = propertyNames(answer).find((name) => {
    const value = propertyOf(answer, name);
    return value?.type === 'quantity' && value.dimension === against.dimension;
  });
  return field ? [...fixes, replacement(left.name, field, `.${field}`)] : fixes;
}

function evaluateCounted(expr: CountedExpr, env: Environment): Value {
  const of = evaluate(expr.of, env);
  const count = evaluate(expr.count, env);
  if (of.type === 'error' || count.type === 'error') return error;
  if (count.type !== 'number' || !Number.isInteger(count.value) || count.value < 0) {
    const message =
      count.type === 'number' && Number.isNaN(count.value)
        ? l10n.t('a count cannot wait for the answer of a question.')
        : l10n.t('a count is a whole number; this is {0}.', count.type === 'number' ? count.value : describe(count));
    return settle({ type: 'misfit', code: 'quantity.whole', message }, expr.countSpan, env);
  }
  if (of.type === 'definition' && of.definition.sort === 'link')
    return { type: 'counted', link: of.definition, count: count.value };
  if (of.type === 'selection' && of.selection.places.length === 0) {
    const cables = of.selection.cables.map((cable) => ({ ...cable, count: count.value }));
    return { type: 'selection', selection: { places: [], cables } };
  }
  const message = l10n.t('only links and cables are counted; this is {0}.', describe(of));
  return settle({ type: 'misfit', code: 'name.sort', message }, expr.countSpan, env);
}

function places(expr: Expr, env: Environment): Value {
  const selection = selectPlaces(expr, env);
  return selection ? { type: 'selection', selection } : error;
}

function evaluateMember(expr: MemberExpr, env: Environment): Value {
  const part = placePart(expr.of, env);
  if (part) {
    if (part.type.sort === 'template') return places(expr, env);
    // A device has no parts: what follows its name is a property.
    if (places(expr.of, env).type === 'error') return error;
    return member({ type: 'definition', definition: part.type }, expr, env);
  }
  return member(evaluate(expr.of, env), expr, env);
}

function member(of: Value, expr: MemberExpr, env: Environment): Value {
  const { name } = expr;
  if (of.type === 'error' || name.text === '') return error;
  const value = propertyOf(of, name.text);
  if (value && of.type === 'result' && of.result.open?.has(name.text)) reportOpen(name, env);
  if (value) return value;
  const near = meant(name.text, name, propertyNames(of));
  env.report({
    code: 'name.property',
    severity: 'error',
    start: name.start,
    end: name.end,
    message: near
      ? l10n.t('{0} has no `{1}`; the nearest is {2}.', describe(of), name.text, near.text)
      : l10n.t('{0} has no `{1}`.', describe(of), name.text),
    ...(near ? { fixes: near.fixes } : {}),
  });
  return error;
}

function reportOpen({ text, start, end }: Name, env: Environment): void {
  const message = l10n.t('plans are not priced yet: `{0}` stays open; `memory` is told.', text);
  env.report({ code: 'plan.open', severity: 'hint', start, end, message });
}

function evaluateIndex(expr: Extract<Expr, { kind: 'index' }>, env: Environment): Value {
  if (placePart(expr.of, env)) return places(expr, env);
  const of = evaluate(expr.of, env);
  if (of.type === 'error') return error;
  const message = l10n.t('{0} has no places to choose from.', describe(of));
  return settle({ type: 'misfit', code: 'index.single', message }, expr.indexSpan, env);
}

function evaluateCall(expr: CallExpr, env: Environment): Value {
  if (expr.of.kind !== 'name') {
    const message = l10n.t('only questions, `min` and `max` take arguments.');
    return settle({ type: 'misfit', code: 'name.sort', message }, expr.argsSpan, env);
  }
  const { name } = expr.of;
  if (name.text === 'min' || name.text === 'max') return extreme(name.text, expr, env);
  if (questions.has(name.text)) return askQuestion(expr, name, expr.args, env);
  if (!env.part(name.text) && !env.lookup(name.text))
    return name.text === 'range' ? noRange(expr, name, env) : unknownName(expr.of, env);
  const message = l10n.t('`{0}` is no question.', name.text);
  return settle({ type: 'misfit', code: 'name.sort', message }, name, env);
}

/** `range(8)`, as other languages have it. */
function noRange(expr: CallExpr, { start, end }: Name, env: Environment): Value {
  const values = expr.args.map(({ value }) => (value.kind === 'number' ? value.value : Number.NaN));
  const [from, below] = values.length === 1 ? [0, values[0]] : values;
  const isPlain = values.length <= 2 && below > from;
  const fixes = isPlain ? [replacement(expr, `${from}..${below - 1}`)] : [];
  const message = l10n.t('there is no `range`: a set is written `0..7`, with both its ends.');
  env.report({ code: 'name.unknown', severity: 'error', start, end, message, fixes });
  return error;
}

const needsTwo = (which: string): Misfit => ({
  type: 'misfit',
  code: 'ask.argument',
  message: l10n.t('`{0}` takes two values.', which),
});

function extreme(which: 'min' | 'max', expr: CallExpr, env: Environment): Value {
  const values = expr.args.map((argument) => evaluate(argument.value, env));
  if (values.some((value) => value.type === 'error')) return error;
  if (values.length !== 2 || expr.args.some((argument) => argument.name)) {
    return settle(needsTwo(which), expr, env);
  }
  const [left, right] = values;
  const order = apply('<=', left, right);
  if (order.type === 'misfit') return settle(order, expr, env);
  // Not by `order`: of two that are equal to one part in a million, one is still the larger. What is not known stays so.
  const [a, b] = [amount(left) ?? Number.NaN, amount(right) ?? Number.NaN];
  const isRight = which === 'min' ? b < a : b > a;
  return isRight || Number.isNaN(b) ? right : left;
}
