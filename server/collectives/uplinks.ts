// What ranks hang on: reducing switches of their host or rack, and the islands these make.
import { arcTo, type Graph } from '../topology/graph.ts';
import type { SwitchStep } from './in_switch.ts';
import type { Layout } from './layout.ts';

/** Arcs of ranks up to their reducing switches, those of rank r from start[r] on, and the share of its traffic on each. */
export interface Uplinks {
  readonly start: Int32Array;
  readonly arcs: Int32Array;
  readonly shares: Float64Array;
  /** Seconds, the slowest up and down. */
  readonly latency: number;
}

/** Whether reducing switches add up for this rank. */
export const hangs = ({ start }: Uplinks, rank: number): boolean => start[rank] < start[rank + 1];

/** The only reducing switch a rank hangs on, a device; undefined where there are several or none. */
export function onlySwitch(graph: Graph, { start, arcs }: Uplinks, rank: number): number | undefined {
  const at = start[rank] < start[rank + 1] ? arcTo(graph, arcs[start[rank]]) : undefined;
  for (let i = start[rank] + 1; i < start[rank + 1]; i++) if (arcTo(graph, arcs[i]) !== at) return undefined;
  return at;
}

/** Ranks by the switches they hang on, in order of their first rank; those that hang on none by their host. */
export function islandsOf({ graph, ranks }: Layout, uplinks: Uplinks): number[][] {
  const islands: number[][] = [];
  /** By the lowest switch, islands on it. */
  const known = new Map<number, number[][]>();
  for (let rank = 0; rank < ranks.length; rank++) {
    const lowest = lowestSwitch(graph, uplinks, rank);
    const key = lowest < 0 ? -1 - graph.host[ranks[rank]] : lowest;
    let near = known.get(key);
    if (!near) {
      near = [];
      known.set(key, near);
    }
    const island = near.find(([first]) => sameSwitches(graph, uplinks, first, rank));
    if (island) island.push(rank);
    else {
      islands.push([rank]);
      near.push(islands[islands.length - 1]);
    }
  }
  return islands;
}

/** -1 where a rank hangs on none. */
function lowestSwitch(graph: Graph, { start, arcs }: Uplinks, rank: number): number {
  let lowest = -1;
  for (let at = start[rank]; at < start[rank + 1]; at++) {
    const device = arcTo(graph, arcs[at]);
    if (lowest < 0 || device < lowest) lowest = device;
  }
  return lowest;
}

/** However many links they have to each. */
function sameSwitches(graph: Graph, { start, arcs }: Uplinks, a: number, b: number): boolean {
  const goesTo = (rank: number, device: number): boolean => {
    for (let at = start[rank]; at < start[rank + 1]; at++) if (arcTo(graph, arcs[at]) === device) return true;
    return false;
  };
  const isWithin = (one: number, other: number): boolean => {
    for (let i = 0; i < start[one + 1] - start[one]; i++) {
      const device = arcTo(graph, arcs[start[one] + i]);
      // Ranks that are alike have their links in the same order.
      const at = start[other] + i;
      if ((at >= start[other + 1] || arcTo(graph, arcs[at]) !== device) && !goesTo(other, device)) return false;
    }
    return true;
  };
  return isWithin(a, b) && isWithin(b, a);
}

export function uplinksOf({ graph, ranks }: Layout): Uplinks {
  const { arcStart, arcOut, linkEffectiveRate, linkDirected, types, type, linkLatency } = graph;
  const adds = Uint8Array.from(types, ({ reduces, kind }) => (reduces && kind === 'switch' ? 1 : 0));
  const usable = (arc: number): boolean => adds[type[arcTo(graph, arc)]] === 1 && linkDirected[arc >> 1] === 0;
  const start = new Int32Array(ranks.length + 1);
  for (let rank = 0; rank < ranks.length; rank++) {
    start[rank + 1] = start[rank];
    for (let k = arcStart[ranks[rank]]; k < arcStart[ranks[rank] + 1]; k++) if (usable(arcOut[k])) start[rank + 1]++;
  }
  const [arcs, shares] = [new Int32Array(start[ranks.length]), new Float64Array(start[ranks.length])];
  let latency = 0;
  for (let rank = 0, at = 0; rank < ranks.length; rank++) {
    let total = 0;
    for (let k = arcStart[ranks[rank]]; k < arcStart[ranks[rank] + 1]; k++) {
      const arc = arcOut[k];
      if (!usable(arc)) continue;
      total += linkEffectiveRate[arc >> 1];
      latency = Math.max(latency, 2 * linkLatency[arc >> 1] + types[type[arcTo(graph, arc)]].latency);
      arcs[at++] = arc;
    }
    for (let i = start[rank]; i < at; i++) shares[i] = linkEffectiveRate[arcs[i] >> 1] / total;
  }
  return { start, arcs, shares, latency };
}

/**
 * The same with shares that all ranks of an island have in common: what a switch adds up is the same part of the data from
 * each. They go by the narrowest way of any rank to a switch.
 */
export function inCommon(graph: Graph, uplinks: Uplinks, islands: readonly (readonly number[])[]): Uplinks {
  const { start, arcs } = uplinks;
  const shares = uplinks.shares.slice();
  for (const island of islands) {
    const [first, ...others] = island;
    if (others.every((rank) => shareAlike(graph, uplinks, first, rank))) continue;
    const narrowest = new Map<number, number>();
    const own = island.map((rank) => ratesUp(graph, uplinks, rank));
    for (const rates of own)
      for (const [device, rate] of rates) narrowest.set(device, Math.min(narrowest.get(device) ?? rate, rate));
    const total = [...narrowest.values()].reduce((sum, rate) => sum + rate, 0);
    island.forEach((rank, i) => {
      for (let at = start[rank]; at < start[rank + 1]; at++) {
        const device = arcTo(graph, arcs[at]);
        const part = graph.linkEffectiveRate[arcs[at] >> 1] / (own[i].get(device) ?? 1);
        shares[at] = ((narrowest.get(device) ?? 0) / total) * part;
      }
    });
  }
  return { ...uplinks, shares };
}

/** Whether two ranks go to the same switches, in the same order, in the same shares. */
function shareAlike(graph: Graph, { start, arcs, shares }: Uplinks, a: number, b: number): boolean {
  const count = start[a + 1] - start[a];
  for (let i = 0; i < count; i++) {
    const [one, other] = [start[a] + i, start[b] + i];
    if (shares[one] !== shares[other] || arcTo(graph, arcs[one]) !== arcTo(graph, arcs[other])) return false;
  }
  return start[b + 1] - start[b] === count;
}

/** Bytes/s of a rank to each of its switches. */
function ratesUp(graph: Graph, { start, arcs }: Uplinks, rank: number): Map<number, number> {
  const rates = new Map<number, number>();
  for (let at = start[rank]; at < start[rank + 1]; at++) {
    const device = arcTo(graph, arcs[at]);
    rates.set(device, (rates.get(device) ?? 0) + graph.linkEffectiveRate[arcs[at] >> 1]);
  }
  return rates;
}

/** Bytes that each rank sends up and gets down. */
export function onSwitches(uplinks: Uplinks, up: (rank: number) => number, down: (rank: number) => number): SwitchStep {
  const { start, shares, latency } = uplinks;
  const count = uplinks.arcs.length;
  const [arcs, bytes] = [new Int32Array(2 * count), new Float64Array(2 * count)];
  for (let rank = 0; rank + 1 < start.length; rank++)
    for (let at = start[rank]; at < start[rank + 1]; at++) {
      arcs[at] = uplinks.arcs[at];
      arcs[count + at] = uplinks.arcs[at] ^ 1;
      bytes[at] = up(rank) * shares[at];
      bytes[count + at] = down(rank) * shares[at];
    }
  return { arcs, bytes, latency };
}
