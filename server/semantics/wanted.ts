// Whether a value is what is wanted at its place; words are looked up here, since they are known nowhere else.
import * as l10n from '@vscode/l10n';
import type { Fix } from '../syntax/finding.ts';
import { replacement } from '../syntax/fixes.ts';
import type { Dimension } from '../syntax/quantities.ts';
import type { Expr } from '../syntax/tree.ts';
import { describe, dimensionWord, error } from './arithmetic.ts';
import type { Environment } from './environment.ts';
import { evaluate } from './evaluate.ts';
import { nearest } from './nearest.ts';
import type { Wanted } from './signatures.ts';
import { spell } from './spell.ts';
import type { Value } from './values.ts';

/** Works `expr` out and checks it; what does not fit is reported and comes back as `error`. `name`: what it is for. */
export function evaluateWanted(expr: Expr, wanted: Wanted, name: string, env: Environment): Value {
  if (wanted.type === 'word') return evaluateWord(expr, wanted.words, name, env);
  const meant = wanted.type === 'truth' ? truthMeant(expr, env) : undefined;
  if (meant) {
    const message = l10n.t('`{0}` is true or false.', name);
    const { start, end } = expr;
    const fixes = [replacement(expr, meant)];
    env.report({ code: 'quantity.dimension', severity: 'error', start, end, message, fixes });
    return error;
  }
  const value = evaluate(expr, env);
  if (value.type === 'error') return error;
  const fault = misfit(value, expr, wanted, name);
  if (!fault) return value;
  const { code, message, fixes } = fault;
  env.report({
    code,
    severity: 'error',
    start: expr.start,
    end: expr.end,
    message,
    ...(fixes.length ? { fixes } : {}),
  });
  return error;
}

/** `yes`, `True`, `1`. */
function truthMeant(expr: Expr, env: Environment): string | undefined {
  if (expr.kind === 'number') return expr.value === 1 ? 'true' : expr.value === 0 ? 'false' : undefined;
  if (expr.kind !== 'name' || env.lookup(expr.name.text)) return undefined;
  if (/^(?:yes|on|true)$/i.test(expr.name.text)) return 'true';
  return /^(?:no|off|false)$/i.test(expr.name.text) ? 'false' : undefined;
}

function evaluateWord(expr: Expr, words: readonly string[], name: string, env: Environment): Value {
  if (expr.kind === 'missing') return error;
  if (expr.kind === 'name' && words.includes(expr.name.text)) return { type: 'word', word: expr.name.text };
  const near = expr.kind === 'name' ? nearest(expr.name.text, words) : undefined;
  const { start, end } = expr;
  const message = l10n.t('`{0}` is one of {1}.', name, words.join(', '));
  const fixes = near ? [replacement(expr, near)] : [];
  env.report({ code: 'name.word', severity: 'error', start, end, message, ...(near ? { fixes } : {}) });
  return error;
}

interface Fault {
  readonly code: string;
  readonly message: string;
  readonly fixes: readonly Fix[];
}

function misfit(value: Value, expr: Expr, wanted: Exclude<Wanted, { type: 'word' }>, name: string): Fault | undefined {
  switch (wanted.type) {
    case 'anything':
      return undefined;
    case 'quantity':
      return quantityFault(value, expr, wanted.dimension, wanted.positive === true, name);
    case 'number':
      return numberFault(value, wanted.whole === true, wanted.positive === true, name);
    case 'stage':
      return numberFault(value, true, false, name) ?? stageFault(value, expr, wanted.most, name);
    case 'truth':
    case 'selection':
      if (value.type === wanted.type) return undefined;
      return {
        code: 'quantity.dimension',
        message:
          wanted.type === 'truth'
            ? l10n.t('`{0}` is true or false; this is {1}.', name, describe(value))
            : l10n.t('`{0}` takes places of this cluster; this is {1}.', name, describe(value)),
        fixes: [],
      };
  }
}

function quantityFault(
  value: Value,
  expr: Expr,
  dimension: Dimension,
  positive: boolean,
  name: string,
): Fault | undefined {
  if (value.type === 'number') {
    // Only collectives call what they take a size.
    const usual = name === 'size' ? ['MiB', 'B'] : usualUnits[dimension];
    const fixes = usual.map((unit) => replacement(expr, `${spell(expr)} ${unit}`));
    if (value.value === 0 && !positive) return undefined;
    return {
      code: 'quantity.bare',
      message: l10n.t('`{0}` needs a unit.', name),
      fixes: expr.kind === 'number' ? fixes : [],
    };
  }
  if (value.type !== 'quantity' || value.dimension !== dimension)
    return {
      code: 'quantity.dimension',
      message: l10n.t('`{0}` is {1}; `{2}` is {3}.', name, dimensionWord(dimension), spell(expr), describe(value)),
      fixes: otherDimension(expr, dimension),
    };
  if (value.value > 0 || (value.value === 0 && !positive) || Number.isNaN(value.value)) return undefined;
  const message = positive
    ? l10n.t('{0} is more than nothing.', dimensionWord(dimension))
    : l10n.t('{0} is not less than nothing.', dimensionWord(dimension));
  return { code: 'quantity.sign', message, fixes: [] };
}

function numberFault(value: Value, whole: boolean, positive: boolean, name: string): Fault | undefined {
  if (value.type !== 'number')
    return {
      code: 'quantity.dimension',
      message: l10n.t('`{0}` is a number; this is {1}.', name, describe(value)),
      fixes: [],
    };
  if (whole && !Number.isNaN(value.value) && !Number.isInteger(value.value))
    return {
      code: 'quantity.whole',
      message: l10n.t('`{0}` is a whole number; this is {1}.', name, value.value),
      fixes: [],
    };
  if (positive && value.value <= 0)
    return { code: 'quantity.sign', message: l10n.t('`{0}` is more than nothing.', name), fixes: [] };
  return undefined;
}

function stageFault(value: Value, expr: Expr, most: number, name: string): Fault | undefined {
  if (value.type !== 'number' || !(value.value < 0 || value.value > most)) return undefined;
  const message = l10n.t('`{0}` is a stage, 0 to {1}; this is {2}.', name, most, value.value);
  const fixes = expr.kind === 'number' ? [replacement(expr, String(most))] : [];
  return { code: 'quantity.range', message, fixes };
}

const usualUnits: Record<Dimension, readonly string[]> = {
  rate: ['GT/s', 'GB/s'],
  size: ['GB'],
  time: ['us'],
  compute: ['TFLOPS'],
  power: ['W'],
};

/** The same number in a unit of the dimension that is wanted: `80 GB/s` for a size may be `80 GB`. */
export function otherDimension(expr: Expr, dimension: Dimension): Fix[] {
  if (expr.kind !== 'quantity') return [];
  const unit = expr.unit.endsWith('/s') && dimension === 'size' ? expr.unit.slice(0, -2) : usualUnits[dimension].at(-1);
  return [replacement(expr, `${expr.number} ${unit}`)];
}
