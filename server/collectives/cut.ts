// The cut that bounds allgather, scatter and broadcast, found exactly by maximum flow: a cut gives a ratio, the ratio is
// tried on the flow, a flow that falls short gives a worse cut, until none is worse (discrete Newton). The allgather bound
// is that of Zhao et al., "ForestColl", arXiv 2402.06787. On large fabrics devices that play the same part are one node:
// with the ends of a flow singled out, a flow between classes is a flow between devices, and the least cut is the same.
import { type FlowNetwork, flowNetwork, maxFlow, setCapacities } from '../topology/flow.ts';
import { arcFrom, arcTo, deviceType, type Graph } from '../topology/graph.ts';
import { refine } from '../topology/refine.ts';
import type { Cancelled } from './collective.ts';
import { arcRate } from './engine.ts';

/** A set of devices, the share of the data that must leave it, and the rate at which it can. */
export interface Cut {
  /** By device: 1 inside. */
  readonly inside: Uint8Array;
  /** Ranks whose data has to cross. */
  readonly crossing: number;
  /** Effective, bytes/s. */
  readonly rate: number;
}

/**
 * Where data can run: over what forwards and over ranks, also those that take no part, as routes do. Each arc has its
 * effective rate.
 */
export interface Terrain {
  readonly graph: Graph;
  readonly ranks: Int32Array;
  /** Every arc the other way. */
  readonly backwards: boolean;
  /** By device. */
  readonly usable: Uint8Array;
  /** Whether devices that play the same part are one node. */
  readonly folded: boolean;
}

export function terrainOf(graph: Graph, ranks: Int32Array, backwards: boolean, folded: boolean): Terrain {
  const usable = new Uint8Array(graph.deviceCount);
  for (let d = 0; d < graph.deviceCount; d++) if (deviceType(graph, d).forwards) usable[d] = 1;
  for (const rank of graph.ranks) usable[rank] = 1;
  for (const rank of ranks) usable[rank] = 1;
  return { graph, ranks, backwards, usable, folded };
}

/** A terrain as a network; one node more, the hub, feeds or drains the ranks that take part. */
interface Ways {
  readonly terrain: Terrain;
  readonly hub: number;
  readonly network: FlowNetwork;
  /** Bytes/s by edge: arcs first, then one edge a node with ranks. */
  readonly capacity: Float64Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly arcs: number;
  /** Node of each device. */
  readonly nodeOf: Int32Array;
  /** Nodes with ranks, in the order of the hub's edges, and how many there are in each. */
  readonly fed: readonly number[];
  readonly members: readonly number[];
}

/** A rounding error of a flow, as a share of it. */
const dust = 1e-11;

/** Ways for flows that start or end at `ends`, or at the hub. */
function waysOf(terrain: Terrain, hub: 'feeds' | 'drains', ends: readonly number[]): Ways {
  const { graph, ranks, backwards, usable } = terrain;
  const { count, of } = nodesOf(terrain, ends);
  const between = new Map<number, number>();
  const edges: [from: number, to: number, rate: number][] = [];
  for (let arc = 0; arc < 2 * graph.linkCount; arc++) {
    const [a, b] = backwards ? [arcTo(graph, arc), arcFrom(graph, arc)] : [arcFrom(graph, arc), arcTo(graph, arc)];
    const rate = arcRate(graph, arc);
    if (rate <= 0 || usable[a] === 0 || usable[b] === 0 || of[a] === of[b]) continue;
    const key = of[a] * count + of[b];
    const known = terrain.folded ? between.get(key) : undefined;
    if (known === undefined) between.set(key, edges.push([of[a], of[b], rate]) - 1);
    else edges[known][2] += rate;
  }
  const arcs = edges.length;
  const held = new Map<number, number>();
  for (const rank of ranks) held.set(of[rank], (held.get(of[rank]) ?? 0) + 1);
  for (const node of held.keys()) edges.push(hub === 'feeds' ? [count, node, 0] : [node, count, 0]);
  const from = Int32Array.from(edges, (e) => e[0]);
  const to = Int32Array.from(edges, (e) => e[1]);
  return {
    terrain,
    hub: count,
    network: flowNetwork(count + 1, from, to),
    capacity: Float64Array.from(edges, (e) => e[2]),
    from,
    to,
    arcs,
    nodeOf: of,
    fed: [...held.keys()],
    members: [...held.values()],
  };
}

/** A node a device; where the terrain is folded a node a class, with each of `ends` in a class of its own. */
function nodesOf(
  { graph, ranks, usable, folded }: Terrain,
  ends: readonly number[],
): { count: number; of: Int32Array } {
  if (!folded) return { count: graph.deviceCount, of: Int32Array.from(usable, (_, d) => d) };
  const colour = new Int32Array(graph.deviceCount);
  for (const rank of ranks) colour[rank] = 1;
  ends.forEach((end, i) => {
    colour[end] = 2 + i;
  });
  return refine(graph, colour, (arc) =>
    usable[arcFrom(graph, arc)] === 1 && usable[arcTo(graph, arc)] === 1 ? arcRate(graph, arc) : 0,
  );
}

/** What the hub gives each of its edges for `each` bytes/s a rank, but to `none`. */
function feed({ capacity, arcs, fed, members }: Ways, each: number, none?: number): void {
  fed.forEach((node, i) => {
    capacity[arcs + i] = node === none ? 0 : each * members[i];
  });
}

/**
 * The cut that holds back an allgather most: least rate out over ranks inside, over all sets that leave out one of `sinks`.
 * With at least one sink of each orbit: exact; with fewer still a true cut, perhaps not the worst. Undefined where a sink
 * is out of reach, and where `cancelled` says to stop.
 */
export function worstSpread(terrain: Terrain, sinks: Int32Array, cancelled: Cancelled = () => false): Cut | undefined {
  let cut = leastInto(terrain, sinks);
  if (cut.rate === 0) return undefined;
  let ways: Ways | undefined;
  for (const sink of sinks) {
    if (!ways || terrain.folded) ways = waysOf(terrain, 'feeds', [sink]);
    for (;;) {
      if (cancelled()) return undefined;
      const each = cut.rate / cut.crossing;
      feed(ways, each);
      setCapacities(ways.network, ways.capacity);
      const wanted = each * terrain.ranks.length;
      if (maxFlow(ways.network, ways.hub, ways.nodeOf[sink], wanted, dust * each) >= wanted * (1 - dust)) break;
      const worse = cutFound(ways, 'inside');
      if (!(worse.rate / worse.crossing < each * (1 - dust))) break;
      if (worse.rate === 0) return undefined;
      cut = worse;
    }
  }
  return cut;
}

/** The cut that holds back a scatter from `root` most: least rate out of a set with the root over ranks beyond it. */
export function worstScatter(terrain: Terrain, root: number): Cut | undefined {
  const ways = waysOf(terrain, 'drains', [root]);
  let cut = whole(terrain, root);
  for (;;) {
    if (cut.rate === 0) return undefined;
    const each = cut.rate / cut.crossing;
    feed(ways, each, ways.nodeOf[root]);
    setCapacities(ways.network, ways.capacity);
    const wanted = each * (terrain.ranks.length - 1);
    if (maxFlow(ways.network, ways.nodeOf[root], ways.hub, wanted, dust * each) >= wanted * (1 - dust)) return cut;
    const worse = cutFound(ways, 'beyond');
    if (!(worse.rate / worse.crossing < each * (1 - dust))) return cut;
    cut = worse;
  }
}

/** The least cut between `root` and one of `sinks`: what a broadcast has to pass. Undefined as above. */
export function leastCut(
  terrain: Terrain,
  root: number,
  sinks: Int32Array,
  cancelled: Cancelled = () => false,
): Cut | undefined {
  let least = whole(terrain, root);
  let ways: Ways | undefined;
  for (const sink of sinks) {
    if (cancelled()) return undefined;
    if (sink === root) continue;
    if (!ways || terrain.folded) ways = waysOf(terrain, 'feeds', [root, sink]);
    const { network, nodeOf } = ways;
    setCapacities(network, ways.capacity);
    if (maxFlow(network, nodeOf[root], nodeOf[sink], least.rate, dust * least.rate) >= least.rate * (1 - dust))
      continue;
    const found = cutFound(ways, 'all');
    if (found.rate === 0) return undefined;
    if (found.rate < least.rate) least = found;
  }
  return least;
}

/** The least cut between some of the ranks that take part and the rest. Its rate is 0 where there is no way; undefined where there is none of either. */
export function cutBetween({ graph, ranks, usable }: Terrain, some: readonly number[]): Cut | undefined {
  const chosen = new Uint8Array(graph.deviceCount);
  for (const rank of some) chosen[rank] = 1;
  const [source, sink] = [graph.deviceCount, graph.deviceCount + 1];
  const edges: [from: number, to: number, rate: number][] = [];
  let all = 0;
  for (let arc = 0; arc < 2 * graph.linkCount; arc++) {
    const [a, b, rate] = [arcFrom(graph, arc), arcTo(graph, arc), arcRate(graph, arc)];
    if (rate <= 0 || usable[a] === 0 || usable[b] === 0) continue;
    edges.push([a, b, rate]);
    all += rate;
  }
  for (const rank of ranks) edges.push(chosen[rank] === 1 ? [source, rank, all] : [rank, sink, all]);
  const network = flowNetwork(
    graph.deviceCount + 2,
    edges.map((edge) => edge[0]),
    edges.map((edge) => edge[1]),
  );
  setCapacities(
    network,
    edges.map((edge) => edge[2]),
  );
  const rate = maxFlow(network, source, sink, all, dust * all);
  const crossing = ranks.reduce((count, rank) => count + chosen[rank], 0);
  if (crossing === 0 || crossing === ranks.length) return undefined;
  return { inside: Uint8Array.from(usable, (_, device) => (network.level[device] < 0 ? 1 : 0)), crossing, rate };
}

/** The cut that the last flow came to: nodes the sink can't be reached from; `crossing`: whose data has to cross it. */
function cutFound(ways: Ways, crossing: 'inside' | 'beyond' | 'all'): Cut {
  const { network, nodeOf, fed, members, from, to, capacity, arcs } = ways;
  const within = (node: number): boolean => network.level[node] < 0;
  let ranks = 0;
  fed.forEach((node, i) => {
    if (crossing === 'all' || within(node) === (crossing === 'inside')) ranks += members[i];
  });
  let rate = 0;
  for (let k = 0; k < arcs; k++) if (within(from[k]) && !within(to[k])) rate += capacity[k];
  return { inside: Uint8Array.from(nodeOf, (node) => (within(node) ? 1 : 0)), crossing: ranks, rate };
}

/** The root alone against the rest. */
function whole(terrain: Terrain, root: number): Cut {
  const inside = new Uint8Array(terrain.graph.deviceCount);
  inside[root] = 1;
  return { inside, crossing: terrain.ranks.length - 1, rate: ratesAt(terrain, 'out')[root] };
}

/** Everything but one rank, the one with the least rate in. */
function leastInto(terrain: Terrain, sinks: Int32Array): Cut {
  const into = ratesAt(terrain, 'into');
  let least = sinks[0];
  for (const sink of sinks) if (into[sink] < into[least]) least = sink;
  const inside = new Uint8Array(terrain.graph.deviceCount).fill(1);
  inside[least] = 0;
  return { inside, crossing: terrain.ranks.length - 1, rate: into[least] };
}

/** Bytes/s out of each device, or into it. */
function ratesAt({ graph, backwards, usable }: Terrain, side: 'out' | 'into'): Float64Array {
  const rates = new Float64Array(graph.deviceCount);
  const ofTail = (side === 'out') !== backwards;
  for (let arc = 0; arc < 2 * graph.linkCount; arc++) {
    const [a, b] = [arcFrom(graph, arc), arcTo(graph, arc)];
    if (usable[a] === 1 && usable[b] === 1) rates[ofTail ? a : b] += arcRate(graph, arc);
  }
  return rates;
}
