// Operators on values, with their dimensions. Whatever does not fit is a `Misfit`: the caller knows where it stands in the text.
import * as l10n from '@vscode/l10n';
import type { Dimension } from '../syntax/quantities.ts';
import type { BinaryOperator } from '../syntax/tree.ts';
import type { SelectedCable, SelectedPlace, Selection, Value } from './values.ts';

/** Why an operator can't be applied. */
export interface Misfit {
  readonly type: 'misfit';
  readonly code: string;
  readonly message: string;
}

export const error: Value = { type: 'error' };
export const whole = (value: number): Value => ({ type: 'number', value, whole: true });
export const real = (value: number): Value => ({ type: 'number', value, whole: false });
export const quantity = (dimension: Dimension, value: number): Value => ({ type: 'quantity', dimension, value });
export const truth = (value: boolean | undefined): Value => ({ type: 'truth', value });

/** What a value is, in words: `a rate`, `the link NDR`. */
export function describe(value: Value): string {
  switch (value.type) {
    case 'number':
      return l10n.t('a number');
    case 'quantity':
      return dimensionWord(value.dimension);
    case 'truth':
      return l10n.t('a truth');
    case 'definition':
      return value.definition.sort === 'body'
        ? l10n.t('the {0} {1}', value.definition.of, value.definition.name)
        : l10n.t('the {0} {1}', value.definition.sort, value.definition.name);
    case 'kind':
      return l10n.t('the kind {0}', value.kind);
    case 'counted':
      return l10n.t('a number of links');
    case 'selection':
      return l10n.t('a selection of places');
    case 'word':
      return l10n.t('the word {0}', value.word);
    case 'text':
      return l10n.t('a text');
    case 'result':
      return l10n.t('the answer to a question');
    case 'error':
      return l10n.t('nothing');
  }
}

export function dimensionWord(dimension: Dimension): string {
  const words: Record<Dimension, string> = {
    size: l10n.t('a size'),
    rate: l10n.t('a rate'),
    time: l10n.t('a time'),
    compute: l10n.t('a compute rate'),
    power: l10n.t('a power'),
  };
  return words[dimension];
}

export function negate(value: Value): Value | Misfit {
  if (value.type === 'error') return error;
  if (value.type === 'number') return { ...value, value: -value.value };
  if (value.type === 'quantity') return { ...value, value: -value.value };
  return misfit('-', value);
}

export function not(value: Value): Value | Misfit {
  if (value.type === 'error') return error;
  return value.type === 'truth' ? truth(value.value === undefined ? undefined : !value.value) : misfit('!', value);
}

export function apply(operator: BinaryOperator, left: Value, right: Value): Value | Misfit {
  if (left.type === 'error' || right.type === 'error') return error;
  const value = applyUnbounded(operator, left, right);
  const size = value.type === 'misfit' ? undefined : amount(value);
  if (size === undefined || Number.isFinite(size) || isUnknown(left) || isUnknown(right)) return value;
  return { type: 'misfit', code: 'quantity.range', message: l10n.t('the result is too large, or no number.') };
}

/** A number or quantity as it was written; what is larger than any number of ours is refused. */
export function written(value: Value): Value | Misfit {
  if (Number.isFinite(amount(value))) return value;
  return { type: 'misfit', code: 'quantity.range', message: l10n.t('this is too large.') };
}

const isUnknown = (value: Value): boolean => Number.isNaN(amount(value));

function applyUnbounded(operator: BinaryOperator, left: Value, right: Value): Value | Misfit {
  switch (operator) {
    case '&&':
    case '||':
      return logic(operator, left, right);
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compare(operator, left, right);
    case '+':
    case '-':
      return add(operator, left, right);
    case '*':
      return multiply(left, right);
    case '/':
      return divide(left, right);
    case '%':
      return modulo(left, right);
    case '**':
      return power(left, right);
  }
}

function logic(operator: '&&' | '||', left: Value, right: Value): Value | Misfit {
  if (left.type !== 'truth') return misfit(operator, left);
  if (right.type !== 'truth') return misfit(operator, right);
  const decides = operator === '||';
  if (left.value === decides || right.value === decides) return truth(decides);
  return truth(left.value === undefined || right.value === undefined ? undefined : !decides);
}

/** Operators that make a truth of two values of one sort. */
export const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** Equality of quantities allows one part in a million. */
const closeness = 1e-6;

function compare(operator: '==' | '!=' | '<' | '<=' | '>' | '>=', left: Value, right: Value): Value | Misfit {
  if (left.type === 'text' && right.type === 'text') return equality(operator, left.text === right.text);
  if (left.type === 'word' && right.type === 'word') return equality(operator, left.word === right.word);
  if (left.type === 'truth' && right.type === 'truth') {
    const known = left.value !== undefined && right.value !== undefined;
    return equality(operator, known ? left.value === right.value : undefined);
  }
  if (!sameSort(left, right)) return different(left, right);
  const a = amount(left);
  const b = amount(right);
  if (a === undefined || b === undefined) return different(left, right);
  if (Number.isNaN(a) || Number.isNaN(b)) return truth(undefined);
  const exact = left.type === 'number' && right.type === 'number' && left.whole && right.whole;
  const equal = a === b || (!exact && Math.abs(a - b) <= closeness * Math.max(Math.abs(a), Math.abs(b)));
  switch (operator) {
    case '==':
      return truth(equal);
    case '!=':
      return truth(!equal);
    case '<':
      return truth(a < b && !equal);
    case '<=':
      return truth(a < b || equal);
    case '>':
      return truth(a > b && !equal);
    case '>=':
      return truth(a > b || equal);
  }
}

function equality(operator: string, equal: boolean | undefined): Value | Misfit {
  if (operator === '==') return truth(equal);
  if (operator === '!=') return truth(equal === undefined ? undefined : !equal);
  return { type: 'misfit', code: 'quantity.dimension', message: l10n.t('only == and != compare these.') };
}

/** Of a number or a quantity; NaN where it is not known. */
export const amount = (value: Value): number | undefined =>
  value.type === 'number' || value.type === 'quantity' ? value.value : undefined;

function sameSort(left: Value, right: Value): boolean {
  if (left.type === 'quantity') return right.type === 'quantity' && left.dimension === right.dimension;
  return left.type === right.type;
}

function different(left: Value, right: Value): Misfit {
  const message = l10n.t('{0} and {1} cannot be compared.', describe(left), describe(right));
  return { type: 'misfit', code: 'quantity.dimension', message };
}

function add(operator: '+' | '-', left: Value, right: Value): Value | Misfit {
  const sign = operator === '+' ? 1 : -1;
  if (left.type === 'number' && right.type === 'number') {
    const value = left.value + sign * right.value;
    return left.whole && right.whole ? whole(value) : real(value);
  }
  if (left.type === 'quantity' && right.type === 'quantity' && left.dimension === right.dimension)
    return quantity(left.dimension, left.value + sign * right.value);
  if (left.type === 'selection' && right.type === 'selection' && operator === '+')
    return together(left.selection, right.selection);
  return both(operator, left, right);
}

/** More places and cables than this nobody looks at. */
const mostSelected = 1_000_000;

const countOf = (of: Selection): number => of.count ?? of.places.length + of.cables.length;

/** Two selections as one. */
export function together(one: Selection, other: Selection): Extract<Value, { type: 'selection' }> | Misfit {
  if (countOf(one) + countOf(other) > mostSelected) {
    const message = l10n.t('more than {0} values; nothing was built.', mostSelected);
    return { type: 'misfit', code: 'size.links', message };
  }
  return { type: 'selection', selection: new Together(one, other) };
}

/** Its places are made when somebody looks at them. */
class Together implements Selection {
  readonly count: number;
  readonly cables: readonly SelectedCable[];
  readonly #of: readonly Selection[];
  #places: readonly SelectedPlace[] | undefined;

  constructor(one: Selection, other: Selection) {
    this.#of = [...(one instanceof Together ? one.#of : [one]), ...(other instanceof Together ? other.#of : [other])];
    this.cables = [...one.cables, ...other.cables];
    this.count = countOf(one) + countOf(other);
  }

  get places(): readonly SelectedPlace[] {
    this.#places ??= this.#of.flatMap(({ places }) => places);
    return this.#places;
  }
}

function multiply(left: Value, right: Value): Value | Misfit {
  if (left.type === 'number' && right.type === 'number') {
    const value = left.value * right.value;
    return left.whole && right.whole ? whole(value) : real(value);
  }
  if (left.type === 'quantity' && right.type === 'number') return quantity(left.dimension, left.value * right.value);
  if (left.type === 'number' && right.type === 'quantity') return quantity(right.dimension, left.value * right.value);
  if (left.type === 'quantity' && right.type === 'quantity') {
    const dimensions = [left.dimension, right.dimension];
    if (dimensions.includes('rate') && dimensions.includes('time')) return quantity('size', left.value * right.value);
  }
  return both('*', left, right);
}

function divide(left: Value, right: Value): Value | Misfit {
  if (amount(right) === 0) return { type: 'misfit', code: 'quantity.zero', message: l10n.t('a division by nothing.') };
  if (left.type === 'number' && right.type === 'number')
    return left.whole && right.whole ? whole(Math.floor(left.value / right.value)) : real(left.value / right.value);
  if (left.type === 'quantity' && right.type === 'number') return quantity(left.dimension, left.value / right.value);
  if (left.type === 'quantity' && right.type === 'quantity') {
    if (left.dimension === right.dimension) return real(left.value / right.value);
    if (left.dimension === 'size' && right.dimension === 'time') return quantity('rate', left.value / right.value);
    if (left.dimension === 'size' && right.dimension === 'rate') return quantity('time', left.value / right.value);
  }
  return both('/', left, right);
}

/** Never negative for a positive divisor, so that `(i - 1) % n` wraps. */
function modulo(left: Value, right: Value): Value | Misfit {
  if (left.type !== 'number' || right.type !== 'number') return both('%', left, right);
  if (right.value === 0) return { type: 'misfit', code: 'quantity.zero', message: l10n.t('a division by nothing.') };
  const value = left.value - right.value * Math.floor(left.value / right.value);
  return left.whole && right.whole ? whole(value) : real(value);
}

function power(left: Value, right: Value): Value | Misfit {
  if (left.type !== 'number' || right.type !== 'number') return both('**', left, right);
  const value = left.value ** right.value;
  return left.whole && right.whole && right.value >= 0 ? whole(value) : real(value);
}

function both(operator: string, left: Value, right: Value): Misfit {
  const message = l10n.t('{0} {1} {2} means nothing.', describe(left), operator, describe(right));
  return { type: 'misfit', code: 'quantity.dimension', message };
}

function misfit(operator: string, value: Value): Misfit {
  return {
    type: 'misfit',
    code: 'quantity.dimension',
    message: l10n.t('{0} does not take {1}.', operator, describe(value)),
  };
}
