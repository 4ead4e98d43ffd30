// Trees of reducing switches over the network, as SHARP lays them: each leaf adds up what its ranks send, each switch above
// what comes from below, and the sum comes back down the same way. Graham et al., "Scalable hierarchical aggregation protocol
// (SHARP)", 2016. Several trees with different roots share the data, so that no uplink carries all of it.
import { arcTo, deviceKind, deviceType, type Graph, LinkUse } from '../topology/graph.ts';

/** Switches by number, the root first and each after the one above it. */
export interface SwitchTree {
  readonly switches: Int32Array;
  /** Place of the switch above; -1 for the root. */
  readonly above: Int32Array;
  /** The arc up to it; the other way of it leads down. */
  readonly arc: Int32Array;
  /** Seconds up to the root and down again, delays of all switches on the way in it. */
  readonly latency: number;
}

/** Roots that share the data. */
const mostTrees = 32;

/** Reducing switches that others of the kind hang on, numbered by themselves. */
export class SwitchWeb {
  readonly #graph: Graph;
  readonly #devices: Int32Array;
  /** Number by device. */
  readonly #number: Int32Array;
  readonly #start: Int32Array;
  readonly #arcs: Int32Array;
  readonly #known = new Map<string, readonly SwitchTree[]>();

  constructor(graph: Graph) {
    this.#graph = graph;
    this.#number = new Int32Array(graph.deviceCount).fill(-1);
    const devices: number[] = [];
    const usable = (arc: number): boolean =>
      graph.linkUse[arc >> 1] !== LinkUse.host && !graph.linkDirected[arc >> 1] && adds(graph, arcTo(graph, arc));
    for (let d = 0; d < graph.deviceCount; d++)
      if (adds(graph, d) && arcsOf(graph, d).some(usable)) this.#number[d] = devices.push(d) - 1;
    this.#devices = Int32Array.from(devices);
    this.#start = new Int32Array(devices.length + 1);
    const arcs: number[] = [];
    devices.forEach((device, s) => {
      for (const arc of arcsOf(graph, device)) if (usable(arc)) arcs.push(arc);
      this.#start[s + 1] = arcs.length;
    });
    this.#arcs = Int32Array.from(arcs);
  }

  /** Trees over all of these switches (devices, each once) that are as low as can be; none where some of them does not reduce. */
  over(leaves: Int32Array): readonly SwitchTree[] {
    if (leaves.length === 1) return this.#single(leaves[0]);
    const key = leaves.join();
    const known = this.#known.get(key) ?? this.#find(leaves.map((leaf) => this.#number[leaf]));
    this.#known.set(key, known);
    return known;
  }

  #single(leaf: number): readonly SwitchTree[] {
    if (!adds(this.#graph, leaf)) return [];
    const latency = deviceType(this.#graph, leaf).latency;
    return [{ switches: Int32Array.of(leaf), above: Int32Array.of(-1), arc: Int32Array.of(-1), latency }];
  }

  #find(leaves: Int32Array): readonly SwitchTree[] {
    if (leaves.includes(-1)) return [];
    const near = this.#grow(leaves[0], 0).depth;
    if (leaves.some((leaf) => near[leaf] < 0)) return [];
    const last = leaves.reduce((far, leaf) => (near[leaf] > near[far] ? leaf : far), leaves[0]);
    const far = this.#grow(last, 0).depth;
    // No tree is lower than half of the way between the two leaves; one as high as all of it stands on each of them.
    for (let height = Math.ceil(near[last] / 2); ; height++) {
      const trees = this.#treesOf(leaves, height, near, far);
      if (trees.length > 0) return trees;
    }
  }

  /** Over all leaves, none of them further than `height` from the root; `near` and `far`: ways from two of them. */
  #treesOf(leaves: Int32Array, height: number, near: Int32Array, far: Int32Array): SwitchTree[] {
    const roots: number[] = [];
    for (let s = 0; s < near.length; s++) if (near[s] >= 0 && near[s] <= height && far[s] <= height) roots.push(s);
    const trees: SwitchTree[] = [];
    const every = Math.max(1, roots.length / mostTrees);
    for (let i = 0; i < roots.length && trees.length < mostTrees; i += every) {
      const tree = this.#tree(roots[Math.floor(i)], leaves, height, trees.length);
      if (tree) trees.push(tree);
    }
    return trees;
  }

  /** Shortest ways from one switch, up to `height` long; `turn` says at which link each switch begins. */
  #grow(root: number, turn: number, height = Number.POSITIVE_INFINITY) {
    const count = this.#devices.length;
    const depth = new Int32Array(count).fill(-1);
    const up = new Int32Array(count).fill(-1);
    const order = [root];
    depth[root] = 0;
    for (const at of order) {
      if (depth[at] === height) continue;
      const [start, links] = [this.#start[at], this.#start[at + 1] - this.#start[at]];
      for (let k = 0; k < links; k++) {
        const arc = this.#arcs[start + ((k + turn) % links)];
        const next = this.#number[arcTo(this.#graph, arc)];
        if (depth[next] >= 0) continue;
        depth[next] = depth[at] + 1;
        up[next] = arc ^ 1;
        order.push(next);
      }
    }
    return { depth, up, order };
  }

  /** Undefined where some leaf is further away. */
  #tree(root: number, leaves: Int32Array, height: number, turn: number): SwitchTree | undefined {
    const { depth, up, order } = this.#grow(root, turn, height);
    if (leaves.some((leaf) => depth[leaf] < 0)) return undefined;
    const aboveOf = (s: number): number => this.#number[arcTo(this.#graph, up[s])];
    const place = new Int32Array(depth.length).fill(-1);
    const needed = new Uint8Array(depth.length);
    for (const leaf of leaves) for (let s = leaf; !needed[s]; s = s === root ? s : aboveOf(s)) needed[s] = 1;
    const switches = order.filter((s) => needed[s]);
    switches.forEach((s, i) => {
      place[s] = i;
    });
    const down = new Float64Array(switches.length);
    for (let i = 1; i < switches.length; i++) {
      const s = switches[i];
      down[i] = down[place[aboveOf(s)]] + this.#graph.linkLatency[up[s] >> 1] + this.#delay(s);
    }
    return {
      switches: Int32Array.from(switches, (s) => this.#devices[s]),
      above: Int32Array.from(switches, (s) => (s === root ? -1 : place[aboveOf(s)])),
      arc: Int32Array.from(switches, (s) => up[s]),
      latency: 2 * down.reduce((most, each) => Math.max(most, each), 0) + this.#delay(root),
    };
  }

  #delay(s: number): number {
    return deviceType(this.#graph, this.#devices[s]).latency;
  }
}

const adds = (graph: Graph, device: number): boolean =>
  graph.present[device] === 1 && deviceType(graph, device).reduces && deviceKind(graph, device) === 'switch';

const arcsOf = ({ arcStart, arcOut }: Graph, device: number): Int32Array =>
  arcOut.subarray(arcStart[device], arcStart[device + 1]);

const webs = new WeakMap<Graph, SwitchWeb>();

/** The same for all questions about a graph. */
export function switchWebOf(graph: Graph): SwitchWeb {
  const known = webs.get(graph) ?? new SwitchWeb(graph);
  webs.set(graph, known);
  return known;
}
