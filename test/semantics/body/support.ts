// Bodies elaborated from a text, with the small library of hardware.ts in scope.
import type { BodyContext } from '../../../server/semantics/body/context.ts';
import { elaborate } from '../../../server/semantics/body/elaborate.ts';
import { withProperties } from '../../../server/semantics/definitions.ts';
import { unknownAnswers } from '../../../server/semantics/questioning.ts';
import { FileScope, type Surroundings } from '../../../server/semantics/scope.ts';
import type { Template } from '../../../server/semantics/template.ts';
import type { Value } from '../../../server/semantics/values.ts';
import type { Finding } from '../../../server/syntax/finding.ts';
import { parse } from '../../../server/syntax/parser.ts';
import { isBody, namesUsedBy } from '../../../server/syntax/walk.ts';
import { hardware } from './hardware.ts';

const nothing: Surroundings = { seen: [] };
const library = new FileScope('lib', parse(hardware).tree, () => nothing);

export interface Bodies {
  readonly text: string;
  /** What the parser and the bodies of the text found, in order of place. */
  readonly findings: readonly Finding[];
  template(name: string, args?: Record<string, Value>): Template;
}

/** Elaborates every body of the text. */
export function bodies(text: string): Bodies {
  const { tree, findings: syntax } = parse(text);
  const file: FileScope = new FileScope('file', tree, () => ({ seen: [{ scope: library }] }));
  const findings: Finding[] = [...syntax];
  const used = new Set<string>();
  for (const definition of tree.definitions)
    for (const name of namesUsedBy(definition))
      if (definition.kind === 'import' || definition.name.text !== name) used.add(name);
  const context: BodyContext = {
    tree: ({ name }) => {
      const definition = file.own.get(name);
      if (!definition || !isBody(definition)) throw new Error(`no body ${name}`);
      return definition;
    },
    text: (uri) => (uri === 'lib' ? hardware : text),
    isUsed: ({ name }) => used.has(name),
    lookup: (_, name) => file.lookup(name),
    names: () => file.names(),
    namesOf: (_, wanted) => file.namesOf(wanted),
    override: (base, properties, env) => withProperties(base, properties, env),
    ask: unknownAnswers,
    report: (_, finding) => findings.push(finding),
    made: new Map(),
    variants: new Set(),
    open: [],
  };
  const template = (name: string, args: Record<string, Value> = {}): Template => {
    const value = file.lookup(name);
    if (value?.type !== 'definition' || value.definition.sort !== 'body') throw new Error(`no body ${name}`);
    return elaborate(value.definition, new Map(Object.entries(args)), context).template;
  };
  for (const [name, definition] of file.own) if (isBody(definition)) template(name);
  findings.push(...file.findings);
  return { text, findings: findings.sort((a, b) => a.start - b.start), template };
}

export const whole = (value: number): Value => ({ type: 'number', value, whole: true });
