// The common case, made fast: ranks that enter the network at one place, over one NIC and one cable. A flow between two of
// them is the sender's half, what lies between two switches, and the receiver's half; all three are kept.

import type { Exits } from './exits.ts';
import type { Fabric } from './fabric.ts';
import { deviceType, type Graph } from './graph.ts';
import { type Course, courseOf, inRow, type Way, wholeWay } from './ways.ts';

/** Between a rank and the switch at which it enters or leaves the network; that switch's latency is not in it. */
interface Half {
  readonly at: number;
  readonly way: Way;
}

export class Lanes {
  readonly #graph: Graph;
  readonly #exits: Exits;
  readonly #fabric: Fabric;
  readonly #up: (Half | null | undefined)[] = [];
  readonly #down: (Half | null | undefined)[] = [];
  /** By the first switch, then the second; latency with both switches. */
  readonly #between = new Map<number, Map<number, Way | null>>();

  constructor(graph: Graph, exits: Exits, fabric: Fabric) {
    this.#graph = graph;
    this.#exits = exits;
    this.#fabric = fabric;
  }

  /** Adds a flow; its latency in seconds, or -1 where these ranks have no such lane and nothing was added. */
  add(from: number, to: number, bytes: number, load: Float64Array): number {
    const up = this.#half(this.#up, from, true);
    const down = up && this.#half(this.#down, to, false);
    const middle = up && down && this.#middle(up.at, down.at);
    if (!middle) return -1;
    put(up.way, bytes, load);
    put(middle, bytes, load);
    put(down.way, bytes, load);
    return up.way.latency + middle.latency + down.way.latency;
  }

  #half(known: (Half | null | undefined)[], rank: number, up: boolean): Half | undefined {
    let half = known[rank];
    if (half === undefined) {
      half = this.#find(rank, up) ?? null;
      known[rank] = half;
    }
    return half ?? undefined;
  }

  #find(rank: number, up: boolean): Half | undefined {
    const [exit, ...others] = this.#exits.of(rank);
    if (!exit || others.length > 0) return undefined;
    const [plug, ...more] = up ? this.#fabric.outsOf(exit.port) : this.#fabric.insOf(exit.port);
    if (!plug || more.length > 0 || !this.#fabric.passes(plug.at)) return undefined;
    const port = exit.port === rank ? 0 : deviceType(this.#graph, exit.port).latency;
    const courses: Course[] = up ? [courseOf(exit.out), plug.wire] : [plug.wire, courseOf(exit.back)];
    return { at: plug.at, way: wholeWay(inRow(courses, port)) };
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
