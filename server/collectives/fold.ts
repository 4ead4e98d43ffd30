// A net folded by proved orbits: what some symmetry swaps is one thing with a count. Of a flow to one rank only those symmetries
// hold that leave the rank where it is, so every sink has a view of its own.
import { placesAround, standIns } from '../topology/orbits.ts';
import type { Net } from './net.ts';

/**
 * Arcs of a colour are swapped by symmetries: those between devices of two orbits at one rate, as what is alike is not joined
 * (but where all that stood between two was drawn into one link, whose two arcs then have one colour).
 */
export interface Fold {
  readonly net: Net;
  /** By device, the one that stands for it; by device that stands for others, how many there are, and the last of them. */
  readonly first: Int32Array;
  readonly members: Int32Array;
  readonly last: Int32Array;
  /** Of devices that stand for others those with arcs, and ranks also without. */
  readonly stands: readonly number[];
  /** By colour, an arc of it and how many there are. */
  readonly arc: readonly number[];
  readonly count: readonly number[];
  colourOf(from: number, arc: number): number;
}

/** What is at each place as seen from a sink, and the arcs between places: so many in all. */
export interface View {
  /** By place: the device that stands for it in the fold, and how many there are. The sink is the first. */
  readonly stand: readonly number[];
  readonly members: readonly number[];
  readonly arcs: readonly ViewArcs[];
}

interface ViewArcs {
  readonly from: number;
  readonly to: number;
  readonly colour: number;
  count: number;
}

export function foldOf(net: Net): Fold {
  const { graph, start, out } = net;
  const first = standIns(graph, net.ranks, []);
  const members = new Int32Array(first.length);
  const last = new Int32Array(first.length);
  for (let d = 0; d < first.length; d++) {
    members[first[d]]++;
    last[first[d]] = d;
  }
  const colours = new Map<number, Map<number, number>>();
  const colourOf = (from: number, k: number): number => {
    const key = first[from] * first.length + first[net.to(k)];
    const known = colours.get(key) ?? new Map<number, number>();
    colours.set(key, known);
    const own = known.get(net.rate(k)) ?? arc.push(k) - 1;
    known.set(net.rate(k), own);
    return own;
  };
  const [arc, count, stands]: number[][] = [[], [], []];
  const met = net.adds.slice();
  for (let d = 0; d < first.length; d++) {
    if (first[d] !== d) continue;
    for (let at = start[d]; at < start[d + 1]; at++) {
      if (net.rate(out[at]) <= 0) continue;
      met[d] = met[first[net.to(out[at])]] = 1;
      const colour = colourOf(d, out[at]);
      count[colour] = (count[colour] ?? 0) + members[d];
    }
  }
  for (let d = 0; d < first.length; d++) if (first[d] === d && met[d] === 1) stands.push(d);
  return { net, first, members, last, stands, arc, count, colourOf };
}

/** Ranks of which each stands for its orbit. */
export const sinksOf = ({ net: { ranks }, first }: Fold): Int32Array => ranks.filter((rank) => first[rank] === rank);

/**
 * The fold seen from a rank that stands for others. Symmetries that leave it where it is keep every place around it; so
 * devices of an orbit are alike still where as many of these places, each in the next wider one, have both.
 */
export function viewFrom(fold: Fold, sink: number): View {
  const { net, first, members, last, stands } = fold;
  const around = placesAround(net.graph.template, sink);
  const [start, end] = around[0];
  const shared = (device: number): number => {
    let depth = 0;
    while (depth < around.length && around[depth][0] <= device && device < around[depth][1]) depth++;
    return depth;
  };
  const numbers = new Map<number, number>();
  const places: { readonly stand: number; readonly sample: number; members: number }[] = [];
  const keyOf = (device: number): number => first[device] * (around.length + 1) + shared(device);
  const count = (device: number, more: number): void => {
    const place = numbers.get(keyOf(device)) ?? places.push({ stand: first[device], sample: device, members: 0 }) - 1;
    numbers.set(keyOf(device), place);
    places[place].members += more;
  };
  count(sink, 0);
  const inside = new Map<number, number>();
  for (let d = start; d < end; d++) {
    count(d, 1);
    inside.set(first[d], (inside.get(first[d]) ?? 0) + 1);
  }
  // Of what there is elsewhere too, the last is never in the same widest place: that one is the first of its kind.
  for (const stand of stands)
    if (last[stand] < start || last[stand] >= end) count(last[stand], members[stand] - (inside.get(stand) ?? 0));
  return {
    stand: places.map((place) => place.stand),
    members: places.map((place) => place.members),
    arcs: places.flatMap((place, from) => arcsFrom(fold, from, place, (device) => numbers.get(keyOf(device)) ?? -1)),
  };
}

/** Arcs out of all that are at one place, by what one of them has. */
function arcsFrom(
  { net, colourOf }: Fold,
  from: number,
  { sample, members }: { readonly sample: number; readonly members: number },
  placeOf: (device: number) => number,
): ViewArcs[] {
  const arcs = new Map<string, ViewArcs>();
  for (let at = net.start[sample]; at < net.start[sample + 1]; at++) {
    const k = net.out[at];
    if (net.rate(k) <= 0) continue;
    const [to, colour] = [placeOf(net.to(k)), colourOf(sample, k)];
    const key = `${to} ${colour}`;
    const known = arcs.get(key) ?? { from, to, colour, count: 0 };
    arcs.set(key, known);
    known.count += members;
  }
  return [...arcs.values()];
}
