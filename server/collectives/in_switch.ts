// In-switch: switches add up and copy. Those of a host or rack (NVLS) give each of their p ranks its part of the sum, or
// everyone everything: S (1 + 1/p) each way for an allreduce. Between hosts the network's own switches go on where they can
// (SHARP, as NCCL's CollNet uses it): each rank sends its part once and gets the sum. Where they cannot, a ring on every rail.

import type { Router } from '../topology/routes.ts';
import type { Collective } from './collective.ts';
import type { Layout } from './layout.ts';
import { type Network, networkOver } from './network_sums.ts';
import { type Parts, partsOf } from './parts.ts';
import { ringAllgather, ringAllreduce } from './ring.ts';
import type { MakeSchedule, Schedule, Shape } from './schedule.ts';
import { placed, reversed, stepOf } from './schedule.ts';
import { treeBroadcast } from './tree.ts';
import { hangs, inCommon, islandsOf, onlySwitch, onSwitches, type Uplinks, uplinksOf } from './uplinks.ts';

/** Bytes put on arcs outright: what a switch copies or adds is no flow between two ranks. */
export interface SwitchStep {
  readonly arcs: Int32Array;
  readonly bytes: Float64Array;
  /** Seconds, up and down. */
  readonly latency: number;
}

/** Steps in order, of either sort. */
export type SwitchSchedule = readonly (SwitchStep | Schedule)[];

/** Who works together: groups inside, their parts between them. */
interface Ground {
  readonly shape: Shape;
  readonly uplinks: Uplinks;
  readonly groups: readonly (readonly number[])[];
  readonly parts: Parts;
  /** What the parts cross between groups. */
  readonly network: Network | undefined;
}

/** The ways to do it; none where no switch has anything to add up for two ranks or more. */
export function inSwitchSchedules(
  collective: Collective,
  shape: Shape,
  layout: Layout,
  router: Router,
): SwitchSchedule[] {
  if (!['allreduce', 'allgather', 'reducescatter', 'broadcast', 'reduce'].includes(collective)) return [];
  const own = uplinksOf(layout);
  const groups = islandsOf(layout, own);
  const uplinks = inCommon(layout.graph, own, groups);
  const parts = partsOf(groups, shape.n);
  const ground: Ground = { shape, uplinks, groups, parts, network: undefined };
  const entries = layout.ranks.map((rank) => router.entry(rank) ?? -1);
  const network = groups.length > 1 ? networkOver(router, layout.ranks, groups, parts, entries) : undefined;
  const inside = groups.some((group) => group.length > 1 && hangs(uplinks, group[0]));
  const grounds = [...(network || inside ? [{ ...ground, network }] : []), ...alone(ground, layout, router)];
  return grounds.map((each) => wayOn(each, collective)).filter((way) => way !== undefined);
}

/** Ranks that hang on one switch each, and these on others that reduce: every rank sends for itself. */
function alone(ground: Ground, { graph, ranks }: Layout, router: Router): Ground[] {
  const { uplinks, shape, groups } = ground;
  if (groups.length < 2 || groups.length === shape.n) return [];
  const entries = ranks.map((_, rank) => onlySwitch(graph, uplinks, rank) ?? -1);
  if (entries.includes(-1)) return [];
  const singles = Array.from(ranks, (_, rank) => [rank]);
  const parts = partsOf(singles, shape.n);
  const network = networkOver(router, ranks, singles, parts, entries);
  return network ? [{ ...ground, groups: singles, parts, network }] : [];
}

function wayOn(ground: Ground, collective: Collective): SwitchSchedule | undefined {
  switch (collective) {
    case 'allreduce': {
      const gather = gatherInside(ground);
      return [...backwards(gather), ...allreduceAcross(ground), ...gather];
    }
    case 'allgather':
      return allgather(ground);
    case 'reducescatter': {
      const there = allgather(ground);
      return there && backwards(there);
    }
    case 'broadcast':
      return broadcast(ground);
    default:
      return backwards(broadcast(ground));
  }
}

function allgather(ground: Ground): SwitchSchedule | undefined {
  const { groups, parts, shape, network } = ground;
  if (groups.length === 1) return gatherInside(ground);
  // A rank's block is its parts only where all of its group hold as much; a ring wants blocks of one size.
  if (!parts.even || (!network && groups.some(({ length }) => length !== parts.count))) return undefined;
  const across = network ? [network.allgather(shape.size)] : [onParts(ground, ringAllgather, 0)];
  return [...across, ...gatherInside(ground)];
}

const allreduceAcross = (ground: Ground): SwitchSchedule => {
  if (ground.groups.length === 1) return [];
  return ground.network ? [ground.network.allreduce(ground.shape.size)] : [onParts(ground, ringAllreduce, 0)];
};

/** The root deals its buffer out to its group, each part goes to all groups, and there to all. */
function broadcast(ground: Ground): SwitchSchedule {
  const { groups, parts, shape, network, uplinks } = ground;
  const { root, size } = shape;
  if (groups.length === 1) {
    const sent = (rank: number): number => (rank === root ? size : 0);
    return [onSwitches(uplinks, sent, (rank) => size - sent(rank))];
  }
  const home = groups.findIndex((group) => group.includes(root));
  const others = groups[home].filter((rank) => rank !== root);
  const deal = others.map((rank) => [root, rank, parts.share[rank] * size] as const);
  const across = network ? network.broadcast(size, home) : onParts(ground, treeBroadcast, home);
  return [...(deal.length > 0 ? [[stepOf(deal)]] : []), across, ...gatherInside(ground)];
}

/** A schedule between groups, for each part. */
function onParts({ groups, parts, shape }: Ground, make: MakeSchedule, root: number): Schedule {
  return placed(make({ n: groups.length, size: shape.size / parts.count, root }), parts.holders);
}

/** From the holders of parts to all ranks of their groups: over switches that copy, else from each to each. */
function gatherInside({ groups, parts, shape: { size }, uplinks }: Ground): SwitchSchedule {
  const steps: (SwitchStep | Schedule)[] = [];
  const copied = new Uint8Array(parts.share.length);
  const direct: [number, number, number][] = [];
  for (const group of groups)
    for (const rank of group.length > 1 ? group : []) {
      if (hangs(uplinks, rank)) copied[rank] = 1;
      else for (const to of group) if (to !== rank) direct.push([rank, to, parts.share[rank] * size]);
    }
  if (copied.includes(1))
    steps.push(
      onSwitches(
        uplinks,
        (rank) => copied[rank] * parts.share[rank] * size,
        (rank) => copied[rank] * size,
      ),
    );
  if (direct.length > 0) steps.push([stepOf(direct)]);
  return steps;
}

/** What copies then adds up: every arc the other way. */
const backwards = (schedule: SwitchSchedule): SwitchSchedule =>
  schedule
    .toReversed()
    .map((part) => ('arcs' in part ? { ...part, arcs: part.arcs.map((arc) => arc ^ 1) } : reversed(part)));
