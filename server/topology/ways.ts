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

/** Larger graphs keep what is reached by device in maps: a table for every source would be too much. */
const mostTabled = 16_384;

/** Everything reached from one device in fewest links, as far as it has been asked for. */
export class Reach {
  readonly #graph: Graph;
  readonly from: number;
  readonly #terrain: Terrain;
  /** Steps to a device and one more, so that 0 is not reached; a table of all devices, or those that are reached. */
  readonly #table: Uint16Array | undefined;
  readonly #reached = new Map<number, number>();
  readonly #order: number[];
  /** Where in `#order` the devices of the last step begin, not yet left. */
  #edge = 0;

  constructor(graph: Graph, from: number, terrain: Terrain) {
    this.#graph = graph;
    this.from = from;
    this.#terrain = terrain;
    this.#table = graph.deviceCount <= mostTabled ? new Uint16Array(graph.deviceCount) : undefined;
    this.#order = [from];
    this.#set(from, 0);
  }

  /** -1: not reached so far. */
  #steps(device: number): number {
    return this.#table ? this.#table[device] - 1 : (this.#reached.get(device) ?? -1);
  }

  #set(device: number, steps: number): void {
    if (this.#table) this.#table[device] = steps + 1;
    else this.#reached.set(device, steps);
  }

  /** One step further than before. */
  #grow(): void {
    const graph = this.#graph;
    const { allows, passes } = this.#terrain;
    const end = this.#order.length;
    for (; this.#edge < end; this.#edge++) {
      const device = this.#order[this.#edge];
      if (device !== this.from && !passes(device)) continue;
      const step = this.#steps(device) + 1;
      for (let at = graph.arcStart[device]; at < graph.arcStart[device + 1]; at++) {
        const arc = graph.arcOut[at];
        const to = arcTo(graph, arc);
        if (this.#steps(to) >= 0 || !allows(arc)) continue;
        this.#set(to, step);
        this.#order.push(to);
      }
    }
  }

  /** Links to a device; undefined where it is not reached. */
  hops(to: number): number | undefined {
    while (this.#edge < this.#order.length && this.#steps(to) < 0) this.#grow();
    const steps = this.#steps(to);
    return steps < 0 ? undefined : steps;
  }

  /** All that can be reached, nearest first. */
  reached(): Iterable<number> {
    while (this.#edge < this.#order.length) this.#grow();
    return this.#order;
  }

  /** All shortest ways to a device; `choice` makes it one of them, the same for the same number. */
  wayTo(to: number, choice?: number): Way | undefined {
    const hops = this.hops(to);
    if (hops === undefined) return undefined;
    if (hops === 0) return noWay;
    const layers = this.#layers(to, hops);
    return choice === undefined ? this.#spread(layers, hops) : this.#single(layers, hops, choice);
  }

  /** The arcs of the ways by how far from the source they start. */
  #layers(to: number, hops: number): number[][] {
    const { allows, passes } = this.#terrain;
    const { seen } = scratchOf(this.#graph);
    const layers: number[][] = Array.from({ length: hops }, () => []);
    const visited: number[] = [to];
    for (let step = hops - 1, first = 0; step >= 0; step--) {
      const end = visited.length;
      for (; first < end; first++)
        eachArcInto(this.#graph, visited[first], (arc, before) => {
          if (this.#steps(before) !== step || !allows(arc) || (before !== this.from && !passes(before))) return;
          layers[step].push(arc);
          if (seen[before] === 1) return;
          seen[before] = 1;
          visited.push(before);
        });
    }
    for (const device of visited) seen[device] = 0;
    return layers;
  }

  #spread(layers: readonly number[][], hops: number): Way {
    const graph = this.#graph;
    const { carried, out, late } = scratchOf(graph);
    const count = layers.reduce((sum, { length }) => sum + length, 0);
    const [arcs, shares] = [new Int32Array(count), new Float64Array(count)];
    carried[this.from] = 1;
    let at = 0;
    let latency = 0;
    for (const layer of layers) {
      for (const arc of layer) out[arcTo(graph, arc ^ 1)] += graph.linkEffectiveRate[arc >> 1];
      for (const arc of layer) {
        const device = arcTo(graph, arc ^ 1);
        const to = arcTo(graph, arc);
        const share = (carried[device] * graph.linkEffectiveRate[arc >> 1]) / out[device];
        arcs[at] = arc;
        shares[at++] = share;
        carried[to] += share;
        late[to] = Math.max(late[to], late[device] + this.#delay(arc));
        latency = Math.max(latency, late[to]);
      }
    }
    for (const arc of arcs)
      for (const device of [arcTo(graph, arc), arcTo(graph, arc ^ 1)]) {
        carried[device] = 0;
        out[device] = 0;
        late[device] = 0;
      }
    return { arcs, shares, latency, hops };
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

/** By device, all 0 between two uses. */
interface Scratch {
  readonly seen: Uint8Array;
  /** Of the flow what arrives; bytes/s of all links it goes on over; seconds. */
  readonly carried: Float64Array;
  readonly out: Float64Array;
  readonly late: Float64Array;
}

const scratches = new WeakMap<Graph, Scratch>();

function scratchOf(graph: Graph): Scratch {
  const known = scratches.get(graph);
  if (known) return known;
  const of = (): Float64Array => new Float64Array(graph.deviceCount);
  const scratch = { seen: new Uint8Array(graph.deviceCount), carried: of(), out: of(), late: of() };
  scratches.set(graph, scratch);
  return scratch;
}

/** Arcs of links that have one direction only, by the device they end at. */
const oneWays = new WeakMap<Graph, ReadonlyMap<number, readonly number[]>>();

function oneWayInto(graph: Graph): ReadonlyMap<number, readonly number[]> {
  const known = oneWays.get(graph);
  if (known) return known;
  const found = new Map<number, number[]>();
  for (let k = 0; k < graph.linkCount; k++)
    if (graph.linkDirected[k] === 1) found.set(graph.linkB[k], [...(found.get(graph.linkB[k]) ?? []), 2 * k]);
  oneWays.set(graph, found);
  return found;
}

/** Arcs that end at a device, with the device they come from. */
export function eachArcInto(graph: Graph, device: number, visit: (arc: number, from: number) => void): void {
  const { arcStart, arcOut, linkDirected } = graph;
  for (let at = arcStart[device]; at < arcStart[device + 1]; at++) {
    const arc = arcOut[at] ^ 1;
    if (linkDirected[arc >> 1] === 0) visit(arc, arcTo(graph, arc ^ 1));
  }
  for (const arc of oneWayInto(graph).get(device) ?? []) visit(arc, arcTo(graph, arc ^ 1));
}

/** A number that looks random and is the same each time (an integer hash after T. Wang). */
export function scramble(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x27d4eb2d);
  h ^= h >>> 13;
  return h >>> 0;
}

/** A flow in pieces that other flows share: each a way with the part of the flow that takes it. */
export interface Course {
  readonly pieces: readonly { readonly way: Way; readonly part: number }[];
  /** Seconds, the longest of its ways. */
  readonly latency: number;
  readonly hops: number;
}

export const courseOf = (way: Way): Course => ({ pieces: [{ way, part: 1 }], latency: way.latency, hops: way.hops });

/** One after another; `between`: seconds through the devices where they meet. */
export function inRow(courses: readonly Course[], between = 0): Course {
  return {
    pieces: courses.flatMap(({ pieces }) => pieces),
    latency: courses.reduce((sum, { latency }) => sum + latency, between),
    hops: courses.reduce((sum, { hops }) => sum + hops, 0),
  };
}

/** Side by side, each with its part of the flow; parts add up to 1. */
export function sideBySide(courses: readonly { readonly course: Course; readonly part: number }[]): Course {
  if (courses.length === 1) return courses[0].course;
  return {
    pieces: courses.flatMap(({ course, part }) =>
      course.pieces.map((one) => ({ way: one.way, part: one.part * part })),
    ),
    latency: courses.reduce((most, { course }) => Math.max(most, course.latency), 0),
    hops: courses.reduce((least, { course }) => Math.min(least, course.hops), Number.POSITIVE_INFINITY),
  };
}

/** The course as one way: every arc once, with all of its share. */
export function wholeWay({ pieces, latency, hops }: Course): Way {
  if (pieces.length === 1 && pieces[0].part === 1) return { ...pieces[0].way, latency, hops };
  const load = new Map<number, number>();
  for (const { way, part } of pieces)
    way.arcs.forEach((arc, i) => {
      load.set(arc, (load.get(arc) ?? 0) + way.shares[i] * part);
    });
  return { arcs: Int32Array.from(load.keys()), shares: Float64Array.from(load.values()), latency, hops };
}
