// The names of one body while it is elaborated: parameters, constants, parts, then its file. Order in the body does not
// matter, so constants are worked out when first asked for.
import * as l10n from '@vscode/l10n';
import type { Finding, Related, Span } from '../../syntax/finding.ts';
import type { Expr, LetStatement, PlanStatement } from '../../syntax/tree.ts';
import { walkExpr } from '../../syntax/walk.ts';
import { error } from '../arithmetic.ts';
import type { Environment, Sort } from '../environment.ts';
import { evaluate } from '../evaluate.ts';
import { Findings } from '../findings.ts';
import type { Source } from '../hardware.ts';
import { circleDepth, simpleDepth, workUp } from '../order.ts';
import { planAnswer } from '../signatures.ts';
import type { BodyType, Part } from '../template.ts';
import type { Asker, Value } from '../values.ts';
import type { BodyContext, Elaborated } from './context.ts';

const nothing: ReadonlySet<string> = new Set();

export class BodyScope implements Environment {
  readonly type: BodyType;
  readonly context: BodyContext;
  readonly parts = new Map<string, Part>();
  readonly #findings = new Findings();
  // A scope lives as long as its template, and most have few of these: each is made when something goes into it.
  #broken: Set<string> | undefined;
  #uses: Map<Elaborated, Related[]> | undefined;
  #parameters: Map<string, Value> | undefined;
  #constants: Map<string, LetStatement> | undefined;
  #values: Map<string, Value> | undefined;
  #working: Set<string> | undefined;
  #plans: Map<string, PlanStatement> | undefined;

  constructor(type: BodyType, context: BodyContext) {
    this.type = type;
    this.context = context;
  }

  get findings(): readonly Finding[] {
    return this.#findings.all();
  }
  /** Parts that were declared and could not be made: using them is silent. */
  get broken(): ReadonlySet<string> {
    return this.#broken ?? nothing;
  }
  /** Bodies whose arguments here are their fault, and what else is told with that: one finding for all their uses. */
  get uses(): Map<Elaborated, Related[]> {
    this.#uses ??= new Map();
    return this.#uses;
  }
  get uri(): string {
    return this.type.source.uri;
  }
  get ask(): Asker {
    return this.context.ask;
  }

  source({ start, end }: Span): Source {
    return { uri: this.uri, start, end };
  }
  textOf({ start, end }: Span): string {
    return this.context.text(this.uri).slice(start, end);
  }

  setParameter(name: string, value: Value): void {
    this.#parameters ??= new Map();
    this.#parameters.set(name, value);
  }
  setConstant(statement: LetStatement): void {
    this.#constants ??= new Map();
    this.#constants.set(statement.name.text, statement);
  }
  setPlan(statement: PlanStatement): void {
    this.#plans ??= new Map();
    this.#plans.set(statement.name.text, statement);
  }
  setBroken(name: string): void {
    this.#broken ??= new Set();
    this.#broken.add(name);
  }
  plan(name: string): PlanStatement | undefined {
    return this.#plans?.get(name);
  }

  /** A parameter or constant of the body itself. */
  has(name: string): boolean {
    return this.isParameter(name) || this.#constants?.has(name) === true;
  }
  isParameter(name: string): boolean {
    return this.#parameters?.has(name) === true;
  }

  lookup(name: string): Value | undefined {
    const known = this.#parameters?.get(name) ?? this.#values?.get(name);
    if (known) return known;
    const constant = this.#constants?.get(name);
    if (constant) return this.#work(constant);
    if (this.#broken?.has(name)) return error;
    if (this.#plans?.has(name)) return planAnswer;
    return this.context.lookup(this.uri, name);
  }

  #work(constant: LetStatement): Value {
    const name = constant.name.text;
    const working = this.#working?.size ?? 0;
    if (this.#working?.has(name) || working >= circleDepth) {
      this.error(constant.value, 'name.cycle', l10n.t('`{0}` is made of itself.', name));
      return error;
    }
    if (working >= simpleDepth) this.#workUp(name);
    return this.#workOut(constant);
  }

  #workOut(constant: LetStatement): Value {
    const name = constant.name.text;
    this.#working ??= new Set();
    this.#working.add(name);
    const value = evaluate(constant.value, this);
    this.#working.delete(name);
    this.#values ??= new Map();
    this.#values.set(name, value);
    return value;
  }

  /** First what the constant rests on, so that it is worked out without going deeper. */
  #workUp(name: string): void {
    const restsOn = (of: string): string[] => {
      const used = new Set<string>();
      const constant = this.#constants?.get(of);
      if (constant) walkExpr(constant.value, (each) => each.kind === 'name' && used.add(each.name.text));
      return [...used].filter(
        (each) => this.#constants?.has(each) && !this.#values?.has(each) && !this.#working?.has(each),
      );
    };
    workUp(name, restsOn, (each) => {
      const constant = each === name || this.#values?.has(each) ? undefined : this.#constants?.get(each);
      if (constant) this.#workOut(constant);
    });
  }

  /** Works every constant out, so that a fault in one that nothing uses is found as well. */
  workAll(): void {
    if (this.#constants) for (const name of this.#constants.keys()) this.lookup(name);
  }

  part(name: string): Part | undefined {
    return this.parts.get(name);
  }

  *names(): Iterable<string> {
    yield* this.constantNames();
    yield* this.parts.keys();
    if (this.#plans) yield* this.#plans.keys();
    yield* this.context.names(this.uri);
  }
  *constantNames(): Iterable<string> {
    if (this.#parameters) yield* this.#parameters.keys();
    if (this.#constants) yield* this.#constants.keys();
  }

  report(finding: Finding): void {
    this.#findings.add(finding);
  }
  *namesOf(wanted: Sort): Iterable<string> {
    yield* this.constantNames();
    yield* this.context.namesOf(this.uri, wanted);
  }
  /** Whether this was told of that place already. */
  told(at: Span, code: string): boolean {
    return this.#findings.has(at, code);
  }
  error({ start, end }: Span, code: string, message: string, more: Partial<Finding> = {}): undefined {
    this.report({ start, end, severity: 'error', code, message, ...more });
  }

  /** The same names, with questions answered and findings handed elsewhere. `worth`: of a plan; a value without anything known of it else. */
  asking(ask: Asker, report: (finding: Finding) => void, worth?: (plan: PlanStatement) => Value): Environment {
    return {
      lookup: (name) => {
        const plan = worth && this.#plans?.get(name);
        return plan && !this.has(name) && !this.broken.has(name) ? worth(plan) : this.lookup(name);
      },
      part: (name) => this.part(name),
      names: () => this.names(),
      ask,
      report,
    };
  }
}

/** A whole number, or undefined with a finding that says what is wanted: `what` reads "an index", "a size". */
export function evaluateWhole(expr: Expr, env: Environment, what: () => string): number | undefined {
  const value = evaluate(expr, env);
  if (value.type === 'error') return undefined;
  if (value.type === 'number' && Number.isInteger(value.value)) return value.value;
  const { start, end } = expr;
  if (value.type !== 'number') {
    const message = l10n.t('{0} is a whole number.', what());
    env.report({ start, end, severity: 'error', code: 'quantity.dimension', message });
    return undefined;
  }
  const message = Number.isNaN(value.value)
    ? l10n.t('{0} cannot wait for the answer of a question.', what())
    : l10n.t('{0} is a whole number, this is {1}.', what(), String(value.value));
  env.report({ start, end, severity: 'error', code: 'quantity.whole', message });
  return undefined;
}

/** A hint where a division of whole numbers inside `expr` drops a rest; for counts and sizes, never for an index. */
export function hintRest(expr: Expr, env: Environment): void {
  if (expr.kind === 'group') hintRest(expr.inner, env);
  if (expr.kind !== 'binary') return;
  hintRest(expr.left, env);
  hintRest(expr.right, env);
  if (expr.operator !== '/') return;
  const left = evaluate(expr.left, env);
  const right = evaluate(expr.right, env);
  if (left.type !== 'number' || right.type !== 'number' || !left.whole || !right.whole) return;
  const rest = left.value % right.value;
  if (!(rest > 0)) return;
  const { start, end } = expr;
  const message = l10n.t('{0} / {1} leaves a rest of {2}, which is dropped.', left.value, right.value, rest);
  env.report({ start, end, severity: 'hint', code: 'quantity.rest', message });
}
