// How much more can come to a switch from the ranks' side than can go on upwards: the worst of the switches outside nodes.
import { arcTo, deviceKind, type Graph } from './graph.ts';

/** 1 where balanced; undefined where no switch outside nodes has an upper side. Line rates. */
export function oversubscription(graph: Graph): number | undefined {
  const tier = tiersOf(graph);
  const [below, above] = [new Float64Array(graph.deviceCount), new Float64Array(graph.deviceCount)];
  for (let d = 0; d < graph.deviceCount; d++)
    for (let at = graph.arcStart[d]; at < graph.arcStart[d + 1]; at++) {
      const arc = graph.arcOut[at];
      const to = arcTo(graph, arc);
      if (tier[d] < 0 || tier[to] < 0) continue;
      const rate = graph.linkRate[arc >> 1];
      if (tier[to] > tier[d]) {
        below[to] += rate;
        above[d] += rate;
      }
    }
  let worst: number | undefined;
  for (let d = 0; d < graph.deviceCount; d++)
    if (tier[d] > 0 && above[d] > 0) worst = Math.max(worst ?? 0, below[d] / above[d]);
  return worst;
}

/** 0: hosts that hold ranks; n: switches outside nodes that are n links away from these; -1: anything else. */
function tiersOf(graph: Graph): Int32Array {
  const ranked = new Uint8Array(graph.hostCount);
  const inHost = new Int32Array(graph.hostCount);
  for (const rank of graph.ranks) ranked[graph.host[rank]] = 1;
  for (const host of graph.host) inHost[host]++;
  const tier = new Int32Array(graph.deviceCount).fill(-1);
  const queue: number[] = [];
  for (let d = 0; d < graph.deviceCount; d++)
    if (ranked[graph.host[d]] === 1 && graph.present[d] === 1) {
      tier[d] = 0;
      queue.push(d);
    }
  for (let head = 0; head < queue.length; head++) {
    const d = queue[head];
    for (let at = graph.arcStart[d]; at < graph.arcStart[d + 1]; at++) {
      const to = arcTo(graph, graph.arcOut[at]);
      if (tier[to] >= 0 || deviceKind(graph, to) !== 'switch' || inHost[graph.host[to]] > 1) continue;
      tier[to] = tier[d] + 1;
      queue.push(to);
    }
  }
  return tier;
}
