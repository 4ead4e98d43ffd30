// What flows put on a fabric, step by step: added up where that is exact, else laid on arcs one by one.
import { addComplete, type Crowd, crowdOf } from './complete.ts';
import { gather, gatherAll } from './gather.ts';
import type { Graph } from './graph.ts';
import type { Busy } from './pace.ts';
import { Page } from './page.ts';
import type { Seats } from './seats.ts';

/** Lays a flow on arcs, or says -1; `finish` completes what has been laid. */
export interface Layer {
  readonly graph: Graph;
  addFlow(from: number, to: number, bytes: number, load: Float64Array): number;
  finish(load: Float64Array): void;
  /**
   * How to lay `bytes` from each of these devices to each other at once, where scale-up links alone join them and flows
   * would be walked one by one; it says seconds, -1 where some pair has no way. Undefined where flows are no such.
   */
  each?(devices: Int32Array): ((bytes: number, load: Float64Array) => number) | undefined;
}

/** Flows between ranks 0 .. n-1. */
export interface Flows {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly bytes: Float64Array;
  /** Where each of so many ranks sends as many bytes to each other one: the flows need not be written out. */
  readonly complete?: { readonly ranks: number; readonly bytes: number };
}

/** So many flows of a complete exchange are counted, not added one by one. */
const manyFlows = 50_000;

export class Ledger {
  readonly #layer: Layer;
  readonly #seats: Seats | undefined;
  #now: Page | undefined;
  #total: Page | undefined;

  constructor(layer: Layer, seats?: Seats) {
    this.#layer = layer;
    this.#seats = seats;
  }

  #page(): Page {
    this.#now ??= new Page(this.#layer.graph, this.#seats);
    return this.#now;
  }

  /** `bytes` from one device to another, to what runs at once; seconds, -1 where there is no way. */
  add(from: number, to: number, bytes: number): number {
    const page = this.#page();
    const seats = this.#seats;
    const late = seats ? gather(seats, page, seats.number[from], seats.number[to], bytes) : -1;
    return late >= 0 ? late : this.#layer.addFlow(from, to, bytes, page.arcs());
  }

  /**
   * `bytes` from each of these devices to each other; seconds, -1 where some pair has no way. Undefined, and nothing added,
   * where that takes adding too many pairs one by one.
   */
  addComplete(devices: Int32Array, bytes: number): number | undefined {
    const each = this.#layer.each?.(devices);
    if (each) return each(bytes, this.#page().arcs());
    const crowd = this.#crowd(devices);
    if (!crowd) return undefined;
    const { ranks } = this.#layer.graph;
    return addComplete(crowd, this.#page(), bytes, (from, to) => this.add(ranks[from], ranks[to], bytes));
  }

  /** Whether what each of these devices sends to each other can be counted. */
  canComplete(devices: Int32Array): boolean {
    return this.walks(devices) || this.#crowd(devices) !== undefined;
  }

  /** Whether each flow between two of these devices is walked link by link, which takes long for very many pairs. */
  walks(devices: Int32Array): boolean {
    return this.#layer.each?.(devices) !== undefined;
  }

  #crowd(devices: Int32Array): Crowd | undefined {
    const seats = this.#seats;
    if (!seats) return undefined;
    const ranks = devices.map((device) => seats.number[device]);
    return ranks.includes(-1) ? undefined : crowdOf(seats, ranks);
  }

  /** Bytes on arcs outright. */
  addArcs(arcs: Int32Array, bytes: Float64Array, times: number): void {
    const load = this.#page().arcs();
    for (let i = 0; i < arcs.length; i++) load[arcs[i]] += bytes[i] * times;
  }

  /**
   * Flows at many places, of which place p has rank r at device devices[places[p][r]]; seconds, -1 where there is no way
   * or `stop` says so. Where a place is one host, all others that are alike and sit alike cost nothing more.
   */
  addEverywhere(
    flows: Flows,
    places: readonly ArrayLike<number>[],
    devices: Int32Array,
    times: number,
    stop: () => boolean,
  ): number {
    const known: Sitting[] = [];
    let longest = 0;
    for (const place of places) {
      const late = this.#sit(known, flows, place, devices) ?? this.addAt(flows, place, devices, times, stop);
      if (late < 0) return -1;
      if (late > longest) longest = late;
    }
    for (const sitting of known) this.#fill(sitting, flows, times);
    return longest;
  }

  /** Flows at one place. */
  addAt(
    flows: Flows,
    place: ArrayLike<number> | undefined,
    devices: Int32Array,
    times: number,
    stop: () => boolean,
  ): number {
    const { complete } = flows;
    if (complete && complete.ranks ** 2 > manyFlows) {
      const here = place ? Int32Array.from(place, (rank) => devices[rank]) : devices;
      const late = this.addComplete(here, complete.bytes * times);
      if (late !== undefined) return late;
    }
    const { from, to, bytes } = flows;
    const at = (rank: number): number => devices[place ? place[rank] : rank];
    const page = this.#page();
    const lay = (i: number): number => this.#layer.addFlow(at(from[i]), at(to[i]), bytes[i] * times, page.arcs());
    const seats = this.#seats;
    if (seats) {
      return gatherAll(seats, page, flows, seats.numbersOf(devices, place), times, lay, stop);
    }
    let longest = 0;
    for (let i = 0; i < from.length; i++) {
      const late = lay(i);
      if (late < 0 || (i % flowsAtOnce === flowsAtOnce - 1 && stop())) return -1;
      if (late > longest) longest = late;
    }
    return longest;
  }

  /** Counts a place among those that sit alike; its seconds, undefined where its flows leave a host. */
  #sit(known: Sitting[], flows: Flows, place: ArrayLike<number>, devices: Int32Array): number | undefined {
    const seats = this.#seats;
    if (!seats || place.length === 0) return undefined;
    const { host: hostOf } = this.#layer.graph;
    const host = hostOf[devices[place[0]]];
    if (seats.pairStart[host] < 0) return undefined;
    for (let r = 0; r < place.length; r++)
      if (hostOf[devices[place[r]]] !== host || seats.number[devices[place[r]]] < 0) return undefined;
    const model = seats.model[host];
    const first = seats.first[host];
    const seatOf = (r: number): number => seats.number[devices[place[r]]] - first;
    let sitting = known.find((each) => each.model === model && each.seats.every((seat, r) => seat === seatOf(r)));
    if (!sitting) {
      const own = Int32Array.from(place, (_, r) => seatOf(r));
      sitting = { model, seats: own, hosts: [], latency: latencyInside(seats, host, own, flows) };
      known.push(sitting);
    }
    if (sitting.latency < 0) return undefined;
    sitting.hosts.push(host);
    return sitting.latency;
  }

  #fill({ model, seats: sits, hosts }: Sitting, { from, to, bytes }: Flows, times: number): void {
    const seats = this.#seats;
    if (!seats || hosts.length === 0) return;
    const page = this.#page();
    const count = seats.seats(model);
    if (hosts.length === seats.hostsOf(model) && isAscending(hosts)) {
      const pairs = page.model(model);
      for (let i = 0; i < from.length; i++) pairs[sits[from[i]] * count + sits[to[i]]] += bytes[i] * times;
      return;
    }
    for (const host of hosts) {
      const start = seats.pairStart[host];
      for (let i = 0; i < from.length; i++)
        page.addPair(host, start + sits[from[i]] * count + sits[to[i]], bytes[i] * times);
    }
  }

  /** Seconds that the busiest arc of what has been added needs; all of it goes to the total, `times` times. */
  settle(times: number): number {
    const page = this.#page();
    if (page.onArcs) this.#layer.finish(page.arcs());
    const { seconds } = page.busiest();
    this.#whole().addAll(page, times);
    page.clear();
    return seconds;
  }

  /** The same for what nothing came before and nothing comes after. */
  settleAll(): number {
    const page = this.#page();
    if (page.onArcs) this.#layer.finish(page.arcs());
    this.#total = page;
    this.#now = undefined;
    return page.busiest().seconds;
  }

  #whole(): Page {
    this.#total ??= new Page(this.#layer.graph, this.#seats);
    return this.#total;
  }

  /** All that another has settled. */
  addLedger(other: Ledger): void {
    if (other.#total) this.#whole().addAll(other.#total, 1);
  }

  /** Of all that has been settled. */
  busiest(): Busy {
    return this.#whole().busiest();
  }

  /** Bytes by arc, of all that has been settled. */
  load(): Float64Array {
    return this.#whole().lay();
  }

  /** What runs at once is needed no more; of what has been added and not settled nothing stays with the layer either. */
  close(): void {
    if (this.#now?.onArcs) this.#layer.finish(this.#now.arcs());
    this.#now = undefined;
  }
}

/** Flows added between two looks at whether the answer is still wanted. */
const flowsAtOnce = 4096;

/** Hosts of one model in which the ranks of a place sit on the same seats. */
interface Sitting {
  readonly model: number;
  readonly seats: Int32Array;
  readonly hosts: number[];
  /** Seconds; -1 where some flow leaves the host. */
  readonly latency: number;
}

const isAscending = (numbers: readonly number[]): boolean =>
  numbers.every((each, i) => i === 0 || numbers[i - 1] < each);

function latencyInside(seats: Seats, host: number, sits: Int32Array, { from, to }: Flows): number {
  let latency = 0;
  for (let i = 0; i < from.length; i++) {
    const late = seats.late(host, sits[from[i]], sits[to[i]]);
    if (late < 0) return -1;
    latency = Math.max(latency, late);
  }
  return latency;
}
