// Edge-disjoint rings over direct scale-up links: Hamiltonian cycles by depth-first search with a budget, each link of a
// bundle used once. Deterministic; finds the three double rings of a DGX-1's cube mesh, gives up quietly on large meshes.
import type { Graph } from '../topology/graph.ts';
import { arcFrom, arcTo, LinkUse } from '../topology/graph.ts';

/** Links looked at: 200,000 steps among 8 devices, 25,000 among 64. */
const budgetLooks = 1_600_000;

/** Links between ranks directly: [i * n + j], the whole number of links i has to j. */
function directLinks(graph: Graph, devices: Int32Array): Int32Array {
  const n = devices.length;
  const place = new Map(Array.from(devices, (device, i) => [device, i]));
  const links = new Int32Array(n * n);
  for (const device of devices) {
    for (let k = graph.arcStart[device]; k < graph.arcStart[device + 1]; k++) {
      const arc = graph.arcOut[k];
      const i = place.get(arcFrom(graph, arc));
      const j = place.get(arcTo(graph, arc));
      if (i === undefined || j === undefined || graph.linkDirected[arc >> 1]) continue;
      // A bare rate has no use of its own between ranks: any direct link but PCIe serves.
      if (graph.linkUse[arc >> 1] !== LinkUse.host)
        links[i * n + j] += Math.max(1, Math.round(graph.linkCounts[arc >> 1]));
    }
  }
  return links;
}

/** Orders of `devices` (places 0 .. n-1), each a ring over links no other ring uses; the most that the budget finds. */
export function disjointRings(graph: Graph, devices: Int32Array): Int32Array[] {
  const n = devices.length;
  if (n < 3 || n > 64) return [];
  const links = directLinks(graph, devices);
  if (!joined(n, links)) return [];
  let degree = Number.POSITIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    let own = 0;
    for (let j = 0; j < n; j++) own += links[i * n + j];
    degree = Math.min(degree, own);
  }
  return new RingSearch(n, links, Math.floor(degree / 2)).run();
}

/** Whether the links lead from each to each: else the search would try all there is. */
function joined(n: number, links: Int32Array): boolean {
  const reached = [0];
  const seen = new Uint8Array(n);
  seen[0] = 1;
  for (const i of reached)
    for (let j = 0; j < n; j++)
      if (links[i * n + j] > 0 && !seen[j]) {
        seen[j] = 1;
        reached.push(j);
      }
  return reached.length === n;
}

class RingSearch {
  readonly #n: number;
  readonly #links: Int32Array;
  readonly #most: number;
  readonly #found: Int32Array[] = [];
  #best: Int32Array[] = [];
  #looks = budgetLooks;

  constructor(n: number, links: Int32Array, most: number) {
    this.#n = n;
    this.#links = links;
    this.#most = most;
  }

  run(): Int32Array[] {
    if (this.#most > 0) this.#nextRing();
    return this.#best;
  }

  #nextRing(): boolean {
    if (this.#found.length > this.#best.length) this.#best = [...this.#found];
    if (this.#best.length >= this.#most) return true;
    const order = new Int32Array(this.#n);
    const used = new Uint8Array(this.#n);
    used[0] = 1;
    return this.#extend(order, used, 1);
  }

  /** True: stop, all that can be is found or the budget is spent. */
  #extend(order: Int32Array, used: Uint8Array, length: number): boolean {
    this.#looks -= this.#n;
    if (this.#looks < 0) return true;
    const n = this.#n;
    const at = order[length - 1];
    if (length === n) return this.#close(order);
    // Links that come in bundles first: they are what the next ring will miss least.
    for (const next of this.#choices(at)) {
      if (used[next]) continue;
      this.#take(at, next, -1);
      used[next] = 1;
      order[length] = next;
      if (this.#extend(order, used, length + 1)) return true;
      used[next] = 0;
      this.#take(at, next, 1);
    }
    return false;
  }

  #close(order: Int32Array): boolean {
    const last = order[this.#n - 1];
    if (this.#links[last * this.#n + order[0]] === 0) return false;
    this.#take(last, order[0], -1);
    this.#found.push(order.slice());
    if (this.#nextRing()) return true;
    this.#found.pop();
    this.#take(last, order[0], 1);
    return false;
  }

  #choices(at: number): number[] {
    const choices: number[] = [];
    for (let j = 0; j < this.#n; j++) if (this.#links[at * this.#n + j] > 0) choices.push(j);
    return choices.sort((a, b) => this.#links[at * this.#n + b] - this.#links[at * this.#n + a] || a - b);
  }

  #take(i: number, j: number, by: number): void {
    this.#links[i * this.#n + j] += by;
    this.#links[j * this.#n + i] += by;
  }
}
