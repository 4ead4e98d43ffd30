// What parts of the data put on the network where its switches add up and copy: from each holder to the switch it enters
// at, over the trees of its part, and back.
import type { Router } from '../topology/routes.ts';
import type { SwitchStep } from './in_switch.ts';
import { type SwitchTree, switchWebOf } from './network_trees.ts';
import type { Parts } from './parts.ts';

/** Steps between groups, each holder with its parts of `size`, the whole buffer. */
export interface Network {
  readonly allreduce: (size: number) => SwitchStep;
  /** Every rank's block, a group's in its parts. */
  readonly allgather: (size: number) => SwitchStep;
  readonly broadcast: (size: number, home: number) => SwitchStep;
}

interface Ground {
  readonly router: Router;
  readonly ranks: Int32Array;
  readonly groups: readonly (readonly number[])[];
  readonly parts: Parts;
  /** Switch by rank: a device. */
  readonly entries: Int32Array;
  /** By part. */
  readonly trees: readonly (readonly SwitchTree[])[];
}

/** `entries`: the switch where each rank enters, -1 for none. Undefined where some part has no tree of reducing switches. */
export function networkOver(
  router: Router,
  ranks: Int32Array,
  groups: readonly (readonly number[])[],
  parts: Parts,
  entries: Int32Array,
): Network | undefined {
  if (entries.includes(-1)) return undefined;
  const web = switchWebOf(router.graph);
  const trees = parts.holders.map((holders) =>
    web.over(Int32Array.from(new Set(holders.map((rank) => entries[rank])))),
  );
  if (trees.some((some) => some.length === 0)) return undefined;
  const ground: Ground = { router, ranks, groups, parts, entries, trees };
  const own = (size: number) => (rank: number) => parts.share[rank] * size;
  return {
    allreduce: (size) => {
      const each = size / parts.count;
      return stepOn(ground, { up: own(size), down: own(size), onTree: () => [each, each] });
    },
    allgather: (size) => {
      const block = size / ranks.length;
      const onTree = (below: number): [number, number] => [(below * block) / parts.count, size / parts.count];
      return stepOn(ground, { up: () => block, down: own(size), onTree });
    },
    broadcast: (size, home) => {
      const [from, each] = [new Set(groups[home]), size / parts.count];
      return stepOn(ground, {
        up: (rank) => (from.has(rank) ? own(size)(rank) : 0),
        down: (rank) => (from.has(rank) ? 0 : own(size)(rank)),
        onTree: (_below, above) => (above ? [each, 0] : [0, each]),
        home,
      });
    },
  };
}

/** Bytes between ranks and the switches they enter at, and on each link of a part's trees, up and down. */
interface Loads {
  readonly up: (rank: number) => number;
  readonly down: (rank: number) => number;
  /** `below`: ranks of all groups that come up there; `fromHome`: whether the group `home` does. */
  readonly onTree: (below: number, fromHome: boolean) => [up: number, down: number];
  readonly home?: number;
}

function stepOn({ router, ranks, groups, parts, entries, trees }: Ground, loads: Loads): SwitchStep {
  const { graph } = router;
  const load = new Float64Array(2 * graph.linkCount);
  const [up, down] = [
    layEnds(router, ranks, entries, loads.up, load),
    layEnds(router, entries, ranks, loads.down, load),
  ];
  const place = new Int32Array(graph.deviceCount);
  let height = 0;
  for (let part = 0; part < parts.count; part++) {
    const leaves = parts.holders[part].map((rank) => entries[rank]);
    for (const tree of trees[part]) {
      layTree(tree, { leaves, groups, place }, loads, trees[part].length, load);
      height = Math.max(height, tree.latency);
    }
  }
  return { ...usedOf(load), latency: up < 0 || down < 0 ? -1 : up + height + down };
}

/** Arcs that carry anything, and what. */
function usedOf(load: Float64Array): Pick<SwitchStep, 'arcs' | 'bytes'> {
  let count = 0;
  for (let arc = 0; arc < load.length; arc++) if (load[arc] > 0) count++;
  const [arcs, bytes] = [new Int32Array(count), new Float64Array(count)];
  for (let arc = 0, at = 0; at < count; arc++)
    if (load[arc] > 0) {
      arcs[at] = arc;
      bytes[at++] = load[arc];
    }
  return { arcs, bytes };
}

/** Flows from each device to the one beside it; the longest latency, -1 where there is no way. */
function layEnds(router: Router, from: Int32Array, to: Int32Array, bytes: Loads['up'], load: Float64Array): number {
  let latency = 0;
  for (let rank = 0; rank < from.length; rank++) {
    const sent = bytes(rank);
    const way = sent > 0 ? router.addFlow(from[rank], to[rank], sent, load) : 0;
    if (way < 0) {
      router.finish(load);
      return -1;
    }
    latency = Math.max(latency, way);
  }
  router.finish(load);
  return latency;
}

/** One of `among` trees of a part; `leaves`: switch of each group. */
function layTree(
  { switches, above, arc }: SwitchTree,
  { leaves, groups, place }: { leaves: Int32Array; groups: Ground['groups']; place: Int32Array },
  { onTree, home }: Loads,
  among: number,
  load: Float64Array,
): void {
  const below = new Float64Array(switches.length);
  const fromHome = new Uint8Array(switches.length);
  for (let i = 0; i < switches.length; i++) place[switches[i]] = i;
  for (let g = 0; g < groups.length; g++) {
    below[place[leaves[g]]] += groups[g].length;
    if (g === home) fromHome[place[leaves[g]]] = 1;
  }
  for (let i = switches.length - 1; i > 0; i--) {
    below[above[i]] += below[i];
    fromHome[above[i]] |= fromHome[i];
    const [up, down] = onTree(below[i], fromHome[i] === 1);
    load[arc[i]] += up / among;
    load[arc[i] ^ 1] += down / among;
  }
}
