// What the name at a place of the text means, and which names could stand there: behind hover, definition and completion.
// Worked out from the tree when asked; evaluation keeps no records for it.
import type {
  BodyDefinition,
  ConnectionStatement,
  Definition,
  Expr,
  Name,
  Parameter,
  PlanStatement,
  Properties,
  SetItem,
  Statement,
  TypeRef,
} from '../syntax/tree.ts';
import { expressionsOf, isBody, walkExpr } from '../syntax/walk.ts';
import { elaborate, environmentOf, planOf } from './body/elaborate.ts';
import type { Environment } from './environment.ts';
import type { Source } from './hardware.ts';
import { placePart, propertyOf } from './members.ts';
import type { LaidPlan } from './plans/layout.ts';
import type { Program } from './program.ts';
import { type Owner, propertyTable } from './properties.ts';
import { unknownAnswers } from './questioning.ts';
import { algorithmWords, questions, routingWords } from './signatures.ts';
import type { Part, Template } from './template.ts';
import type { Value } from './values.ts';

export type MeaningSort =
  | 'definition'
  | 'constant'
  | 'parameter'
  | 'part'
  | 'variable'
  | 'property'
  | 'argument'
  | 'question'
  | 'field'
  | 'word'
  | 'plan'
  | 'import';

export interface Meaning {
  readonly span: { readonly start: number; readonly end: number };
  readonly name: string;
  readonly sort: MeaningSort;
  /** Where it is defined (the name); none for what the language itself knows. */
  readonly definition?: Source;
  /** What it is worth, as far as known; of a definition the definition. */
  readonly value?: Value;
  readonly part?: Part;
  /** Of a part: where it stands. `device` is the template-local number of the first device in its first place. */
  readonly place?: { readonly template: Template; readonly device: number };
  /** Of a plan: all that is known of it; `value` says it in short. */
  readonly plan?: LaidPlan;
  readonly doc?: string;
}

/** A name that can be written, for completion. */
export interface Named {
  readonly name: string;
  readonly sort: MeaningSort;
  readonly value?: Value;
  readonly part?: Part;
  readonly doc?: string;
}

const holds = (span: { start: number; end: number }, offset: number): boolean =>
  span.start <= offset && offset <= span.end;

export function meaningAt(program: Program, offset: number): Meaning | undefined {
  const definition = program.root.tree.definitions.find((each) => holds(each, offset));
  if (!definition) return undefined;
  return new Finder(program, definition, offset).find();
}

/** Looks for the name at one offset in one definition. */
class Finder {
  readonly #program: Program;
  readonly #definition: Definition;
  readonly #offset: number;
  readonly #template: Template | undefined;
  readonly #env: Environment;

  constructor(program: Program, definition: Definition, offset: number) {
    this.#program = program;
    this.#definition = definition;
    this.#offset = offset;
    this.#template = templateOf(program, definition);
    this.#env = environmentIn(program, this.#template);
  }

  find(): Meaning | undefined {
    const definition = this.#definition;
    if (definition.kind === 'import') return this.#import(definition);
    if (this.#at(definition.name)) return this.#named(definition.name);
    if (isBody(definition)) return this.#inBody(definition);
    if (definition.kind === 'let') return this.#inExpr(definition.value);
    if (definition.base && this.#at(definition.base)) return this.#named(definition.base);
    return this.#inProperties(definition.properties, ownerOf(this.#program.root.value(definition.name.text)));
  }

  #at(span: { start: number; end: number }): boolean {
    return holds(span, this.#offset) && span.end > span.start;
  }

  #source({ start, end }: { start: number; end: number }): Source {
    return { uri: this.#program.root.uri, start, end };
  }

  #import(definition: Extract<Definition, { kind: 'import' }>): Meaning | undefined {
    if (!this.#at(definition.pathSpan)) return undefined;
    const found = this.#program.imported(this.#program.root, definition);
    const target = found ? { definition: { uri: found.uri, start: 0, end: 0 } } : {};
    return { span: definition.pathSpan, name: definition.path, sort: 'import', ...target };
  }

  #inBody(definition: BodyDefinition): Meaning | undefined {
    for (const parameter of definition.parameters) {
      if (this.#at(parameter.name)) return this.#local(parameter.name, parameter.name, 'parameter');
      if (this.#at(parameter.value)) return this.#inExpr(parameter.value);
    }
    if (definition.base && this.#at(definition.base)) return this.#inType(definition.base);
    const statement = definition.body?.statements.find((each) => this.#at(each));
    return statement && this.#inStatement(statement);
  }

  #inStatement(statement: Statement): Meaning | undefined {
    if (statement.kind === 'part') {
      if (this.#at(statement.name))
        return this.#part(statement.name, this.#env.part(statement.name.text)) ?? this.#unmade(statement.name);
      if (this.#at(statement.type)) return this.#inType(statement.type);
      const type = this.#env.part(statement.name.text)?.type;
      if (statement.properties && this.#at(statement.properties))
        return this.#inProperties(statement.properties, type?.sort === 'device' ? type.kind : 'gpu');
    }
    if (statement.kind === 'let' && this.#at(statement.name))
      return this.#local(statement.name, statement.name, 'constant');
    if (statement.kind === 'plan') {
      if (this.#at(statement.name)) return this.#plan(statement.name, statement);
      if (this.#at(statement.model)) return this.#named(statement.model);
      return this.#inProperties(statement.properties, 'plan');
    }
    if (statement.kind === 'connection')
      for (const clause of statement.clauses)
        if (clause.kind === 'for' && this.#at(clause.name))
          return { span: clause.name, name: clause.name.text, sort: 'variable', definition: this.#source(clause.name) };
    for (const expr of expressionsOf(statement))
      if (this.#at(expr)) return this.#inExpr(expr, statement.kind === 'connection' ? statement : undefined);
    return undefined;
  }

  /** The base of a body, or what a part is: its name is never a part's. */
  #inType(type: TypeRef): Meaning | undefined {
    if (this.#at(type.name)) return this.#named(type.name);
    for (const argument of type.args ?? []) {
      if (this.#at(argument.name)) return this.#argumentOf(type, argument);
      if (this.#at(argument.value)) return this.#inExpr(argument.value);
    }
    return undefined;
  }

  #argumentOf(type: TypeRef, { name }: Parameter): Meaning | undefined {
    const value = this.#env.lookup(type.name.text);
    if (value?.type !== 'definition' || value.definition.sort !== 'body') return undefined;
    const { parameters, source } = value.definition;
    const parameter = parameters.find((each) => each.name === name.text);
    if (!parameter) return undefined;
    const tree = this.#program.context.tree(value.definition).parameters.find((each) => each.name.text === name.text);
    const at = tree ? { definition: { uri: source.uri, start: tree.name.start, end: tree.name.end } } : {};
    return { span: name, name: name.text, sort: 'parameter', value: parameter.default, ...at };
  }

  #inProperties(properties: Properties | undefined, owner: Owner): Meaning | undefined {
    for (const { name, value } of properties?.items ?? []) {
      const table = propertyTable(owner);
      const signature = Object.hasOwn(table, name.text) ? table[name.text] : undefined;
      if (this.#at(name) && signature) return { span: name, name: name.text, sort: 'property', doc: signature.doc() };
      if (!this.#at(value)) continue;
      if (signature?.wanted.type === 'word')
        return { span: value, name: name.text, sort: 'word', doc: signature.doc() };
      return this.#inExpr(value);
    }
    return undefined;
  }

  /** The innermost name at the offset; `statement` where index variables may stand. */
  #inExpr(expr: Expr, statement?: ConnectionStatement): Meaning | undefined {
    let found: Meaning | undefined;
    walkExpr(expr, (each) => {
      if (found || !this.#at(each)) return;
      if (each.kind === 'member' && this.#at(each.name)) found = this.#member(each.of, each.name);
      else if (each.kind === 'name') found = this.#inName(each.name, statement);
      else if (each.kind === 'call') {
        const argument = each.args.find(({ name }) => name && this.#at(name))?.name;
        if (argument) found = { span: argument, name: argument.text, sort: 'argument' };
        const word = each.args.find(({ value }) => value.kind === 'name' && this.#at(value))?.value;
        if (word?.kind === 'name' && words.has(word.name.text) && !this.#env.lookup(word.name.text))
          found = { span: word, name: word.name.text, sort: 'word' };
      }
    });
    return found;
  }

  #inName(name: Name, statement?: ConnectionStatement): Meaning | undefined {
    const part = this.#env.part(name.text);
    if (part) return this.#part(name, part);
    const unmade = this.#unmade(name);
    if (unmade) return unmade;
    const meaning = this.#named(name);
    if (meaning || !statement) return meaning;
    const clause = statement.clauses.find((each) => each.kind === 'for' && each.name.text === name.text);
    const definition = this.#source(clause?.kind === 'for' ? clause.name : (firstUse(statement, name.text) ?? name));
    return { span: name, name: name.text, sort: 'variable', definition };
  }

  /** A part that could not be made still stands somewhere. */
  #unmade(name: Name): Meaning | undefined {
    const statement = this.#statements().find((each) => each.kind === 'part' && each.name.text === name.text);
    if (statement?.kind !== 'part') return undefined;
    const { doc } = statement;
    const definition = this.#source(statement.name);
    return { span: name, name: name.text, sort: 'part', definition, ...(doc === undefined ? {} : { doc }) };
  }

  #statements(): readonly Statement[] {
    return isBody(this.#definition) ? (this.#definition.body?.statements ?? []) : [];
  }

  #member(of: Expr, name: Name): Meaning | undefined {
    const owner = placePart(of, this.#env);
    if (owner?.type.sort === 'template') {
      const part = owner.type.parts.find((each) => each.name === name.text);
      return this.#part(name, part, this.#firstDevice(of) + (part?.first ?? 0));
    }
    const holder = owner?.type ?? this.#worth(of);
    if (!holder) return undefined;
    const value: Value =
      'sort' in holder && holder.sort === 'device' ? { type: 'definition', definition: holder } : (holder as Value);
    const field = propertyOf(value, name.text);
    return field && { span: name, name: name.text, sort: value.type === 'result' ? 'field' : 'property', value: field };
  }

  #worth(expr: Expr): Value | undefined {
    if (expr.kind === 'call') return this.#worth(expr.of);
    if (expr.kind !== 'name') return undefined;
    const { text } = expr.name;
    return this.#env.lookup(text) ?? questions.get(text)?.answer;
  }

  #part(span: Name, part: Part | undefined, device = part?.first): Meaning | undefined {
    if (!part) return undefined;
    const doc = part.doc ?? part.type.doc;
    return {
      span,
      name: part.name,
      sort: 'part',
      definition: part.source,
      part,
      ...(this.#template && device !== undefined ? { place: { template: this.#template, device } } : {}),
      ...(doc === undefined ? {} : { doc }),
    };
  }

  /** Of the first place that a place expression can mean. */
  #firstDevice(expr: Expr): number {
    if (expr.kind === 'index') return this.#firstDevice(expr.of);
    const part = placePart(expr, this.#env);
    return (part?.first ?? 0) + (expr.kind === 'member' ? this.#firstDevice(expr.of) : 0);
  }

  #local(span: Name, name: Name, sort: MeaningSort): Meaning {
    const value = this.#env.lookup(name.text);
    return { span, name: name.text, sort, definition: this.#source(name), ...(value ? { value } : {}) };
  }

  #plan(span: Name, { name, doc }: PlanStatement): Meaning {
    const plan = this.#template && planOf(this.#template, name.text);
    return { ...this.#local(span, name, 'plan'), ...(plan ? { plan } : {}), ...(doc === undefined ? {} : { doc }) };
  }

  /** A parameter, a constant, a plan, a definition, a kind, a question. */
  #named(name: Name): Meaning | undefined {
    const definition = this.#definition;
    if (isBody(definition)) {
      const parameter = definition.parameters.find((each) => each.name.text === name.text);
      if (parameter) return this.#local(name, parameter.name, 'parameter');
      for (const statement of this.#statements())
        if (statement.kind === 'let' && statement.name.text === name.text)
          return this.#local(name, statement.name, 'constant');
        else if (statement.kind === 'plan' && statement.name.text === name.text) return this.#plan(name, statement);
    }
    const value = this.#env.lookup(name.text);
    const question = questions.get(name.text);
    if (!value && question) return { span: name, name: name.text, sort: 'question', doc: question.doc() };
    if (!value) return undefined;
    if (value.type !== 'definition') return this.#constant(name, value);
    const { doc, source } = value.definition;
    const common = { span: name, name: name.text, sort: 'definition' as const, value, definition: source };
    return doc === undefined ? common : { ...common, doc };
  }

  #constant(name: Name, value: Value): Meaning {
    if (value.type === 'kind') return { span: name, name: name.text, sort: 'definition', value };
    const { root } = this.#program;
    const scope = root.own.has(name.text)
      ? root
      : root.surroundings.seen.find((each) => each.scope.own.has(name.text))?.scope;
    const own = scope?.own.get(name.text)?.name;
    const at = scope && own ? { definition: { uri: scope.uri, start: own.start, end: own.end } } : {};
    return { span: name, name: name.text, sort: 'constant', value, ...at };
  }
}

const words: ReadonlySet<string> = new Set([...algorithmWords, ...routingWords]);

function ownerOf(value: Value | undefined): Owner {
  if (value?.type !== 'definition') return 'link';
  const { definition } = value;
  if (definition.sort === 'device') return definition.kind;
  return definition.sort === 'model' ? 'model' : 'link';
}

function templateOf(program: Program, definition: Definition): Template | undefined {
  if (!isBody(definition)) return undefined;
  const value = program.root.value(definition.name.text);
  if (value?.type !== 'definition' || value.definition.sort !== 'body') return undefined;
  return elaborate(value.definition, new Map(), program.context).template;
}

function environmentIn(program: Program, template: Template | undefined): Environment {
  const ignore = (): void => {};
  return (template && environmentOf(template, unknownAnswers, ignore)) ?? program.root.environment(ignore);
}

/** Where an index variable stands alone in an index for the first time: what gives it its range. */
function firstUse(statement: ConnectionStatement, name: string): Name | undefined {
  let found: Name | undefined;
  const look = (item: SetItem): void => {
    if (item.kind === 'range' && !item.to && item.from.kind === 'name' && item.from.name.text === name)
      found ??= item.from.name;
  };
  walkExpr(statement.cable, (expr) => {
    if (expr.kind === 'index') expr.items.forEach(look);
  });
  return found;
}

/** All names in sight at an offset: parts, parameters and constants of the body there, then the file's. */
export function scopeAt(program: Program, offset: number): Named[] {
  const definition = program.root.tree.definitions.find((each) => holds(each, offset));
  const template = definition && templateOf(program, definition);
  const env = environmentIn(program, template);
  const parameters = new Set(template?.type.parameters.map(({ name }) => name));
  const names = new Map<string, Named>();
  for (const name of env.names()) {
    if (names.has(name)) continue;
    const part = env.part(name);
    if (part) {
      const doc = part.doc ?? part.type.doc;
      names.set(name, { name, sort: 'part', part, ...(doc === undefined ? {} : { doc }) });
      continue;
    }
    const value = env.lookup(name);
    if (!value) continue;
    const doc = value.type === 'definition' ? value.definition.doc : undefined;
    const isDefinition = value.type === 'definition' || value.type === 'kind';
    const known = template && planOf(template, name) ? 'plan' : 'constant';
    const sort = parameters.has(name) ? 'parameter' : isDefinition ? 'definition' : known;
    names.set(name, { name, sort, value, ...(doc === undefined ? {} : { doc }) });
  }
  return [...names.values()];
}
