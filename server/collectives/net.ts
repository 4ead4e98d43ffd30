// A fabric as linear programs see it: arcs that carry anything between devices that may use it. What leads nowhere and what only
// passes on between two is left out where that is quick.
import { arcFrom, arcTo, deviceType, type Graph } from '../topology/graph.ts';
import { arcRate } from './engine.ts';

/** Rates in GB/s, so that a solver sees numbers near 1. */
const GB = 1e9;

/** Links of larger fabrics are not drawn together: folding makes them few. */
const mostDrawn = 20_000;

export interface Net {
  readonly graph: Graph;
  readonly ranks: Int32Array;
  /** By device, whether it is a rank, another of the kind, or a switch that adds. */
  readonly adds: Uint8Array;
  /** Arcs that leave device d: out[start[d]] to out[start[d + 1] - 1]; arc ^ 1 is the other way. */
  readonly start: Int32Array;
  readonly out: Int32Array;
  /** Device that an arc leads to. */
  to(arc: number): number;
  /** GB/s; 0 where nothing may run. */
  rate(arc: number): number;
}

/** `reduces`: whether switches that add do so here. */
export function netOf(graph: Graph, ranks: Int32Array, reduces: boolean): Net {
  const adds = new Uint8Array(graph.deviceCount);
  for (const rank of ranks) adds[rank] = 1;
  for (const rank of graph.ranks) adds[rank] = 1;
  const usable = new Uint8Array(graph.deviceCount);
  for (let d = 0; d < graph.deviceCount; d++) {
    const type = deviceType(graph, d);
    if (reduces && type.reduces) adds[d] = 1;
    usable[d] = adds[d] === 1 || type.forwards ? 1 : 0;
  }
  const rate = (arc: number): number =>
    usable[arcFrom(graph, arc)] === 1 && usable[arcTo(graph, arc)] === 1 ? arcRate(graph, arc) / GB : 0;
  if (graph.linkCount <= mostDrawn && !graph.linkDirected.includes(1)) return smallNet(graph, ranks, adds, rate);
  const { arcStart, arcOut } = graph;
  return { graph, ranks, adds, start: arcStart, out: arcOut, to: (arc) => arcTo(graph, arc), rate };
}

function smallNet(graph: Graph, ranks: Int32Array, adds: Uint8Array, rate: (arc: number) => number): Net {
  const ties: Tie[] = [];
  for (let arc = 0; arc < 2 * graph.linkCount; arc += 2)
    if (rate(arc) > 0) ties.push({ a: arcFrom(graph, arc), b: arcTo(graph, arc), rate: rate(arc) });
  const drawn = drawnTogether(ties, (device) => adds[device] === 0);
  const start = new Int32Array(graph.deviceCount + 1);
  for (const { a, b } of drawn) {
    start[a + 1]++;
    start[b + 1]++;
  }
  for (let d = 0; d < graph.deviceCount; d++) start[d + 1] += start[d];
  const at = start.slice();
  const out = new Int32Array(2 * drawn.length);
  drawn.forEach(({ a, b }, k) => {
    out[at[a]++] = 2 * k;
    out[at[b]++] = 2 * k + 1;
  });
  const to = (arc: number): number => (arc & 1 ? drawn[arc >> 1].a : drawn[arc >> 1].b);
  return { graph, ranks, adds, start, out, to, rate: (arc) => drawn[arc >> 1].rate };
}

/** A link of a net that is still being made: what it joins, by device, and its rate each way in GB/s. */
interface Tie {
  readonly a: number;
  readonly b: number;
  readonly rate: number;
}

/**
 * The same net with less in it: links side by side are one, a device that only passes on between two others is a link
 * between them, as fast as the slower one, and one that leads nowhere is left out.
 */
function drawnTogether(ties: readonly Tie[], passes: (device: number) => boolean): Tie[] {
  const near = new Map<number, Map<number, number>>();
  const at = (device: number): Map<number, number> => {
    const known = near.get(device) ?? new Map<number, number>();
    near.set(device, known);
    return known;
  };
  const join = (a: number, b: number, rate: number): void => {
    at(a).set(b, (at(a).get(b) ?? 0) + rate);
    at(b).set(a, (at(b).get(a) ?? 0) + rate);
  };
  for (const { a, b, rate } of ties) join(a, b, rate);
  const open = [...near.keys()];
  for (let device = open.pop(); device !== undefined; device = open.pop()) {
    const others = [...at(device)];
    if (!passes(device) || others.length > 2) continue;
    near.delete(device);
    for (const [other] of others) at(other).delete(device);
    if (others.length === 2) join(others[0][0], others[1][0], Math.min(others[0][1], others[1][1]));
    for (const [other] of others) open.push(other);
  }
  return [...near].flatMap(([a, others]) => [...others].flatMap(([b, rate]) => (a < b ? [{ a, b, rate }] : [])));
}
