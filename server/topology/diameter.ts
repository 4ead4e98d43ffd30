// How many links the longest of the shortest ways between two ranks has. Ranks may relay for each other.
import type { Graph } from './graph.ts';
import { representatives } from './orbits.ts';
import { type Passages, passages } from './passages.ts';

/** Undefined where some ranks cannot reach each other, and where `cancelled` says to stop. 0 for one rank or none. */
export function diameter(graph: Graph, cancelled: () => boolean = () => false): number | undefined {
  const { ranks } = graph;
  const ways = passages(graph, ranks);
  const next = following(ways);
  const steps = new Int32Array(ways.nodes);
  const queue = new Int32Array(ways.nodes);
  let longest = 0;
  for (const rank of representatives(graph)) {
    if (cancelled()) return undefined;
    walk(rank, next, steps, queue);
    for (const other of ranks) {
      if (steps[other] < 0) return undefined;
      longest = Math.max(longest, steps[other]);
    }
  }
  return longest;
}

export interface Following {
  /** Nodes after v: to[start[v]] .. to[start[v + 1] - 1]. */
  readonly start: Int32Array;
  readonly to: Int32Array;
}

export function following({ nodes, from, to }: Pick<Passages, 'nodes' | 'from' | 'to'>): Following {
  const start = new Int32Array(nodes + 1);
  for (const node of from) start[node + 1]++;
  for (let v = 0; v < nodes; v++) start[v + 1] += start[v];
  const at = start.slice();
  const ends = new Int32Array(to.length);
  for (let k = 0; k < to.length; k++) ends[at[from[k]]++] = to[k];
  return { start, to: ends };
}

/** Breadth first: links from `source` to every node, -1 where there is no way. Returns how many were reached, in `queue`. */
export function walk(source: number, { start, to }: Following, steps: Int32Array, queue: Int32Array): number {
  steps.fill(-1);
  steps[source] = 0;
  queue[0] = source;
  let tail = 1;
  for (let head = 0; head < tail; head++) {
    const v = queue[head];
    for (let k = start[v]; k < start[v + 1]; k++) {
      if (steps[to[k]] >= 0) continue;
      steps[to[k]] = steps[v] + 1;
      queue[tail++] = to[k];
    }
  }
  return tail;
}
