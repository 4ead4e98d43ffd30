// Expressions over index variables, compiled to closures over an array of their values: a statement runs them a hundred
// thousand times. What holds no variable is worked out once, by evaluate.
import * as l10n from '@vscode/l10n';
import type { Finding } from '../../syntax/finding.ts';
import type { BinaryOperator, Expr, Name } from '../../syntax/tree.ts';
import type { Environment } from '../environment.ts';
import { evaluate } from '../evaluate.ts';
import type { Part } from '../template.ts';
import type { Asker, Value } from '../values.ts';

/** A number, or 1 and 0 for a truth, from the values of the variables. */
export type Compiled = (values: Int32Array) => number;
/** Where in the array of values each variable stands. */
export type Slots = ReadonlyMap<string, number>;

/** The bare names in an expression, left to right: candidates for index variables. */
export function namesIn(expr: Expr, found: Name[] = []): Name[] {
  switch (expr.kind) {
    case 'name':
      found.push(expr.name);
      break;
    case 'group':
      namesIn(expr.inner, found);
      break;
    case 'unary':
      namesIn(expr.operand, found);
      break;
    case 'binary':
      namesIn(expr.left, found);
      namesIn(expr.right, found);
      break;
    case 'call':
      for (const { value } of expr.args) namesIn(value, found);
      break;
  }
  return found;
}

export function mentions(expr: Expr, slots: Slots): boolean {
  switch (expr.kind) {
    case 'name':
      return slots.has(expr.name.text);
    case 'group':
      return mentions(expr.inner, slots);
    case 'unary':
      return mentions(expr.operand, slots);
    case 'binary':
      return mentions(expr.left, slots) || mentions(expr.right, slots);
    case 'call':
      return expr.args.some(({ value }) => mentions(value, slots));
    default:
      return false;
  }
}

const unknown: Value = { type: 'number', value: Number.NaN, whole: true };

/** The environment in which variables are whole numbers not known yet: what an expression's types are checked in. */
class Typed implements Environment {
  readonly #env: Environment;
  readonly #slots: Slots;

  constructor(env: Environment, slots: Slots) {
    this.#env = env;
    this.#slots = slots;
  }
  get ask(): Asker {
    return this.#env.ask;
  }
  lookup(name: string): Value | undefined {
    return this.#slots.has(name) ? unknown : this.#env.lookup(name);
  }
  part(name: string): Part | undefined {
    return this.#slots.has(name) ? undefined : this.#env.part(name);
  }
  *names(): Iterable<string> {
    yield* this.#slots.keys();
    yield* this.#env.names();
  }
  report(finding: Finding): void {
    this.#env.report(finding);
  }
}

/** The expression ready to run, or undefined after a finding. `want` is what its value must be. */
export function compile(expr: Expr, want: 'number' | 'truth', slots: Slots, env: Environment): Compiled | undefined {
  if (want === 'number' && expr.kind === 'number' && expr.whole && Number.isSafeInteger(expr.value)) {
    const { value } = expr;
    return () => value;
  }
  const varies = mentions(expr, slots);
  const value = evaluate(expr, varies ? new Typed(env, slots) : env);
  if (value.type === 'error') return undefined;
  if (value.type !== want) {
    const { start, end } = expr;
    const code = want === 'number' ? 'quantity.dimension' : 'index.where';
    env.report({ start, end, severity: 'error', code, message: wantText(want) });
    return undefined;
  }
  return varies ? make(expr, slots, env).run : constant(value).run;
}

const wantText = (want: 'number' | 'truth'): string =>
  want === 'number' ? l10n.t('an index is a whole number.') : l10n.t('`where` needs a comparison, as in `i < 3`.');

interface Made {
  readonly run: Compiled;
  readonly whole: boolean;
}

function make(expr: Expr, slots: Slots, env: Environment): Made {
  if (expr.kind === 'group') return make(expr.inner, slots, env);
  if (!mentions(expr, slots)) return constant(evaluate(expr, env));
  if (expr.kind === 'name') {
    const slot = slots.get(expr.name.text) ?? 0;
    return { run: (values) => values[slot], whole: true };
  }
  if (expr.kind === 'unary') {
    const { run, whole } = make(expr.operand, slots, env);
    return { run: expr.operator === '-' ? (v) => -run(v) : (v) => (run(v) ? 0 : 1), whole };
  }
  if (expr.kind === 'binary') {
    const left = make(expr.left, slots, env);
    const right = make(expr.right, slots, env);
    const whole = !arithmetic.has(expr.operator) || (left.whole && right.whole);
    return { run: binary(expr.operator, left.run, right.run, whole), whole };
  }
  if (expr.kind === 'call' && expr.of.kind === 'name') {
    const args = expr.args.map(({ value }) => make(value, slots, env));
    const pick = expr.of.name.text === 'min' ? Math.min : Math.max;
    const runs = args.map(({ run }) => run);
    return { run: (v) => pick(...runs.map((run) => run(v))), whole: args.every(({ whole }) => whole) };
  }
  return { run: () => Number.NaN, whole: false };
}

function constant(value: Value): Made {
  if (value.type === 'truth') return { run: () => (value.value ? 1 : 0), whole: true };
  if (value.type !== 'number') return { run: () => Number.NaN, whole: false };
  const number = value.value;
  return { run: () => number, whole: value.whole };
}

const arithmetic: ReadonlySet<BinaryOperator> = new Set<BinaryOperator>(['+', '-', '*', '/', '%', '**']);

/** `/` of whole numbers rounds down; `%` has the sign of its divisor. */
function binary(operator: BinaryOperator, a: Compiled, b: Compiled, whole: boolean): Compiled {
  switch (operator) {
    case '+':
      return (v) => a(v) + b(v);
    case '-':
      return (v) => a(v) - b(v);
    case '*':
      return (v) => a(v) * b(v);
    case '/':
      return whole ? (v) => Math.floor(a(v) / b(v)) : (v) => a(v) / b(v);
    case '%':
      return (v) => modulo(a(v), b(v));
    case '**':
      return (v) => a(v) ** b(v);
    case '&&':
      return (v) => (a(v) !== 0 && b(v) !== 0 ? 1 : 0);
    case '||':
      return (v) => (a(v) !== 0 || b(v) !== 0 ? 1 : 0);
    case '==':
      return (v) => (a(v) === b(v) ? 1 : 0);
    case '!=':
      return (v) => (a(v) !== b(v) ? 1 : 0);
    case '<':
      return (v) => (a(v) < b(v) ? 1 : 0);
    case '<=':
      return (v) => (a(v) <= b(v) ? 1 : 0);
    case '>':
      return (v) => (a(v) > b(v) ? 1 : 0);
    case '>=':
      return (v) => (a(v) >= b(v) ? 1 : 0);
  }
}

function modulo(a: number, b: number): number {
  const rest = a % b;
  return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest;
}
