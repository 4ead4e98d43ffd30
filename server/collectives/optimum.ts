// What no algorithm beats on a fabric, and the cut that sets it. Bandwidth only: latency is not counted, so small sizes
// lie well above it. Exact for gather and scatter, and for allgather, reducescatter, broadcast and reduce up to `exactRanks`
// or `mostSinks` orbits; for allreduce and alltoall where a linear program was solved; a true lower bound for the rest.

import { standingOut } from '../topology/bisection.ts';
import { arcTo, deviceType, type Graph } from '../topology/graph.ts';
import { orbits } from '../topology/orbits.ts';
import type { Cancelled, Collective, Optimum } from './collective.ts';
import { type Cut, cutBetween, leastCut, terrainOf, worstScatter, worstSpread } from './cut.ts';
import { arcRate } from './engine.ts';
import { border, type Partition, partitionsOf } from './partitions.ts';
import { allreduceProgram, alltoallProgram, solver } from './program.ts';

/** Up to here every rank is tried as the one that a cut leaves out; above, one of each orbit, on a folded fabric. */
const exactRanks = 256;
/** Where hardly any rank is like another, as with many broken cables or on a torus, these are tried and no more. */
const mostSinks = 64;

/** Links up to which an allreduce's least cuts are tried on folded fabrics: a fold for each orbit. */
const mostCut = 5_000;
/** Up to here halves of the ranks are tried as what holds an alltoall back: some twenty flows on the whole fabric. */
const mostHalved = 4096;

interface Question {
  readonly graph: Graph;
  readonly ranks: Int32Array;
  /** Device. */
  readonly root: number;
  readonly size: number;
  readonly cancelled: Cancelled;
}

/** Undefined for a barrier, where some rank is out of reach, and where `cancelled` says to stop. */
export function optimum(
  collective: Collective,
  graph: Graph,
  ranks: Int32Array,
  size: number,
  root: number,
  cancelled: Cancelled = () => false,
): Optimum | undefined {
  const asked: Question = { graph, ranks, root, size, cancelled };
  switch (collective) {
    case 'allgather':
      return spread(asked, false);
    case 'reducescatter':
      return spread(asked, true);
    case 'broadcast':
      return fromRoot(asked, false);
    case 'reduce':
      return fromRoot(asked, true);
    case 'scatter':
      return scattered(asked, false);
    case 'gather':
      return scattered(asked, true);
    case 'allreduce':
      return allreduce(asked);
    case 'alltoall':
      return exchange(asked);
    case 'sendrecv':
      return crossing(asked, (partition) => handovers(partition, ranks).map((count) => count * size));
    case 'barrier':
      return undefined;
  }
}

/** Ranks that are tried as the one left out, and whether one of each orbit is among them. */
interface Sinks {
  readonly ranks: Int32Array;
  readonly all: boolean;
}

/** Of a few ranks every one; of many one of each orbit, with `fixed` staying where they are; of too many those with least rate. */
function sinksOf({ graph, ranks }: Question, fixed: readonly number[] = []): Sinks {
  if (ranks.length <= exactRanks) return { ranks, all: true };
  const found = orbits(graph, ranks, fixed);
  if (found.length <= mostSinks) return { ranks: found, all: true };
  const rates = new Float64Array(graph.deviceCount);
  for (let arc = 0; arc < 2 * graph.linkCount; arc++) rates[arcTo(graph, arc)] += arcRate(graph, arc);
  return { ranks: found.sort((a, b) => rates[a] - rates[b] || a - b).slice(0, mostSinks), all: false };
}

const folds = ({ ranks }: Question): boolean => ranks.length > exactRanks;

function spread(asked: Question, backwards: boolean): Optimum | undefined {
  const { graph, ranks, size, cancelled } = asked;
  const sinks = sinksOf(asked);
  const cut = worstSpread(terrainOf(graph, ranks, backwards, folds(asked)), sinks.ranks, cancelled);
  return cut && optimumOf(asked, cut, (cut.crossing * size) / ranks.length / cut.rate, backwards, sinks.all);
}

function fromRoot(asked: Question, backwards: boolean): Optimum | undefined {
  const { graph, ranks, root, size, cancelled } = asked;
  const sinks = sinksOf(asked, [root]);
  const cut = leastCut(terrainOf(graph, ranks, backwards, folds(asked)), root, sinks.ranks, cancelled);
  return cut && optimumOf(asked, cut, size / cut.rate, backwards, sinks.all);
}

function scattered(asked: Question, backwards: boolean): Optimum | undefined {
  const { graph, ranks, root, size } = asked;
  const cut = worstScatter(terrainOf(graph, ranks, backwards, folds(asked)), root);
  return cut && optimumOf(asked, cut, (cut.crossing * size) / ranks.length / cut.rate, backwards, true);
}

function optimumOf(asked: Question, cut: Cut, time: number, backwards: boolean, exact: boolean): Optimum {
  const arcs = border(asked.graph, (device) => cut.inside[device] === 1, backwards);
  const ranks = asked.ranks.reduce((count, rank) => count + cut.inside[rank], 0);
  return { time, ...(exact ? {} : { bound: true as const }), cut: { ranks, arcs, rate: cut.rate } };
}

/**
 * For each set of a partition into m sets that hold all ranks: to add up one element takes at least m-1 messages between
 * sets and to hand the sum out m-1 more, each leaving one set and entering another, so the sets together send
 * 2 (m-1) S (Patarasuk and Yuan 2009 for single ranks). Not where a switch outside the sets adds or copies: then each
 * set still sends S and receives S. With ranks alone and both sums met by reducescatter + allgather it is exact.
 */
function allreduce(asked: Question): Optimum | undefined {
  const { graph, ranks, size } = asked;
  const gather = spread(asked, false);
  if (!gather?.cut) return undefined;
  const tightest: Optimum = { time: size / gather.cut.rate, bound: true, cut: gather.cut };
  const bound = partitionsOf(graph, ranks)
    .map((partition) => sumBound(asked, partition))
    .reduce(later, tightest);
  const symmetric = !graph.linkDirected.includes(1);
  const met = (least: Optimum): boolean =>
    symmetric && gather.bound === undefined && least.time >= 2 * gather.time * (1 - 1e-9);
  if (met(bound)) return exactly(bound);
  const time = solved(allreduceProgram, asked, size);
  if (time !== undefined && (folds(asked) || time <= bound.time * (1 + 1e-9))) return beside(bound, time);
  const more = anyway(asked).reduce(later, bound);
  return met(more) ? exactly(more) : beside(more, time);
}

/** All of the data has to leave the first rank's side of any cut, and to come back; on large fabrics other bounds must do. */
function anyway(asked: Question): Optimum[] {
  const first = { ...asked, root: asked.ranks[0] };
  if (folds(asked) && (asked.graph.linkCount > mostCut || !sinksOf(asked, [first.root]).all)) return [];
  return [fromRoot(first, false), fromRoot(first, true)].flatMap((found) => (found ? [{ ...found, bound: true }] : []));
}

function exactly({ time, cut }: Optimum): Optimum {
  return { time, ...(cut ? { cut } : {}) };
}

/** Seconds for `bytes` at the rate that is the program's greatest; undefined without a solver, or where it is too large. */
function solved(write: typeof allreduceProgram, { graph, ranks }: Question, bytes: number): number | undefined {
  const program = solver.solve && write(graph, ranks);
  const most = program && solver.solve?.(program);
  return most ? bytes / most / 1e9 : undefined;
}

/** A bound beside what a program came to. Where no cut that was tried takes as long, the nearest tells what it takes alone. */
function beside(bound: Optimum, time: number | undefined): Optimum {
  if (time === undefined) return bound;
  if (time <= bound.time * (1 + 1e-9)) return exactly(bound);
  return { time, ...(bound.cut ? { cut: { ...bound.cut, alone: bound.time } } : {}) };
}

function sumBound(asked: Question, partition: Partition): Optimum {
  const { graph, ranks, size } = asked;
  const sets = partition.ranks.length;
  const held = partition.ranks.reduce((a, b) => a + b, 0);
  const narrowest = narrow(partition);
  const alone = size / Math.min(partition.out[narrowest], partition.into[narrowest]);
  let time = alone;
  if (held === ranks.length && !addsOutside(graph, partition)) {
    const out = partition.out.reduce((a, b) => a + b, 0);
    const into = partition.into.reduce((a, b) => a + b, 0);
    time = Math.max(alone, (2 * (sets - 1) * size) / Math.min(out, into));
  }
  return boundAt(asked, partition, narrowest, time);
}

/** Whether some switch outside all sets reduces. */
function addsOutside(graph: Graph, { set }: Partition): boolean {
  for (let d = 0; d < graph.deviceCount; d++)
    if (set[d] < 0 && graph.present[d] && deviceType(graph, d).reduces) return true;
  return false;
}

/** The set with the least rate out or in. */
function narrow({ out, into }: Partition): number {
  let least = 0;
  for (let s = 1; s < out.length; s++) if (Math.min(out[s], into[s]) < Math.min(out[least], into[least])) least = s;
  return least;
}

/** The set of all partitions that takes longest to send or receive what has to cross its border. */
function crossing(asked: Question, bytes: (partition: Partition) => ArrayLike<number>): Optimum | undefined {
  let worst: Optimum | undefined;
  for (const partition of partitionsOf(asked.graph, asked.ranks)) {
    const needs = bytes(partition);
    let [slowest, time] = [0, 0];
    for (let s = 0; s < partition.ranks.length; s++) {
      const needed = needs[s] / Math.min(partition.out[s], partition.into[s]);
      if (needed > time) [slowest, time] = [s, needed];
    }
    const bound = boundAt(asked, partition, slowest, time);
    worst = worst ? later(worst, bound) : bound;
  }
  return worst;
}

/** Of each set of k ranks each sends its part to n-k others; halves that stand out are tried where that is not the optimum. */
function exchange(asked: Question): Optimum | undefined {
  const { graph, ranks, size, cancelled } = asked;
  const n = ranks.length;
  const across = (k: number): number => (k * (n - k) * size) / n;
  let worst = crossing(asked, (partition) => partition.ranks.map(across));
  if (!worst) return undefined;
  const time = solved(alltoallProgram, asked, size / n);
  if (n > mostHalved || (time && time <= worst.time * (1 + 1e-9))) return beside(worst, time);
  const terrain = terrainOf(graph, ranks, false, false);
  for (const half of standingOut(graph)) {
    if (cancelled()) return undefined;
    const cut = cutBetween(terrain, half);
    if (cut) worst = later(worst, optimumOf(asked, cut, across(cut.crossing) / cut.rate, false, false));
  }
  return beside(worst, time);
}

/** By set, ranks whose next in order is outside it; as many have the one before outside. */
function handovers({ set, ranks: held }: Partition, ranks: Int32Array): Float64Array {
  const counts = new Float64Array(held.length);
  for (let r = 0; r < ranks.length; r++) {
    const [own, next] = [set[ranks[r]], set[ranks[(r + 1) % ranks.length]]];
    if (own >= 0 && own !== next) counts[own]++;
  }
  return counts;
}

const later = (a: Optimum, b: Optimum): Optimum => (b.time > a.time * (1 + 1e-12) ? b : a);

function boundAt({ graph }: Question, partition: Partition, s: number, time: number): Optimum {
  const into = partition.into[s] < partition.out[s];
  const arcs = border(graph, (device) => partition.set[device] === s, into);
  return {
    time,
    bound: true,
    cut: { ranks: partition.ranks[s], arcs, rate: into ? partition.into[s] : partition.out[s] },
  };
}
