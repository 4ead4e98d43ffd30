// A plan as it stands in the text made into numbers: degrees with their defaults, the model it lays out, the ranks it takes.
import * as l10n from '@vscode/l10n';
import type { PlanStatement, Property } from '../../syntax/tree.ts';
import { describe } from '../arithmetic.ts';
import { hintRest } from '../body/scope.ts';
import type { Environment } from '../environment.ts';
import { unknownName } from '../evaluate.ts';
import { type ModelType, planPrecisions, recomputes, schedules } from '../hardware.ts';
import { readProperties } from '../properties.ts';
import type { Selection } from '../values.ts';

/** Innermost first: ranks that differ in the first alone stand side by side. */
export const degreeNames = ['tensor', 'context', 'expert', 'data', 'pipeline'] as const;
export type Degree = (typeof degreeNames)[number];

/** Whole numbers above 0 (`zero`: 0 to 3); NaN where a number is wrong, which has been reported, and where it is of no use. */
export interface Plan extends Readonly<Record<Degree, number>> {
  /** Sequences of one microbatch, on one replica. */
  readonly microbatch: number;
  /** Sequences of one step, on all. */
  readonly batch: number;
  readonly zero: number;
  readonly schedule: (typeof schedules)[number];
  readonly recompute: (typeof recomputes)[number];
  readonly precision: (typeof planPrecisions)[number];
}

export interface ReadPlan {
  readonly statement: PlanStatement;
  readonly plan: Plan;
  /** Undefined where its name is wrong. */
  readonly model?: ModelType;
  readonly over?: Selection;
  /** As set, by name; of one that is set twice the first. */
  readonly items: ReadonlyMap<string, Property>;
  /** Properties whose value could not be read, and what is no property. */
  readonly faulty: ReadonlySet<string>;
}

/** Ranks of one copy of the plan. */
export const rankCount = (plan: Plan): number => degreeNames.reduce((product, name) => product * plan[name], 1);

/** Reports what is wrong with single names and values. */
export function readPlan(statement: PlanStatement, env: Environment): ReadPlan {
  const { properties } = statement;
  const { numbers, words, selections, faulty } = readProperties(properties, 'plan', env);
  const items = new Map<string, Property>();
  for (const item of properties.items) if (!items.has(item.name.text)) items.set(item.name.text, item);
  for (const { name, value } of items.values()) {
    hintRest(value, env);
    if (Number.isNaN(numbers.get(name.text) ?? 0)) refuseWaiting(name.text, value, env);
  }
  const of = (name: string, otherwise: number): number =>
    faulty.has(name) ? Number.NaN : (numbers.get(name) ?? otherwise);
  const data = of('data', 1);
  const microbatch = of('microbatch', 1);
  const word = <W extends string>(name: string, known: readonly W[]): W =>
    known.find((each) => each === words.get(name)) ?? known[0];
  const plan: Plan = {
    tensor: of('tensor', 1),
    context: of('context', 1),
    expert: of('expert', 1),
    data,
    pipeline: of('pipeline', 1),
    microbatch,
    batch: of('batch', data * microbatch),
    zero: of('zero', 0),
    schedule: word('schedule', schedules),
    recompute: word('recompute', recomputes),
    precision: word('precision', planPrecisions),
  };
  const model = modelOf(statement, env);
  const over = selections.get('over');
  return { statement, plan, items, faulty, ...(model ? { model } : {}), ...(over ? { over } : {}) };
}

function refuseWaiting(name: string, { start, end }: Property['value'], env: Environment): void {
  const message = l10n.t('`{0}` cannot wait for the answer of a question.', name);
  env.report({ code: 'quantity.whole', severity: 'error', start, end, message });
}

function modelOf({ model }: PlanStatement, env: Environment): ModelType | undefined {
  const { text, start, end } = model;
  if (text === '') return undefined;
  const value = env.lookup(text);
  if (!value) unknownName({ kind: 'name', name: model, start, end }, env, 'model');
  else if (value.type === 'definition' && value.definition.sort === 'model') return value.definition;
  else if (value.type !== 'error') {
    const message = l10n.t('a plan lays out a model; `{0}` is {1}.', text, describe(value));
    env.report({ code: 'name.sort', severity: 'error', start, end, message });
  }
  return undefined;
}
