// Hosts that are alike inside: what is found for one of them holds for all, with other arcs. Alike is checked link by
// link, so a broken host is like none. A host with scale-up or PCIe links that leave it is like no other either.
import { arcTo, type Graph, LinkUse } from './graph.ts';

/** Different hosts of one size that are kept to compare with; any more stand for themselves. */
const mostModels = 16;

export class Hosts {
  readonly #graph: Graph;
  readonly #first: Int32Array;
  readonly #size: Int32Array;
  readonly #model: Int32Array;
  /** 0: not known yet, 1: yes, 2: no. */
  readonly #closed: Uint8Array;
  readonly #models = new Map<number, number[]>();
  readonly #arcs: (Int32Array | undefined)[] = [];
  readonly #places = new Map<number, ReadonlyMap<number, number>>();

  constructor(graph: Graph) {
    this.#graph = graph;
    this.#first = new Int32Array(graph.hostCount);
    this.#size = new Int32Array(graph.hostCount);
    this.#closed = new Uint8Array(graph.hostCount);
    this.#model = new Int32Array(graph.hostCount).fill(-1);
    for (let d = graph.deviceCount - 1; d >= 0; d--) {
      this.#first[graph.host[d]] = d;
      this.#size[graph.host[d]]++;
    }
  }

  /** The number of the host that stands for this one: itself, or an earlier one that is alike. */
  model(host: number): number {
    if (this.#model[host] < 0) this.#model[host] = this.#find(host);
    return this.#model[host];
  }

  /** From a device of the host to the same one of its model. */
  shift(host: number): number {
    return this.#first[this.model(host)] - this.#first[host];
  }

  /** Arcs that start and end in a host, in the same order for all that are alike. */
  arcs(host: number): Int32Array {
    let arcs = this.#arcs[host];
    if (!arcs) {
      const { arcStart, arcOut } = this.#graph;
      const first = this.#first[host];
      arcs = arcOut
        .subarray(arcStart[first], arcStart[first + this.#size[host]])
        .filter((arc) => this.#graph.host[arcTo(this.#graph, arc)] === host);
      this.#arcs[host] = arcs;
    }
    return arcs;
  }

  /** Where arcs of a host stand in `arcs(host)`; undefined where one of them is not inside. */
  places(host: number, arcs: Int32Array): Int32Array | undefined {
    let known = this.#places.get(host);
    if (!known) {
      known = new Map(Array.from(this.arcs(host), (arc, place) => [arc, place]));
      this.#places.set(host, known);
    }
    const places = new Int32Array(arcs.length);
    for (let i = 0; i < arcs.length; i++) {
      const place = known.get(arcs[i]);
      if (place === undefined) return undefined;
      places[i] = place;
    }
    return places;
  }

  #find(host: number): number {
    const size = this.#size[host];
    if (size < 2 || !this.isClosed(host)) return host;
    const models = this.#models.get(size) ?? [];
    this.#models.set(size, models);
    const model = models.find((other) => this.#alike(other, host));
    if (model === undefined && models.length < mostModels) models.push(host);
    return model ?? host;
  }

  /** Whether nothing but network links leaves it. */
  isClosed(host: number): boolean {
    if (this.#closed[host] === 0) this.#closed[host] = this.#findClosed(host) ? 1 : 2;
    return this.#closed[host] === 1;
  }

  #findClosed(host: number): boolean {
    const { arcStart, arcOut, linkUse, host: hostOf, linkA, linkB } = this.#graph;
    const first = this.#first[host];
    for (let at = arcStart[first]; at < arcStart[first + this.#size[host]]; at++) {
      const link = arcOut[at] >> 1;
      if (linkUse[link] !== LinkUse.network && hostOf[linkA[link]] !== hostOf[linkB[link]]) return false;
    }
    return true;
  }

  /** The same devices, joined alike inside, with as many links to the network. */
  #alike(one: number, other: number): boolean {
    const { type, present, arcStart } = this.#graph;
    const [a, b] = [this.#first[one], this.#first[other]];
    for (let d = 0; d < this.#size[one]; d++) {
      if (type[a + d] !== type[b + d] || present[a + d] !== present[b + d]) return false;
      const [from, to] = [arcStart[a + d], arcStart[b + d]];
      const count = arcStart[a + d + 1] - from;
      if (arcStart[b + d + 1] - to !== count) return false;
      for (let k = 0; k < count; k++) if (!this.#sameArc(from + k, to + k, one, other)) return false;
    }
    return true;
  }

  #sameArc(at: number, bt: number, one: number, other: number): boolean {
    const g = this.#graph;
    const [x, y] = [g.arcOut[at], g.arcOut[bt]];
    const [k, l] = [x >> 1, y >> 1];
    const [to, go] = [arcTo(g, x), arcTo(g, y)];
    const inside = g.host[to] === one;
    if (g.linkUse[k] !== g.linkUse[l] || inside !== (g.host[go] === other)) return false;
    if (!inside) return true;
    return (
      to - this.#first[one] === go - this.#first[other] &&
      g.linkMedium[k] === g.linkMedium[l] &&
      g.linkEffectiveRate[k] === g.linkEffectiveRate[l] &&
      g.linkLatency[k] === g.linkLatency[l] &&
      g.linkDirected[k] === g.linkDirected[l]
    );
  }
}
