// Double binary trees between hosts, one pair a rail, as NCCL builds them: in every host the rank on the rail is the head,
// which collects from and hands to the others of its host. All rails work at once, each on its part of the data; a host with
// fewer ranks than others gives each of them several parts.
import type { Channels } from './channels.ts';
import type { Collective } from './collective.ts';
import type { Layout } from './layout.ts';
import { holderOf, type Parts, partsOf } from './parts.ts';
import type { Schedule, Shape } from './schedule.ts';
import { placed, reversed, stepOf, thereAndBack, together } from './schedule.ts';
import { ringBroadcast, treeBroadcast, treesDown } from './tree.ts';

interface Ground {
  readonly shape: Shape;
  readonly groups: readonly Int32Array[];
  readonly parts: Parts;
  /** Rings of direct links inside a host; none: binary trees there too. */
  readonly rings: Channels;
}

/** The ways to do it; none on one host and where all hosts have one rank. `rings` are those inside a host. */
export function railTrees(
  collective: Collective,
  shape: Shape,
  { groups, perHost }: Layout,
  rings: Channels,
): Schedule[] {
  if (perHost === 1 || groups.length < 2) return [];
  const ground: Ground = { shape, groups, parts: partsOf(groups, shape.n), rings: [] };
  const grounds = rings.length > 0 ? [ground, { ...ground, rings }] : [ground];
  return grounds.map((each) => {
    if (collective === 'allreduce') return thereAndBack([...between(each, treesDown, 0), ...fromHeads(each)]);
    return collective === 'reduce' ? reversed(broadcast(each)) : broadcast(each);
  });
}

const between = ({ shape, groups, parts }: Ground, make: typeof treesDown, root: number): Schedule =>
  placed(make({ n: groups.length, size: shape.size / parts.count, root }), parts.holders);

/** In each host, from the head of each part to the others; all hosts of one size alike. */
function fromHeads({ shape: { size }, groups, parts, rings }: Ground): Schedule {
  const sizes = [...new Set(groups.map(({ length }) => length))].filter((p) => p > 1);
  return together(
    sizes.map((p) => {
      const heads = Array.from({ length: parts.count }, (_, part) => holderOf(part, parts.count, p));
      const trees = heads.flatMap((head) => treesFrom(head, p, size / parts.count, rings));
      return placed(
        together(trees),
        groups.filter(({ length }) => length === p),
      );
    }),
  );
}

/** Among the places of one host: a double tree, or one along each ring. */
function treesFrom(head: number, p: number, size: number, rings: Channels): Schedule[] {
  if (rings.length === 0) return [treeBroadcast({ n: p, size, root: head })];
  return rings.map((ring) =>
    placed(ringBroadcast({ n: p, size: size / rings.length, root: ring.indexOf(head) }), [ring]),
  );
}

/** The root deals its buffer out to the heads of its own host first. */
function broadcast(ground: Ground): Schedule {
  const { shape, groups, parts } = ground;
  const home = groups.findIndex((group) => group.includes(shape.root));
  const others = Array.from(groups[home]).filter((rank) => rank !== shape.root);
  const deal = others.map((rank) => [shape.root, rank, parts.share[rank] * shape.size] as const);
  return [...(deal.length > 0 ? [stepOf(deal)] : []), ...between(ground, treeBroadcast, home), ...fromHeads(ground)];
}
