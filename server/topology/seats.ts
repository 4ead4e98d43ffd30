// Where ranks sit in their hosts, and what is known of ways between seats: ways inside hosts that are alike are one, and a
// rank that enters the network over one cable has a switch there. What is not known here is routed flow by flow.
import { arcFrom, arcTo, deviceType, type Graph } from './graph.ts';
import type { Hosts } from './hosts.ts';
import type { Lanes } from './lanes.ts';
import { paceAt } from './pace.ts';
import type { Tiers } from './tiers.ts';

/** A way by places in a list of arcs of the host, with shares; seconds. */
export interface Local {
  readonly places: Int32Array;
  readonly shares: Float64Array;
  readonly latency: number;
}

/** By rank its only way out of its host, or into it. */
export interface Side {
  /** An arc; -1 where a rank has several ways, or none, or where its host is joined to others by more than the network. */
  readonly cable: Int32Array;
  /** Seconds a byte on the cable. */
  readonly pace: Float64Array;
  /** Number of the switch at its other end, among such switches. */
  readonly door: Int32Array;
  /** Number of that switch in `tiers`; -1: it has none. */
  readonly tiered: Int32Array;
  /** Seconds to that switch, whose own delay is left out. */
  readonly latency: Float64Array;
  /** Number in `inners`: between rank and cable. */
  readonly inner: Int32Array;
  /** Where ranks share cables: the first rank on the same one. */
  leader: Int32Array | undefined;
}

/** Switches at which ranks enter and leave the network. */
interface Doors {
  readonly devices: number[];
  /** Seconds. */
  readonly delay: number[];
  /** Number in `tiers`; -1: none. */
  readonly tiered: number[];
  /** A number for all switches that network links join. */
  readonly plane: number[];
  /** Whether traffic between it and all others of its plane that are so may be added up. */
  readonly even: boolean[];
}

export interface Relay {
  /** A device. */
  readonly peer: number;
  readonly latency: number;
}

/** What ways are asked of: a router's own parts. */
export interface Ways {
  readonly graph: Graph;
  readonly hosts: Hosts;
  readonly lanes: Lanes;
  /** A way that stays in a host. */
  readonly local: (from: number, to: number) => Local | undefined;
  /** A number for all switches that network links join with this one. */
  readonly plane: (device: number) => number;
  /** Whether network links join it with no other switch. */
  readonly isAlone: (device: number) => boolean;
  /** Ranks of the sender's host, a closed one, that have a lane to the receiver and pass on evenly what the sender cannot send. */
  readonly relays: (from: number, to: number) => readonly Relay[] | undefined;
}

/** Seats of a host between which ways are told by pair. */
const mostSeats = 32;
/** In `late`. */
const unknown = Number.NaN;
const none = -1;

export class Seats {
  readonly graph: Graph;
  readonly hosts: Hosts;
  readonly tiers: Tiers | undefined;
  /** Number among all ranks, by device; -1: no rank. */
  readonly number: Int32Array;
  /** By rank. */
  readonly host: Int32Array;
  /** The first rank of each host, and one more for the end: the ranks of a host follow each other. */
  readonly first: Int32Array;
  readonly model: Int32Array;
  /** Where a host's table of pairs of seats begins, one row a sender; as long a row as it has seats. -1: it has none. */
  readonly pairStart: Int32Array;
  readonly pairs: number;
  readonly up: Side;
  readonly down: Side;
  readonly inners: readonly Local[];
  readonly doors: Doors = { devices: [], delay: [], tiered: [], plane: [], even: [] };
  readonly #ways: Ways;
  /** By device; -1: none yet. */
  readonly #doorOf: Int32Array;
  /** Seconds by pair of seats, a table a model, and where that of a host's model begins. */
  readonly #late: Float64Array;
  readonly #lateStart: Int32Array;
  readonly #locals = new Map<number, Local>();
  readonly #hostsOf = new Map<number, number>();
  #numbered: Numbered | undefined;
  /** By tier at which it turns, then by door: seconds from its entry to the other end, the delay there left out. */
  readonly #climb: readonly (number | undefined)[][];

  constructor(ways: Ways) {
    const { graph, hosts, lanes } = ways;
    this.graph = graph;
    this.#ways = ways;
    this.hosts = hosts;
    this.tiers = lanes.tiers;
    this.inners = lanes.inners;
    this.#doorOf = new Int32Array(graph.deviceCount).fill(-1);
    this.number = new Int32Array(graph.deviceCount).fill(-1);
    this.host = new Int32Array(graph.ranks.length);
    this.first = new Int32Array(graph.hostCount + 1);
    for (let rank = 0; rank < graph.ranks.length; rank++) {
      this.number[graph.ranks[rank]] = rank;
      this.host[rank] = graph.host[graph.ranks[rank]];
      this.first[this.host[rank] + 1]++;
    }
    for (let h = 0; h < graph.hostCount; h++) this.first[h + 1] += this.first[h];
    this.model = new Int32Array(graph.hostCount);
    this.pairStart = new Int32Array(graph.hostCount).fill(-1);
    this.pairs = 0;
    for (let h = 0; h < graph.hostCount; h++) {
      const seats = this.seats(h);
      this.model[h] = seats === 0 ? h : hosts.model(h);
      if (seats < 2 || seats > mostSeats) continue;
      this.pairStart[h] = this.pairs;
      this.pairs += seats ** 2;
    }
    this.#lateStart = new Int32Array(graph.hostCount).fill(-1);
    let tables = 0;
    for (let h = 0; h < graph.hostCount; h++) {
      if (this.pairStart[h] < 0) continue;
      const model = this.model[h];
      if (this.#lateStart[model] < 0) {
        this.#lateStart[model] = tables;
        tables += this.seats(model) ** 2;
      }
      this.#lateStart[h] = this.#lateStart[model];
    }
    this.#late = new Float64Array(tables).fill(unknown);
    this.up = this.#side('up');
    this.down = this.#side('down');
    this.#climb = Array.from({ length: (this.tiers?.top ?? -1) + 1 }, () => []);
  }

  /** The number of each device among all ranks, or of those that a place picks; of the last devices asked for all are kept. */
  numbersOf(devices: Int32Array, place?: ArrayLike<number>): Int32Array {
    if (this.#numbered?.devices !== devices)
      this.#numbered = { devices, numbers: devices.map((device) => this.number[device]), at: new WeakMap() };
    const { numbers, at } = this.#numbered;
    if (!place) return numbers;
    const known = at.get(place) ?? picked(numbers, place);
    at.set(place, known);
    return known;
  }

  seats(host: number): number {
    return this.first[host + 1] - this.first[host];
  }

  /** Hosts that a model stands for. */
  hostsOf(model: number): number {
    if (this.#hostsOf.size === 0) for (const of of this.model) this.#hostsOf.set(of, (this.#hostsOf.get(of) ?? 0) + 1);
    return this.#hostsOf.get(model) ?? 0;
  }

  /** Seconds between two seats of a host with a table; -1 where the way leaves it, or there is none. */
  late(host: number, from: number, to: number): number {
    const pair = this.#pair(host, from, to);
    const late = this.#late[pair];
    return Number.isNaN(late) ? this.#find(host, from, to) : late;
  }

  /** Between two seats of a host with a table. */
  local(host: number, from: number, to: number): Local | undefined {
    return this.late(host, from, to) < 0 ? undefined : this.#locals.get(this.#pair(host, from, to));
  }

  #pair(host: number, from: number, to: number): number {
    return this.#lateStart[host] + from * this.seats(host) + to;
  }

  #find(host: number, from: number, to: number): number {
    const pair = this.#pair(host, from, to);
    const first = this.first[this.model[host]];
    const { ranks } = this.graph;
    const found = from === to ? undefined : this.#ways.local(ranks[first + from], ranks[first + to]);
    this.#late[pair] = found ? found.latency : none;
    if (found) this.#locals.set(pair, found);
    return this.#late[pair];
  }

  #side(way: 'up' | 'down'): Side {
    const { graph, lanes, hosts } = this.#ways;
    const count = graph.ranks.length;
    const side: Side = {
      cable: new Int32Array(count).fill(-1),
      pace: new Float64Array(count),
      door: new Int32Array(count).fill(-1),
      tiered: new Int32Array(count).fill(-1),
      latency: new Float64Array(count),
      inner: new Int32Array(count),
      leader: undefined,
    };
    const known = lanes.side(way);
    for (let rank = 0; rank < count; rank++) {
      const device = graph.ranks[rank];
      if (!hosts.isClosed(this.host[rank]) || !lanes.has(device, way)) continue;
      const cable = known.cable[device];
      const inner = known.inner[device];
      side.cable[rank] = cable;
      side.pace[rank] = paceAt(graph, cable);
      const door = this.#door(way === 'up' ? arcTo(graph, cable) : arcFrom(graph, cable));
      side.door[rank] = door;
      side.tiered[rank] = this.doors.tiered[door];
      side.latency[rank] = lanes.inners[inner].latency + graph.linkLatency[cable >> 1];
      side.inner[rank] = inner;
    }
    side.leader = leadersOf(side.cable, this.host);
    return side;
  }

  #door(device: number): number {
    const known = this.#doorOf[device];
    if (known >= 0) return known;
    const door = this.doors.devices.push(device) - 1;
    this.#doorOf[device] = door;
    this.doors.delay.push(deviceType(this.graph, device).latency);
    const tiered = this.tiers?.number[device] ?? -1;
    this.doors.tiered.push(tiered);
    this.doors.plane.push(this.#ways.plane(device));
    this.doors.even.push(tiered >= 0 ? this.tiers?.isEven(tiered) === true : this.#ways.isAlone(device));
    return door;
  }

  relays(from: number, to: number): readonly Relay[] | undefined {
    const { ranks } = this.graph;
    return this.#ways.relays(ranks[from], ranks[to]);
  }

  /** Seconds from door to door, the delays of both in it; they turn at `tier`. 1: they are the same one. */
  climb(from: number, to: number, tier: number): number {
    if (tier === 1) return this.doors.delay[from];
    const known = this.#climb[tier];
    let seconds = known[from];
    if (seconds === undefined) {
      seconds = (this.tiers?.latency(this.doors.tiered[from], tier) ?? 0) + this.doors.delay[from];
      known[from] = seconds;
    }
    return seconds + this.doors.delay[to];
  }
}

interface Numbered {
  readonly devices: Int32Array;
  readonly numbers: Int32Array;
  readonly at: WeakMap<ArrayLike<number>, Int32Array>;
}

function picked(numbers: Int32Array, place: ArrayLike<number>): Int32Array {
  const found = new Int32Array(place.length);
  for (let r = 0; r < found.length; r++) found[r] = numbers[place[r]];
  return found;
}

/** By rank the first of its host on the same cable; undefined where all have one of their own. Ranks of a host follow each other. */
function leadersOf(cable: Int32Array, host: Int32Array): Int32Array | undefined {
  const leader = new Int32Array(cable.length);
  let shared = false;
  for (let rank = 0, first = 0; rank < cable.length; rank++) {
    if (host[rank] !== host[first]) first = rank;
    leader[rank] = rank;
    for (let other = first; other < rank && cable[rank] >= 0; other++)
      if (cable[other] === cable[rank]) {
        leader[rank] = other;
        shared = true;
        break;
      }
  }
  return shared ? leader : undefined;
}
