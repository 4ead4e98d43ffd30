// Inside a domain: over scale-up links where these join all its ranks, else over PCIe, where ring flows share links. Domains
// that are one host, like another one inside and with the same ranks, are looked at once.
import { Exits } from '../../topology/exits.ts';
import { arcFrom, arcTo, deviceKind, deviceType, type Graph, LinkUse } from '../../topology/graph.ts';
import { Hosts } from '../../topology/hosts.ts';
import { Inside } from '../../topology/inside.ts';
import type { Domain } from './domains.ts';

/** Nominal rates, bytes/s, one way. */
export type Inner =
  | {
      readonly over: 'scale-up';
      /** From a rank to the others of its domain: on a mesh only links to ranks that take part. The least of all ranks. */
      readonly rate: number;
      /** Every such link ends at a switch that adds. */
      readonly reduces: boolean;
      /** The link from each rank to the next, the least; undefined where one has none. */
      readonly direct?: number;
    }
  | {
      readonly over: 'pcie';
      /** The link that ring flows share most, and how many share it. */
      readonly rate: number;
      readonly streams: number;
    };

export class Interiors {
  readonly #graph: Graph;
  readonly #hosts: Hosts;
  readonly #inside: Inside;
  readonly #exits: Exits;
  readonly #inner = new Map<string, Inner | undefined>();
  readonly #ports = new Map<string, readonly number[]>();

  constructor(graph: Graph) {
    this.#graph = graph;
    this.#hosts = new Hosts(graph);
    this.#inside = new Inside(graph);
    this.#exits = new Exits(graph, this.#inside);
  }

  /** Undefined where nothing is told that joins the ranks. `closed`: the ring ends where it began, not in another domain. */
  of(domain: Domain, closed: boolean): Inner | undefined {
    const { key } = this.#alike(domain);
    if (this.#inner.has(key)) return this.#inner.get(key);
    const inner = scaleUp(this.#graph, domain.ranks) ?? this.#pcie(domain.ranks, closed);
    this.#inner.set(key, inner);
    return inner;
  }

  /** The NICs (or the ranks themselves) by which a domain's ranks leave it, each once. */
  ports(domain: Domain): readonly number[] {
    const { key, shift } = this.#alike(domain);
    let found = this.#ports.get(key);
    if (!found) {
      found = [...new Set(domain.ranks.flatMap((rank) => this.#exits.of(rank).map(({ port }) => port + shift)))];
      this.#ports.set(key, found);
    }
    return found.map((port) => port - shift);
  }

  /** Equal keys: the same ranks of hosts that are alike; `shift` leads from this one to the one looked at. */
  #alike({ ranks, hosts }: Domain): { key: string; shift: number } {
    const host = this.#graph.host[ranks[0]];
    const shift = hosts === 1 ? this.#hosts.shift(host) : 0;
    return { key: ranks.map((rank) => rank + shift).join(), shift };
  }

  #pcie(ranks: readonly number[], closed: boolean): Inner | undefined {
    const flows = new Map<number, number>();
    for (const way of this.#ring(ranks, closed)) {
      if (!way) return undefined;
      way.arcs.forEach((arc, i) => {
        if (this.#isLane(arc)) flows.set(arc, (flows.get(arc) ?? 0) + way.shares[i]);
      });
    }
    let worst: { rate: number; streams: number } | undefined;
    for (const [arc, streams] of flows) {
      const rate = this.#graph.linkRate[arc >> 1];
      if (!worst || rate / streams < worst.rate / worst.streams) worst = { rate, streams };
    }
    return worst && { over: 'pcie', ...worst };
  }

  /** The ways of a ring in the order of the ranks; between domains it comes in by the first rank's NIC and leaves by the last's. */
  *#ring(ranks: readonly number[], closed: boolean) {
    for (let i = 1; i < ranks.length; i++) yield this.#inside.way(ranks[i - 1], ranks[i])?.way;
    const [first, last] = [ranks[0], ranks[ranks.length - 1]];
    if (closed) yield this.#inside.way(last, first)?.way;
    else {
      yield this.#exits.of(first)[0]?.back;
      yield this.#exits.of(last)[0]?.out;
    }
  }

  /** PCIe, or a bare rate in its place: what joins two CPUs is not, nor is what joins a GPU to its CPU by name. */
  #isLane(arc: number): boolean {
    const graph = this.#graph;
    const type = graph.media[graph.linkMedium[arc >> 1]].type;
    if (type) return type.width !== undefined;
    return deviceKind(graph, arcFrom(graph, arc)) !== 'cpu' || deviceKind(graph, arcTo(graph, arc)) !== 'cpu';
  }
}

/** Undefined where scale-up links do not join all ranks. */
function scaleUp(graph: Graph, ranks: readonly number[]): Inner | undefined {
  const own = new Set(ranks);
  if (!joinedByScaleUp(graph, ranks[0], own)) return undefined;
  let [rate, direct, reduces] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, true];
  ranks.forEach((rank, i) => {
    const next = ranks[(i + 1) % ranks.length];
    let [all, straight] = [0, 0];
    for (const arc of scaleUpArcs(graph, rank, own)) {
      const link = graph.linkRate[arc >> 1];
      const to = arcTo(graph, arc);
      all += link;
      if (to === next) straight += link;
      reduces &&= deviceType(graph, to).reduces;
    }
    rate = Math.min(rate, all);
    direct = Math.min(direct, straight);
  });
  return { over: 'scale-up', rate, reduces, ...(direct > 0 ? { direct } : {}) };
}

function joinedByScaleUp(graph: Graph, first: number, own: ReadonlySet<number>): boolean {
  const reached = new Set([first]);
  for (const device of reached) for (const arc of scaleUpArcs(graph, device, own)) reached.add(arcTo(graph, arc));
  for (const rank of own) if (!reached.has(rank)) return false;
  return true;
}

/** Scale-up arcs to switches that pass traffic on and to ranks of the domain. */
function scaleUpArcs({ arcStart, arcOut, ...graph }: Graph, device: number, own: ReadonlySet<number>): number[] {
  return [...arcOut.subarray(arcStart[device], arcStart[device + 1])].filter((arc) => {
    const to = arc & 1 ? graph.linkA[arc >> 1] : graph.linkB[arc >> 1];
    const { kind, forwards } = graph.types[graph.type[to]];
    return graph.linkUse[arc >> 1] === LinkUse.scaleUp && (kind === 'switch' ? forwards : own.has(to));
  });
}
