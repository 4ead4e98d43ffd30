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
  /** Of it what a run of no bytes takes too; the rest grows in proportion to the size. */
  readonly latency: number;
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
  return { router, devices, secondsPerByte: paceOf(router.graph), cancelled };
}

const paces = new WeakMap<Graph, Float64Array>();

/** Seconds a byte by arc; the same for all questions about a graph. */
function paceOf(graph: Graph): Float64Array {
  const known = paces.get(graph);
  if (known) return known;
  const pace = new Float64Array(2 * graph.linkCount);
  for (let k = 0; k < graph.linkCount; k++) {
    const rate = graph.linkEffectiveRate[k];
    if (rate <= 0) continue;
    pace[2 * k] = 1 / rate;
    if (graph.linkDirected[k] === 0) pace[2 * k + 1] = 1 / rate;
  }
  paces.set(graph, pace);
  return pace;
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
  let [latency, moving] = [0, 0];
  for (const [step, times] of timesEach(way)) {
    if (fabric.cancelled()) return undefined;
    const atOnce = model === 'stepwise' ? 1 : times;
    const longest = 'arcs' in step ? putOnArcs(step, now, atOnce) : putOnRoutes(fabric, step, now, atOnce);
    if (longest < 0) return undefined;
    latency += times * longest;
    if (now !== load) moving += times * settle(now, load, times, fabric.secondsPerByte);
  }
  if (now === load) moving = busiest(load, fabric.secondsPerByte).seconds;
  return { time: latency + moving, latency, load };
}

/** How often each step comes: what it costs does not depend on when. */
export function timesEach(way: Way): Map<Step | SwitchStep, number> {
  const times = new Map<Step | SwitchStep, number>();
  for (const step of way) times.set(step, (times.get(step) ?? 0) + ('arcs' in step ? 1 : step.repeat));
  return times;
}

/** Steps of several schedules and switches in a row. */
export const inRow = (parts: readonly (SwitchStep | Schedule)[]): Way =>
  parts.flatMap((part): Way => ('arcs' in part ? [part] : part));

/** The longest latency; -1 where a flow has no way, or where the answer is not wanted any more. */
function putOnRoutes(fabric: Fabric, step: Step, load: Float64Array, times: number): number {
  const latency = step.everywhere
    ? putOnPlaces(fabric, step.everywhere.step, step.everywhere.places, load, times)
    : putFlows(fabric, step, undefined, load, times);
  fabric.router.finish(load);
  return latency;
}

/** What a step puts on the arcs inside a host, and its latency: -1 where it does not stay inside. */
interface Inside {
  readonly bytes: Float64Array;
  readonly latency: number;
}

/** The step at each place; where it stays in one host, what was found in one that is alike is used again. */
function putOnPlaces(
  fabric: Fabric,
  step: Step,
  places: readonly ArrayLike<number>[],
  load: Float64Array,
  times: number,
): number {
  const { router, devices } = fabric;
  const known = new Map<string, Inside>();
  let latency = 0;
  for (const place of places) {
    const spot = router.spot(place, devices);
    const inside = spot && (known.get(spot.name) ?? tryInside(fabric, step, place, spot.arcs));
    if (spot && inside) known.set(spot.name, inside);
    let own = inside?.latency ?? -1;
    if (!spot || !inside || own < 0) own = putFlows(fabric, step, place, load, times);
    else for (let i = 0; i < spot.arcs.length; i++) load[spot.arcs[i]] += inside.bytes[i] * times;
    if (own < 0) return -1;
    if (own > latency) latency = own;
  }
  return latency;
}

function tryInside({ router, devices }: Fabric, { from, to, bytes }: Step, place: ArrayLike<number>, arcs: Int32Array) {
  const inside: Inside = { bytes: new Float64Array(arcs.length), latency: 0 };
  let latency = 0;
  for (let i = 0; i < from.length; i++) {
    const way = router.addInside(devices[place[from[i]]], devices[place[to[i]]], bytes[i], inside.bytes);
    if (way < 0) return { ...inside, latency: -1 };
    latency = Math.max(latency, way);
  }
  return { ...inside, latency };
}

function putFlows(
  { router, devices, cancelled }: Fabric,
  { from, to, bytes }: Step,
  place: ArrayLike<number> | undefined,
  load: Float64Array,
  times: number,
): number {
  let latency = 0;
  for (let i = 0; i < from.length; i++) {
    const [a, b] = place ? [place[from[i]], place[to[i]]] : [from[i], to[i]];
    const way = router.addFlow(devices[a], devices[b], bytes[i] * times, load);
    if (way < 0 || (i % flowsAtOnce === flowsAtOnce - 1 && cancelled())) return -1;
    if (way > latency) latency = way;
  }
  return latency;
}

function putOnArcs(step: SwitchStep, load: Float64Array, times: number): number {
  for (let i = 0; i < step.arcs.length; i++) load[step.arcs[i]] += step.bytes[i] * times;
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
