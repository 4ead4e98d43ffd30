// How ranks stand on hosts, or in domains of scale-up links wider than hosts: what channels and hierarchical algorithms need to know of the fabric.
import { type Graph, LinkUse } from '../topology/graph.ts';
import { DisjointSets } from '../topology/sets.ts';

export interface Layout {
  readonly graph: Graph;
  /** Device of each rank. */
  readonly ranks: Int32Array;
  /** Rank numbers by host, hosts in order of their first rank. */
  readonly groups: readonly Int32Array[];
  /** Ranks a host where all have as many, else 0. */
  readonly perHost: number;
}

export function layoutOf(graph: Graph, ranks: Int32Array): Layout {
  return grouped(graph, ranks, (device) => graph.host[device]);
}

/** The same by scale-up domains (a rack on one set of switches); undefined where these are hosts, or one for all ranks. */
export function domainsOf({ graph, ranks }: Layout): Layout | undefined {
  const { linkCount, linkUse, linkA, linkB, host } = graph;
  const crosses = (k: number): boolean => linkUse[k] === LinkUse.scaleUp && host[linkA[k]] !== host[linkB[k]];
  let k = 0;
  while (k < linkCount && !crosses(k)) k++;
  if (k === linkCount) return undefined;
  const sets = new DisjointSets(graph.deviceCount);
  for (k = 0; k < linkCount; k++) if (linkUse[k] === LinkUse.scaleUp) sets.join(linkA[k], linkB[k]);
  const domains = grouped(graph, ranks, (device) => sets.find(device));
  return domains.groups.length > 1 && domains.groups.length < ranks.length ? domains : undefined;
}

function grouped(graph: Graph, ranks: Int32Array, groupOf: (device: number) => number): Layout {
  const numbers = new Map<number, number>();
  const sizes: number[] = [];
  const of = new Int32Array(ranks.length);
  for (let rank = 0, last = -1; rank < ranks.length; rank++) {
    const key = groupOf(ranks[rank]);
    // Ranks of a group mostly follow each other.
    const group = rank > 0 && key === last ? of[rank - 1] : (numbers.get(key) ?? sizes.push(0) - 1);
    if (key !== last) numbers.set(key, group);
    of[rank] = group;
    sizes[group]++;
    last = key;
  }
  const groups = sizes.map((size) => new Int32Array(size));
  const filled = new Int32Array(groups.length);
  for (let rank = 0; rank < ranks.length; rank++) groups[of[rank]][filled[of[rank]]++] = rank;
  const even = sizes.every((size) => size === sizes[0]);
  return { graph, ranks, groups, perHost: even ? (sizes[0] ?? 0) : 0 };
}
