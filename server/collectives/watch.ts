// An algorithm step by step, for whoever wants to watch: the way that is priced, what each flow of it carries, and how long
// each step takes by itself.
import type { Router } from '../topology/routes.ts';
import type { Algorithm, Cancelled, CollectiveFault, CollectiveRequest } from './collective.ts';
import { type Fabric, runLeg } from './engine.ts';
import { defaultModel } from './forms.ts';
import type { SwitchStep } from './in_switch.ts';
import { eachOnce, type Followed, follow } from './pieces.ts';
import { bestOn } from './price.ts';
import type { Step } from './schedule.ts';

export interface WatchedStep {
  readonly step: Step | SwitchStep;
  /** Alone: pipelined, it runs beside others and takes less. */
  readonly seconds: number;
  /** Bytes by arc; the same object for a step that comes again. */
  readonly load: Float64Array;
}

export interface Watched {
  /** Whether chunks stream, so that steps overlap. */
  readonly pipelined: boolean;
  readonly steps: readonly WatchedStep[];
  /** Undefined where flows do not tell their pieces, or where switches add up. */
  readonly followed?: Followed;
}

export function watchOn(
  router: Router,
  request: CollectiveRequest & { readonly algorithm: Algorithm },
  cancelled?: Cancelled,
): Watched | CollectiveFault {
  const best = bestOn(router, request, cancelled);
  if ('fault' in best) return best;
  const { fabric } = best;
  const way = best.way.flat();
  const sent = way.filter((step): step is Step => !('arcs' in step));
  const isTold = sent.length === way.length;
  const each = isTold ? eachOnce(sent) : way;
  const known = new Map<Step | SwitchStep, WatchedStep>();
  const steps = each.map((step) => {
    const watched = known.get(step) ?? alone(fabric, step);
    known.set(step, watched);
    return watched;
  });
  const { collective, size, root } = request;
  const n = fabric.devices.length;
  const shape = { n, size, root: root === undefined ? 0 : fabric.devices.indexOf(root) };
  const followed = isTold ? follow(collective, shape, eachOnce(sent)) : undefined;
  const pipelined = (request.model ?? defaultModel(request.algorithm)) === 'pipelined';
  return { pipelined, steps, ...(followed ? { followed } : {}) };
}

function alone(fabric: Fabric, step: Step | SwitchStep): WatchedStep {
  const ran = runLeg(fabric, ['arcs' in step ? step : { ...flowsOf(step), repeat: 1 }], 'stepwise');
  if (!ran) return { step, seconds: 0, load: new Float64Array(2 * fabric.router.graph.linkCount) };
  return { step, seconds: ran.latency + ran.moving, load: ran.ledger.load() };
}

const flowsOf = ({ from, to, bytes }: Step): Pick<Step, 'from' | 'to' | 'bytes'> => ({ from, to, bytes });
