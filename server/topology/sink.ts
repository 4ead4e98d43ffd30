// All ways to one device at once: what many devices send to it is poured together, since where a flow goes on from a device
// depends on where it is going and not on where it came from. Shares as in ways.ts.
import { arcTo, deviceType, type Graph } from './graph.ts';
import { eachArcInto, type Terrain } from './ways.ts';

export class Sink {
  readonly #graph: Graph;
  readonly #terrain: Terrain;
  /** Links to the device at hand, by device; -1: it is not reached from there. */
  readonly #steps: Int32Array;
  /** Devices that reach it, nearest first. */
  #order: number[] = [];
  readonly #carried: Float64Array;
  /** Seconds from each, the longest of its ways, the ends' own not counted. */
  readonly #late: Float64Array;
  #to = -1;

  constructor(graph: Graph, terrain: Terrain) {
    this.#graph = graph;
    this.#terrain = terrain;
    this.#steps = new Int32Array(graph.deviceCount).fill(-1);
    this.#carried = new Float64Array(graph.deviceCount);
    this.#late = new Float64Array(graph.deviceCount);
  }

  /** Looks for the ways to another device. */
  turnTo(to: number): void {
    for (const device of this.#order) this.#steps[device] = -1;
    this.#to = to;
    this.#order = [to];
    this.#steps[to] = 0;
    const { allows, passes } = this.#terrain;
    for (const device of this.#order) {
      if (device !== to && !passes(device)) continue;
      eachArcInto(this.#graph, device, (arc, from) => {
        if (this.#steps[from] >= 0 || !allows(arc)) return;
        this.#steps[from] = this.#steps[device] + 1;
        this.#order.push(from);
      });
    }
  }

  /** Links from a device; -1: it does not get there. */
  hops(from: number): number {
    return this.#steps[from];
  }

  /** Bytes that a device sends there. */
  add(from: number, bytes: number): void {
    this.#carried[from] += bytes;
  }

  /** Puts all that has been added on arcs; seconds of the longest way of `senders`. */
  pour(senders: Iterable<number>, load: Float64Array): number {
    this.#late[this.#to] = 0;
    for (const device of this.#order) if (device !== this.#to) this.#late[device] = this.#longest(device);
    for (let i = this.#order.length - 1; i > 0; i--) this.#handOn(this.#order[i], load);
    this.#carried[this.#to] = 0;
    let longest = 0;
    for (const device of senders) longest = Math.max(longest, this.#late[device]);
    return longest;
  }

  #eachOnward(device: number, visit: (arc: number, next: number) => void): void {
    const { arcStart, arcOut } = this.#graph;
    const { allows, passes } = this.#terrain;
    for (let at = arcStart[device]; at < arcStart[device + 1]; at++) {
      const arc = arcOut[at];
      const next = arcTo(this.#graph, arc);
      if (this.#steps[next] !== this.#steps[device] - 1 || !allows(arc) || (next !== this.#to && !passes(next)))
        continue;
      visit(arc, next);
    }
  }

  #longest(device: number): number {
    let longest = 0;
    this.#eachOnward(device, (arc, next) => {
      const through = next === this.#to ? 0 : deviceType(this.#graph, next).latency;
      longest = Math.max(longest, this.#graph.linkLatency[arc >> 1] + through + this.#late[next]);
    });
    return longest;
  }

  #handOn(device: number, load: Float64Array): void {
    const bytes = this.#carried[device];
    if (bytes === 0) return;
    this.#carried[device] = 0;
    let rate = 0;
    this.#eachOnward(device, (arc) => {
      rate += this.#graph.linkEffectiveRate[arc >> 1];
    });
    this.#eachOnward(device, (arc, next) => {
      const part = (bytes * this.#graph.linkEffectiveRate[arc >> 1]) / rate;
      load[arc] += part;
      this.#carried[next] += part;
    });
  }
}
