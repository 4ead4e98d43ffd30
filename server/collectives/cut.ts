// The cut that bounds allgather, scatter and broadcast, found exactly by maximum flow: a cut gives a ratio, the ratio is
// tried on the flow, a flow that falls short gives a worse cut, until none is worse (discrete Newton). The allgather bound
// is that of Zhao et al., "ForestColl", arXiv 2402.06787.
import { type FlowNetwork, flowNetwork, maxFlow, setCapacities } from '../topology/flow.ts';
import { arcFrom, arcTo, deviceType, type Graph } from '../topology/graph.ts';
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
 * Ways data can run: over what forwards and over ranks, also those that take no part, as routes do. Each arc has its
 * effective rate; one node more feeds or drains the ranks that take part.
 */
export interface Ways {
  readonly graph: Graph;
  readonly ranks: Int32Array;
  /** `deviceCount` arcs end there or start there. */
  readonly hub: number;
  readonly network: FlowNetwork;
  /** Bytes/s by edge: arcs first, then one edge a rank. */
  readonly capacity: Float64Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly arcs: number;
}

/** A rounding error of a flow, as a share of it. */
const dust = 1e-11;

/** `backwards`: every arc the other way. The hub feeds the ranks, or drains them. */
export function waysOf(graph: Graph, ranks: Int32Array, backwards: boolean, hub: 'feeds' | 'drains'): Ways {
  const usable = new Uint8Array(graph.deviceCount);
  for (let d = 0; d < graph.deviceCount; d++) if (deviceType(graph, d).forwards) usable[d] = 1;
  for (const rank of graph.ranks) usable[rank] = 1;
  for (const rank of ranks) usable[rank] = 1;
  const edges: [from: number, to: number, rate: number][] = [];
  for (let arc = 0; arc < 2 * graph.linkCount; arc++) {
    const [a, b] = backwards ? [arcTo(graph, arc), arcFrom(graph, arc)] : [arcFrom(graph, arc), arcTo(graph, arc)];
    const rate = arcRate(graph, arc);
    if (rate > 0 && usable[a] && usable[b]) edges.push([a, b, rate]);
  }
  const arcs = edges.length;
  for (const rank of ranks) edges.push(hub === 'feeds' ? [graph.deviceCount, rank, 0] : [rank, graph.deviceCount, 0]);
  const from = Int32Array.from(edges, (e) => e[0]);
  const to = Int32Array.from(edges, (e) => e[1]);
  const capacity = Float64Array.from(edges, (e) => e[2]);
  return {
    graph,
    ranks,
    hub: graph.deviceCount,
    network: flowNetwork(graph.deviceCount + 1, from, to),
    capacity,
    from,
    to,
    arcs,
  };
}

/**
 * The cut that holds back an allgather most: least rate out over ranks inside, over all sets that leave out one of `sinks`.
 * All ranks as sinks: exact; fewer: still a true cut, perhaps not the worst. Undefined where a sink is out of reach,
 * and where `cancelled` says to stop.
 */
export function worstSpread(ways: Ways, sinks: Int32Array, cancelled: Cancelled = () => false): Cut | undefined {
  const { ranks, capacity, arcs, network } = ways;
  let cut = leastInto(ways, sinks);
  if (cut.rate === 0) return undefined;
  for (const sink of sinks) {
    for (;;) {
      if (cancelled()) return undefined;
      const each = cut.rate / cut.crossing;
      capacity.fill(each, arcs);
      setCapacities(network, capacity);
      const wanted = each * ranks.length;
      if (maxFlow(network, ways.hub, sink, wanted, dust * each) >= wanted * (1 - dust)) break;
      const worse = cutFound(ways, (rankInside) => rankInside);
      if (!(worse.rate / worse.crossing < each * (1 - dust))) break;
      if (worse.rate === 0) return undefined;
      cut = worse;
    }
  }
  return cut;
}

/** The cut that holds back a scatter from `root` most: least rate out of a set with the root over ranks beyond it. */
export function worstScatter(ways: Ways, root: number): Cut | undefined {
  const { ranks, capacity, arcs, network } = ways;
  let cut = whole(ways, root);
  for (;;) {
    if (cut.rate === 0) return undefined;
    const each = cut.rate / cut.crossing;
    capacity.fill(each, arcs);
    capacity[arcs + ranks.indexOf(root)] = 0;
    setCapacities(network, capacity);
    const wanted = each * (ranks.length - 1);
    if (maxFlow(network, root, ways.hub, wanted, dust * each) >= wanted * (1 - dust)) return cut;
    const worse = cutFound(ways, (rankInside) => !rankInside);
    if (!(worse.rate / worse.crossing < each * (1 - dust))) return cut;
    cut = worse;
  }
}

/** The least cut between `root` and one of `sinks`: what a broadcast has to pass. Undefined as above. */
export function leastCut(
  ways: Ways,
  root: number,
  sinks: Int32Array,
  cancelled: Cancelled = () => false,
): Cut | undefined {
  const { capacity, network, arcs } = ways;
  capacity.fill(0, arcs);
  let least = whole(ways, root);
  for (const sink of sinks) {
    if (cancelled()) return undefined;
    if (sink === root) continue;
    setCapacities(network, capacity);
    if (maxFlow(network, root, sink, least.rate, dust * least.rate) >= least.rate * (1 - dust)) continue;
    const found = cutFound(ways, () => true);
    if (found.rate === 0) return undefined;
    if (found.rate < least.rate) least = found;
  }
  return least;
}

/** The cut that the last flow came to: nodes the sink can't be reached from; `counts` says which ranks' data crosses. */
function cutFound(ways: Ways, counts: (inside: boolean) => boolean): Cut {
  const { network, graph, ranks } = ways;
  const inside = new Uint8Array(graph.deviceCount);
  for (let d = 0; d < inside.length; d++) inside[d] = network.level[d] < 0 ? 1 : 0;
  let crossing = 0;
  for (const rank of ranks) if (counts(inside[rank] === 1)) crossing++;
  return { inside, crossing, rate: rateOut(ways, inside) };
}

function rateOut({ from, to, capacity, arcs }: Ways, inside: Uint8Array): number {
  let rate = 0;
  for (let k = 0; k < arcs; k++) if (inside[from[k]] && !inside[to[k]]) rate += capacity[k];
  return rate;
}

/** The root alone against the rest. */
function whole(ways: Ways, root: number): Cut {
  const inside = new Uint8Array(ways.graph.deviceCount);
  inside[root] = 1;
  return { inside, crossing: ways.ranks.length - 1, rate: rateOut(ways, inside) };
}

/** Everything but one rank, the one with the least rate in. */
function leastInto(ways: Ways, sinks: Int32Array): Cut {
  const into = new Float64Array(ways.graph.deviceCount);
  for (let k = 0; k < ways.arcs; k++) into[ways.to[k]] += ways.capacity[k];
  let least = sinks[0];
  for (const sink of sinks) if (into[sink] < into[least]) least = sink;
  const inside = new Uint8Array(ways.graph.deviceCount).fill(1);
  inside[least] = 0;
  return { inside, crossing: ways.ranks.length - 1, rate: into[least] };
}
