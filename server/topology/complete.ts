// Every rank sends the same to every other: too many flows to add one by one, and not needed. A rank's part is counted: how
// many there are at its switch, in its pod, beyond. Pairs that are not as even as that are added one by one.
import type { Page } from './page.ts';
import type { Seats } from './seats.ts';

/** What is added one by one where counting would be wrong: seconds, -1 where there is no way. */
export type AddOne = (from: number, to: number) => number;

/** Ranks that send into a plane of the network, and ranks that it leads to. */
interface Plane {
  /** Ranks that enter here, with how many send over each, and seconds to its switch, the slowest of these. */
  readonly senders: { readonly rank: number; readonly flows: number; readonly latency: number }[];
  readonly receivers: number[];
}

/** Pairs that are added one by one at most. */
const mostSingles = 20_000_000;

const crowds = new WeakMap<Seats, { readonly ranks: Int32Array; readonly crowd: Crowd }>();

/** Ranks by number, each once; undefined where too many pairs of them would have to be added one by one. The last is kept. */
export function crowdOf(seats: Seats, ranks: Int32Array): Crowd | undefined {
  let known = crowds.get(seats);
  if (!known || known.ranks.length !== ranks.length || !known.ranks.every((rank, i) => rank === ranks[i])) {
    known = { ranks, crowd: new Crowd(seats, ranks) };
    crowds.set(seats, known);
  }
  return known.crowd.singles > mostSingles ? undefined : known.crowd;
}

/** Adds `bytes` from each of a crowd to each other. The longest latency in seconds; -1 where some pair has no way. */
export function addComplete(crowd: Crowd, page: Page, bytes: number, addOne: AddOne): number {
  const singles = crowd.addSingles(addOne);
  if (singles < 0) return -1;
  const inside = crowd.addInside(page, bytes, addOne);
  if (inside < 0) return -1;
  let longest = Math.max(singles, inside);
  for (const plane of crowd.planes.values())
    longest = Math.max(longest, new Rounds(crowd.seats, crowd, plane).add(page, bytes));
  return longest;
}

/** Who takes part, and who of them can be counted. */
export class Crowd {
  readonly seats: Seats;
  /** By host, its ranks that take part. */
  readonly hosts = new Map<number, number[]>();
  readonly planes = new Map<number, Plane>();
  readonly #count: number;
  /** Ranks whose flows are all added one by one, as they enter or leave the network in several places, or in an uneven one. */
  readonly #odd: number[] = [];
  readonly #isOdd: Uint8Array;
  /** Of others the planes they reach over none or several ranks of their host: those flows go one by one. */
  readonly #apart: { readonly from: number; readonly plane: number }[] = [];
  /** Three numbers each: the rank, the one of its host that passes on, the plane. */
  readonly #relayed: number[] = [];
  /** By host, then plane. */
  readonly #receivers = new Map<number, Map<number, number[]>>();
  /** By model and two of its seats: seconds over the second to its switch; -1 where it does not pass on. */
  readonly #approaches = new Map<number, number>();

  constructor(seats: Seats, ranks: Int32Array) {
    this.seats = seats;
    this.#count = ranks.length;
    this.#isOdd = new Uint8Array(seats.host.length);
    for (const rank of ranks) {
      const known = this.hosts.get(seats.host[rank]);
      if (known) known.push(rank);
      else this.hosts.set(seats.host[rank], [rank]);
      if (this.#isEven(rank)) this.#receive(rank);
      else {
        this.#odd.push(rank);
        this.#isOdd[rank] = 1;
      }
    }
    for (const [host, own] of this.hosts) this.#findSenders(host, own);
  }

  #isEven(rank: number): boolean {
    const { up, down, doors } = this.seats;
    const door = up.door[rank];
    return door >= 0 && door === down.door[rank] && doors.even[door];
  }

  #receive(rank: number): void {
    const { up, doors, host } = this.seats;
    const number = doors.plane[up.door[rank]];
    const plane = this.planes.get(number) ?? { senders: [], receivers: [] };
    this.planes.set(number, plane);
    plane.receivers.push(rank);
    const own = this.#receivers.get(host[rank]) ?? new Map<number, number[]>();
    this.#receivers.set(host[rank], own);
    const known = own.get(number);
    if (known) known.push(rank);
    else own.set(number, [rank]);
  }

  /** For each plane over which ranks of its host the ranks of one send. */
  #findSenders(host: number, own: readonly number[]): void {
    const { first, up, doors } = this.seats;
    const even = own.filter((rank) => this.#isOdd[rank] === 0);
    for (const [number, plane] of this.planes) {
      const over: number[] = [];
      for (let rank = first[host]; rank < first[host + 1]; rank++)
        if (up.door[rank] >= 0 && doors.plane[up.door[rank]] === number) over.push(rank);
      const target = plane.receivers.find((rank) => this.seats.host[rank] !== host);
      if (target === undefined) continue;
      const senders = new Map<number, { flows: number; latency: number }>();
      for (const rank of even) {
        const home = over.includes(rank);
        const late = home ? up.latency[rank] : over.length === 1 ? this.#approach(host, rank, over[0], target) : -1;
        if (late < 0) {
          this.#apart.push({ from: rank, plane: number });
          continue;
        }
        const entry = home ? rank : over[0];
        if (!home) this.#relayed.push(rank, entry, number);
        const known = senders.get(entry) ?? { flows: 0, latency: 0 };
        known.flows++;
        known.latency = Math.max(known.latency, late);
        senders.set(entry, known);
      }
      for (const [rank, sent] of senders) plane.senders.push({ rank, ...sent });
    }
  }

  /** Seconds from a rank to the switch at which another of its host enters; -1 where that one does not pass on alone. */
  #approach(host: number, rank: number, entry: number, target: number): number {
    if (!this.#isEven(entry)) return -1;
    const [first, count] = [this.seats.first[host], this.seats.seats(host)];
    const key = (this.seats.model[host] * count + rank - first) * count + entry - first;
    let late = this.#approaches.get(key);
    if (late === undefined) {
      const [only, ...others] = this.seats.pairStart[host] < 0 ? [] : (this.seats.relays(rank, target) ?? []);
      late =
        only && others.length === 0 && this.seats.number[only.peer] === entry
          ? only.latency + this.seats.up.latency[entry]
          : -1;
      this.#approaches.set(key, late);
    }
    return late;
  }

  /** Pairs that are added one by one. */
  get singles(): number {
    const aside = this.#apart.reduce((sum, { plane }) => sum + (this.planes.get(plane)?.receivers.length ?? 0), 0);
    return 2 * this.#odd.length * this.#count + aside;
  }

  addSingles(addOne: AddOne): number {
    let longest = 0;
    const add = (from: number, to: number): boolean => {
      const late = this.seats.host[from] === this.seats.host[to] ? 0 : addOne(from, to);
      longest = Math.max(longest, late);
      return late >= 0;
    };
    for (const own of this.hosts.values())
      for (const rank of own)
        for (const odd of this.#odd) {
          if (!add(odd, rank)) return -1;
          if (this.#isOdd[rank] === 0 && !add(rank, odd)) return -1;
        }
    for (const { from, plane } of this.#apart)
      for (const to of this.planes.get(plane)?.receivers ?? []) if (!add(from, to)) return -1;
    return longest;
  }

  /** Inside hosts, from each to each and to those that pass on. */
  addInside(page: Page, bytes: number, addOne: AddOne): number {
    const seats = this.seats;
    let longest = 0;
    for (const [host, own] of this.hosts) {
      if (own.length > 1 && seats.pairStart[host] >= 0) page.touch(host);
      for (const from of own)
        for (const to of own) {
          if (from === to) continue;
          const late = this.#addPair(page, host, from, to, bytes) ?? addOne(from, to);
          if (late < 0) return -1;
          longest = Math.max(longest, late);
        }
    }
    for (let i = 0; i < this.#relayed.length; i += 3) {
      const [from, over, plane] = [this.#relayed[i], this.#relayed[i + 1], this.#relayed[i + 2]];
      const host = seats.host[from];
      this.#addPair(page, host, from, over, bytes * this.beyond(host, plane));
    }
    return longest;
  }

  #addPair(page: Page, host: number, from: number, to: number, bytes: number): number | undefined {
    const seats = this.seats;
    const start = seats.pairStart[host];
    const first = seats.first[host];
    const late = start < 0 ? -1 : seats.late(host, from - first, to - first);
    if (late < 0) return undefined;
    page.addPair(host, start + (from - first) * seats.seats(host) + to - first, bytes);
    return late;
  }

  /** Ranks of a plane that can be counted and are not in a host. */
  beyond(host: number, plane: number): number {
    const all = this.planes.get(plane)?.receivers.length ?? 0;
    return all - this.receiversIn(host, plane).length;
  }

  receiversIn(host: number, plane: number): readonly number[] {
    return this.#receivers.get(host)?.get(plane) ?? [];
  }
}

/** One plane: who is how far from whom, by the tier at which their traffic turns; 1 is the switch that both hang on. */
class Rounds {
  readonly #seats: Seats;
  readonly #crowd: Crowd;
  readonly #plane: Plane;
  readonly #number: number;
  readonly #top: number;

  constructor(seats: Seats, crowd: Crowd, plane: Plane) {
    this.#seats = seats;
    this.#crowd = crowd;
    this.#plane = plane;
    const [receiver] = plane.receivers;
    const door = receiver === undefined ? -1 : seats.up.door[receiver];
    this.#number = door < 0 ? -1 : seats.doors.plane[door];
    this.#top = door < 0 || seats.doors.tiered[door] < 0 ? 1 : (seats.tiers?.top ?? 1);
  }

  /** A number for all switches that links up to a tier join with a rank's own. */
  #group(door: number, tier: number): number {
    const { doors, tiers } = this.#seats;
    return tier <= 1 || !tiers ? door : tiers.joined[tier][doors.tiered[door]];
  }

  add(page: Page, bytes: number): number {
    const { up, down, host } = this.#seats;
    for (const { rank, flows } of this.#plane.senders) {
      const beyond = this.#crowd.beyond(host[rank], this.#number);
      if (beyond === 0) continue;
      page.touch(host[rank]);
      page.out[rank] += bytes * flows * beyond;
    }
    const all = this.#plane.senders.reduce((sum, { flows }) => sum + flows, 0);
    const inHost = new Map<number, number>();
    for (const { rank, flows } of this.#plane.senders) inHost.set(host[rank], (inHost.get(host[rank]) ?? 0) + flows);
    for (const rank of this.#plane.receivers) {
      page.touch(host[rank]);
      page.into[rank] += bytes * (all - (inHost.get(host[rank]) ?? 0));
    }
    for (let tier = 2; tier <= this.#top; tier++) this.#climb(page, tier, bytes);
    if (this.#top > 1) this.#takeBack(page, bytes, up.door, down.door);
    return this.#latency();
  }

  /** All that turns at a tier, ranks of one host among it. */
  #climb(page: Page, tier: number, bytes: number): void {
    const { up, down, doors } = this.#seats;
    const wide = (door: number): number => this.#group(door, tier);
    const near = (door: number): number => this.#group(door, tier - 1);
    const [sent, got] = [new Map<number, number>(), new Map<number, number>()];
    const [sentNear, gotNear] = [new Map<number, number>(), new Map<number, number>()];
    const count = (counts: Map<number, number>, group: number, more: number): void => {
      counts.set(group, (counts.get(group) ?? 0) + more);
    };
    for (const { rank, flows } of this.#plane.senders) {
      count(sent, wide(up.door[rank]), flows);
      count(sentNear, near(up.door[rank]), flows);
    }
    for (const rank of this.#plane.receivers) {
      count(got, wide(down.door[rank]), 1);
      count(gotNear, near(down.door[rank]), 1);
    }
    const between = (all: Map<number, number>, own: Map<number, number>, door: number): number =>
      (all.get(wide(door)) ?? 0) - (own.get(near(door)) ?? 0);
    for (const { rank, flows } of this.#plane.senders) {
      const door = up.door[rank];
      page.climbs?.addEnd(doors.tiered[door], tier, bytes * flows * between(got, gotNear, door), 'up');
    }
    for (const rank of this.#plane.receivers) {
      const door = down.door[rank];
      page.climbs?.addEnd(doors.tiered[door], tier, bytes * between(sent, sentNear, door), 'down');
    }
  }

  /** What ranks of one host do not send each other over the network. */
  #takeBack(page: Page, bytes: number, ups: Int32Array, downs: Int32Array): void {
    const { host, doors, tiers } = this.#seats;
    for (const { rank, flows } of this.#plane.senders)
      for (const mate of this.#crowd.receiversIn(host[rank], this.#number)) {
        const [from, to] = [ups[rank], downs[mate]];
        if (from === to || !tiers) continue;
        const turn = tiers.turn(doors.tiered[from], doors.tiered[to]);
        page.climbs?.add(doors.tiered[from], doors.tiered[to], turn, -bytes * flows);
      }
  }

  /** The longest; of hosts that differ inside it may be told of two ranks of one host that stand at different switches. */
  #latency(): number {
    const { up, down, host } = this.#seats;
    let ends: End[] = [
      ...this.#plane.senders.map(({ rank, latency }) => ({
        door: up.door[rank],
        part: host[rank],
        out: latency,
        back: -1,
      })),
      ...this.#plane.receivers.map((rank) => ({
        door: down.door[rank],
        part: host[rank],
        out: -1,
        back: down.latency[rank],
      })),
    ];
    let longest = 0;
    for (let tier = 1; tier <= this.#top; tier++) {
      const groups = new Map<number, Ends>();
      for (const end of ends) {
        const group = groups.get(this.#group(end.door, tier)) ?? new Ends(end.door);
        groups.set(this.#group(end.door, tier), group);
        group.put(end);
      }
      for (const group of groups.values()) {
        const late = group.longest();
        if (late !== undefined) longest = Math.max(longest, late + this.#through(group.door, tier));
      }
      ends = [...groups].map(([part, group]) => group.asEnd(part));
    }
    return longest;
  }

  /** Seconds between two switches of the plane, which are all alike. */
  #through(door: number, tier: number): number {
    return this.#seats.climb(door, door, tier);
  }
}

/** Seconds out of a part of the plane and back into it, the longest; -1: nobody. */
interface End {
  readonly door: number;
  readonly part: number;
  readonly out: number;
  readonly back: number;
}

/** The two slowest parts each way. */
class Ends {
  readonly door: number;
  #outs: [part: number, seconds: number][] = [];
  #backs: [part: number, seconds: number][] = [];

  constructor(door: number) {
    this.door = door;
  }

  put({ part, out, back }: End): void {
    this.#outs = slowest(this.#outs, part, out);
    this.#backs = slowest(this.#backs, part, back);
  }

  /** From one part to another; undefined where there is no other. */
  longest(): number | undefined {
    let most: number | undefined;
    for (const [from, out] of this.#outs)
      for (const [to, back] of this.#backs) if (from !== to) most = Math.max(most ?? 0, out + back);
    return most;
  }

  asEnd(part: number): End {
    return { door: this.door, part, out: this.#outs[0]?.[1] ?? -1, back: this.#backs[0]?.[1] ?? -1 };
  }
}

function slowest(known: [number, number][], part: number, seconds: number): [number, number][] {
  if (seconds < 0) return known;
  const at = known.find(([other]) => other === part);
  if (at) {
    if (at[1] >= seconds) return known;
    return slowest(
      known.filter((each) => each !== at),
      part,
      seconds,
    );
  }
  return [...known, [part, seconds] as [number, number]].sort(([, a], [, b]) => b - a).slice(0, 2);
}
