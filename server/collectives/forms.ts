// Which algorithm does which collective, and the ways it can go about it.

import type { Router } from '../topology/routes.ts';
import { binomialBroadcast, binomialScatter } from './binomial.ts';
import { bruckAllgather, bruckAlltoall } from './bruck.ts';
import { chainBroadcast } from './chain.ts';
import type { ChannelSets, Channels } from './channels.ts';
import type { Algorithm, Collective } from './collective.ts';
import { directAll, directAllreduce, directScatter, directSendrecv } from './direct.ts';
import { disseminationBarrier } from './dissemination.ts';
import { inRow, type Model, type Way } from './engine.ts';
import { gridOf } from './grid.ts';
import { halvingDoublingAllgather, halvingDoublingAllreduce } from './halving_doubling.ts';
import { hierarchicalSchedules } from './hierarchical.ts';
import { inSwitchSchedules } from './in_switch.ts';
import type { Layout } from './layout.ts';
import { splitOf, splitsOf } from './nestings.ts';
import { pairwiseAll, pairwiseAllreduce, pairwiseScatter } from './pairwise.ts';
import { patAllgather } from './pat.ts';
import { railTrees } from './rail_tree.ts';
import { recursiveDoublingAllgather, recursiveDoublingAllreduce } from './recursive_doubling.ts';
import { ringAllgather, ringAllreduce } from './ring.ts';
import type { MakeSchedule, Schedule, Shape } from './schedule.ts';
import { placed, reversed, thereAndBack } from './schedule.ts';
import { torusSchedules } from './torus.ts';
import { ringBroadcast, treeAllreduce, treeBroadcast } from './tree.ts';

type Makers = Partial<Record<Collective, MakeSchedule>>;

const backwards =
  (make: MakeSchedule): MakeSchedule =>
  (shape) =>
    reversed(make(shape));

/** Algorithms that run on channels. */
const channelled: Partial<Record<Algorithm, Makers>> = {
  ring: { allreduce: ringAllreduce, reducescatter: backwards(ringAllgather), allgather: ringAllgather },
  chain: { broadcast: chainBroadcast, reduce: backwards(chainBroadcast) },
  tree: { allreduce: treeAllreduce, broadcast: treeBroadcast, reduce: backwards(treeBroadcast) },
};

/** Algorithms that take the ranks as they come. */
const plain: Partial<Record<Algorithm, Makers>> = {
  halving_doubling: {
    allreduce: halvingDoublingAllreduce,
    reducescatter: backwards(halvingDoublingAllgather),
    allgather: halvingDoublingAllgather,
  },
  recursive_doubling: { allreduce: recursiveDoublingAllreduce, allgather: recursiveDoublingAllgather },
  bruck: { allgather: bruckAllgather, alltoall: bruckAlltoall },
  binomial: {
    broadcast: binomialBroadcast,
    reduce: backwards(binomialBroadcast),
    scatter: binomialScatter,
    gather: backwards(binomialScatter),
  },
  direct: {
    alltoall: directAll,
    allreduce: directAllreduce,
    reducescatter: directAll,
    allgather: directAll,
    scatter: directScatter,
    gather: backwards(directScatter),
    sendrecv: directSendrecv,
  },
  pairwise: {
    alltoall: pairwiseAll,
    allreduce: pairwiseAllreduce,
    reducescatter: pairwiseAll,
    allgather: pairwiseAll,
    scatter: pairwiseScatter,
    gather: backwards(pairwiseScatter),
  },
  pat: { allgather: patAllgather, reducescatter: backwards(patAllgather) },
  dissemination: { barrier: disseminationBarrier },
};

/** The schedules of tests and of the engine alike: what an algorithm does on one order of ranks. */
export const scheduleOf = (algorithm: Algorithm, collective: Collective): MakeSchedule | undefined =>
  (channelled[algorithm] ?? plain[algorithm])?.[collective];

export const defaultModel = (algorithm: Algorithm): Model =>
  ['ring', 'chain', 'tree', 'torus', 'in_switch'].includes(algorithm) ? 'pipelined' : 'stepwise';

/** How many flows are laid where every rank sends to every other; 0 for algorithms with some a rank and step. */
export function flowsOfPairs(algorithm: Algorithm, collective: Collective, { ranks, groups, perHost }: Layout): number {
  const each = (n: number): number => n * (n - 1);
  const everyPair = ['alltoall', 'allreduce', 'allgather', 'reducescatter'].includes(collective);
  if (everyPair && (algorithm === 'direct' || algorithm === 'pairwise')) return each(ranks.length);
  if (collective !== 'alltoall' || algorithm !== 'hierarchical') return 0;
  return perHost > 0 ? each(groups.length) * perHost : groups.length * ranks.length;
}

/** All ways to try, fewest channels first; none where the algorithm does not do this collective on this fabric. */
export function waysOf(
  algorithm: Algorithm,
  collective: Collective,
  shape: Shape,
  layout: Layout,
  channels: ChannelSets,
  router: Router,
  limited = false,
): readonly Way[] {
  const layouts = [layout, ...(channels.domains ? [channels.domains] : [])];
  if (algorithm === 'hierarchical') {
    const splits = [...(channels.domains ? [splitOf(channels.domains)] : []), ...splitsOf(layout, router)];
    return layouts.flatMap((each) => hierarchicalSchedules(collective, shape, each, splits));
  }
  if (algorithm === 'in_switch') {
    return inSwitchSchedules(collective, shape, layout, router).map((parts) => [inRow(parts)]);
  }
  if (algorithm === 'torus') {
    const grid = gridOf(layout.graph, layout.ranks);
    return grid ? torusSchedules(collective, shape, grid).map((schedule) => [schedule]) : [];
  }
  if (algorithm === 'pat' && layout.perHost !== 1) return [];
  const make = scheduleOf(algorithm, collective);
  if (!make) return [];
  if (!channelled[algorithm]) return [[make(shape)]];
  const onSets = (sets: readonly Channels[]): Schedule[] => sets.map((set) => onChannels(make, shape, set));
  if (algorithm !== 'tree') return alone(onSets([...channels.sets, ...channels.around]));
  // Between hosts of several ranks trees run over rails; a limit on channels asks for the textbook form.
  const overRails = limited
    ? []
    : layouts.flatMap((each) => railTrees(collective, shape, each, each === layout ? channels.inside : []));
  if (overRails.length > 0 && channels.rings.length === 0) return alone(overRails);
  return alone([...onSets(channels.sets), ...overRails, ...ringTrees(collective, shape, channels.rings, limited)]);
}

const alone = (schedules: readonly Schedule[]): Way[] => schedules.map((schedule) => [schedule]);

/** Of a longer ring a tree leaves out so little that one root does. */
const mostTurns = 64;

/** Trees along rings of direct links; those of an allreduce have roots all along a ring, so that its links carry alike. */
function ringTrees(collective: Collective, shape: Shape, rings: Channels, limited: boolean): Schedule[] {
  if (rings.length === 0) return [];
  if (collective !== 'allreduce') {
    const down = onChannels(ringBroadcast, shape, rings);
    return [collective === 'reduce' ? reversed(down) : down];
  }
  const turns = limited || shape.n > mostTurns ? 1 : shape.n;
  const turned = rings.flatMap((ring) =>
    Array.from({ length: turns }, (_, turn) => ring.map((_r, i) => ring[(turn + i) % shape.n])),
  );
  return [thereAndBack(placed(ringBroadcast({ n: shape.n, size: shape.size / turned.length, root: 0 }), turned, true))];
}

/** The data in equal parts, one on each channel; the root comes first in every order. */
function onChannels(make: MakeSchedule, shape: Shape, set: Channels): Schedule {
  const orders = set.map((order) => {
    const first = order.indexOf(shape.root);
    if (first === 0) return order;
    const turned = new Int32Array(order.length);
    turned.set(order.subarray(first));
    turned.set(order.subarray(0, first), order.length - first);
    return turned;
  });
  return placed(make({ n: shape.n, size: shape.size / set.length, root: 0 }), orders, true);
}
