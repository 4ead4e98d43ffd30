// Groups of ranks in groups in groups, as far as they split evenly: hosts under a leaf, leaves in a pod, pods in a cluster. Read off
// the network's tiers (what switches up to a tier join) and the instances of templates; a scale-up domain comes from its layout.
import { arcTo, deviceType, type Graph, LinkUse } from '../topology/graph.ts';
import type { Router } from '../topology/routes.ts';
import { DisjointSets } from '../topology/sets.ts';
import type { Layout } from './layout.ts';
import { instancesOf } from './partitions.ts';

/** Ranks of one group, in an order in which those of each group inside it follow each other. */
export type Groups = readonly Int32Array[];

/** Finest first, up to one group of all; each level has several groups of the one before in each of its own. */
export type Nesting = readonly Groups[];

/** By rank, the number of its group; ranks of no group have -1. */
export type Split = Int32Array;

/** Up to so many ranks all is tried; above, of nestings the deepest one and that of two levels. */
export const mostForAll = 4096;
/** Of more ways to split, the finest are taken. */
const mostSplits = 4;

/** Ways in which the ranks may stand in groups, whether they fit into each other or not. */
export function splitsOf({ graph, ranks, groups }: Layout, router: Router): Split[] {
  const splits = instancesOf(graph).map((place) => ranks.map((device) => place[device]));
  // On a large fabric that is written in templates its tiers would say the same again.
  const told = ranks.length > mostForAll && splits.some((split) => joined(groups, split));
  return told ? splits : [...tierSplits(graph, ranks, groups, router), ...splits];
}

/** How many of the groups below each group of a level holds; of the lowest level, ranks. */
export const partsAt = (nesting: Nesting, level: number): number =>
  nesting[level][0].length / (level === 0 ? 1 : nesting[level - 1][0].length);

/** The groups of a layout. */
export function splitOf({ ranks, groups }: Layout): Split {
  const split = new Int32Array(ranks.length);
  groups.forEach((group, g) => {
    for (const rank of group) split[rank] = g;
  });
  return split;
}

/** What the switches up to each tier join, the tier that joins all left out. */
function tierSplits(graph: Graph, ranks: Int32Array, groups: Groups, router: Router): Split[] {
  const sets = new DisjointSets(graph.deviceCount);
  const seen = new Uint8Array(graph.deviceCount);
  let tier: number[] = [];
  for (const group of groups)
    for (const rank of group) {
      const entry = router.entry(ranks[rank]);
      if (entry === undefined) continue;
      sets.join(ranks[group[0]], entry);
      if (seen[entry] === 0) tier.push(entry);
      seen[entry] = 1;
    }
  const found: Split[] = [];
  while (tier.length > 0) {
    const split = new Int32Array(ranks.length);
    for (const group of groups) for (const rank of group) split[rank] = sets.find(ranks[group[0]]);
    if (split.every((set) => set === split[0])) break;
    found.push(split);
    tier = climb(graph, tier, seen, sets);
  }
  return found;
}

/** Joins what the switches of a tier have links to; those among it that are new. */
function climb(graph: Graph, tier: readonly number[], seen: Uint8Array, sets: DisjointSets): number[] {
  const above: number[] = [];
  for (const device of tier)
    for (let at = graph.arcStart[device]; at < graph.arcStart[device + 1]; at++) {
      const arc = graph.arcOut[at];
      const to = arcTo(graph, arc);
      if (graph.linkUse[arc >> 1] !== LinkUse.network || deviceType(graph, to).kind !== 'switch') continue;
      sets.join(device, to);
      if (seen[to] === 0) above.push(to);
      seen[to] = 1;
    }
  return above;
}

/** All ways to nest these groups in what the splits say, fewest levels first; groups of one rank are no level. */
export function nestingsOf(groups: Groups, splits: readonly Split[]): Nesting[] {
  const made: Groups[] = [groups];
  // Where two ways come to the same groups they are one, so that what is priced on them is priced once.
  const once = (wider: Groups): Groups => {
    const known = made.find((other) => isSame(other, wider)) ?? wider;
    made.push(known);
    return known;
  };
  const fitting = distinct(groups, splits);
  const found: Nesting[] = [];
  const grow = (levels: readonly Groups[], from: number): void => {
    const last = levels[levels.length - 1] ?? groups;
    if (levels.length > 0) found.push([...levels, once([concat(last)])]);
    for (let s = from; s < fitting.length; s++) {
      const wider = joined(last, fitting[s]);
      if (wider) grow([...levels, once(wider)], s + 1);
    }
  };
  grow(groups[0].length > 1 ? [groups] : [], 0);
  found.sort((a, b) => a.length - b.length);
  const ranks = groups.length * groups[0].length;
  return ranks <= mostForAll ? found : found.filter(({ length }, i) => length === 2 || i === found.length - 1);
}

/** Of splits that put the groups together in the same way one, most groups first. */
function distinct(groups: Groups, splits: readonly Split[]): Split[] {
  const kept: { readonly split: Split; readonly wider: Groups }[] = [];
  for (const split of splits) {
    const wider = joined(groups, split);
    if (wider && !kept.some((other) => isSame(other.wider, wider))) kept.push({ split, wider });
  }
  kept.sort((a, b) => b.wider.length - a.wider.length);
  return kept.slice(0, mostSplits).map(({ split }) => split);
}

/** Groups put together as a split says; undefined where it parts one of them, or not into several of several each, as many in each. */
function joined(groups: Groups, split: Split): Groups | undefined {
  const members = new Map<number, Int32Array[]>();
  for (const group of groups) {
    const own = split[group[0]];
    if (own < 0 || group.some((rank) => split[rank] !== own)) return undefined;
    const known = members.get(own);
    if (known) known.push(group);
    else members.set(own, [group]);
  }
  const parts = [...members.values()];
  const even = parts.every(({ length }) => length === parts[0].length);
  return even && parts.length > 1 && parts[0].length > 1 ? parts.map(concat) : undefined;
}

function concat(parts: Groups): Int32Array {
  const all = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let start = 0;
  for (const part of parts) {
    all.set(part, start);
    start += part.length;
  }
  return all;
}

const isSame = (one: Groups, other: Groups): boolean =>
  one.length === other.length &&
  one.every((group, g) => group.length === other[g].length && group.every((rank, r) => rank === other[g][r]));
