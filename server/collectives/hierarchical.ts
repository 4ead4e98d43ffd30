// Hierarchical: inside each host, between hosts on every rail, inside again. Each rail carries its share of the data, so
// all NICs work and little crosses the network. Hosts with as many ranks each; others are next door.
import { binomialScatter } from './binomial.ts';
import type { Collective } from './collective.ts';
import { directAll, directScatter } from './direct.ts';
import { disseminationBarrier } from './dissemination.ts';
import { halvingDoublingAllgather, halvingDoublingAllreduce } from './halving_doubling.ts';
import { unevenSchedules } from './hierarchical_uneven.ts';
import type { Layout } from './layout.ts';
import { ringAllgather, ringAllreduce } from './ring.ts';
import type { MakeSchedule, Schedule, Shape } from './schedule.ts';
import { placed, reversed } from './schedule.ts';
import { treeBroadcast } from './tree.ts';

/** What runs inside a host and what between hosts. */
interface Parts {
  readonly allgatherInside: MakeSchedule;
  readonly allgatherAcross: MakeSchedule;
  readonly allreduceAcross: MakeSchedule;
}

/** A ring each way, half of the data on each. */
const ringsInside: MakeSchedule = (shape) => {
  const forth = Int32Array.from({ length: shape.n }, (_, r) => r);
  return placed(ringAllgather({ ...shape, size: shape.size / 2 }), [forth, forth.toReversed()]);
};

const variants: readonly Parts[] = [directAll, ringsInside].flatMap((allgatherInside) => [
  { allgatherInside, allgatherAcross: ringAllgather, allreduceAcross: ringAllreduce },
  { allgatherInside, allgatherAcross: halvingDoublingAllgather, allreduceAcross: halvingDoublingAllreduce },
]);

const forwards: Partial<Record<Collective, Collective>> = {
  reducescatter: 'allgather',
  reduce: 'broadcast',
  gather: 'scatter',
};

/** The ways to do it; none where it does not apply. */
export function hierarchicalSchedules(collective: Collective, shape: Shape, layout: Layout): Schedule[] {
  if (layout.perHost === 1 || layout.groups.length < 2 || collective === 'sendrecv') return [];
  if (layout.perHost === 0) return unevenSchedules(collective, shape, layout.groups);
  const forward = forwards[collective];
  // The parts make no difference to an alltoall, a scatter or a barrier.
  const same = ['alltoall', 'barrier', 'scatter', 'gather'].includes(collective);
  return (same ? variants.slice(0, 1) : variants).map((parts) =>
    forward ? reversed(spreading(forward, shape, layout, parts)) : spreading(collective, shape, layout, parts),
  );
}

/** `size` as in the request; p ranks a host, N hosts. */
function spreading(collective: Collective, shape: Shape, layout: Layout, parts: Parts): Schedule {
  const { groups, perHost: p } = layout;
  const { size } = shape;
  const N = groups.length;
  const home = groups.findIndex((group) => group.includes(shape.root));
  const railSet = Array.from({ length: p }, (_, r) => groups.map((group) => group[r]));
  const inside = (make: MakeSchedule, bytes: number) => placed(make({ n: p, size: bytes, root: 0 }), groups);
  const across = (make: MakeSchedule, bytes: number) => placed(make({ n: N, size: bytes, root: home }), railSet);
  const atHome = (make: MakeSchedule, bytes: number) =>
    placed(make({ n: p, size: bytes, root: groups[home].indexOf(shape.root) }), [groups[home]]);
  switch (collective) {
    case 'allreduce': {
      const gather = inside(parts.allgatherInside, size);
      return [...reversed(gather), ...across(parts.allreduceAcross, size / p), ...gather];
    }
    case 'allgather':
      return [...across(parts.allgatherAcross, size / p), ...inside(parts.allgatherInside, size)];
    case 'broadcast':
      return [
        ...atHome(directScatter, size),
        ...across(treeBroadcast, size / p),
        ...inside(parts.allgatherInside, size),
      ];
    case 'scatter':
      return [...atHome(directScatter, size), ...across(binomialScatter, size / p)];
    case 'alltoall':
      return [...inside(directAll, size), ...across(directAll, size)];
    case 'barrier':
      return [...inside(disseminationBarrier, 0), ...across(disseminationBarrier, 0)];
    default:
      return [];
  }
}
