// What is wrong with a plan: each fault at the property that brings it about, and what it needs against what there is.
import * as l10n from '@vscode/l10n';
import type { Finding, Fix, Span } from '../../syntax/finding.ts';
import { formatQuantity } from '../../syntax/quantities.ts';
import type { PlanStatement } from '../../syntax/tree.ts';
import type { Environment } from '../environment.ts';
import type { Template } from '../template.ts';
import { type Fault, faultsOf, type Ranks } from './faults.ts';
import { type LaidPlan, layPlan } from './layout.ts';
import { interleaves, microbatchesOf, rankMemory } from './memory.ts';
import { changed, mends, setting, smaller } from './mend.ts';
import { placesFor } from './over.ts';
import { degreeNames, type Plan, type ReadPlan, rankCount } from './plan.ts';
import { placesIn } from './ranks.ts';
import { leavingGroup } from './tensor.ts';
import { lacking } from './transformer.ts';

export function checkPlan(statement: PlanStatement, template: Template, env: Environment): void {
  const laid = layPlan(statement, template, env);
  const { read, ranks, fault } = laid;
  const { model } = read;
  const at = read.items.get('over')?.value ?? statement.name;
  if (fault) env.report(finding('error', fault.code, at, fault.message));
  const lacks = model ? lacking(model) : [];
  if (model && lacks.length > 0) {
    const list = lacks.map((name) => `\`${name}\``).join(', ');
    const message = l10n.t('a plan needs to know {0}, which `{1}` does not state.', list, model.name);
    env.report(finding('error', 'plan.model', statement.model, message));
  }
  const found: Ranks | undefined = ranks && { count: ranks.length, kind: kindOf(template, ranks) };
  const faults = faultsOf(model, read.plan, found);
  for (const each of faults) {
    const fixes = each.code === 'plan.degrees' ? degreeFixes(each, read, template, found) : mends(each, read, found);
    env.report(finding('error', each.code, spanOf(each, read), each.message, fixes));
  }
  if (faults.length > 0 || !laid.transformer || read.faulty.size > 0) return;
  checkSchedule(laid, env);
  checkTensor(laid, template, env);
  checkMemory(laid, env);
}

function finding(severity: Finding['severity'], code: string, at: Span, message: string, fixes: Fix[] = []): Finding {
  const { start, end } = at;
  return { severity, code, start, end, message, ...(fixes.length > 0 ? { fixes } : {}) };
}

const kindOf = (template: Template, ranks: Int32Array): 'gpu' | 'cpu' =>
  placesIn(template).types[ranks[0]]?.kind === 'cpu' ? 'cpu' : 'gpu';

/** The property as it stands; of degrees from the first to the last; the plan's name where nothing is written. */
function spanOf({ property }: Fault, { items, statement }: ReadPlan): Span {
  const names: readonly string[] = property === 'degrees' ? degreeNames : [property];
  const found = names.flatMap((name) => items.get(name) ?? []);
  if (found.length === 0) return statement.name;
  return { start: Math.min(...found.map(({ start }) => start)), end: Math.max(...found.map(({ end }) => end)) };
}

function degreeFixes(fault: Fault, read: ReadPlan, template: Template, ranks: Ranks | undefined): Fix[] {
  const fixes = mends(fault, read, ranks);
  const fits = ranks && rankCount(read.plan) < ranks.count && !read.items.has('over');
  const places = fits ? placesFor(template, rankCount(read.plan), ranks.kind) : undefined;
  const fix = places === undefined ? undefined : setting(read, new Map([['over', places]]));
  return fix ? [...fixes, fix] : fixes;
}

/** `plan.schedule`: a schedule that was asked for and has nothing to do, or cannot be had. */
function checkSchedule({ read, transformer }: LaidPlan, env: Environment): void {
  const { plan, items } = read;
  const item = items.get('schedule');
  if (!item || !transformer) return;
  const report = (message: string): void => env.report(finding('hint', 'plan.schedule', item, message));
  if (plan.pipeline === 1) report(l10n.t('one stage needs no schedule: `pipeline` is 1.'));
  else if (plan.schedule !== 'interleaved' || interleaves(transformer, plan)) return;
  else if (transformer.layers === plan.pipeline)
    report(l10n.t('a stage of one layer cannot be interleaved; stages take turns one microbatch at a time.'));
  else
    report(
      l10n.t(
        '{0} microbatches do not split into rounds of {1} stages, as interleaving needs; stages take turns one microbatch at a time.',
        microbatchesOf(plan),
        plan.pipeline,
      ),
    );
}

/** `plan.tensor`: every layer waits for the allreduce of its tensor group. */
function checkTensor({ read, ranks, transformer, least }: LaidPlan, template: Template, env: Environment): void {
  const { plan, items } = read;
  const item = items.get('tensor');
  const left = item && ranks && leavingGroup(template, ranks, plan.tensor);
  if (!item || !left || !(left.rate > 0)) return;
  const rate = formatQuantity(left.rate, 'rate');
  const message =
    left.inHost === 1
      ? l10n.t('a tensor group of {0} leaves the node (1 GPU): its allreduce runs at {1}.', plan.tensor, rate)
      : l10n.t(
          'a tensor group of {0} leaves the node ({1} GPUs): its allreduce runs at {2}.',
          plan.tensor,
          left.inHost,
          rate,
        );
  const changes = smaller(plan, 'tensor', left.inHost);
  const after: Plan | undefined = changes && changed(read, changes);
  const isRight =
    after &&
    faultsOf(read.model, after, { count: ranks.length, kind: 'gpu' }).length === 0 &&
    fits(after, least, transformer);
  const fix = changes && isRight && setting(read, changes);
  env.report(finding('hint', 'plan.tensor', item, message, fix ? [fix] : []));
}

const fits = (plan: Plan, least: LaidPlan['least'], transformer: LaidPlan['transformer']): boolean =>
  !least || !transformer || rankMemory(transformer, plan).total <= least.memory;

/** `plan.memory`: what a rank must hold against what the accelerator states. */
function checkMemory({ read, transformer, least, memory }: LaidPlan, env: Environment): void {
  if (!least || !memory || memory.total <= least.memory) return;
  const size = (bytes: number): string => formatQuantity(bytes, 'size');
  const { weights, gradients, optimiser, activations, total } = memory;
  const message = l10n.t(
    'a rank needs {0}, but {1} has {2}: weights {3}, gradients {4}, optimiser states {5}, activations {6}.',
    ...[
      size(total),
      least.name,
      size(least.memory),
      size(weights),
      size(gradients),
      size(optimiser),
      size(activations),
    ],
  );
  const { plan } = read;
  const lighter: [string, number | string][] = [];
  if (plan.recompute === 'none') lighter.push(['recompute', 'selective']);
  // ZeRO 2 and 3 would gather or reduce for each microbatch of a pipeline, which frameworks refuse.
  for (let zero = plan.zero + 1; zero <= (plan.pipeline > 1 ? 1 : 3); zero++) lighter.push(['zero', zero]);
  if (plan.recompute !== 'full') lighter.push(['recompute', 'full']);
  const fitting = (all: readonly (readonly [string, number | string][])[]): Fix[] =>
    all.flatMap((each) => {
      const changes = new Map(each);
      const fix = fits(changed(read, changes), least, transformer) && setting(read, changes);
      return fix ? [fix] : [];
    });
  const alone = fitting(lighter.map((change) => [change]));
  const pairs = lighter.flatMap((one, i) => lighter.slice(i + 1).map((other) => [one, other]));
  const fixes = alone.length > 0 ? alone : fitting(pairs.filter(([[one], [other]]) => one !== other));
  env.report(finding('warning', 'plan.memory', read.statement.name, message, fixes));
}
