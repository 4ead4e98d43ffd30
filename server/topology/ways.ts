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

/** Everything reached from one device in fewest links, as far as it has been asked for. */
export class Reach {
  readonly #graph: Graph;
  readonly from: number;
  readonly #terrain: Terrain;
  readonly #steps = new Map<number, number>();
  /** Arcs on a shortest way into a device. */
  readonly #into = new Map<number, number[]>();
  /** The devices of the last step, not yet left. */
  #edge: readonly number[];

  constructor(graph: Graph, from: number, terrain: Terrain) {
    this.#graph = graph;
    this.from = from;
    this.#terrain = terrain;
    this.#steps.set(from, 0);
    this.#edge = [from];
  }

  /** One step further than before. */
  #grow(): void {
    const graph = this.#graph;
    const { allows, passes } = this.#terrain;
    const next: number[] = [];
    for (const device of this.#edge) {
      if (device !== this.from && !passes(device)) continue;
      const step = (this.#steps.get(device) ?? 0) + 1;
      for (let at = graph.arcStart[device]; at < graph.arcStart[device + 1]; at++) {
        const arc = graph.arcOut[at];
        if (!allows(arc)) continue;
        const to = arcTo(graph, arc);
        const known = this.#steps.get(to);
        if (known === undefined) {
          this.#steps.set(to, step);
          this.#into.set(to, [arc]);
          next.push(to);
        } else if (known === step) this.#into.get(to)?.push(arc);
      }
    }
    this.#edge = next;
  }

  /** Links to a device; undefined where it is not reached. */
  hops(to: number): number | undefined {
    while (this.#edge.length > 0 && !this.#steps.has(to)) this.#grow();
    return this.#steps.get(to);
  }

  /** All that can be reached, nearest first. */
  reached(): Iterable<number> {
    while (this.#edge.length > 0) this.#grow();
    return this.#steps.keys();
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
