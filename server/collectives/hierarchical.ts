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

/** The ways to do it, each in parts, some of which several ways share; none where it does not apply. */
export function hierarchicalSchedules(collective: Collective, shape: Shape, layout: Layout): Schedule[][] {
  if (layout.perHost === 1 || layout.groups.length < 2 || collective === 'sendrecv') return [];
  if (layout.perHost === 0) return unevenSchedules(collective, shape, layout.groups).map((schedule) => [schedule]);
  const forward = forwards[collective];
  // The parts make no difference to an alltoall, a scatter or a barrier.
  const same = ['alltoall', 'barrier', 'scatter', 'gather'].includes(collective);
  const ground = new Ground(shape, layout);
  return (same ? variants.slice(0, 1) : variants).map((parts) =>
    forward ? spreading(forward, ground, parts).map(ground.reversed).reverse() : spreading(collective, ground, parts),
  );
}

/** p ranks a host, N hosts. What is asked for twice is made once. */
class Ground {
  readonly p: number;
  readonly size: number;
  readonly #groups: readonly Int32Array[];
  readonly #rails: readonly Int32Array[];
  readonly #root: number;
  readonly #home: number;
  readonly #made = new Map<string, Map<MakeSchedule | Schedule, Schedule>>();

  constructor({ size, root }: Shape, { groups, perHost }: Layout) {
    this.p = perHost;
    this.size = size;
    this.#groups = groups;
    this.#rails = Array.from({ length: perHost }, (_, r) => Int32Array.from(groups, (group) => group[r]));
    this.#root = root;
    this.#home = groups.findIndex((group) => group.includes(root));
  }

  /** In every host. */
  inside(make: MakeSchedule, size: number): Schedule {
    return this.#once(`inside ${size}`, make, () => placed(make({ n: this.p, size, root: 0 }), this.#groups));
  }

  /** On every rail. */
  across(make: MakeSchedule, size: number): Schedule {
    const n = this.#groups.length;
    return this.#once(`across ${size}`, make, () => placed(make({ n, size, root: this.#home }), this.#rails));
  }

  /** In the root's host. */
  atHome(make: MakeSchedule, size: number): Schedule {
    const group = this.#groups[this.#home];
    const root = group.indexOf(this.#root);
    return this.#once(`home ${size}`, make, () => placed(make({ n: this.p, size, root }), [group]));
  }

  readonly reversed = (schedule: Schedule): Schedule => this.#once('reversed', schedule, () => reversed(schedule));

  #once(what: string, of: MakeSchedule | Schedule, make: () => Schedule): Schedule {
    const made = this.#made.get(what) ?? new Map<MakeSchedule | Schedule, Schedule>();
    this.#made.set(what, made);
    const known = made.get(of) ?? make();
    made.set(of, known);
    return known;
  }
}

function spreading(collective: Collective, ground: Ground, parts: Parts): Schedule[] {
  const { size, p } = ground;
  switch (collective) {
    case 'allreduce': {
      const gather = ground.inside(parts.allgatherInside, size);
      return [ground.reversed(gather), ground.across(parts.allreduceAcross, size / p), gather];
    }
    case 'allgather':
      return [ground.across(parts.allgatherAcross, size / p), ground.inside(parts.allgatherInside, size)];
    case 'broadcast':
      return [
        ground.atHome(directScatter, size),
        ground.across(treeBroadcast, size / p),
        ground.inside(parts.allgatherInside, size),
      ];
    case 'scatter':
      return [ground.atHome(directScatter, size), ground.across(binomialScatter, size / p)];
    case 'alltoall':
      return [ground.inside(directAll, size), ground.across(directAll, size)];
    case 'barrier':
      return [ground.inside(disseminationBarrier, 0), ground.across(disseminationBarrier, 0)];
    default:
      return [];
  }
}
