// Ways over the network, from port to port. Only switches pass traffic on; ways between the same two switches are worked
// out once, whatever hangs on them.
import { arcTo, deviceKind, deviceType, type Graph, LinkUse } from './graph.ts';
import { joinWays, mixWays, Reach, type Way } from './ways.ts';

interface Plug {
  /** From the port into the network. */
  readonly arc: number;
  readonly into: number;
}

export class Fabric {
  readonly #graph: Graph;
  readonly #reaches = new Map<number, Reach>();
  readonly #between = new Map<number, Way | null>();
  readonly #plugs = new Map<number, readonly Plug[]>();

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** From one port (a NIC, a rank with network links of its own) to another; `choice`: one way, not all. */
  way(from: number, to: number, choice?: number): Way | undefined {
    const ways: { way: Way; rate: number }[] = [];
    for (const out of this.#plugsOf(from)) {
      if (out.into === to) {
        ways.push({ way: this.#wire(out.arc), rate: this.#graph.linkEffectiveRate[out.arc >> 1] });
        continue;
      }
      for (const back of this.#plugsOf(to)) {
        const middle = this.#switchWay(out.into, back.into, choice);
        if (middle) ways.push(this.#plugged(out, middle, back));
      }
    }
    const fewest = Math.min(...ways.map(({ way }) => way.hops));
    const best = ways.filter(({ way }) => way.hops === fewest);
    if (best.length === 0) return undefined;
    if (choice !== undefined) return best[choice % best.length].way;
    const total = best.reduce((sum, { rate }) => sum + rate, 0);
    return mixWays(best.map(({ way, rate }) => ({ way, part: rate / total })));
  }

  #plugged(out: Plug, middle: Way, back: Plug): { way: Way; rate: number } {
    const { linkEffectiveRate: rates } = this.#graph;
    const ends = out.into === back.into ? [out.into] : [out.into, back.into];
    const devices = ends.reduce((sum, device) => sum + deviceType(this.#graph, device).latency, 0);
    const way = joinWays([this.#wire(out.arc), middle, this.#wire(back.arc ^ 1)], devices);
    return { way, rate: Math.min(rates[out.arc >> 1], rates[back.arc >> 1]) };
  }

  #wire(arc: number): Way {
    const latency = this.#graph.linkLatency[arc >> 1];
    return { arcs: Int32Array.of(arc), shares: Float64Array.of(1), latency, hops: 1 };
  }

  /** From switch to switch; the latency of these two is not in it. */
  #switchWay(from: number, to: number, choice?: number): Way | undefined {
    if (choice !== undefined) return this.#reach(from).wayTo(to, choice);
    const key = from * this.#graph.deviceCount + to;
    let way = this.#between.get(key);
    if (way === undefined) {
      way = this.#reach(from).wayTo(to) ?? null;
      this.#between.set(key, way);
    }
    return way ?? undefined;
  }

  #reach(from: number): Reach {
    let reach = this.#reaches.get(from);
    if (!reach) {
      const graph = this.#graph;
      reach = new Reach(graph, from, {
        allows: (arc) =>
          graph.linkUse[arc >> 1] === LinkUse.network && deviceKind(graph, arcTo(graph, arc)) === 'switch',
        passes: (device) => deviceType(graph, device).forwards,
      });
      this.#reaches.set(from, reach);
    }
    return reach;
  }

  #plugsOf(port: number): readonly Plug[] {
    let plugs = this.#plugs.get(port);
    if (!plugs) {
      const { arcStart, arcOut, linkUse } = this.#graph;
      const found: Plug[] = [];
      for (let at = arcStart[port]; at < arcStart[port + 1]; at++) {
        const arc = arcOut[at];
        if (linkUse[arc >> 1] === LinkUse.network) found.push({ arc, into: arcTo(this.#graph, arc) });
      }
      plugs = found;
      this.#plugs.set(port, plugs);
    }
    return plugs;
  }
}
