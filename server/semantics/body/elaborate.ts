// A node or cluster with its arguments made into a Template: base, constants, parts, connections, absences, questions.
// The same definition with the same arguments is made once and is the same object.
import * as l10n from '@vscode/l10n';
import type { Finding } from '../../syntax/finding.ts';
import type { LetStatement, Name, Parameter, PartStatement, PlanStatement, Statement } from '../../syntax/tree.ts';
import { error } from '../arithmetic.ts';
import type { Environment } from '../environment.ts';
import { evaluate } from '../evaluate.ts';
import { type LaidPlan, layPlan, planValue } from '../plans/layout.ts';
import { unknownAnswers } from '../questioning.ts';
import type { Absence, BodyType, Connection, Part, Question, Template } from '../template.ts';
import type { Asker, Value } from '../values.ts';
import { readAbsences } from './absences.ts';
import { connect, type Joined, spaced } from './connect.ts';
import type { BodyContext, Elaborated } from './context.ts';
import { nameAndSizes } from './declared.ts';
import { checkQuestion } from './expect.ts';
import { brokenParts, keep, linkTotal, scopeOf } from './kept.ts';
import { mostLinks } from './pairs.ts';
import { takePorts } from './ports.ts';
import { BodyScope, evaluateWhole, hintRest } from './scope.ts';
import { baseOf, partType } from './types.ts';
import { checkWiring } from './wiring.ts';

const mostDevices = 1_000_000;
const aSize = (): string => l10n.t('a size');

/**
 * The template of a body with these arguments by name, defaults for the rest. Findings of a body with its defaults go to
 * the context; those of another use are in the result, for the user of it to tell.
 */
export function elaborate(type: BodyType, args: ReadonlyMap<string, Value>, context: BodyContext): Elaborated {
  const scope = new BodyScope(type, context);
  bind(scope, args);
  const key = keyOf(scope);
  const known = context.made.get(key);
  if (known) return known;
  context.open.push(type);
  const usual = args.size === 0 || key === usualKey(type, context);
  const made = new Building(scope, key, usual).build();
  context.open.pop();
  context.made.set(key, made);
  if (!usual) context.variants.add(key);
  if (usual) for (const finding of made.findings) context.report(scope.uri, finding);
  return made;
}

/** Gives the parameters their values; a default may use the parameters before it. */
function bind(scope: BodyScope, args: ReadonlyMap<string, Value>): void {
  for (const { name, value } of scope.context.tree(scope.type).parameters) {
    if (scope.isParameter(name.text)) {
      scope.error(name, 'name.duplicate', l10n.t('`{0}` is already a parameter of `{1}`.', name.text, scope.type.name));
      continue;
    }
    scope.setParameter(name.text, args.get(name.text) ?? evaluate(value, scope));
  }
}

function keyOf(scope: BodyScope): string {
  const { uri, start } = scope.type.source;
  const values = scope.type.parameters.map(({ name }) => valueKey(scope.lookup(name)));
  return `${uri}#${start} ${scope.type.name}(${values.join(', ')})`;
}

function usualKey(type: BodyType, context: BodyContext): string {
  const scope = new BodyScope(type, context);
  bind(scope, new Map());
  return keyOf(scope);
}

function valueKey(value: Value | undefined): string {
  switch (value?.type) {
    case 'number':
    case 'truth':
      return String(value.value);
    case 'quantity':
      return `${value.value} ${value.dimension}`;
    case 'definition':
      return `${value.definition.name} ${value.definition.source.uri}#${value.definition.source.start}`;
    case 'kind':
      return value.kind;
    case 'word':
      return value.word;
    default:
      return value?.type ?? '';
  }
}

/** A template while it is made. */
type Made = { -readonly [P in keyof Template]: Template[P] };

type Named = Parameter | LetStatement | PartStatement | PlanStatement;

function whatIs(named: Named): string {
  if (!('kind' in named)) return l10n.t('a parameter');
  if (named.kind === 'let') return l10n.t('a constant');
  return named.kind === 'part' ? l10n.t('a part') : l10n.t('a plan');
}

/** One template on its way. */
class Building {
  readonly #scope: BodyScope;
  readonly #key: string;
  readonly #usual: boolean;
  readonly #parts: Part[] = [];
  readonly #connections: Connection[] = [];
  readonly #absences: Absence[] = [];
  readonly #statements: readonly Statement[];
  #base: Template | undefined;
  #devices = 0;
  #links = 0;
  #sound = true;

  constructor(scope: BodyScope, key: string, usual: boolean) {
    this.#scope = scope;
    this.#key = key;
    this.#usual = usual;
    const { body } = scope.context.tree(scope.type);
    this.#statements = body?.statements ?? [];
    this.#sound = body?.faulty !== true;
  }

  build(): Elaborated {
    const scope = this.#scope;
    this.#declare();
    this.#takeBase();
    for (const statement of this.#statements) if (statement.kind === 'part') this.#addPart(statement);
    scope.workAll();
    const joined = this.#connect();
    const template = this.#template(joined);
    const broken = scope.broken;
    const elaborated: Elaborated = { template, broken, linkTotal: this.#links, findings: scope.findings };
    keep(elaborated, scope);
    return elaborated;
  }

  #template(joined: readonly Joined[]): Template {
    const scope = this.#scope;
    const { type } = scope;
    // Absences, ports and wiring look at the template as far as it is made.
    const template: Made = {
      sort: 'template',
      of: type.of,
      name: type.name,
      type,
      source: type.source,
      key: this.#key,
      parts: this.#parts,
      deviceCount: this.#devices,
      connections: this.#connections,
      absences: this.#absences,
      questions: this.#questions(),
      sound: true,
    };
    if (type.doc !== undefined) template.doc = type.doc;
    takePorts(template, this.#base, joined, scope);
    this.#absences.push(...readAbsences(template, this.#statements, scope));
    // A question that is wrong, or half typed, takes nothing from the others: it is no part of what the template is.
    template.sound = this.#sound && scope.findings.every(({ severity }) => severity !== 'error');
    if (this.#usual) this.#checkQuestions();
    const faultless = scope.findings.every(({ severity }) => severity === 'hint' || severity === 'information');
    if (template.sound && faultless) checkWiring(template, joined, scope);
    return template;
  }

  /** Takes up all names, and reports those that are taken twice. */
  #declare(): void {
    const scope = this.#scope;
    const taken = new Map<string, Named>();
    for (const parameter of scope.context.tree(scope.type).parameters) taken.set(parameter.name.text, parameter);
    for (const statement of this.#statements) {
      if (statement.kind !== 'let' && statement.kind !== 'part' && statement.kind !== 'plan') continue;
      const { name, kind } = statement;
      if (name.text === '') continue;
      const before = taken.get(name.text);
      if (before) this.#refuseTwice(name, before);
      else {
        taken.set(name.text, statement);
        if (kind === 'let') scope.setConstant(statement);
        if (kind === 'plan') scope.setPlan(statement);
      }
    }
  }

  #refuseTwice({ text, start, end }: Name, before: Named): void {
    const message = l10n.t('`{0}` is already {1} of `{2}`.', text, whatIs(before), this.#scope.type.name);
    let free = 2;
    while (this.#statements.some((other) => 'name' in other && other.name.text === text + free)) free++;
    const fixes = [{ title: text + free, edits: [{ start, end, text: text + free }] }];
    const related = [{ start: before.name.start, end: before.name.end, message: l10n.t('here') }];
    this.#scope.error({ start, end }, 'name.duplicate', message, { fixes, related });
  }

  #takeBase(): void {
    const { base } = this.#scope.context.tree(this.#scope.type);
    if (!base) return;
    const made = baseOf(base, this.#scope);
    if (!made) {
      this.#sound = false;
      return;
    }
    this.#base = made.template;
    this.#sound &&= made.template.sound;
    this.#devices = made.template.deviceCount;
    this.#links = made.linkTotal;
    for (const connection of made.template.connections) this.#connections.push(connection);
    for (const absence of made.template.absences) this.#absences.push(absence);
    for (const part of made.template.parts) {
      this.#parts.push(part);
      this.#scope.parts.set(part.name, part);
    }
    for (const name of brokenParts(made.template)) this.#scope.setBroken(name);
  }

  #addPart(statement: PartStatement): void {
    const scope = this.#scope;
    const { name } = statement;
    if (name.text === '' || scope.has(name.text)) return;
    const inherited = scope.parts.get(name.text);
    if (inherited) {
      if (this.#base?.parts.includes(inherited)) {
        const message = l10n.t('`{0}` is already a part of `{1}`, on which this builds.', name.text, this.#base.name);
        scope.error(name, 'name.duplicate', message);
      }
      return;
    }
    const dims = this.#sizes(statement);
    const type = partType(statement, scope);
    if (!dims || !type) {
      scope.setBroken(name.text);
      return;
    }
    const stride = type.sort === 'device' ? 1 : type.deviceCount;
    const count = dims.reduce((product, size) => product * size, 1);
    if (type.sort === 'template') this.#sound &&= type.sound;
    const links = type.sort === 'template' ? linkTotal(type) * count : 0;
    if (!this.#fits(statement, count * Math.max(1, stride), links)) return;
    const { text } = name;
    const made = { name: text, source: scope.source(name), dims, count, type, first: this.#devices, stride };
    const part: Part = statement.doc === undefined ? made : { ...made, doc: statement.doc };
    this.#parts.push(part);
    scope.parts.set(text, part);
    this.#devices += count * stride;
    this.#links += links;
  }

  #sizes({ sizes }: PartStatement): number[] | undefined {
    const dims: number[] = [];
    for (const expr of sizes) {
      hintRest(expr, this.#scope);
      const size = evaluateWhole(expr, this.#scope, aSize);
      if (size === undefined) return undefined;
      if (size < 0) {
        return this.#scope.error(expr, 'quantity.sign', l10n.t('a size is 0 or more; this is {0}.', size));
      }
      dims.push(size);
    }
    return dims;
  }

  /** `size.devices`, `size.links`: told from the sizes alone, and the part is not made. */
  #fits(statement: PartStatement, devices: number, links: number): boolean {
    const { name, sizes } = statement;
    const where = sizes.length > 0 ? { start: name.end, end: nameAndSizes(statement, this.#scope).end } : name;
    const all = this.#devices + devices;
    if (all > mostDevices) {
      const message = l10n.t('{0} devices; the limit is {1}. Nothing was built.', spaced(all), spaced(mostDevices));
      this.#scope.error(where, 'size.devices', message);
    } else if (this.#links + links > mostLinks) {
      const total = spaced(this.#links + links);
      const message = l10n.t('{0} links; the limit is {1}. Nothing was built.', total, spaced(mostLinks));
      this.#scope.error(where, 'size.links', message);
    } else return true;
    this.#scope.setBroken(name.text);
    return false;
  }

  #connect(): Joined[] {
    const joined: Joined[] = [];
    for (const statement of this.#statements) {
      if (statement.kind !== 'connection') continue;
      const made = connect(statement, mostLinks - this.#links, this.#scope);
      if (!made) {
        this.#sound = false;
        continue;
      }
      this.#links += made.connection.a.length;
      this.#connections.push(made.connection);
      joined.push(made);
    }
    return joined;
  }

  #checkQuestions(): void {
    for (const statement of this.#statements)
      if (statement.kind === 'show' || statement.kind === 'expect') checkQuestion(statement, this.#scope);
  }

  #questions(): Question[] {
    const questions: Question[] = [];
    for (const statement of this.#statements)
      if (statement.kind === 'show' || statement.kind === 'expect') {
        const { kind, value: expr } = statement;
        questions.push({ kind, expr, source: this.#scope.source(statement) });
      }
    return questions;
  }
}

/** The environment of an elaborated template's body, with questions answered by `ask`; undefined for a template made by hand. */
export function environmentOf(
  template: Template,
  ask: Asker,
  report: (finding: Finding) => void,
): Environment | undefined {
  return scopeOf(template)?.asking(ask, report, (plan) => {
    const laid = planOf(template, plan.name.text);
    return laid ? planValue(template, laid) : error;
  });
}

const plans = new WeakMap<Template, Map<string, LaidPlan>>();

/** A plan of an elaborated template's body; what is wrong with it is not told here. */
export function planOf(template: Template, name: string): LaidPlan | undefined {
  const laid = plans.get(template)?.get(name);
  const scope = scopeOf(template);
  const statement = scope?.plan(name);
  if (laid || !scope || !statement) return laid;
  const made = layPlan(
    statement,
    template,
    scope.asking(unknownAnswers, () => {}),
  );
  plans.set(template, (plans.get(template) ?? new Map<string, LaidPlan>()).set(name, made));
  return made;
}
