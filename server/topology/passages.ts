// The graph as traffic may cross it, for flows and distances: through what forwards, and through a NIC only between its
// host and the network, and only where an end hangs on it: other hosts relay nothing. A NIC is two nodes for that: its
// device number outwards, another one inwards.
import { arcTo, deviceKind, deviceType, type Graph, LinkUse } from './graph.ts';
import { DisjointSets } from './sets.ts';

export interface Passages {
  /** Devices, then the inward sides of NICs. */
  readonly nodes: number;
  /** Edge k runs from[k] -> to[k] over arc[k]. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly arc: Int32Array;
  /** By device, the node where traffic from the network arrives: differs from the device for a NIC alone. */
  readonly inward: Int32Array;
}

/** `ends`: devices that send, receive, and pass on beside those that forward. */
export function passages(graph: Graph, ends: ArrayLike<number>): Passages {
  const usable = new Uint8Array(graph.deviceCount);
  const inwards = new Int32Array(graph.deviceCount);
  let nodes = graph.deviceCount;
  const boardOf = boards(graph);
  const busy = new Set<number>();
  for (let k = 0; k < ends.length; k++) busy.add(boardOf.find(ends[k]));
  for (let d = 0; d < graph.deviceCount; d++) {
    const nic = deviceKind(graph, d) === 'nic';
    inwards[d] = nic ? nodes++ : d;
    if (graph.present[d] === 1 && deviceType(graph, d).forwards && (!nic || busy.has(boardOf.find(d)))) usable[d] = 1;
  }
  for (let k = 0; k < ends.length; k++) usable[ends[k]] = 1;
  const most = graph.arcOut.length;
  const [from, to, arc] = [new Int32Array(most), new Int32Array(most), new Int32Array(most)];
  let edges = 0;
  for (let d = 0; d < graph.deviceCount; d++) {
    if (usable[d] === 0) continue;
    for (let at = graph.arcStart[d]; at < graph.arcStart[d + 1]; at++) {
      const out = graph.arcOut[at];
      const next = arcTo(graph, out);
      if (usable[next] === 0) continue;
      const network = graph.linkUse[out >> 1] === LinkUse.network;
      from[edges] = network ? d : inwards[d];
      to[edges] = network ? inwards[next] : next;
      arc[edges++] = out;
    }
  }
  return { nodes, from: from.slice(0, edges), to: to.slice(0, edges), arc: arc.slice(0, edges), inward: inwards };
}

/** What host links join. */
export function boards(graph: Graph): DisjointSets {
  const sets = new DisjointSets(graph.deviceCount);
  for (let k = 0; k < graph.linkCount; k++)
    if (graph.linkUse[k] === LinkUse.host) sets.join(graph.linkA[k], graph.linkB[k]);
  return sets;
}
