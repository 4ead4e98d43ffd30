// Shortest ways through a graph, all of them at once: at every device the load splits over the next ones in proportion to
// the rate of the links there, so parallel switches act as one.
import { arcTo, deviceType, type Graph } from './graph.ts';

/** Arcs with their share of a flow; latency in seconds, the longest of the ways, the ends' own not counted. */
export interface Way {
  readonly arcs: Int32Array;
  readonly shares: Float64Array;
  readonly latency: number;
  readonly hops: number;
}

export const noWay: Way = { arcs: new Int32Array(0), shares: new Float64Array(0), latency: 0, hops: 0 };

export interface Terrain {
  /** Arcs that may be used. */
  readonly allows: (arc: number) => boolean;
  /** Devices that may stand between two others on the way. */
  readonly passes: (device: number) => boolean;
}

/** Everything reached from one device in fewest links. Made once, asked for many targets. */
export class Reach {
  readonly #graph: Graph;
  readonly from: number;
  readonly #steps = new Map<number, number>();
  /** Arcs on a shortest way into a device. */
  readonly #into = new Map<number, number[]>();

  constructor(graph: Graph, from: number, { allows, passes }: Terrain) {
    this.#graph = graph;
    this.from = from;
    this.#steps.set(from, 0);
    const queue = [from];
    for (let head = 0; head < queue.length; head++) {
      const device = queue[head];
      if (device !== from && !passes(device)) continue;
      const next = (this.#steps.get(device) ?? 0) + 1;
      for (let at = graph.arcStart[device]; at < graph.arcStart[device + 1]; at++) {
        const arc = graph.arcOut[at];
        if (!allows(arc)) continue;
        const to = arcTo(graph, arc);
        const known = this.#steps.get(to);
        if (known === undefined) {
          this.#steps.set(to, next);
          this.#into.set(to, [arc]);
          queue.push(to);
        } else if (known === next) this.#into.get(to)?.push(arc);
      }
    }
  }

  /** Links to a device; undefined where it is not reached. */
  hops(to: number): number | undefined {
    return this.#steps.get(to);
  }

  /** In the order they were reached. */
  reached(): Iterable<number> {
    return this.#steps.keys();
  }

  /** All shortest ways to a device; `choice` makes it one of them, the same for the same number. */
  wayTo(to: number, choice?: number): Way | undefined {
    const hops = this.#steps.get(to);
    if (hops === undefined) return undefined;
    if (hops === 0) return noWay;
    const layers = this.#layers(to, hops);
    return choice === undefined ? this.#spread(layers, hops) : this.#single(layers, hops, choice);
  }

  /** The arcs of the ways by how far from the source they start. */
  #layers(to: number, hops: number): number[][] {
    const layers: number[][] = Array.from({ length: hops }, () => []);
    let devices = new Set([to]);
    for (let step = hops - 1; step >= 0; step--) {
      const before = new Set<number>();
      for (const device of devices)
        for (const arc of this.#into.get(device) ?? []) {
          layers[step].push(arc);
          before.add(arcTo(this.#graph, arc ^ 1));
        }
      devices = before;
    }
    return layers;
  }

  #spread(layers: readonly number[][], hops: number): Way {
    const graph = this.#graph;
    const arcs: number[] = [];
    const shares: number[] = [];
    let carried = new Map([[this.from, 1]]);
    let late = new Map([[this.from, 0]]);
    for (const layer of layers) {
      const out = new Map<number, number>();
      for (const arc of layer) {
        const device = arcTo(graph, arc ^ 1);
        out.set(device, (out.get(device) ?? 0) + graph.linkEffectiveRate[arc >> 1]);
      }
      const next = new Map<number, number>();
      const later = new Map<number, number>();
      for (const arc of layer) {
        const device = arcTo(graph, arc ^ 1);
        const to = arcTo(graph, arc);
        const share = ((carried.get(device) ?? 0) * graph.linkEffectiveRate[arc >> 1]) / (out.get(device) ?? 1);
        arcs.push(arc);
        shares.push(share);
        next.set(to, (next.get(to) ?? 0) + share);
        later.set(to, Math.max(later.get(to) ?? 0, (late.get(device) ?? 0) + this.#delay(arc)));
      }
      carried = next;
      late = later;
    }
    const latency = Math.max(...late.values());
    return { arcs: Int32Array.from(arcs), shares: Float64Array.from(shares), latency, hops };
  }

  #single(layers: readonly number[][], hops: number, choice: number): Way {
    const arcs = new Int32Array(hops);
    let device = this.from;
    let latency = 0;
    layers.forEach((layer, step) => {
      const open = layer.filter((arc) => arcTo(this.#graph, arc ^ 1) === device);
      const arc = open[scramble(choice, step) % open.length];
      arcs[step] = arc;
      latency += this.#delay(arc);
      device = arcTo(this.#graph, arc);
    });
    return { arcs, shares: new Float64Array(hops).fill(1), latency, hops };
  }

  /** Through the link, and through the device it leaves. */
  #delay(arc: number): number {
    const device = arcTo(this.#graph, arc ^ 1);
    return this.#graph.linkLatency[arc >> 1] + (device === this.from ? 0 : deviceType(this.#graph, device).latency);
  }
}

/** A number that looks random and is the same each time (an integer hash after T. Wang). */
export function scramble(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x27d4eb2d);
  h ^= h >>> 13;
  return h >>> 0;
}

/** One way after another; `between`: seconds through the devices where they meet. */
export function joinWays(ways: readonly Way[], between = 0): Way {
  const arcs = new Int32Array(ways.reduce((sum, way) => sum + way.arcs.length, 0));
  const shares = new Float64Array(arcs.length);
  let at = 0;
  let latency = between;
  let hops = 0;
  for (const way of ways) {
    arcs.set(way.arcs, at);
    shares.set(way.shares, at);
    at += way.arcs.length;
    latency += way.latency;
    hops += way.hops;
  }
  return { arcs, shares, latency, hops };
}

/** Several ways side by side, each with its part of the flow; parts add up to 1. */
export function mixWays(ways: readonly { readonly way: Way; readonly part: number }[]): Way {
  if (ways.length === 1) return ways[0].way;
  const load = new Map<number, number>();
  for (const { way, part } of ways)
    for (let i = 0; i < way.arcs.length; i++)
      load.set(way.arcs[i], (load.get(way.arcs[i]) ?? 0) + way.shares[i] * part);
  return {
    arcs: Int32Array.from(load.keys()),
    shares: Float64Array.from(load.values()),
    latency: Math.max(...ways.map(({ way }) => way.latency)),
    hops: Math.min(...ways.map(({ way }) => way.hops)),
  };
}
