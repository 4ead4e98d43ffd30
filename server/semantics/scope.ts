// What names mean at the top of a file: its own definitions, then those of its imports, the library, the kinds. Imports are
// not passed on. Every definition is worked out when first asked for, once.
import * as l10n from '@vscode/l10n';
import type { Finding } from '../syntax/finding.ts';
import type { ImportDefinition, NamedDefinition, SourceFile } from '../syntax/tree.ts';
import { isBody, namesUsedBy, walkExpr } from '../syntax/walk.ts';
import { error } from './arithmetic.ts';
import { defineDevice, defineLink, defineModel } from './definitions.ts';
import type { Environment, Sort } from './environment.ts';
import { evaluate } from './evaluate.ts';
import { Findings } from './findings.ts';
import type { Source } from './hardware.ts';
import { kindValues } from './kinds.ts';
import { circleDepth, simpleDepth, workUp } from './order.ts';
import { unknownAnswers } from './questioning.ts';
import type { BodyType, Definable } from './template.ts';
import type { Value } from './values.ts';

const defined = (definition: Definable | undefined): Value => (definition ? { type: 'definition', definition } : error);

/** What a file sees beyond its own definitions, nearest first. */
export interface Surroundings {
  /** Files whose definitions it sees, with the import that brings them in; the library's have none. */
  readonly seen: readonly { readonly scope: FileScope; readonly by?: ImportDefinition }[];
}

export class FileScope {
  readonly uri: string;
  readonly tree: SourceFile;
  /** First definition of each name. */
  readonly own = new Map<string, NamedDefinition>();
  readonly #findings = new Findings();
  readonly #surroundings: () => Surroundings;
  readonly #values = new Map<string, Value>();
  /** What names mean that are not its own. */
  readonly #beyond = new Map<string, Value | undefined>();
  readonly #working: string[] = [];

  constructor(uri: string, tree: SourceFile, surroundings: () => Surroundings) {
    this.uri = uri;
    this.tree = tree;
    this.#surroundings = surroundings;
    for (const definition of tree.definitions)
      if (definition.kind !== 'import' && definition.name.text !== '' && !this.own.has(definition.name.text))
        this.own.set(definition.name.text, definition);
  }

  get findings(): readonly Finding[] {
    return this.#findings.all();
  }
  get surroundings(): Surroundings {
    return this.#surroundings();
  }

  lookup(name: string): Value | undefined {
    const here = this.value(name);
    if (here) return here;
    const known = this.#beyond.get(name);
    if (known || this.#beyond.has(name)) return known;
    const there = this.#lookBeyond(name);
    // What is being worked out is an error for the time being.
    if (there?.type !== 'error') this.#beyond.set(name, there);
    return there;
  }

  #lookBeyond(name: string): Value | undefined {
    for (const { scope } of this.surroundings.seen) {
      const there = scope.value(name);
      if (there) return there;
    }
    return kindValues.get(name);
  }

  *names(): Iterable<string> {
    yield* this.own.keys();
    for (const { scope } of this.surroundings.seen) yield* scope.own.keys();
    yield* kindValues.keys();
  }

  /** A constant may be anything. */
  *namesOf(wanted: Sort): Iterable<string> {
    for (const scope of [this, ...this.surroundings.seen.map((each) => each.scope)])
      for (const [name, { kind }] of scope.own) if (kind === wanted || kind === 'let') yield name;
    if (wanted === 'device') yield* kindValues.keys();
  }

  /** A definition of this file alone. */
  value(name: string): Value | undefined {
    const known = this.#values.get(name);
    if (known) return known;
    const definition = this.own.get(name);
    if (!definition) return undefined;
    if (this.#working.includes(name) || this.#working.length >= circleDepth) return this.#refuseCycle(name, definition);
    if (this.#working.length >= simpleDepth) this.#workUp(name);
    return this.#workOut(name, definition);
  }

  #workOut(name: string, definition: NamedDefinition): Value {
    this.#working.push(name);
    const value = this.#define(definition);
    this.#working.pop();
    const before = this.#values.get(name);
    if (before) return before;
    this.#values.set(name, value);
    return value;
  }

  /** First what the definition rests on, so that it is worked out without going deeper. */
  #workUp(name: string): void {
    const restsOn = (of: string): string[] => {
      const definition = this.own.get(of);
      const used = definition ? namesUsedAtTop(definition) : [];
      return [...used].filter((each) => this.own.has(each) && !this.#values.has(each) && !this.#working.includes(each));
    };
    workUp(name, restsOn, (each) => {
      const definition = each === name || this.#values.has(each) ? undefined : this.own.get(each);
      if (definition) this.#workOut(each, definition);
    });
  }

  #define(definition: NamedDefinition): Value {
    const source: Source = { uri: this.uri, start: definition.name.start, end: definition.name.end };
    const env = this.environment();
    switch (definition.kind) {
      case 'let':
        return evaluate(definition.value, env);
      case 'link':
        return defined(defineLink(definition, source, env));
      case 'device':
        return defined(defineDevice(definition, source, env));
      case 'model':
        return defined(defineModel(definition, source, env));
      default:
        return this.#body(definition, source);
    }
  }

  /** Known before its defaults are worked out, since a default may name it. */
  #body(definition: Extract<NamedDefinition, { kind: 'node' | 'cluster' }>, source: Source): Value {
    const parameters: { name: string; default: Value }[] = [];
    const type: BodyType = {
      sort: 'body',
      of: definition.kind,
      name: definition.name.text,
      ...(definition.doc === undefined ? {} : { doc: definition.doc }),
      source,
      parameters,
    };
    const value: Value = { type: 'definition', definition: type };
    this.#values.set(type.name, value);
    const given = new Map<string, Value>();
    if (definition.parameters.length === 0) return value;
    const env = { ...this.environment(() => {}), lookup: (name: string) => given.get(name) ?? this.lookup(name) };
    for (const parameter of definition.parameters) {
      const worth = evaluate(parameter.value, env);
      given.set(parameter.name.text, worth);
      parameters.push({ name: parameter.name.text, default: worth });
    }
    return value;
  }

  #refuseCycle(name: string, definition: NamedDefinition): Value {
    const at = !isBody(definition) && definition.kind !== 'let' && definition.base ? definition.base : definition.name;
    const from = this.#working.indexOf(name);
    const around = [...(from < 0 ? ['…'] : this.#working.slice(from)), name].join(' > ');
    this.report({
      code: 'name.cycle',
      severity: 'error',
      start: at.start,
      end: at.end,
      message: l10n.t('`{0}` is made of itself: {1}.', name, around),
    });
    return error;
  }

  /** The names at the top of the file; no parts. */
  environment(report: (finding: Finding) => void = (finding) => this.report(finding)): Environment {
    return {
      lookup: (name) => this.lookup(name),
      names: () => this.names(),
      namesOf: (wanted) => this.namesOf(wanted),
      part: () => undefined,
      ask: unknownAnswers,
      report,
    };
  }

  report(finding: Finding): void {
    this.#findings.add(finding);
  }
}

/** The names a definition cannot be known without: of a node or cluster those in its defaults, and not what is in its body. */
function namesUsedAtTop(definition: NamedDefinition): ReadonlySet<string> {
  if (!isBody(definition)) return namesUsedBy(definition);
  const names = new Set<string>();
  for (const { value } of definition.parameters)
    walkExpr(value, (each) => {
      if (each.kind === 'name') names.add(each.name.text);
    });
  return names;
}
