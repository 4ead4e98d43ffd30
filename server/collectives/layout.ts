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
  const byNumber = new Map<number, number[]>();
  ranks.forEach((device, rank) => {
    const group = byNumber.get(groupOf(device));
    if (group) group.push(rank);
    else byNumber.set(groupOf(device), [rank]);
  });
  const groups = [...byNumber.values()].map((group) => Int32Array.from(group));
  const even = groups.every((group) => group.length === groups[0].length);
  return { graph, ranks, groups, perHost: even ? groups[0].length : 0 };
}
