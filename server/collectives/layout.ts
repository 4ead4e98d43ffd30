// How ranks stand on hosts: what channels and hierarchical algorithms need to know of the fabric.
import type { Graph } from '../topology/graph.ts';

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
  const byHost = new Map<number, number[]>();
  ranks.forEach((device, rank) => {
    const group = byHost.get(graph.host[device]);
    if (group) group.push(rank);
    else byHost.set(graph.host[device], [rank]);
  });
  const groups = [...byHost.values()].map((group) => Int32Array.from(group));
  const even = groups.every((group) => group.length === groups[0].length);
  return { graph, ranks, groups, perHost: even ? groups[0].length : 0 };
}
