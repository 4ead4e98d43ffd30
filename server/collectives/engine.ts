// Prices a schedule on a fabric: flows laid on routes, bytes added up by arc. A step costs the longest latency of its ways
// plus the busiest arc's bytes over its effective rate (alpha-beta with shared links counted).
import type { Graph } from '../topology/graph.ts';
import type { Router } from '../topology/routes.ts';
import type { Cancelled } from './collective.ts';
import type { SwitchStep } from './in_switch.ts';
import type { Schedule, Step } from './schedule.ts';

/** Stepwise: one step after another. Pipelined: chunks stream, all latencies once and the busiest arc of the whole. */
export type Model = 'stepwise' | 'pipelined';

/** What a run of one algorithm costs. */
export interface Run {
  /** Seconds. */
  readonly time: number;
  /** Bytes by arc, the whole operation. */
  readonly load: Float64Array;
}

/** One way to do a collective: rank numbers stand for `devices`. */
export type Way = readonly (Step | SwitchStep)[];

export interface Fabric {
  readonly router: Router;
  readonly devices: Int32Array;
  /** Seconds a byte by arc, effective; 0 where nothing flows. */
  readonly secondsPerByte: Float64Array;
  readonly cancelled: Cancelled;
}

export function fabricOf(router: Router, devices: Int32Array, cancelled: Cancelled = () => false): Fabric {
  const { graph } = router;
  const secondsPerByte = new Float64Array(2 * graph.linkCount);
  for (let arc = 0; arc < secondsPerByte.length; arc++) {
    const rate = arcRate(graph, arc);
    secondsPerByte[arc] = rate > 0 ? 1 / rate : 0;
  }
  return { router, devices, secondsPerByte, cancelled };
}

/** Effective, bytes/s; 0 against the direction of a directed link. */
export const arcRate = (graph: Graph, arc: number): number =>
  arc & 1 && graph.linkDirected[arc >> 1] ? 0 : graph.linkEffectiveRate[arc >> 1];

/** Flows laid between two looks at whether the answer is still wanted. */
const flowsAtOnce = 4096;

/** Undefined where some flow has no way, or where the answer is not wanted any more. */
export function run(fabric: Fabric, way: Way, model: Model): Run | undefined {
  const load = new Float64Array(fabric.secondsPerByte.length);
  const now = model === 'stepwise' ? new Float64Array(load.length) : load;
  let time = 0;
  for (const step of way) {
    if (fabric.cancelled()) return undefined;
    const repeat = 'arcs' in step ? 1 : step.repeat;
    const latency =
      'arcs' in step ? putOnArcs(step, now) : putOnRoutes(fabric, step, now, model === 'stepwise' ? 1 : repeat);
    if (latency < 0) return undefined;
    time += repeat * latency;
    if (now !== load) time += repeat * settle(now, load, repeat, fabric.secondsPerByte);
  }
  if (now === load) time += busiest(load, fabric.secondsPerByte).seconds;
  return { time, load };
}

/** Steps of several schedules and switches in a row. */
export const inRow = (parts: readonly (SwitchStep | Schedule)[]): Way =>
  parts.flatMap((part): Way => ('arcs' in part ? [part] : part));

/** The longest latency; -1 where a flow has no way, or where the answer is not wanted any more. */
function putOnRoutes({ router, devices, cancelled }: Fabric, step: Step, load: Float64Array, times: number): number {
  const { from, to, bytes } = step;
  let latency = 0;
  for (let i = 0; i < from.length; i++) {
    const way = router.addFlow(devices[from[i]], devices[to[i]], bytes[i] * times, load);
    if (way < 0 || (i % flowsAtOnce === flowsAtOnce - 1 && cancelled())) return -1;
    if (way > latency) latency = way;
  }
  return latency;
}

function putOnArcs(step: SwitchStep, load: Float64Array): number {
  for (let i = 0; i < step.arcs.length; i++) load[step.arcs[i]] += step.bytes[i];
  return step.latency;
}

/** Seconds of the busiest arc of one step; moves its bytes, `repeat` times, to the total and clears the step. */
function settle(now: Float64Array, total: Float64Array, repeat: number, secondsPerByte: Float64Array): number {
  let most = 0;
  for (let arc = 0; arc < now.length; arc++) {
    const bytes = now[arc];
    if (bytes === 0) continue;
    const seconds = bytes * secondsPerByte[arc];
    if (seconds > most) most = seconds;
    total[arc] += bytes * repeat;
    now[arc] = 0;
  }
  return most;
}

/** The arc that is busy longest, and how long; arc -1 where nothing is sent. */
export function busiest(load: Float64Array, secondsPerByte: Float64Array): { arc: number; seconds: number } {
  let arc = -1;
  let seconds = 0;
  for (let a = 0; a < load.length; a++) {
    const busy = load[a] * secondsPerByte[a];
    // A hair more is rounding, not another bottleneck: of equal arcs the first is named.
    if (busy > seconds * (1 + 1e-12)) {
      arc = a;
      seconds = busy;
    }
  }
  return { arc, seconds };
}
