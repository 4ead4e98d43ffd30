// Channels: the orders of ranks over which a ring, chain or tree splits its data, so that every NIC and every scale-up
// link can work. Several sets are proposed; the engine prices each and keeps the fastest.
import { disjointRings } from './cycles.ts';
import { gridOf } from './grid.ts';
import { gridRings } from './grid_rings.ts';
import { domainsOf, type Layout } from './layout.ts';

/** Pairs of ranks in all domains together: those of 13,888 ranks in racks of 72. */
const mostInDomains = 1_000_000;

/** One order of all ranks a channel. */
export type Channels = readonly Int32Array[];

export interface ChannelSets {
  /** The sets to try, the textbook one first. */
  readonly sets: readonly Channels[];
  /** More of them, for what goes from each rank to the next: `rings` one way and both. */
  readonly around: readonly Channels[];
  /** Rings over direct links through all ranks, no link in two of them. */
  readonly rings: Channels;
  /** The same through the ranks of a host, by their places in it, where ranks stand on several, as many on each. */
  readonly inside: Channels;
  /** How ranks stand in domains of scale-up links, where these are wider than hosts. */
  readonly domains: Layout | undefined;
}

/** No set has more than `most` channels. */
export function channelSets(layout: Layout, most = Number.POSITIVE_INFINITY): ChannelSets {
  const { ranks, groups, perHost, graph } = layout;
  const declared = inOrder(ranks.length);
  const largest = widest(layout);
  const railed = groups.length > 1 && largest > 1;
  const rings = ringsOf(layout);
  const inside =
    groups.length > 1 && perHost > 1
      ? disjointRings(
          graph,
          groups[0].map((rank) => ranks[rank]),
        )
      : [];
  const sets: Channels[] = [[declared]];
  if (railed) {
    // Rails alone use every NIC and every port of a switch both ways; only direct links inside have a second direction.
    sets.push(rails(groups, largest, (place) => place));
    const set = inside.flatMap((base) => rails(groups, largest, (place) => base[place]));
    if (set.length > 0) sets.push(set, bothWays(set));
  } else sets.push(bothWays([declared]));
  const domains = narrowDomains(layout);
  if (domains) sets.push(rails(domains.groups, widest(domains), (place) => place));
  const cut = (set: Channels): Channels => set.slice(0, most);
  const around = rings.length > 0 ? [cut(rings), cut(bothWays(rings))] : [];
  return { sets: sets.map(cut), around, rings: cut(rings), inside, domains };
}

/** 0, 1, 2, ... */
function inOrder(count: number): Int32Array {
  const order = new Int32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  return order;
}

const widest = ({ groups }: Layout): number => groups.reduce((p, group) => Math.max(p, group.length), 1);

/** As many domains as can be priced at once: inside one each rank sends to each. */
function narrowDomains(layout: Layout): Layout | undefined {
  const domains = domainsOf(layout);
  return domains && layout.ranks.length * widest(domains) <= mostInDomains ? domains : undefined;
}

function ringsOf({ graph, ranks }: Layout): Channels {
  const grid = gridOf(graph, ranks);
  const known = grid ? gridRings(grid) : [];
  return known.length > 0 ? known : disjointRings(graph, ranks);
}

/** Every order, then every order backwards. */
const bothWays = (set: Channels): Channels => [...set, ...set.map((order) => order.toReversed())];

/** A channel a rail; `base` is the order inside a host. */
function rails(groups: readonly Int32Array[], count: number, base: (place: number) => number): Channels {
  return Array.from({ length: count }, (_, c) => railOrder(groups, base, c));
}

/**
 * Channel c enters the first host at place c and leaves it at c - 1; the next host runs the other way round, so that
 * both ends of each crossing are on one rail. With an odd number of hosts the last crossing takes a third rail.
 */
function railOrder(groups: readonly Int32Array[], base: (place: number) => number, c: number): Int32Array {
  const order = new Int32Array(groups.reduce((sum, { length }) => sum + length, 0));
  let start = 0;
  for (let g = 0; g < groups.length; g++) {
    const p = groups[g].length;
    const odd = groups.length % 2 === 1 && p > 2;
    const entry = g === 0 && odd ? c + 1 : g % 2 === 0 ? c : c + p - 1;
    const exit = g === groups.length - 1 && odd ? c + 1 : g % 2 === 0 ? c + p - 1 : c;
    cross(groups[g], base, entry % p, exit % p, order, start);
    start += p;
  }
  return order;
}

/** All ranks of a host from the one at place `entry` to that at `exit`, round the circle, into `order` from `start` on. */
function cross(
  group: Int32Array,
  base: (place: number) => number,
  entry: number,
  exit: number,
  order: Int32Array,
  start: number,
): void {
  const p = group.length;
  const turn = exit === (entry + 1) % p ? p - 1 : 1;
  let at = start;
  for (let k = 0; k < p; k++) {
    const place = (entry + k * turn) % p;
    if (place !== exit) order[at++] = group[base(place)];
  }
  order[at] = group[base(exit)];
}
