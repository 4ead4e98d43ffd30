// Hierarchical: inside each host, between hosts on every rail, inside again; and so on up any nesting of groups: hosts under a
// leaf, leaves in a pod. Each rank carries its share of the data across, so all NICs work and little crosses what is narrow.
// Groups with as many ranks each; others are next door.
import { binomialScatter } from './binomial.ts';
import type { Collective } from './collective.ts';
import { directAll, directScatter } from './direct.ts';
import { disseminationBarrier } from './dissemination.ts';
import { halvingDoublingAllgather, halvingDoublingAllreduce } from './halving_doubling.ts';
import { unevenSchedules } from './hierarchical_uneven.ts';
import type { Layout } from './layout.ts';
import { type Groups, mostForAll, type Nesting, nestingsOf, partsAt, type Split } from './nestings.ts';
import { ringAllgather, ringAllreduce } from './ring.ts';
import type { MakeSchedule, Schedule, Shape } from './schedule.ts';
import { placed, powerBelow, reversed } from './schedule.ts';
import { treeBroadcast } from './tree.ts';

const isPowerOfTwo = (n: number): boolean => powerBelow(n) === n;

/** What spreads data on each level of a nesting, and what adds it up at the top. */
interface Parts {
  readonly gathers: readonly MakeSchedule[];
  readonly allreduce: MakeSchedule;
}

/** A ring each way, half of the data on each. */
const ringsInside: MakeSchedule = (shape) => {
  const forth = Int32Array.from({ length: shape.n }, (_, r) => r);
  return placed(ringAllgather({ ...shape, size: shape.size / 2 }), [forth, forth.toReversed()]);
};

const inside: readonly MakeSchedule[] = [directAll, ringsInside];
const across = [
  { gather: ringAllgather, allreduce: ringAllreduce },
  { gather: halvingDoublingAllgather, allreduce: halvingDoublingAllreduce },
];

/** Ranks times those of a group inside which each sends to each: a wider group is no first level. */
const mostPairs = 1_000_000;

const forwards: Partial<Record<Collective, Collective>> = {
  reducescatter: 'allgather',
  reduce: 'broadcast',
  gather: 'scatter',
};

/**
 * The ways to do it, each in parts, some of which several ways share; none where it does not apply. `splits`: how ranks
 * stand in groups wider than those of the layout.
 */
export function hierarchicalSchedules(
  collective: Collective,
  shape: Shape,
  { groups, perHost }: Layout,
  splits: readonly Split[] = [],
): Schedule[][] {
  if (groups.length < 2 || collective === 'sendrecv') return [];
  if (perHost === 0) return unevenSchedules(collective, shape, groups).map((schedule) => [schedule]);
  const forward = forwards[collective];
  const ground = new Ground(shape);
  return nestingsFor(collective, groups, splits).flatMap((nesting) =>
    partsFor(collective, nesting).map((parts) => {
      const spread = spreading(forward ?? collective, new Levels(ground, nesting), parts);
      return forward ? spread.map(ground.reversed).reverse() : spread;
    }),
  );
}

/** Every level carries all bytes of an alltoall once more and saves no byte anywhere: two levels do. */
function nestingsFor(collective: Collective, groups: Groups, splits: readonly Split[]): Nesting[] {
  const ranks = groups.length * groups[0].length;
  return nestingsOf(groups, splits).filter(
    (nesting) =>
      (nesting[0] === groups || nesting[0][0].length * ranks <= mostPairs) &&
      (collective !== 'alltoall' || nesting.length === 2),
  );
}

/**
 * What may run where; one way where that makes no difference. Of few ranks all combinations are tried, of many levels that are
 * alike, and none where all levels count powers of two: halving-doubling is then the same without levels, in fewer steps
 * than rings.
 */
function partsFor(collective: Collective, nesting: Nesting): Parts[] {
  if (['alltoall', 'barrier', 'scatter', 'gather'].includes(collective)) return [{ gathers: [], ...across[0] }];
  const upper = nesting.length - 1;
  let ways = across.map((each) => Array.from({ length: upper }, () => each));
  if (nesting[upper][0].length <= mostForAll) {
    ways = [[]];
    for (let level = 0; level < upper; level++) ways = ways.flatMap((way) => across.map((each) => [...way, each]));
  } else if (upper > 1 && nesting.every((_, level) => level === 0 || isPowerOfTwo(partsAt(nesting, level)))) return [];
  return inside.flatMap((first) =>
    ways.map((way) => ({ gathers: [first, ...way.map(({ gather }) => gather)], allreduce: way[upper - 1].allreduce })),
  );
}

/** What is asked for twice is made once, by the ranks it runs between. */
class Ground {
  readonly size: number;
  readonly root: number;
  readonly #places = new Map<Groups, Map<number, Int32Array[]>>();
  readonly #made = new Map<unknown, Map<string, Map<MakeSchedule | Schedule, Schedule>>>();

  constructor({ size, root }: Shape) {
    this.size = size;
    this.root = root;
  }

  /** In every group, between the parts of `lower` ranks it consists of: those at one place of each part work together. */
  places(groups: Groups, lower: number): Int32Array[] {
    const known = this.#places.get(groups) ?? new Map<number, Int32Array[]>();
    this.#places.set(groups, known);
    const places = known.get(lower) ?? groups.flatMap((group) => columns(group, lower));
    known.set(lower, places);
    return places;
  }

  readonly reversed = (schedule: Schedule): Schedule => this.once('', 'reversed', schedule, () => reversed(schedule));

  once(where: unknown, what: string, of: MakeSchedule | Schedule, make: () => Schedule): Schedule {
    const here = this.#made.get(where) ?? new Map<string, Map<MakeSchedule | Schedule, Schedule>>();
    this.#made.set(where, here);
    const made = here.get(what) ?? new Map<MakeSchedule | Schedule, Schedule>();
    here.set(what, made);
    const known = made.get(of) ?? make();
    made.set(of, known);
    return known;
  }
}

const columns = (group: Int32Array, lower: number): Int32Array[] =>
  Array.from({ length: lower }, (_, place) =>
    Int32Array.from({ length: group.length / lower }, (_, part) => group[part * lower + place]),
  );

/** The levels of a nesting, 0 the finest: level l joins parts of `parts(l)` ranks, each with its share of the data. */
class Levels {
  readonly top: number;
  readonly reversed: Ground['reversed'];
  readonly #ground: Ground;
  readonly #nesting: Nesting;

  constructor(ground: Ground, nesting: Nesting) {
    this.top = nesting.length - 1;
    this.reversed = ground.reversed;
    this.#ground = ground;
    this.#nesting = nesting;
  }

  /** In all groups of a level. */
  everywhere(level: number, make: MakeSchedule): Schedule {
    return this.#placed(level, make, 'everywhere', this.#nesting[level]);
  }

  /** The same, all bytes of every rank and not its share. */
  whole(level: number, make: MakeSchedule): Schedule {
    return this.#placed(level, make, 'whole', this.#nesting[level]);
  }

  /** In the group of a level that the root is in. */
  atHome(level: number, make: MakeSchedule): Schedule {
    const home = this.#nesting[level].filter((group) => group.includes(this.#ground.root));
    return this.#placed(level, make, 'home', home);
  }

  #placed(level: number, make: MakeSchedule, what: 'everywhere' | 'whole' | 'home', groups: Groups): Schedule {
    const { size, root } = this.#ground;
    const n = partsAt(this.#nesting, level);
    const lower = this.#nesting[level][0].length / n;
    return this.#ground.once(this.#nesting[level], `${what} ${lower}`, make, () => {
      const at = groups.find((group) => group.includes(root))?.indexOf(root) ?? 0;
      const shape = { n, size: what === 'whole' ? size : size / lower, root: Math.floor(at / lower) };
      return placed(make(shape), this.#ground.places(groups, lower));
    });
  }
}

function spreading(collective: Collective, levels: Levels, { gathers, allreduce }: Parts): Schedule[] {
  const { top } = levels;
  const all = Array.from({ length: top + 1 }, (_, level) => level);
  const below = all.slice(0, top);
  switch (collective) {
    case 'allreduce': {
      const down = below.map((level) => levels.everywhere(level, gathers[level]));
      return [...down.map(levels.reversed), levels.everywhere(top, allreduce), ...down.toReversed()];
    }
    case 'allgather':
      return all.map((level) => levels.everywhere(level, gathers[level])).reverse();
    case 'broadcast':
      return [
        ...below.map((level) => levels.atHome(level, directScatter)),
        levels.everywhere(top, treeBroadcast),
        ...below.map((level) => levels.everywhere(level, gathers[level])).reverse(),
      ];
    case 'scatter':
      return [...below.map((level) => levels.atHome(level, directScatter)), levels.everywhere(top, binomialScatter)];
    case 'alltoall':
      return all.map((level) => levels.whole(level, directAll));
    case 'barrier':
      return all.map((level) => levels.everywhere(level, disseminationBarrier));
    default:
      return [];
  }
}
