// What in the numbers of a plan does not come out even, with no regard to the text: so that a mended plan can be looked at as well.
import * as l10n from '@vscode/l10n';
import type { ModelType } from '../hardware.ts';
import { type Degree, degreeNames, type Plan, rankCount } from './plan.ts';

export type FaultCode = 'plan.layers' | 'plan.heads' | 'plan.experts' | 'plan.sequence' | 'plan.batch' | 'plan.degrees';

export interface Fault {
  readonly code: FaultCode;
  /** The property that is wrong; of `plan.degrees` all degrees are. */
  readonly property: Degree | 'batch' | 'degrees';
  readonly message: string;
}

export interface Ranks {
  readonly count: number;
  readonly kind: 'gpu' | 'cpu';
}

/** What is not known (NaN, or a property that the model does not state) divides. `ranks` undefined: not known either. */
export function faultsOf(model: ModelType | undefined, plan: Plan, ranks: Ranks | undefined): Fault[] {
  const faults: Fault[] = [];
  const add = (code: FaultCode, property: Fault['property'], message: string): void => {
    faults.push({ code, property, message });
  };
  const of = (name: string): number => model?.properties.get(name) ?? Number.NaN;
  const { tensor, context, expert, data, pipeline, microbatch, batch } = plan;
  if (rest(of('layers'), pipeline))
    add('plan.layers', 'pipeline', l10n.t('{0} layers do not split into {1} stages.', of('layers'), pipeline));
  const uneven = headsFault(of, tensor);
  if (uneven) add('plan.heads', 'tensor', uneven);
  if (model && !model.faulty && expert > 1 && !model.properties.has('experts'))
    add('plan.experts', 'expert', l10n.t('`{0}` has no experts: `expert` is 1.', model.name));
  else if (expert > of('experts'))
    add('plan.experts', 'expert', l10n.t('{0} groups, but there are {1} experts.', expert, of('experts')));
  else if (rest(of('experts'), expert))
    add('plan.experts', 'expert', l10n.t('{0} experts do not split over {1} ranks.', of('experts'), expert));
  if (rest(of('sequence'), context))
    add('plan.sequence', 'context', l10n.t('{0} tokens do not split over {1} ranks.', of('sequence'), context));
  if (rest(batch, data * microbatch)) {
    const message =
      data === 1
        ? l10n.t('{0} does not split into microbatches of {1}.', batch, microbatch)
        : l10n.t('{0} does not split over {1} replicas of microbatch {2}.', batch, data, microbatch);
    add('plan.batch', 'batch', message);
  }
  const product = rankCount(plan);
  if (ranks && product !== ranks.count && !Number.isNaN(product))
    add('plan.degrees', 'degrees', degreesMessage(plan, product, ranks));
  return faults;
}

const rest = (whole: number, parts: number): boolean => whole % parts > 0;

/** Every rank of a tensor group has as many heads, and as much of the MLP, as every other. */
function headsFault(of: (name: string) => number, tensor: number): string | undefined {
  if (rest(of('heads'), tensor)) return l10n.t('{0} heads do not split over {1} ranks.', of('heads'), tensor);
  const shared = of('kv_heads');
  // Of fewer heads than ranks each rank has a copy.
  if (rest(shared, tensor) && rest(tensor, shared))
    return l10n.t('{0} heads of keys and values do not split over {1} ranks.', shared, tensor);
  const width = of('feedforward');
  return rest(width, tensor) ? l10n.t('`feedforward` {0} does not split over {1} ranks.', width, tensor) : undefined;
}

/** `16 GPUs` */
export function rankWord(count: number, kind: 'gpu' | 'cpu'): string {
  if (kind === 'gpu') return count === 1 ? l10n.t('1 GPU') : l10n.t('{0} GPUs', count);
  return count === 1 ? l10n.t('1 CPU') : l10n.t('{0} CPUs', count);
}

function degreesMessage(plan: Plan, product: number, { count, kind }: Ranks): string {
  const factors = degreeNames.map((name) => plan[name]).filter((degree) => degree > 1);
  const made = factors.length > 1 ? `${factors.join(' x ')} = ${product}` : String(product);
  const have = rankWord(count, kind);
  if (product === 1) return l10n.t('{0} rank, but there are {1}.', made, have);
  if (count === 1) return l10n.t('{0} ranks, but there is {1}.', made, have);
  return l10n.t('{0} ranks, but there are {1}.', made, have);
}
