// Ranks by domain: what anything but the network joins.
import { type Graph, LinkUse } from '../../topology/graph.ts';
import { DisjointSets } from '../../topology/sets.ts';

export interface Domain {
  /** Device numbers, in the order of the ranks. */
  readonly ranks: readonly number[];
  /** How many hosts the ranks stand on. */
  readonly hosts: number;
}

/** In order of their first rank. */
export function domainsOf(graph: Graph, ranks: Int32Array): readonly Domain[] {
  const { host, hostCount, linkCount, linkA, linkB, linkUse } = graph;
  const joined = new DisjointSets(hostCount);
  for (let k = 0; k < linkCount; k++) {
    const [a, b] = [host[linkA[k]], host[linkB[k]]];
    if (a !== b && linkUse[k] !== LinkUse.network) joined.join(a, b);
  }
  const members = new Map<number, number[]>();
  for (const rank of ranks) {
    const domain = joined.find(host[rank]);
    const known = members.get(domain);
    if (known) known.push(rank);
    else members.set(domain, [rank]);
  }
  return Array.from(members.values(), (own) => ({ ranks: own, hosts: new Set(own.map((rank) => host[rank])).size }));
}
