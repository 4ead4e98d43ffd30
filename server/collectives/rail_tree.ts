// Double binary trees between hosts, one pair a rail, as NCCL builds them: in every host the rank on the rail is the head,
// which collects from and hands to the others of its host. All rails work at once, each on its part of the data.
import type { Collective } from './collective.ts';
import { directScatter } from './direct.ts';
import type { Layout } from './layout.ts';
import type { Schedule, Shape } from './schedule.ts';
import { placed, reversed, thereAndBack } from './schedule.ts';
import { treeBroadcast, treesDown } from './tree.ts';

/** The one way to do it; none where hosts have one rank, or not all as many. */
export function railTree(collective: Collective, shape: Shape, layout: Layout): Schedule[] {
  const { groups, perHost: p } = layout;
  if (p < 2 || groups.length < 2) return [];
  if (collective === 'allreduce') {
    const across = treesDown({ n: groups.length, size: shape.size / p, root: 0 });
    return [thereAndBack([...placed(across, railsOf(layout)), ...fromHeads(shape, layout)])];
  }
  const down = broadcast(shape, layout);
  return [collective === 'reduce' ? reversed(down) : down];
}

/** Rank of each host, by rail. */
const railsOf = ({ groups, perHost }: Layout): number[][] =>
  Array.from({ length: perHost }, (_, rail) => groups.map((group) => group[rail]));

/** In each host, from the head of each rail to the others. */
function fromHeads({ size }: Shape, { groups, perHost: p }: Layout): Schedule {
  const inside = treeBroadcast({ n: p, size: size / p, root: 0 });
  const places = groups.flatMap((group) =>
    Array.from(group, (_, head) => group.map((_rank, i) => group[(head + i) % p])),
  );
  return placed(inside, places);
}

/** The root deals its buffer out to the heads of its own host first. */
function broadcast(shape: Shape, layout: Layout): Schedule {
  const { groups, perHost: p } = layout;
  const home = groups.findIndex((group) => group.includes(shape.root));
  const deal = directScatter({ n: p, size: shape.size, root: groups[home].indexOf(shape.root) });
  const across = treeBroadcast({ n: groups.length, size: shape.size / p, root: home });
  return [...placed(deal, [groups[home]]), ...placed(across, railsOf(layout)), ...fromHeads(shape, layout)];
}
