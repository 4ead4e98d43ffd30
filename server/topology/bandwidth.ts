// The most that can flow between two sets of devices, by every way at once: maximum flow at line rate.
import { flowNetwork, maxFlow, setCapacities } from './flow.ts';
import type { Graph } from './graph.ts';
import { type Passages, passages } from './passages.ts';

/** Bytes/s, one direction; 0 where there is no way. The sets have no device in common. */
export function bandwidth(graph: Graph, from: ArrayLike<number>, to: ArrayLike<number>): number {
  const ends = new Set<number>();
  for (const set of [from, to]) for (let k = 0; k < set.length; k++) ends.add(set[k]);
  return flowBetween(graph, [...ends])(from, to);
}

/** The network laid out once for any two sets of these ends. */
export function flowBetween(
  graph: Graph,
  ends: ArrayLike<number>,
): (from: ArrayLike<number>, to: ArrayLike<number>) => number {
  const ways = passages(graph, ends);
  const [source, sink] = [ways.nodes, ways.nodes + 1];
  const nodes = nodesOf(ways, ends);
  const arcs = ways.from.length;
  const [tails, heads] = [new Int32Array(arcs + 2 * nodes.length), new Int32Array(arcs + 2 * nodes.length)];
  tails.set(ways.from);
  heads.set(ways.to);
  nodes.forEach((node, k) => {
    tails[arcs + k] = source;
    heads[arcs + k] = node;
    tails[arcs + nodes.length + k] = node;
    heads[arcs + nodes.length + k] = sink;
  });
  const network = flowNetwork(ways.nodes + 2, tails, heads);
  const capacity = new Float64Array(arcs + 2 * nodes.length);
  for (let k = 0; k < arcs; k++) capacity[k] = graph.linkRate[ways.arc[k] >> 1];
  const most = capacity.reduce((a, b) => Math.max(a, b), 0);
  const place = new Map(nodes.map((node, k) => [node, k]));
  return (from, to) => {
    capacity.fill(0, arcs);
    for (const node of nodesOf(ways, from)) capacity[arcs + (place.get(node) ?? 0)] = Number.POSITIVE_INFINITY;
    for (const node of nodesOf(ways, to))
      capacity[arcs + nodes.length + (place.get(node) ?? 0)] = Number.POSITIVE_INFINITY;
    setCapacities(network, capacity);
    return maxFlow(network, source, sink, Number.POSITIVE_INFINITY, rounding * most);
  };
}

/** What counts as nothing, as a share of the widest link. */
const rounding = 1e-12;

/** Both sides of a NIC. */
function nodesOf({ inward }: Passages, devices: ArrayLike<number>): number[] {
  const nodes: number[] = [];
  for (let k = 0; k < devices.length; k++) {
    nodes.push(devices[k]);
    if (inward[devices[k]] !== devices[k]) nodes.push(inward[devices[k]]);
  }
  return nodes;
}
