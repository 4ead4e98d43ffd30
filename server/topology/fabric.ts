// Ways over the network, from port to port. Only switches pass traffic on; ways between the same two switches are worked
// out once, whatever hangs on them.
import { arcFrom, arcTo, deviceKind, deviceType, type Graph, LinkUse } from './graph.ts';
import { DisjointSets } from './sets.ts';
import { type Course, courseOf, inRow, Reach, sideBySide, type Way } from './ways.ts';

/** Switches whose reach is kept; ways once found are kept all. */
const mostReaches = 500;

/** A link between a port and the network, one way. */
export interface Plug {
  /** The other end. */
  readonly at: number;
  /** Effective, bytes/s. */
  readonly rate: number;
  readonly wire: Course;
}

export class Fabric {
  readonly #graph: Graph;
  readonly #reaches = new Map<number, Reach>();
  readonly #between = new Map<number, Course | null>();
  readonly #outs = new Map<number, readonly Plug[]>();
  readonly #ins = new Map<number, readonly Plug[]>();
  /** Switches that network links join, whichever way these go: between others nothing is looked for. */
  #planes: DisjointSets | undefined;
  /** Arcs of links that have one direction only, by the device they end at. */
  readonly #oneWay = new Map<number, number[]>();

  constructor(graph: Graph) {
    this.#graph = graph;
    for (let k = 0; k < graph.linkCount; k++)
      if (graph.linkDirected[k] === 1)
        this.#oneWay.set(graph.linkB[k], [...(this.#oneWay.get(graph.linkB[k]) ?? []), 2 * k]);
  }

  /**
   * From one port (a NIC, a rank with network links of its own) to another; `choice`: one way, not all. A port's cables share
   * in proportion to their rates, as far as they lead there in fewest links.
   */
  course(from: number, to: number, choice?: number): Course | undefined {
    const found = this.outsOf(from).flatMap((out) => this.#over(out, to, choice));
    const fewest = found.reduce((least, { course }) => Math.min(least, course.hops), Number.POSITIVE_INFINITY);
    const best = found.filter(({ course }) => course.hops === fewest);
    if (best.length === 0) return undefined;
    if (choice !== undefined) return best[choice % best.length].course;
    const arriving = new Map<Plug, number>();
    for (const { out, rate } of best) arriving.set(out, (arriving.get(out) ?? 0) + rate);
    const leaving = [...arriving.keys()].reduce((sum, out) => sum + out.rate, 0);
    return sideBySide(
      best.map(({ course, out, rate }) => ({ course, part: ((out.rate / leaving) * rate) / (arriving.get(out) ?? 1) })),
    );
  }

  /** The ways over one cable, one for each cable that they arrive by, with that one's rate. */
  #over(out: Plug, to: number, choice?: number): { course: Course; out: Plug; rate: number }[] {
    if (out.at === to) return [{ course: out.wire, out, rate: out.rate }];
    if (!this.passes(out.at)) return [];
    return this.insOf(to).flatMap((into) => {
      const middle = this.switchCourse(out.at, into.at, choice);
      if (!middle) return [];
      const ends = out.at === into.at ? [out.at] : [out.at, into.at];
      const devices = ends.reduce((sum, device) => sum + deviceType(this.#graph, device).latency, 0);
      return [{ course: inRow([out.wire, middle, into.wire], devices), out, rate: into.rate }];
    });
  }

  #wire(arc: number): Course {
    const latency = this.#graph.linkLatency[arc >> 1];
    return courseOf({ arcs: Int32Array.of(arc), shares: Float64Array.of(1), latency, hops: 1 });
  }

  /** A number for all switches that network links join, whichever way these go. */
  plane(device: number): number {
    this.#planes ??= this.#joined();
    return this.#planes.find(device);
  }

  /** Whether network links join it with no other switch. */
  isAlone(device: number): boolean {
    const { arcStart, arcOut, linkUse } = this.#graph;
    for (let at = arcStart[device]; at < arcStart[device + 1]; at++)
      if (linkUse[arcOut[at] >> 1] === LinkUse.network && this.passes(arcTo(this.#graph, arcOut[at]))) return false;
    return true;
  }

  #joined(): DisjointSets {
    const { deviceCount, linkCount, linkUse, linkA, linkB } = this.#graph;
    const planes = new DisjointSets(deviceCount);
    for (let k = 0; k < linkCount; k++)
      if (linkUse[k] === LinkUse.network && this.passes(linkA[k]) && this.passes(linkB[k]))
        planes.join(linkA[k], linkB[k]);
    return planes;
  }

  /** From switch to switch; the latency of these two is not in it. */
  switchCourse(from: number, to: number, choice?: number): Course | undefined {
    if (this.plane(from) !== this.plane(to)) return undefined;
    if (choice !== undefined) return courseIf(this.#reach(from).wayTo(to, choice));
    const key = from * this.#graph.deviceCount + to;
    let course = this.#between.get(key);
    if (course === undefined) {
      course = courseIf(this.#reach(from).wayTo(to)) ?? null;
      this.#between.set(key, course);
    }
    return course ?? undefined;
  }

  #reach(from: number): Reach {
    let reach = this.#reaches.get(from);
    if (!reach) {
      const graph = this.#graph;
      reach = new Reach(graph, from, {
        allows: (arc) => graph.linkUse[arc >> 1] === LinkUse.network && this.passes(arcTo(graph, arc)),
        passes: () => true,
      });
      if (this.#reaches.size >= mostReaches) this.#reaches.clear();
      this.#reaches.set(from, reach);
    }
    return reach;
  }

  /** The arc of a port's single cable, out of it or into it; undefined where it has none or several. */
  onlyCable(port: number, side: 'up' | 'down'): number | undefined {
    if (this.#oneWay.size > 0) return undefined;
    const { arcStart, arcOut, linkUse } = this.#graph;
    let cable: number | undefined;
    for (let at = arcStart[port]; at < arcStart[port + 1]; at++) {
      const arc = arcOut[at];
      if (linkUse[arc >> 1] !== LinkUse.network) continue;
      if (cable !== undefined) return undefined;
      cable = side === 'up' ? arc : arc ^ 1;
    }
    return cable;
  }

  /** Links out of a port. */
  outsOf(port: number): readonly Plug[] {
    let plugs = this.#outs.get(port);
    if (!plugs) {
      plugs = this.#networkArcs(port).map((arc) => this.#plug(arc, arcTo(this.#graph, arc)));
      this.#outs.set(port, plugs);
    }
    return plugs;
  }

  /** Links into a port. */
  insOf(port: number): readonly Plug[] {
    let plugs = this.#ins.get(port);
    if (!plugs) {
      const { linkDirected, linkUse } = this.#graph;
      const arcs = this.#networkArcs(port).flatMap((arc) => (linkDirected[arc >> 1] === 0 ? [arc ^ 1] : []));
      for (const arc of this.#oneWay.get(port) ?? []) if (linkUse[arc >> 1] === LinkUse.network) arcs.push(arc);
      plugs = arcs.map((arc) => this.#plug(arc, arcFrom(this.#graph, arc)));
      this.#ins.set(port, plugs);
    }
    return plugs;
  }

  #networkArcs(port: number): number[] {
    const { arcStart, arcOut, linkUse } = this.#graph;
    return [...arcOut.subarray(arcStart[port], arcStart[port + 1])].filter(
      (arc) => linkUse[arc >> 1] === LinkUse.network,
    );
  }

  #plug(arc: number, at: number): Plug {
    return { at, rate: this.#graph.linkEffectiveRate[arc >> 1], wire: this.#wire(arc) };
  }

  /** Whether traffic of others may pass. */
  passes(device: number): boolean {
    return deviceKind(this.#graph, device) === 'switch' && deviceType(this.#graph, device).forwards;
  }
}

const courseIf = (way: Way | undefined): Course | undefined => way && courseOf(way);
