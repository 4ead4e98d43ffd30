// Everything known of one file at one version. Work is done on demand and kept; whoever holds it throws it away when
// the file, or one it imports, changes.
import type { Finding } from '../syntax/finding.ts';
import type { Expr, SourceFile } from '../syntax/tree.ts';
import { isBody } from '../syntax/walk.ts';
import { error } from './arithmetic.ts';
import { elaborate, environmentOf, planOf } from './body/elaborate.ts';
import { evaluate } from './evaluate.ts';
import { Findings } from './findings.ts';
import { checkNames } from './imports.ts';
import { type Meaning, meaningAt, type Named, scopeAt } from './meaning.ts';
import { checkPlan } from './plans/check.ts';
import type { LaidPlan } from './plans/layout.ts';
import { Program } from './program.ts';
import { unknownAnswers } from './questioning.ts';
import type { FileScope } from './scope.ts';
import { sift } from './sift.ts';
import type { Definable, Template } from './template.ts';
import { usesIn, withUses } from './uses.ts';
import type { Asker, Value } from './values.ts';

/** Hands in what is outside: parsed files. Semantics never know where a file lives. */
export interface Files {
  /** The parsed file that `path` means, seen from `fromUri`; undefined where there is none. */
  resolve(fromUri: string, path: string): { readonly uri: string; readonly tree: SourceFile } | undefined;
}

export interface FileSemantics {
  readonly uri: string;
  readonly tree: SourceFile;
  /** Definitions of this file by name, in order; constants apart. */
  readonly definitions: ReadonlyMap<string, Definable>;
  /** All findings of the file but the parser's and those that need a question answered. */
  findings(): readonly Finding[];
  /** The node or cluster `name` that the file sees, with its defaults or with `args` for parameters by name. */
  template(name: string, args?: ReadonlyMap<string, Value>): Template | undefined;
  /** Works an expression out inside a template; `ask` answers the questions in it. */
  evaluate(template: Template, expr: Expr, ask: Asker, report: (finding: Finding) => void): Value;
  /** Works an expression out at the top of the file: constants and definitions, no parts. */
  constant(expr: Expr, report: (finding: Finding) => void): Value;
  /** A plan of the node or cluster's own body, laid over its ranks. */
  plan(template: Template, name: string): LaidPlan | undefined;
  /** What the name at an offset means. */
  meaningAt(offset: number): Meaning | undefined;
  /** Names that can be written at an offset, for completion. */
  scopeAt(offset: number): readonly Named[];
}

export function analyseFile(uri: string, tree: SourceFile, files: Files): FileSemantics {
  return new Analysed(new Program(uri, tree, files));
}

/** What is about a place and not about its text. */
const isPlaced = ({ code }: Finding): boolean => /^(?:port|wiring|index)\.|both-ways$/.test(code);

/** The number of the last of ascending values that is no larger; -1 where all are. */
function lastUpTo(values: Int32Array, most: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] <= most) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

class Analysed implements FileSemantics {
  readonly #program: Program;
  #definitions: ReadonlyMap<string, Definable> | undefined;
  #findings: readonly Finding[] | undefined;

  constructor(program: Program) {
    this.#program = program;
  }

  get definitions(): ReadonlyMap<string, Definable> {
    this.#definitions ??= definables(this.#program.root);
    return this.#definitions;
  }

  get uri(): string {
    return this.#program.root.uri;
  }
  get tree(): SourceFile {
    return this.#program.root.tree;
  }

  findings(): readonly Finding[] {
    if (this.#findings) return this.#findings;
    const { root } = this.#program;
    for (const name of root.own.keys()) root.value(name);
    const named = checkNames(this.#program);
    const plans: Finding[] = [];
    for (const definition of this.tree.definitions) {
      if (!isBody(definition) || root.own.get(definition.name.text) !== definition) continue;
      const template = this.template(definition.name.text);
      const env = template && environmentOf(template, unknownAnswers, (finding) => plans.push(finding));
      for (const statement of definition.body?.statements ?? [])
        if (statement.kind === 'plan' && env) checkPlan(statement, template, env);
    }
    const found = new Findings();
    for (const finding of [...named, ...root.findings, ...this.#placed(this.#program.bodyFindings), ...plans])
      found.add(finding);
    this.#findings = sift(found.all(), this.tree).sort((a, b) => a.start - b.start || a.end - b.end);
    return this.#findings;
  }

  /** Findings about ports and wiring, with the places their node or cluster has in the systems of this file. */
  #placed(findings: readonly Finding[]): readonly Finding[] {
    if (!findings.some(isPlaced)) return findings;
    const bodies = this.tree.definitions.filter(isBody).flatMap((definition) => {
      const template = this.template(definition.name.text);
      return template?.source.start === definition.name.start ? [{ definition, template }] : [];
    });
    const { context } = this.#program;
    const uses = usesIn(bodies.map(({ template }) => template).filter(({ type }) => !context.isUsed(type)));
    const starts = Int32Array.from(bodies, ({ definition }) => definition.start);
    return findings.map((finding) => {
      const body = isPlaced(finding) ? bodies[lastUpTo(starts, finding.start)] : undefined;
      return body && finding.end <= body.definition.end ? withUses(finding, body.template.type, uses) : finding;
    });
  }

  template(name: string, args: ReadonlyMap<string, Value> = new Map()): Template | undefined {
    const value = this.#program.root.lookup(name);
    if (value?.type !== 'definition' || value.definition.sort !== 'body') return undefined;
    return elaborate(value.definition, args, this.#program.context).template;
  }

  evaluate(template: Template, expr: Expr, ask: Asker, report: (finding: Finding) => void): Value {
    const env = environmentOf(template, ask, report);
    return env ? evaluate(expr, env) : error;
  }

  constant(expr: Expr, report: (finding: Finding) => void): Value {
    return evaluate(expr, this.#program.root.environment(report));
  }

  plan(template: Template, name: string): LaidPlan | undefined {
    return planOf(template, name);
  }

  meaningAt(offset: number): Meaning | undefined {
    return meaningAt(this.#program, offset);
  }
  scopeAt(offset: number): readonly Named[] {
    return scopeAt(this.#program, offset);
  }
}

function definables(root: FileScope): Map<string, Definable> {
  const found = new Map<string, Definable>();
  for (const [name, definition] of root.own) {
    if (definition.kind === 'let') continue;
    const value = root.value(name);
    if (value?.type === 'definition') found.set(name, value.definition);
  }
  return found;
}
