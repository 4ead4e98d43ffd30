// Fixes of a plan: other numbers that come out even, put where they stand. What is no plain number in the text (`8 * n`) is left alone.
import type { Fix, TextEdit } from '../../syntax/finding.ts';
import type { ModelType } from '../hardware.ts';
import { type Fault, faultsOf, type Ranks } from './faults.ts';
import { type Degree, type Plan, type ReadPlan, rankCount } from './plan.ts';

type Changes = ReadonlyMap<string, number | string>;

/** Sets properties anew; what is not set yet comes behind the first that is. Undefined where one is no plain number or word. */
export function setting({ items, statement }: ReadPlan, changes: Changes): Fix | undefined {
  const edits: { start: number; end: number; text: string }[] = [];
  const added: string[] = [];
  for (const [name, to] of changes) {
    const value = items.get(name)?.value;
    if (!value) added.push(`${name} = ${to}`);
    else if (value.kind === 'number' || value.kind === 'name')
      edits.push({ start: value.start, end: value.end, text: String(to) });
    else return undefined;
  }
  const title = [...changes].map(([name, to]) => `${name} = ${to}`).join(', ');
  if (added.length === 0) return { title, edits };
  const text = added.join(', ');
  const [first] = edits;
  if (first) first.text += `, ${text}`;
  else edits.push(appended(statement, text));
  return { title, edits };
}

/** Behind the last property, or in the empty braces. */
function appended({ properties }: ReadPlan['statement'], text: string): TextEdit {
  const last = properties.items.at(-1);
  if (last) return { start: last.end, end: last.end, text: `, ${text}` };
  return { start: properties.start, end: properties.end, text: `{ ${text} }` };
}

/** A degree made smaller until it divides `whole`; `data` takes over what it leaves. */
export function smaller(plan: Plan, degree: Degree, whole: number): Changes | undefined {
  const now = plan[degree];
  const to = commonDivisor(now, whole);
  if (Number.isNaN(plan.data) || !Number.isInteger(to) || to === now) return undefined;
  return new Map([
    [degree, to],
    ['data', (plan.data * now) / to],
  ]);
}

/** Of whole numbers; 0 is divided by all. */
function commonDivisor(a: number, b: number): number {
  let [one, other] = [a, b];
  while (other > 0) [one, other] = [other, one % other];
  return one;
}

/** Unless it is written, the batch goes with `data`. */
export function changed({ plan, items }: ReadPlan, changes: Changes): Plan {
  const next: Plan = { ...plan, ...Object.fromEntries(changes) };
  return items.has('batch') ? next : { ...next, batch: next.data * next.microbatch };
}

/** Numbers that would mend a fault, likeliest first; they may bring others about. */
function remedies({ code }: Fault, plan: Plan, model: ModelType | undefined, ranks: Ranks | undefined): Changes[] {
  const of = (name: string): number => model?.properties.get(name) ?? 0;
  const some = (changes: Changes | undefined): Changes[] => (changes ? [changes] : []);
  switch (code) {
    case 'plan.layers':
      return some(smaller(plan, 'pipeline', of('layers')));
    case 'plan.heads':
      return some(
        smaller(plan, 'tensor', commonDivisor(commonDivisor(of('heads'), of('kv_heads')), of('feedforward'))),
      );
    case 'plan.experts':
      return some(smaller(plan, 'expert', model?.properties.has('experts') ? of('experts') : 1));
    case 'plan.sequence':
      return some(smaller(plan, 'context', of('sequence')));
    case 'plan.batch': {
      const step = plan.data * plan.microbatch;
      const below = Math.floor(plan.batch / step) * step;
      return [below, below + step].filter((batch) => batch > 0).map((batch) => new Map([['batch', batch]]));
    }
    case 'plan.degrees':
      return ranks ? some(dataFor(plan, ranks.count)) : [];
  }
}

function dataFor(plan: Plan, ranks: number): Changes | undefined {
  const data = (ranks * plan.data) / rankCount(plan);
  return Number.isInteger(data) && data > 0 ? new Map([['data', data]]) : undefined;
}

/** Of the remedies of a fault those after which it is gone and no other has come. */
export function mends(fault: Fault, read: ReadPlan, ranks: Ranks | undefined): Fix[] {
  const { plan, model } = read;
  const before = faultsOf(model, plan, ranks);
  return remedies(fault, plan, model, ranks).flatMap((changes) => {
    const left = faultsOf(model, changed(read, changes), ranks);
    const fix = left.length < before.length && !left.some(({ code }) => code === fault.code) && setting(read, changes);
    return fix ? [fix] : [];
  });
}
