// A plan laid over its ranks: all that is known of it. The same for checks, answers and hovers.
import * as l10n from '@vscode/l10n';
import { formatQuantity } from '../../syntax/quantities.ts';
import type { PlanStatement } from '../../syntax/tree.ts';
import { error, quantity } from '../arithmetic.ts';
import type { Environment } from '../environment.ts';
import type { DeviceType } from '../hardware.ts';
import { planAnswer } from '../signatures.ts';
import type { Template } from '../template.ts';
import type { QuestionFault, Value } from '../values.ts';
import { faultsOf, rankWord } from './faults.ts';
import { type RankMemory, rankMemory } from './memory.ts';
import { degreeNames, type ReadPlan, rankCount, readPlan } from './plan.ts';
import { placesIn, ranksOf } from './ranks.ts';
import { type Transformer, transformerOf } from './transformer.ts';

export interface LaidPlan {
  readonly read: ReadPlan;
  /** Undefined where the model is not known, or lacks something. */
  readonly transformer?: Transformer;
  /** Device numbers in order; undefined where they cannot be told, as in a body with errors. */
  readonly ranks?: Int32Array;
  /** Why `over` is no ranks. */
  readonly fault?: QuestionFault;
  /** Of the ranks the one with the least memory, of those that state it. */
  readonly least?: DeviceType & { readonly memory: number };
  /** Undefined where anything is not known or does not come out even. */
  readonly memory?: RankMemory;
}

export function layPlan(statement: PlanStatement, template: Template, env: Environment): LaidPlan {
  const read = readPlan(statement, env);
  const transformer = read.model && transformerOf(read.model);
  const found = template.sound && read.faulty.size === 0 ? ranksOf(template, read.over) : undefined;
  const taken = found === undefined ? {} : 'type' in found ? { fault: found } : { ranks: found };
  const least = taken.ranks && leastMemory(template, taken.ranks);
  const isWhole = read.faulty.size === 0 && Object.values(read.plan).every((value) => !Number.isNaN(value));
  const isEven = isWhole && faultsOf(read.model, read.plan, undefined).length === 0;
  const memory = transformer && isEven ? rankMemory(transformer, read.plan) : undefined;
  return { read, ...taken, ...(transformer && { transformer }), ...(least && { least }), ...(memory && { memory }) };
}

function leastMemory(template: Template, ranks: Int32Array): LaidPlan['least'] {
  const { types } = placesIn(template);
  let least: LaidPlan['least'];
  for (const type of new Set(Array.from(ranks, (device) => types[device])))
    if (type?.memory !== undefined && type.memory < (least?.memory ?? Number.POSITIVE_INFINITY))
      least = { ...type, memory: type.memory };
  return least;
}

/** `tensor 8 x pipeline 8 x data 15 = 960 GPUs, 61.4 GB a GPU of 80 GB`, as far as it is known. */
export function planText(template: Template, { read, ranks, least, memory }: LaidPlan): string {
  const { plan } = read;
  const kind = ranks && placesIn(template).types[ranks[0]]?.kind === 'cpu' ? 'cpu' : 'gpu';
  const factors = degreeNames.filter((name) => plan[name] > 1).map((name) => `${name} ${plan[name]}`);
  const count = rankCount(plan);
  const text = [...(factors.length > 0 ? [factors.join(' x ')] : []), rankWord(count, kind)].join(' = ');
  if (Number.isNaN(count)) return '';
  if (!memory) return text;
  const needs = formatQuantity(memory.total, 'size');
  const each = kind === 'gpu' ? l10n.t('{0} a GPU', needs) : l10n.t('{0} a CPU', needs);
  return least ? l10n.t('{0}, {1} of {2}', text, each, formatQuantity(least.memory, 'size')) : `${text}, ${each}`;
}

/** What the plan's name is worth: its memory. What takes a price, nobody tells yet. */
export function planValue(template: Template, laid: LaidPlan): Value {
  const { memory } = laid;
  const fields = new Map<string, Value>([...planAnswer.result.fields.keys()].map((name) => [name, error]));
  if (memory) fields.set('memory', quantity('size', memory.total));
  return { type: 'result', result: { ...planAnswer.result, fields, shown: planText(template, laid) } };
}
