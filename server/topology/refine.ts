// Devices that play the same part: classes in which every device has links of the same rates to, and from, every class. The
// coarsest such partition (colour refinement, Hopcroft's manner: of a class that falls apart, all parts but the largest are
// looked at again). Alike in this sense need not mean that a symmetry swaps them, but is enough for flows that treat a class
// as one; for what may not be concluded see `orbits`.
import { arcFrom, arcTo, type Graph } from './graph.ts';

/** Classes are numbered 0 .. count-1. */
export interface Classes {
  readonly count: number;
  /** Class of each device. */
  readonly of: Int32Array;
}

/** `colour`: devices that differ in it never share a class. `rate`: bytes/s of an arc, 0 where nothing may flow. */
export function refine(graph: Graph, colour: ArrayLike<number>, rate: (arc: number) => number): Classes {
  return new Refinement(graph, colour, rate).run();
}

class Refinement {
  readonly #graph: Graph;
  /** Arcs into each device, and a number for the rate of every arc; arcs without rate are left out. */
  readonly #start: Int32Array;
  readonly #arcs: Int32Array;
  readonly #pace: Int32Array;
  /** Devices, those of a class side by side; where each stands; where classes begin and how many they hold. */
  readonly #devices: Int32Array;
  readonly #place: Int32Array;
  readonly #of: Int32Array;
  readonly #first: number[] = [];
  readonly #size: number[] = [];
  readonly #open: number[] = [];
  readonly #isOpen: boolean[] = [];
  /** Of each device what it has to the class at hand: two sums over its arcs, so that no two sets of rates look alike. */
  readonly #out: Int32Array;
  readonly #into: Int32Array;
  readonly #seen: Uint8Array;

  constructor(graph: Graph, colour: ArrayLike<number>, rate: (arc: number) => number) {
    this.#graph = graph;
    const { deviceCount, linkCount } = graph;
    this.#pace = new Int32Array(2 * linkCount);
    const names = new Map<number, number>();
    this.#start = new Int32Array(deviceCount + 1);
    for (let arc = 0; arc < 2 * linkCount; arc++) {
      const own = rate(arc);
      if (own <= 0) continue;
      let name = names.get(own);
      if (name === undefined) {
        name = scatter(names.size + 1);
        names.set(own, name);
      }
      this.#pace[arc] = name;
      this.#start[arcTo(graph, arc) + 1]++;
      this.#start[arcFrom(graph, arc) + 1]++;
    }
    for (let d = 0; d < deviceCount; d++) this.#start[d + 1] += this.#start[d];
    this.#arcs = new Int32Array(this.#start[deviceCount]);
    const at = this.#start.slice();
    for (let arc = 0; arc < 2 * linkCount; arc++) {
      if (this.#pace[arc] === 0) continue;
      this.#arcs[at[arcTo(graph, arc)]++] = arc;
      this.#arcs[at[arcFrom(graph, arc)]++] = arc;
    }
    this.#out = new Int32Array(deviceCount);
    this.#into = new Int32Array(deviceCount);
    this.#seen = new Uint8Array(deviceCount);
    this.#of = new Int32Array(deviceCount);
    this.#devices = new Int32Array(deviceCount);
    this.#place = new Int32Array(deviceCount);
    const members = new Map<number, number>();
    for (let d = 0; d < deviceCount; d++) members.set(colour[d], (members.get(colour[d]) ?? 0) + 1);
    const classOf = new Map<number, number>();
    let first = 0;
    for (const [own, count] of members) {
      classOf.set(own, this.#begin(first, 0));
      first += count;
    }
    for (let d = 0; d < deviceCount; d++) {
      const own = classOf.get(colour[d]) ?? 0;
      const at = this.#first[own] + this.#size[own]++;
      this.#devices[at] = d;
      this.#place[d] = at;
      this.#of[d] = own;
    }
  }

  #begin(first: number, size: number): number {
    this.#first.push(first);
    this.#size.push(size);
    this.#open.push(this.#first.length - 1);
    this.#isOpen.push(true);
    return this.#first.length - 1;
  }

  run(): Classes {
    for (let next = this.#open.pop(); next !== undefined; next = this.#open.pop()) {
      this.#isOpen[next] = false;
      this.#splitBy(next);
    }
    return { count: this.#first.length, of: this.#of };
  }

  /** Splits every class whose devices differ in what they have to class `by`. */
  #splitBy(by: number): void {
    const touched = this.#weigh(by);
    const classes = new Map<number, number[]>();
    for (const device of touched) {
      const known = classes.get(this.#of[device]);
      if (known) known.push(device);
      else classes.set(this.#of[device], [device]);
    }
    for (const [own, devices] of classes) this.#split(own, devices);
    for (const device of touched) this.#out[device] = this.#into[device] = this.#seen[device] = 0;
  }

  /** Sums, for all neighbours of a class, of their arcs to it and from it; the neighbours. */
  #weigh(by: number): number[] {
    const touched: number[] = [];
    const first = this.#first[by];
    for (let i = first; i < first + this.#size[by]; i++) {
      const device = this.#devices[i];
      for (let at = this.#start[device]; at < this.#start[device + 1]; at++) {
        const arc = this.#arcs[at];
        const leaves = arcFrom(this.#graph, arc) === device;
        const other = leaves ? arcTo(this.#graph, arc) : arcFrom(this.#graph, arc);
        if (this.#seen[other] === 0) touched.push(other);
        this.#seen[other] = 1;
        if (leaves) this.#into[other] = (this.#into[other] + this.#pace[arc]) | 0;
        else this.#out[other] = (this.#out[other] + scatter(this.#pace[arc])) | 0;
      }
    }
    return touched;
  }

  /** `devices`: those of the class that have anything; the rest have nothing. */
  #split(own: number, devices: readonly number[]): void {
    const rest = this.#size[own] - devices.length;
    const [out, into] = [this.#out[devices[0]], this.#into[devices[0]]];
    if (devices.every((device) => this.#out[device] === out && this.#into[device] === into)) {
      if (rest > 0) this.#takeOut(own, devices);
      return;
    }
    const parts = new Map<string, number[]>();
    for (const device of devices) {
      const key = `${this.#out[device]} ${this.#into[device]}`;
      const known = parts.get(key);
      if (known) known.push(device);
      else parts.set(key, [device]);
    }
    const sorted = [...parts.values()].sort((a, b) => b.length - a.length);
    // What rests untouched keeps the number, or else the largest part.
    for (const part of rest > 0 ? sorted : sorted.slice(1)) this.#takeOut(own, part);
  }

  /** Makes a class of its own of some devices of a class, at the end of its row. */
  #takeOut(own: number, part: readonly number[]): void {
    const wasOpen = this.#isOpen[own];
    const first = this.#first[own] + this.#size[own] - part.length;
    let end = this.#first[own] + this.#size[own];
    for (const device of part) this.#swap(device, --end);
    this.#size[own] -= part.length;
    const made = this.#begin(first, part.length);
    for (const device of part) this.#of[device] = made;
    // A class that was still to be looked at is looked at in all its parts; else the larger part can be left out.
    if (!wasOpen && this.#size[own] < part.length) {
      this.#open[this.#open.length - 1] = own;
      this.#isOpen[own] = true;
      this.#isOpen[made] = false;
    }
  }

  #swap(device: number, to: number): void {
    const from = this.#place[device];
    const other = this.#devices[to];
    this.#devices[from] = other;
    this.#place[other] = from;
    this.#devices[to] = device;
    this.#place[device] = to;
  }
}

/** A number that looks random, never 0 (Murmur3's finish). */
function scatter(x: number): number {
  let h = Math.imul(x ^ 0x9e3779b9, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  h ^= h >>> 16;
  return h === 0 ? 1 : h;
}
