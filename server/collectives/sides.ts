// The cut behind an optimum in words: which ranks stand against which, and the links between them.

import { bundlesAmong, pairsName, samePart } from '../topology/bundles.ts';
import { arcFrom, arcTo, type Graph } from '../topology/graph.ts';
import { placesName } from '../topology/places.ts';
import type { Optimum } from './collective.ts';

export interface Sides {
  /** The fewer ranks first, each side as names that together mean its ranks. */
  readonly few: Side;
  readonly many: Side;
  /** Links of the cut by what they are, most bytes/s first. */
  readonly links: readonly CutLinks[];
}

export interface Side {
  readonly ranks: number;
  readonly names: readonly string[];
}

export interface CutLinks {
  readonly name: string;
  readonly links: number;
  /** Empty for a bare rate. */
  readonly medium: string;
  /** Bytes/s, effective, all together, the way the cut counts. */
  readonly rate: number;
}

/** Undefined where the links of the cut alone do not part the ranks as it says. */
export function sidesOf(
  graph: Graph,
  ranks: Int32Array,
  { ranks: inside, arcs }: NonNullable<Optimum['cut']>,
): Sides | undefined {
  const parted = [arcFrom, arcTo]
    .map((end) => reachedFrom(graph, arcs, end))
    .find((reached) => ranks.reduce((count, rank) => count + reached[rank], 0) === inside);
  if (!parted || arcs.length === 0) return undefined;
  const side = (within: 0 | 1): Side => {
    const own = ranks.filter((rank) => parted[rank] === within);
    return { ranks: own.length, names: placesName(graph.template, own, [...graph.ranks, ...ranks]) };
  };
  const [a, b] = [side(1), side(0)];
  // Of halves the one with the first rank comes first, whichever way the cut counts.
  const inFront = a.ranks < b.ranks || (a.ranks === b.ranks && parted[ranks[0]] === 1);
  const [few, many] = inFront ? [a, b] : [b, a];
  return { few, many, links: linksOf(graph, arcs, (device) => (parted[device] === 1) === inFront) };
}

/** Devices that can be reached without the links of the cut, from one end of these; a cut counts one way of each link. */
function reachedFrom(graph: Graph, arcs: Int32Array, end: (graph: Graph, arc: number) => number): Uint8Array {
  const cut = new Uint8Array(graph.linkCount);
  for (const arc of arcs) cut[arc >> 1] = 1;
  const reached = new Uint8Array(graph.deviceCount);
  const stack: number[] = [];
  const reach = (device: number): void => {
    if (reached[device] === 1) return;
    reached[device] = 1;
    stack.push(device);
  };
  for (const arc of arcs) reach(end(graph, arc));
  for (let device = stack.pop(); device !== undefined; device = stack.pop())
    for (let at = graph.arcStart[device]; at < graph.arcStart[device + 1]; at++) {
      const arc = graph.arcOut[at];
      if (cut[arc >> 1] === 0) reach(arcTo(graph, arc));
    }
  return reached;
}

/** `first`: whether a device is on the side whose ends are named first. */
function linksOf(graph: Graph, arcs: Int32Array, first: (device: number) => boolean): CutLinks[] {
  const bundles = bundlesAmong(
    graph,
    arcs.map((arc) => arc >> 1),
  );
  const groups: number[][] = [];
  for (let i = 0; i < arcs.length; i++) {
    groups[bundles[i]] ??= [];
    groups[bundles[i]].push(arcs[i] >> 1);
  }
  return groups
    .map((links) => ({
      name: nameOf(graph, links, first),
      links: links.length,
      medium: graph.media[graph.linkMedium[links[0]]].name,
      rate: links.reduce((sum, k) => sum + graph.linkEffectiveRate[k], 0),
    }))
    .sort((a, b) => b.rate - a.rate);
}

/** Ends of the first side first, where these are places of one part; a link of one direction in that. */
function nameOf(graph: Graph, links: readonly number[], first: (device: number) => boolean): string {
  const { linkA, linkB, linkDirected } = graph;
  const directed = linkDirected[links[0]] === 1;
  const alike = samePart(graph, linkA[links[0]], linkB[links[0]]);
  const turned = links.filter((k) => !first(linkA[k])).length;
  const turn = (k: number): boolean =>
    !directed && (alike ? !first(linkA[k]) : turned === links.length && !first(linkA[k]));
  return pairsName(
    graph,
    links.map((k) => (turn(k) ? linkB[k] : linkA[k])),
    links.map((k) => (turn(k) ? linkA[k] : linkB[k])),
    directed ? ' -> ' : ' -- ',
  );
}
