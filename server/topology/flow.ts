// Maximum flow on a directed network, by Dinic's algorithm (Dinitz 1970): capacities are doubles, in any unit.

/** Edges in both directions laid out by node: slot `other[s]` is the way back of slot s. */
export interface FlowNetwork {
  readonly nodes: number;
  readonly start: Int32Array;
  readonly to: Int32Array;
  readonly other: Int32Array;
  /** The slot of edge k. */
  readonly slot: Int32Array;
  /** What is left on each slot: set by `setCapacities`, changed by `maxFlow`. */
  readonly left: Float64Array;
  /** After `maxFlow`: steps from a node to the sink over what is left, -1 beyond the cut. */
  readonly level: Int32Array;
  readonly next: Int32Array;
  readonly queue: Int32Array;
}

/** Edge k runs from[k] -> to[k]; all capacities 0. */
export function flowNetwork(nodes: number, from: ArrayLike<number>, to: ArrayLike<number>): FlowNetwork {
  const edges = from.length;
  const start = new Int32Array(nodes + 1);
  for (let k = 0; k < edges; k++) {
    start[from[k] + 1]++;
    start[to[k] + 1]++;
  }
  for (let v = 0; v < nodes; v++) start[v + 1] += start[v];
  const at = start.slice(0, nodes);
  const ends = new Int32Array(2 * edges);
  const other = new Int32Array(2 * edges);
  const slot = new Int32Array(edges);
  for (let k = 0; k < edges; k++) {
    const out = at[from[k]]++;
    const back = at[to[k]]++;
    ends[out] = to[k];
    ends[back] = from[k];
    other[out] = back;
    other[back] = out;
    slot[k] = out;
  }
  const [level, next, queue] = [new Int32Array(nodes), new Int32Array(nodes), new Int32Array(nodes)];
  return { nodes, start, to: ends, other, slot, left: new Float64Array(2 * edges), level, next, queue };
}

/** Capacity of each edge; what an earlier flow used is forgotten. */
export function setCapacities(network: FlowNetwork, capacity: ArrayLike<number>): void {
  network.left.fill(0);
  for (let k = 0; k < network.slot.length; k++) network.left[network.slot[k]] = capacity[k];
}

/**
 * The most that flows from source to sink, at most `limit`; capacity at or below `dust` counts as none (rounding).
 * Where it ends below the limit, nodes with `level` < 0 are the source's side of the minimum cut nearest the sink.
 */
export function maxFlow(
  network: FlowNetwork,
  source: number,
  sink: number,
  limit = Number.POSITIVE_INFINITY,
  dust = 0,
): number {
  let flow = 0;
  while (flow < limit - dust && levelFromSink(network, source, sink, dust)) {
    for (let v = 0; v < network.nodes; v++) network.next[v] = network.start[v];
    flow += blockingFlow(network, source, sink, limit - flow, dust);
  }
  return flow;
}

/** Breadth first against the edges; false where the source is cut off. */
function levelFromSink(
  { start, to, other, left, level, queue }: FlowNetwork,
  source: number,
  sink: number,
  dust: number,
): boolean {
  level.fill(-1);
  level[sink] = 0;
  queue[0] = sink;
  for (let head = 0, tail = 1; head < tail && level[source] < 0; head++) {
    const v = queue[head];
    for (let s = start[v]; s < start[v + 1]; s++) {
      const u = to[s];
      if (level[u] >= 0 || left[other[s]] <= dust) continue;
      level[u] = level[v] + 1;
      queue[tail++] = u;
    }
  }
  return level[source] >= 0;
}

/** Fills all shortest ways, without recursion: `queue` holds the slots of the way so far. */
function blockingFlow(network: FlowNetwork, source: number, sink: number, limit: number, dust: number): number {
  const { start, to, other, left, level, next, queue: way } = network;
  let flow = 0;
  let length = 0;
  let at = source;
  for (;;) {
    if (at === sink) {
      const kept = push(network, length, limit - flow, dust);
      flow += kept.pushed;
      if (flow >= limit - dust) return flow;
      length = kept.length;
      at = to[other[way[length]]];
      continue;
    }
    let s = next[at];
    while (s < start[at + 1] && !(left[s] > dust && level[to[s]] === level[at] - 1)) s++;
    next[at] = s;
    if (s < start[at + 1]) {
      way[length++] = s;
      at = to[s];
    } else {
      if (length === 0) return flow;
      level[at] = -1;
      at = to[other[way[--length]]];
      next[at]++;
    }
  }
}

/** Sends what the way can take; the way is kept up to the first slot that is full. */
function push({ other, left, queue: way }: FlowNetwork, length: number, limit: number, dust: number) {
  let pushed = limit;
  for (let k = 0; k < length; k++) pushed = Math.min(pushed, left[way[k]]);
  let full = -1;
  for (let k = 0; k < length; k++) {
    left[way[k]] -= pushed;
    left[other[way[k]]] += pushed;
    if (full < 0 && left[way[k]] <= dust) full = k;
  }
  return { pushed, length: Math.max(0, full) };
}
