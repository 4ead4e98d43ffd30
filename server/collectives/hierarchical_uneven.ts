// Hierarchical where hosts have unequal numbers of ranks: the data goes between hosts in as many parts as the largest has
// ranks, or more, and a host with fewer ranks gives each of them several. A rank's own block travels on the first part it
// holds, so blocks of a part differ in size from host to host.
import { scatterBlocks } from './binomial.ts';
import type { Collective } from './collective.ts';
import { disseminationBarrier } from './dissemination.ts';
import { exchangeBlocks } from './exchange.ts';
import { halvingDoublingAllreduce } from './halving_doubling.ts';
import { type Parts, partsOf } from './parts.ts';
import { ringAllreduce, ringBlocks } from './ring.ts';
import type { MakeSchedule, Schedule, Shape } from './schedule.ts';
import { placed, reversed, stepOf, together } from './schedule.ts';
import { treeBroadcast } from './tree.ts';

type Flow = [from: number, to: number, bytes: number];

/** Rings of blocks of unequal size have a step of its own for each host: up to so many hosts. */
const mostRing = 64;

interface Ground {
  readonly shape: Shape;
  readonly groups: readonly ArrayLike<number>[];
  readonly parts: Parts;
  readonly home: number;
  /** Parts that a rank holds, by rank, in order. */
  readonly held: readonly (readonly number[])[];
  /** Blocks that travel on a part, by part and host: those of ranks that hold it first. */
  readonly blocks: readonly Float64Array[];
}

/** The ways to do it, for hosts of which one at least has two ranks. */
export function unevenSchedules(
  collective: Collective,
  shape: Shape,
  groups: readonly ArrayLike<number>[],
): Schedule[] {
  const parts = partsOf(groups, shape.n);
  const held = Array.from({ length: shape.n }, (): number[] => []);
  parts.holders.forEach((holders, part) => {
    for (const rank of holders) held[rank].push(part);
  });
  const blocks = Array.from({ length: parts.count }, () => new Float64Array(groups.length));
  groups.forEach((group, g) => {
    for (let i = 0; i < group.length; i++) blocks[held[group[i]][0]][g]++;
  });
  const home = groups.findIndex((group) => Array.from(group).includes(shape.root));
  const ground: Ground = { shape, groups, parts, held, home, blocks };
  switch (collective) {
    case 'allreduce':
      return [ringAllreduce, halvingDoublingAllreduce].map((across) => {
        const gather = gatherInside(ground, (rank) => parts.share[rank]);
        return [...reversed(gather), ...onParts(ground, across, shape.size), ...gather];
      });
    case 'allgather':
      return allgathers(ground);
    case 'reducescatter':
      return allgathers(ground).map(reversed);
    case 'broadcast':
      return [broadcast(ground)];
    case 'reduce':
      return [reversed(broadcast(ground))];
    case 'scatter':
      return [scatter(ground)];
    case 'gather':
      return [reversed(scatter(ground))];
    case 'alltoall':
      return [alltoall(ground)];
    case 'barrier':
      return [[...atHosts(groups, disseminationBarrier), ...onParts(ground, disseminationBarrier, 0)]];
    default:
      return [];
  }
}

/** Between hosts, all parts alike and at once. */
const onParts = ({ groups, parts, home }: Ground, make: MakeSchedule, size: number): Schedule =>
  placed(make({ n: groups.length, size: size / parts.count, root: home }), parts.holders);

/** Inside all hosts at once, those of one size alike. */
function atHosts(groups: readonly ArrayLike<number>[], make: MakeSchedule): Schedule {
  const sizes = [...new Set(Array.from(groups, ({ length }) => length))].filter((size) => size > 1);
  return together(
    sizes.map((n) =>
      placed(
        make({ n, size: 0, root: 0 }),
        groups.filter(({ length }) => length === n),
      ),
    ),
  );
}

/** Each rank sends `share` of S to the others of its host. */
function gatherInside({ groups, shape: { size } }: Ground, share: (rank: number) => number): Schedule {
  const flows: Flow[] = [];
  for (const group of groups)
    for (let i = 0; i < group.length; i++)
      for (let j = 0; j < group.length; j++) if (i !== j) flows.push([group[i], group[j], share(group[i]) * size]);
  return [stepOf(flows)];
}

/** Blocks between hosts by parts, then inside what came. */
function allgathers(ground: Ground): Schedule[] {
  const { shape, groups, parts, held, blocks } = ground;
  const unit = shape.size / shape.n;
  const came = blocks.map((own) => own.reduce((sum, count) => sum + count, 0));
  const gather = gatherInside(ground, (rank) => held[rank].reduce((sum, part) => sum + came[part], 0) / shape.n);
  const between = (make: (own: Float64Array) => Schedule): Schedule =>
    together(blocks.map((own, part) => placed(make(own), [parts.holders[part]])));
  const doubling = [...between((own) => exchangeBlocks(own, unit, 'far-first')), ...gather];
  if (groups.length > mostRing) return [doubling];
  return [[...between((own) => ringBlocks(own.map((count) => count * unit))), ...gather], doubling];
}

/** The root deals its buffer out to its host, each part goes to all hosts, and there to all ranks. */
function broadcast(ground: Ground): Schedule {
  const { shape, groups, parts, home } = ground;
  const share = (rank: number): number => parts.share[rank];
  const deal = dealt(shape.root, groups[home], (rank) => share(rank) * shape.size);
  return [...deal, ...onParts(ground, treeBroadcast, shape.size), ...gatherInside(ground, share)];
}

/** The root gives each rank of its host what that one passes on, and its own block. */
function scatter({ shape, groups, parts, held, home, blocks }: Ground): Schedule {
  const unit = shape.size / shape.n;
  const onward = blocks.map((own) => own.map((count, g) => (g === home ? 0 : count * unit)));
  const passed = onward.map((own) => own.reduce((sum, bytes) => sum + bytes, 0));
  const deal = dealt(
    shape.root,
    groups[home],
    (rank) => unit + held[rank].reduce((sum, part) => sum + passed[part], 0),
  );
  return [...deal, ...together(onward.map((own, part) => placed(scatterBlocks(own, home), [parts.holders[part]])))];
}

function dealt(root: number, group: ArrayLike<number>, bytes: (rank: number) => number): Schedule {
  const others = Array.from(group).filter((rank) => rank !== root);
  return others.length === 0 ? [] : [stepOf(others.map((rank): Flow => [root, rank, bytes(rank)]))];
}

/** Inside a host to whoever holds the part on which the receiver's blocks travel, then to the receivers. */
function alltoall(ground: Ground): Schedule {
  const { shape, groups, parts, held, blocks } = ground;
  const unit = shape.size / shape.n;
  const came = blocks.map((own) => own.reduce((sum, count) => sum + count, 0));
  const inside: Flow[] = [];
  groups.forEach((group, g) => {
    for (let to = 0; to < group.length; to++) {
      const passed = held[group[to]].reduce((sum, part) => sum + came[part] - blocks[part][g], 0);
      for (let i = 0; i < group.length; i++) if (i !== to) inside.push([group[i], group[to], (1 + passed) * unit]);
    }
  });
  const across: Flow[] = [];
  parts.holders.forEach((holders, part) => {
    for (let g = 0; g < groups.length; g++)
      for (let h = 0; h < groups.length; h++)
        if (g !== h && blocks[part][h] > 0)
          across.push([holders[g], holders[h], groups[g].length * blocks[part][h] * unit]);
  });
  return [stepOf(inside), stepOf(across)];
}
