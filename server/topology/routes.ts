// How traffic runs from one device to another: the best class of way that exists, in NCCL's order, and on it all equal
// ways at once. Between boards it leaves over the ranks' own NICs, which keeps rails; a NIC on another rail is reached
// over the spines (NCCL's PXN, which would first cross NVLink, is not modelled).
import { Exits } from './exits.ts';
import { Fabric } from './fabric.ts';
import { deviceType, type Graph } from './graph.ts';
import { Inside } from './inside.ts';
import { ScaleUp } from './scaleup.ts';
import { joinWays, mixWays, noWay, Reach, scramble, type Way } from './ways.ts';

/** NCCL's names, best first. LOC: the same device. */
export type PathClass = 'LOC' | 'NVL' | 'NVB' | 'C2C' | 'PIX' | 'PXB' | 'P2C' | 'PXN' | 'PHB' | 'SYS' | 'NET';

/** How traffic from one device to another runs: arcs and the share (0..1] of the flow on each. */
export interface Route extends Way {
  readonly class: PathClass;
}

export interface Router {
  readonly graph: Graph;
  /** Undefined where there is no way. */
  route(from: number, to: number): Route | undefined;
  /**
   * Adds `bytes` sent from `from` to `to` to `load` (bytes by arc) and returns the latency of the way in seconds;
   * -1 where there is none.
   */
  addFlow(from: number, to: number, bytes: number, load: Float64Array): number;
}

export interface RouterOptions {
  /** `ecmp`: equal ways share the load; `hashed`: each flow takes one of them. */
  readonly routing: 'ecmp' | 'hashed';
}

export function makeRouter(graph: Graph, { routing = 'ecmp' }: Partial<RouterOptions> = {}): Router {
  return new Routes(graph, routing === 'hashed');
}

/** Pairs that are kept; more are worked out again each time. */
const mostKept = 300_000;

class Routes implements Router {
  readonly graph: Graph;
  readonly #hashed: boolean;
  readonly #scaleUp: ScaleUp;
  readonly #inside: Inside;
  readonly #exits: Exits;
  readonly #fabric: Fabric;
  readonly #kept = new Map<number, Route | null>();

  constructor(graph: Graph, hashed: boolean) {
    this.graph = graph;
    this.#hashed = hashed;
    this.#scaleUp = new ScaleUp(graph);
    this.#inside = new Inside(graph);
    this.#exits = new Exits(graph, this.#inside);
    this.#fabric = new Fabric(graph);
  }

  route(from: number, to: number): Route | undefined {
    const key = from * this.graph.deviceCount + to;
    let route = this.#kept.get(key);
    if (route === undefined) {
      route = this.#find(from, to) ?? null;
      if (this.#kept.size >= mostKept) this.#kept.clear();
      this.#kept.set(key, route);
    }
    return route ?? undefined;
  }

  addFlow(from: number, to: number, bytes: number, load: Float64Array): number {
    const route = this.route(from, to);
    if (!route) return -1;
    const { arcs, shares } = route;
    for (let i = 0; i < arcs.length; i++) load[arcs[i]] += bytes * shares[i];
    return route.latency;
  }

  #find(from: number, to: number): Route | undefined {
    if (from === to) return { ...noWay, class: 'LOC' };
    if (this.graph.present[from] === 0 || this.graph.present[to] === 0) return undefined;
    const choice = this.#hashed ? scramble(from, to) : undefined;
    const near = this.#scaleUp.joined(from, to);
    const direct = near ? this.#scaleUp.direct(from, to, choice) : undefined;
    if (direct) return { ...direct, class: 'NVL' };
    const over = near ? this.#scaleUp.overOne(from, to, choice) : undefined;
    if (over) return { ...over, class: 'NVB' };
    const inside = this.#inside.way(from, to);
    if (inside) return { ...inside.way, class: inside.class };
    const net = this.#overNetwork(from, to, choice);
    if (net) return { ...net, class: 'NET' };
    const relayed = near ? this.#scaleUp.overAny(from, to, choice) : undefined;
    if (relayed) return { ...relayed, class: 'NVB' };
    const any = this.#anyWay(from, to);
    return any && { ...any, class: 'NET' };
  }

  /** Out over the sender's NICs, in over the receiver's; several NICs share evenly, the i-th with the i-th. */
  #overNetwork(from: number, to: number, choice?: number): Way | undefined {
    const outs = this.#exits.of(from);
    const ins = this.#exits.of(to);
    const pairs = Math.max(outs.length, ins.length);
    if (outs.length === 0 || ins.length === 0) return undefined;
    const ways: { way: Way; part: number }[] = [];
    for (let i = 0; i < pairs; i++) {
      const out = outs[i % outs.length];
      const back = ins[i % ins.length];
      const net = this.#fabric.way(out.port, back.port, choice);
      if (!net) return undefined;
      const ports = this.#through(out.port, from) + this.#through(back.port, to);
      ways.push({ way: joinWays([out.out, net, back.back], ports), part: 1 / pairs });
    }
    return mixWays(ways);
  }

  /** A NIC between its host and the network delays what passes; a rank that is its own port does not. */
  #through(port: number, rank: number): number {
    return port === rank ? 0 : deviceType(this.graph, port).latency;
  }

  /** For ends that are no ranks (a switch, a NIC): whatever forwards may stand between. */
  #anyWay(from: number, to: number): Way | undefined {
    const passes = (device: number): boolean => deviceType(this.graph, device).forwards;
    return new Reach(this.graph, from, { allows: () => true, passes }).wayTo(to);
  }
}
