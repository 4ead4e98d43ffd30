// The common case, made fast: ranks that enter the network at one place, over one NIC and one cable. A flow between two of
// them is the sender's half, what lies between two switches, and the receiver's half. Halves are worked out once for all
// hosts that are alike.
import type { Exits } from './exits.ts';
import type { Fabric } from './fabric.ts';
import { arcFrom, arcTo, deviceType, type Graph } from './graph.ts';
import type { Hosts } from './hosts.ts';
import { inRow, type Way, wholeWay } from './ways.ts';

/** Between a rank and its port: places in `arcs(host)` with shares; latency with that through the port. */
interface Inner {
  readonly port: number;
  readonly places: Int32Array;
  readonly shares: Float64Array;
  readonly latency: number;
}

/** Between a rank and the switch at which it enters or leaves the network; that switch's latency is not in it. */
interface Half {
  readonly at: number;
  readonly cable: number;
  readonly host: number;
  readonly inner: Inner;
  readonly latency: number;
}

type Known<T> = (T | null | undefined)[];

export class Lanes {
  readonly #graph: Graph;
  readonly #exits: Exits;
  readonly #fabric: Fabric;
  readonly #hosts: Hosts;
  readonly #halves: { readonly up: Known<Half>; readonly down: Known<Half> } = { up: [], down: [] };
  readonly #inner: { readonly up: Known<Inner>; readonly down: Known<Inner> } = { up: [], down: [] };
  /** By the first switch, then the second; latency with both switches. */
  readonly #between = new Map<number, Map<number, Way | null>>();

  constructor(graph: Graph, exits: Exits, fabric: Fabric, hosts: Hosts) {
    this.#graph = graph;
    this.#exits = exits;
    this.#fabric = fabric;
    this.#hosts = hosts;
  }

  /** Adds a flow; its latency in seconds, or -1 where these ranks have no such lane and nothing was added. */
  add(from: number, to: number, bytes: number, load: Float64Array): number {
    const up = this.#half(from, 'up');
    const down = up && this.#half(to, 'down');
    const middle = up && down && this.#middle(up.at, down.at);
    if (!middle) return -1;
    this.#putHalf(up, bytes, load);
    put(middle, bytes, load);
    this.#putHalf(down, bytes, load);
    return up.latency + middle.latency + down.latency;
  }

  /** Whether `add` would add. */
  reaches(from: number, to: number): boolean {
    const [up, down] = [this.#half(from, 'up'), this.#half(to, 'down')];
    return up !== undefined && down !== undefined && this.#middle(up.at, down.at) !== undefined;
  }

  /** The switch at which traffic to a rank leaves the network; undefined where it has no single one. */
  entry(rank: number): number | undefined {
    return this.#half(rank, 'down')?.at;
  }

  #putHalf({ cable, host, inner }: Half, bytes: number, load: Float64Array): void {
    load[cable] += bytes;
    putPlaces(inner, this.#hosts.arcs(host), bytes, load);
  }

  #half(rank: number, side: 'up' | 'down'): Half | undefined {
    const known = this.#halves[side];
    let half = known[rank];
    if (half === undefined) {
      half = this.#findHalf(rank, side) ?? null;
      known[rank] = half;
    }
    return half ?? undefined;
  }

  #findHalf(rank: number, side: 'up' | 'down'): Half | undefined {
    const host = this.#graph.host[rank];
    const shift = this.#hosts.shift(host);
    const known = this.#inner[side];
    let inner = known[rank + shift];
    if (inner === undefined) {
      inner = this.#findInner(rank + shift, side) ?? null;
      known[rank + shift] = inner;
    }
    if (!inner) return undefined;
    const cable = this.#fabric.onlyCable(inner.port - shift, side);
    if (cable === undefined) return undefined;
    const at = side === 'up' ? arcTo(this.#graph, cable) : arcFrom(this.#graph, cable);
    if (!this.#fabric.passes(at)) return undefined;
    return { at, cable, host, inner, latency: inner.latency + this.#graph.linkLatency[cable >> 1] };
  }

  #findInner(rank: number, side: 'up' | 'down'): Inner | undefined {
    const [exit, ...others] = this.#exits.of(rank);
    if (!exit || others.length > 0) return undefined;
    const { arcs, shares, latency } = side === 'up' ? exit.out : exit.back;
    const places = this.#hosts.places(this.#graph.host[rank], arcs);
    const through = exit.port === rank ? 0 : deviceType(this.#graph, exit.port).latency;
    return places && { port: exit.port, places, shares, latency: latency + through };
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
