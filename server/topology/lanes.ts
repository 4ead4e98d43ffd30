// The common case, made fast: ranks that enter the network at one place, over one NIC and one cable. A flow between two of
// them is the sender's half, what lies between two switches, and the receiver's half. Halves are worked out once for all
// hosts that are alike; between switches of a tiered network flows are gathered, and laid when `finish` is called.
import { Climbs } from './climbs.ts';
import type { Exits } from './exits.ts';
import type { Fabric } from './fabric.ts';
import { arcFrom, arcTo, deviceType, type Graph } from './graph.ts';
import type { Hosts } from './hosts.ts';
import { type Tiers, tiersOf } from './tiers.ts';
import { inRow, type Way, wholeWay } from './ways.ts';

/** Between a rank and its port: places in `arcs(host)` with shares; latency with that through the port. */
interface Inner {
  readonly port: number;
  readonly places: Int32Array;
  readonly shares: Float64Array;
  readonly latency: number;
  readonly hops: number;
}

/** One side of all lanes, by device: a rank's only cable, and between rank and port the number of an `Inner` of its model. */
interface Side {
  readonly cable: Int32Array;
  readonly inner: Int32Array;
}

/** In `Side.cable`. */
const unknown = -2;
const none = -1;

export class Lanes {
  readonly #graph: Graph;
  readonly #exits: Exits;
  readonly #fabric: Fabric;
  readonly #hosts: Hosts;
  readonly #up: Side;
  readonly #down: Side;
  readonly #inners: Inner[] = [];
  /** By rank of a model, twice: its way out, then its way in; a number in `#inners`, -1 for none. */
  readonly #known = new Map<number, number>();
  /** By the first switch, then the second; latency with both switches. */
  readonly #between = new Map<number, Map<number, Way | null>>();
  readonly tiers: Tiers | undefined;
  readonly #climbs: Climbs | undefined;

  constructor(graph: Graph, exits: Exits, fabric: Fabric, hosts: Hosts) {
    this.#graph = graph;
    this.#exits = exits;
    this.#fabric = fabric;
    this.#hosts = hosts;
    const side = (): Side => ({
      cable: new Int32Array(graph.deviceCount).fill(unknown),
      inner: new Int32Array(graph.deviceCount),
    });
    this.#up = side();
    this.#down = side();
    this.tiers = tiersOf(graph, (device) => fabric.passes(device));
    this.#climbs = this.tiers && new Climbs(this.tiers);
  }

  /** Adds a flow; its latency in seconds, or -1 where these ranks have no such lane and nothing was added. */
  add(from: number, to: number, bytes: number, load: Float64Array): number {
    if (!this.has(from, 'up')) return this.#half(to, from, 'down', bytes, load);
    if (!this.has(to, 'down')) return this.#half(from, to, 'up', bytes, load);
    const [out, into] = [this.#up.cable[from], this.#down.cable[to]];
    if (out === (into ^ 1)) return -1;
    const between = this.#cross(arcTo(this.#graph, out), arcFrom(this.#graph, into), bytes, load);
    if (between < 0) return -1;
    const [first, last] = [this.#inners[this.#up.inner[from]], this.#inners[this.#down.inner[to]]];
    const { host, linkLatency } = this.#graph;
    putPlaces(first, this.#hosts.arcs(host[from]), bytes, load);
    load[out] += bytes;
    load[into] += bytes;
    putPlaces(last, this.#hosts.arcs(host[to]), bytes, load);
    return first.latency + linkLatency[out >> 1] + between + linkLatency[into >> 1] + last.latency;
  }

  /** Between a rank and the switch where it enters the network, whose own delay is left out. */
  #half(rank: number, at: number, way: 'up' | 'down', bytes: number, load: Float64Array): number {
    if (!this.has(rank, way)) return -1;
    const { cable, inner } = this.side(way);
    const { host, linkLatency } = this.#graph;
    const arc = cable[rank];
    if ((way === 'up' ? arcTo(this.#graph, arc) : arcFrom(this.#graph, arc)) !== at) return -1;
    const inside = this.#inners[inner[rank]];
    putPlaces(inside, this.#hosts.arcs(host[rank]), bytes, load);
    load[arc] += bytes;
    return inside.latency + linkLatency[arc >> 1];
  }

  /** Lays what has been gathered since the last time. */
  finish(load: Float64Array): void {
    this.#climbs?.lay(load);
    this.#climbs?.clear();
  }

  /** Links that `add` would cross; undefined where it would not add. */
  hops(from: number, to: number): number | undefined {
    if (!this.has(from, 'up') || !this.has(to, 'down') || this.#up.cable[from] === (this.#down.cable[to] ^ 1))
      return undefined;
    const [leaves, enters] = [arcTo(this.#graph, this.#up.cable[from]), arcFrom(this.#graph, this.#down.cable[to])];
    const turn = this.#turn(leaves, enters);
    const between = turn > 0 ? 2 * (turn - 1) : this.#middle(leaves, enters)?.hops;
    if (between === undefined) return undefined;
    return this.#inners[this.#up.inner[from]].hops + this.#inners[this.#down.inner[to]].hops + between + 2;
  }

  /** The switch at which traffic to a rank leaves the network; undefined where it has no single one. */
  entry(rank: number): number | undefined {
    return this.has(rank, 'down') ? arcFrom(this.#graph, this.#down.cable[rank]) : undefined;
  }

  /** All lanes one way: by device its cable, and the number of its way to the cable; they hold for a rank that `has` one. */
  side(way: 'up' | 'down'): Side {
    return way === 'up' ? this.#up : this.#down;
  }

  /** Between ranks and their cables, by the numbers in `side`. */
  get inners(): readonly Inner[] {
    return this.#inners;
  }

  /** Whether a rank has one port with one cable to a switch. */
  has(rank: number, way: 'up' | 'down'): boolean {
    const side = this.side(way);
    if (side.cable[rank] === unknown) this.#find(rank, way, side);
    return side.cable[rank] !== none;
  }

  /** From switch to switch, both with their own delay; seconds, -1 where there is no way. */
  #cross(from: number, to: number, bytes: number, load: Float64Array): number {
    const turn = this.#turn(from, to);
    if (turn === 0 || !this.tiers) {
      const middle = this.#middle(from, to);
      if (!middle) return -1;
      put(middle, bytes, load);
      return middle.latency;
    }
    const { number, latency } = this.tiers;
    this.#climbs?.add(number[from], number[to], turn, bytes);
    const through = deviceType(this.#graph, from).latency + deviceType(this.#graph, to).latency;
    return latency(number[from], turn) + through;
  }

  /** The tier at which traffic between two different switches turns; 0 where it takes ways of its own. */
  #turn(from: number, to: number): number {
    if (!this.tiers || from === to) return 0;
    const [a, b] = [this.tiers.number[from], this.tiers.number[to]];
    return a < 0 || b < 0 ? 0 : this.tiers.turn(a, b);
  }

  #find(rank: number, way: 'up' | 'down', side: Side): void {
    side.cable[rank] = none;
    const shift = this.#hosts.shift(this.#graph.host[rank]);
    const inner = this.#innerOf(rank + shift, way);
    if (inner < 0) return;
    const cable = this.#fabric.onlyCable(this.#inners[inner].port - shift, way);
    if (cable === undefined) return;
    if (!this.#fabric.passes(way === 'up' ? arcTo(this.#graph, cable) : arcFrom(this.#graph, cable))) return;
    side.cable[rank] = cable;
    side.inner[rank] = inner;
  }

  #innerOf(rank: number, way: 'up' | 'down'): number {
    const key = 2 * rank + (way === 'up' ? 0 : 1);
    let inner = this.#known.get(key);
    if (inner === undefined) {
      const found = this.#findInner(rank, way);
      inner = found ? this.#inners.push(found) - 1 : none;
      this.#known.set(key, inner);
    }
    return inner;
  }

  #findInner(rank: number, way: 'up' | 'down'): Inner | undefined {
    const [exit, ...others] = this.#exits.of(rank);
    if (!exit || others.length > 0) return undefined;
    const { arcs, shares, latency, hops } = way === 'up' ? exit.out : exit.back;
    const places = this.#hosts.places(this.#graph.host[rank], arcs);
    const through = exit.port === rank ? 0 : deviceType(this.#graph, exit.port).latency;
    return places && { port: exit.port, places, shares, latency: latency + through, hops };
  }

  #middle(from: number, to: number): Way | undefined {
    let row = this.#between.get(from);
    if (!row) {
      row = new Map();
      this.#between.set(from, row);
    }
    let way = row.get(to);
    if (way === undefined) {
      const course = this.#fabric.switchCourse(from, to);
      const ends = from === to ? [from] : [from, to];
      const through = ends.reduce((sum, device) => sum + deviceType(this.#graph, device).latency, 0);
      way = course ? wholeWay(inRow([course], through)) : null;
      row.set(to, way);
    }
    return way ?? undefined;
  }
}

/** Adds `bytes` to every arc of a way, by its share. */
export function put({ arcs, shares }: Way, bytes: number, load: Float64Array): void {
  for (let i = 0; i < arcs.length; i++) load[arcs[i]] += bytes * shares[i];
}

/** The same for a way told by places in a list of arcs. */
export function putPlaces(
  { places, shares }: Pick<Inner, 'places' | 'shares'>,
  arcs: Int32Array,
  bytes: number,
  load: Float64Array,
): void {
  for (let i = 0; i < places.length; i++) load[arcs[places[i]]] += bytes * shares[i];
}
