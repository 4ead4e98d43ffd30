// The rate across the worst even cut of the ranks, by every way, at line rate. Finding it is hard in general: the cuts that
// stand out are tried (halves by every index, what grows from one rank), and a lower bound from routes says whether the
// best of them is the worst there is. Few ranks: all cuts are tried.
import { placeIndices, type Template } from '../semantics/template.ts';
import { flowBetween } from './bandwidth.ts';
import { following, walk } from './diameter.ts';
import type { Graph } from './graph.ts';
import { representatives } from './orbits.ts';
import { passages } from './passages.ts';
import { makeRouter } from './routes.ts';

export interface Bisection {
  /** Bytes/s, one way: the lower of the two. */
  readonly rate: number;
  /** False: the worst cut may be worse. */
  readonly exact: boolean;
}

/** Up to here every even cut is tried: 6,435 of them. */
const fewRanks = 16;
/** Up to here the lower bound is worked out, from a route for every pair. */
const manyRanks = 512;
/** Ranks from which a half is grown. */
const mostSeeds = 12;

/** With an odd number of ranks one half has one more. Undefined below two ranks, and where `cancelled` says to stop. */
export function bisection(graph: Graph, cancelled: () => boolean = () => false): Bisection | undefined {
  const n = graph.ranks.length;
  if (n < 2) return undefined;
  const flow = flowBetween(graph, graph.ranks);
  let rate = Number.POSITIVE_INFINITY;
  const measure = (half: readonly number[]): void => {
    const inside = new Set(half);
    const rest = graph.ranks.filter((rank) => !inside.has(rank));
    rate = Math.min(rate, flow(half, rest), flow(rest, half));
  };
  for (const half of standingOut(graph)) {
    if (cancelled()) return undefined;
    measure(half);
  }
  if (rate === 0) return { rate, exact: true };
  if (n <= manyRanks) {
    const least = lowerBound(graph, cancelled);
    if (cancelled()) return undefined;
    if (least >= rate * (1 - 1e-9)) return { rate, exact: true };
  }
  if (n > fewRanks) return { rate, exact: false };
  for (const half of halves(graph.ranks)) {
    if (cancelled()) return undefined;
    measure(half);
  }
  return { rate, exact: true };
}

/** Halves of the ranks that are likely to be joined worst. */
export function* standingOut(graph: Graph): Generator<number[]> {
  const { ranks } = graph;
  const size = ranks.length >> 1;
  yield [...ranks.subarray(0, size)];
  const places = placesOf(graph);
  const columns = places.reduce((most, row) => Math.max(most, row.length), 0);
  for (let column = 0; column < columns; column++) {
    const order = Array.from(ranks, (_, i) => i).sort((i, j) => (places[i][column] ?? 0) - (places[j][column] ?? 0));
    yield order.slice(0, size).map((i) => ranks[i]);
  }
  const next = following(passages(graph, ranks));
  const steps = new Int32Array(next.start.length - 1);
  const queue = new Int32Array(steps.length);
  for (const seed of representatives(graph).subarray(0, mostSeeds)) {
    walk(seed, next, steps, queue);
    const near = [...ranks].sort((a, b) => far(steps[a]) - far(steps[b]));
    yield near.slice(0, size);
  }
}

const far = (steps: number): number => (steps < 0 ? Number.POSITIVE_INFINITY : steps);

/** For each rank, its indices from the outside in, every dimension and the number of the part it is in. */
function placesOf(graph: Graph): number[][] {
  const rows = new Map<number, number[]>();
  const isRank = new Set(graph.ranks);
  const visit = (template: Template, offset: number, row: readonly number[]): void => {
    template.parts.forEach((part, number) => {
      for (let place = 0; place < part.count; place++) {
        const at = offset + part.first + place * part.stride;
        const here = [...row, number, ...placeIndices(part.dims, place)];
        if (part.type.sort === 'template') visit(part.type, at, here);
        else if (isRank.has(at)) rows.set(at, here);
      }
    });
  };
  visit(graph.template, 0, []);
  return Array.from(graph.ranks, (rank) => rows.get(rank) ?? []);
}

/** All ways to choose half of the ranks; an even number's first rank is always in it. */
function* halves(ranks: Int32Array): Generator<number[]> {
  const n = ranks.length;
  const size = n >> 1;
  const fixed = n % 2 === 0 ? 1 : 0;
  const chosen = Array.from({ length: size }, (_, i) => i);
  for (;;) {
    yield chosen.map((i) => ranks[i]);
    let k = size - 1;
    while (k >= fixed && chosen[k] === n - size + k) k--;
    if (k < fixed) return;
    chosen[k]++;
    for (let i = k + 1; i < size; i++) chosen[i] = chosen[i - 1] + 1;
  }
}

/**
 * What every even cut lets through at least, from two traffics that are known to fit. Every rank sends 1 to every other:
 * floor(n/2) ceil(n/2) of it crosses any even cut (Leighton, "Introduction to Parallel Algorithms and Architectures",
 * 1.9). And: whatever pairs the halves rank by rank, no arc gets more than the sum over senders of the largest share that
 * one of them sends over it, nor more than the same sum over receivers.
 */
function lowerBound(graph: Graph, cancelled: () => boolean): number {
  const router = makeRouter(graph);
  const { ranks, linkRate } = graph;
  const n = ranks.length;
  const all = new Float64Array(2 * graph.linkCount);
  const bySender = new Float64Array(all.length);
  const byReceiver = new Float64Array(all.length);
  const largest = new Float64Array(all.length);
  for (const bound of [bySender, byReceiver])
    for (const one of ranks) {
      if (cancelled()) return 0;
      const touched: number[] = [];
      for (const other of ranks) {
        if (one === other) continue;
        const way = bound === bySender ? router.route(one, other) : router.route(other, one);
        if (!way) return 0;
        way.arcs.forEach((arc, i) => {
          if (bound === bySender) all[arc] += way.shares[i];
          if (largest[arc] === 0) touched.push(arc);
          largest[arc] = Math.max(largest[arc], way.shares[i]);
        });
      }
      for (const arc of touched) {
        bound[arc] += largest[arc];
        largest[arc] = 0;
      }
    }
  const half = n >> 1;
  let [everyone, pairs] = [0, 0];
  for (let arc = 0; arc < all.length; arc++) {
    if (all[arc] === 0) continue;
    everyone = Math.max(everyone, all[arc] / linkRate[arc >> 1]);
    pairs = Math.max(pairs, Math.min(bySender[arc], byReceiver[arc]) / linkRate[arc >> 1]);
  }
  return Math.max((half * (n - half)) / everyone, half / pairs);
}
