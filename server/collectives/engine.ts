// Prices a schedule on a fabric: flows laid on routes, bytes added up by arc. A step costs the longest latency of its ways
// plus the busiest arc's bytes over its effective rate (alpha-beta with shared links counted).
import type { Graph } from '../topology/graph.ts';
import type { Ledger } from '../topology/ledger.ts';
import type { Busy } from '../topology/pace.ts';
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
  /** Of the whole operation. */
  readonly busiest: Busy;
  /** Bytes by arc, the whole operation. */
  readonly load: Float64Array;
}

/** A part of a way; the same one in several ways is run once. */
export type Leg = readonly (Step | SwitchStep)[];

/** One way to do a collective, leg after leg: rank numbers stand for `devices`. */
export type Way = readonly Leg[];

export interface Fabric {
  readonly router: Router;
  readonly devices: Int32Array;
  readonly cancelled: Cancelled;
}

export function fabricOf(router: Router, devices: Int32Array, cancelled: Cancelled = () => false): Fabric {
  return { router, devices, cancelled };
}

/** Effective, bytes/s; 0 against the direction of a directed link. */
export const arcRate = (graph: Graph, arc: number): number =>
  arc & 1 && graph.linkDirected[arc >> 1] ? 0 : graph.linkEffectiveRate[arc >> 1];

/** What one leg costs, and what it puts on the arcs. */
interface Ran {
  /** Seconds: of all steps, and of the busiest arcs of all steps. */
  readonly latency: number;
  readonly moving: number;
  readonly ledger: Ledger;
}

/** Legs that have been run in one model; null: some flow has no way. */
export type Known = Map<Leg, Ran | null>;

/** Undefined where some flow has no way, or where the answer is not wanted any more. */
export function run(fabric: Fabric, way: Way, model: Model, known: Known = new Map()): Run | undefined {
  const legs: Ran[] = [];
  for (const leg of way) {
    let ran = known.get(leg) ?? known.get([...known.keys()].find((other) => haveSameSteps(other, leg)) ?? leg);
    if (ran === undefined) ran = runLeg(fabric, leg, model) ?? null;
    known.set(leg, ran);
    if (!ran) return undefined;
    legs.push(ran);
  }
  const latency = legs.reduce((sum, leg) => sum + leg.latency, 0);
  const total = new Total(fabric, legs);
  const moving = model === 'stepwise' ? legs.reduce((sum, leg) => sum + leg.moving, 0) : total.busiest.seconds;
  return Object.assign(total, { time: latency + moving, latency });
}

/** All legs together, added up for whoever asks. */
class Total {
  readonly #fabric: Fabric;
  readonly #legs: readonly Ran[];
  #ledger: Ledger | undefined;
  #busiest: Busy | undefined;

  constructor(fabric: Fabric, legs: readonly Ran[]) {
    this.#fabric = fabric;
    this.#legs = legs;
  }

  get busiest(): Busy {
    this.#busiest ??= this.#sum().busiest();
    return this.#busiest;
  }

  get load(): Float64Array {
    return this.#sum().load();
  }

  #sum(): Ledger {
    const [first, ...others] = this.#legs;
    if (first && others.length === 0) return first.ledger;
    if (!this.#ledger) {
      this.#ledger = this.#fabric.router.ledger();
      for (const { ledger } of this.#legs) this.#ledger.addLedger(ledger);
    }
    return this.#ledger;
  }
}

/** Undefined where some flow has no way, or where the answer is not wanted any more. */
export function runLeg(fabric: Fabric, leg: Leg, model: Model): Ran | undefined {
  const ledger = fabric.router.ledger();
  let [latency, moving] = [0, 0];
  for (const [step, times] of timesEach(leg)) {
    if (fabric.cancelled()) return undefined;
    const longest = put(fabric, step, ledger, model === 'stepwise' ? 1 : times);
    if (longest < 0) {
      ledger.close();
      return undefined;
    }
    latency += times * longest;
    if (model === 'stepwise') moving += times * ledger.settle(times);
  }
  if (model === 'pipelined') moving = ledger.settleAll();
  ledger.close();
  return { latency, moving, ledger };
}

/** In whatever order: an exchange costs as much backwards. */
const haveSameSteps = (one: Leg, other: Leg): boolean =>
  one.length === other.length && one.every((step) => other.includes(step)) && other.every((step) => one.includes(step));

/** How often each step comes: what it costs does not depend on when. */
export function timesEach(leg: Leg): Map<Step | SwitchStep, number> {
  const times = new Map<Step | SwitchStep, number>();
  for (const step of leg) times.set(step, (times.get(step) ?? 0) + ('arcs' in step ? 1 : step.repeat));
  return times;
}

/** Steps of several schedules and switches in a row. */
export const inRow = (parts: readonly (SwitchStep | Schedule)[]): Leg =>
  parts.flatMap((part): Leg => ('arcs' in part ? [part] : part));

/** The longest latency; -1 where a flow has no way, or where the answer is not wanted any more. */
function put({ devices, cancelled }: Fabric, step: Step | SwitchStep, ledger: Ledger, times: number): number {
  if ('arcs' in step) {
    ledger.addArcs(step.arcs, step.bytes, times);
    return step.latency;
  }
  if (step.everywhere)
    return ledger.addEverywhere(step.everywhere.step, step.everywhere.places, devices, times, cancelled);
  return ledger.addAt(step, undefined, devices, times, cancelled);
}
