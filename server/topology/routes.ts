// How traffic runs from one device to another: the best class of way that exists, in NCCL's order, and on it all equal
// ways at once. Between boards it leaves over the ranks' own NICs, which keeps rails; a NIC on another rail is reached
// over the spines. Where these do not join the rails, traffic crosses NVLink first, to the GPU whose NIC is on the right one
// (NCCL's PXN), else it leaves over whichever NIC of the board gets there.
import { distance, type Exit, Exits } from './exits.ts';
import { Fabric } from './fabric.ts';
import { deviceKind, deviceType, type Graph } from './graph.ts';
import { Hosts } from './hosts.ts';
import { Inside } from './inside.ts';
import { Lanes, put, putPlaces } from './lanes.ts';
import { Ledger } from './ledger.ts';
import { ScaleUp } from './scaleup.ts';
import { Seats } from './seats.ts';
import { type Course, courseOf, inRow, noWay, Reach, scramble, sideBySide, type Way, wholeWay } from './ways.ts';

/** NCCL's names, best first. LOC: the same device. */
export type PathClass = 'LOC' | 'NVL' | 'NVB' | 'C2C' | 'PIX' | 'PXB' | 'P2C' | 'PXN' | 'PHB' | 'SYS' | 'NET';

/** How traffic from one device to another runs: arcs and the share (0..1] of the flow on each. */
export interface Route extends Way {
  readonly class: PathClass;
}

export interface Router {
  readonly graph: Graph;
  /** Undefined where there is no way. */
  route(from: number, to: number): Route | undefined;
  /**
   * Adds `bytes` sent from `from` to `to` to `load` (bytes by arc) and returns the latency of the way in seconds;
   * -1 where there is none. What crosses the network may be in it only after `finish`.
   */
  addFlow(from: number, to: number, bytes: number, load: Float64Array): number;
  /** Completes `load` after the last flow of it; flows for one load are not mixed with another's. */
  finish(load: Float64Array): void;
  /** An empty one; flows that are added to it are not laid one by one. */
  ledger(): Ledger;
  /** See `Layer`. */
  each?(devices: Int32Array): ((bytes: number, load: Float64Array) => number) | undefined;
  /** The switch where all of a rank's traffic enters the network and leaves it; undefined where it has none, or several. */
  entry(rank: number): number | undefined;
}

export interface RouterOptions {
  /** `ecmp`: equal ways share the load; `hashed`: each flow takes one of them. */
  readonly routing: 'ecmp' | 'hashed';
}

export function makeRouter(graph: Graph, { routing = 'ecmp' }: Partial<RouterOptions> = {}): Router {
  return new Routes(graph, routing === 'hashed');
}

/** Arcs of all ways that are kept; more are worked out again each time. */
const mostKept = 4_000_000;

interface Found {
  readonly class: PathClass;
  readonly course: Course;
}

/** A way inside a host: places in its list of arcs. */
interface Local extends Omit<Route, 'arcs'> {
  readonly places: Int32Array;
}

/** A GPU that passes on, and the way to it inside the host. */
interface Relay {
  readonly peer: number;
  readonly local: Local;
  /** Seconds to it and through it. */
  readonly latency: number;
}

class Routes implements Router {
  readonly graph: Graph;
  readonly #hashed: boolean;
  readonly #scaleUp: ScaleUp;
  readonly #inside: Inside;
  readonly #exits: Exits;
  readonly #fabric: Fabric;
  readonly #lanes: Lanes;
  readonly #hosts: Hosts;
  #seats: Seats | undefined;
  readonly #locals = new Map<number, Local | null>();
  /** By the sender and the switch where the receiver hangs. */
  readonly #relayed = new Map<number, readonly Relay[] | null>();
  readonly #kept = new Map<number, Found | null>();
  #keptArcs = 0;

  constructor(graph: Graph, hashed: boolean) {
    this.graph = graph;
    this.#hashed = hashed;
    this.#scaleUp = new ScaleUp(graph);
    this.#inside = new Inside(graph);
    this.#exits = new Exits(graph, this.#inside);
    this.#fabric = new Fabric(graph);
    this.#hosts = new Hosts(graph);
    this.#lanes = new Lanes(graph, this.#exits, this.#fabric, this.#hosts);
  }

  route(from: number, to: number): Route | undefined {
    const local = this.#local(from, to);
    if (local) {
      const { places, ...rest } = local;
      const inside = this.#hosts.arcs(this.graph.host[from]);
      return { ...rest, arcs: places.map((place) => inside[place]) };
    }
    const found = this.#course(from, to);
    return found && { ...wholeWay(found.course), class: found.class };
  }

  addFlow(from: number, to: number, bytes: number, load: Float64Array): number {
    const local = this.#local(from, to);
    if (local) {
      putPlaces(local, this.#hosts.arcs(this.graph.host[from]), bytes, load);
      return local.latency;
    }
    if (!this.#hashed && !this.#scaleUp.joined(from, to) && !this.#inside.joined(from, to)) {
      const latency = this.#lanes.add(from, to, bytes, load);
      if (latency >= 0) return latency;
      const peers = this.#relays(from, to);
      if (peers) return this.#addRelayed(from, peers, to, bytes, load);
    }
    const found = this.#course(from, to);
    if (!found) return -1;
    for (const { way, part } of found.course.pieces) put(way, bytes * part, load);
    return found.course.latency;
  }

  finish(load: Float64Array): void {
    this.#lanes.finish(load);
  }

  each(devices: Int32Array): ((bytes: number, load: Float64Array) => number) | undefined {
    if (this.#hashed || devices.length < 2 || this.#isApart(devices)) return undefined;
    return (bytes, load) => this.#addEach(devices, bytes, load);
  }

  /** Whether some of these devices have other ways to each other than scale-up links. */
  #isApart(devices: Int32Array): boolean {
    const hosts = new Set<number>();
    for (const device of devices) {
      if (this.graph.present[device] === 0 || !this.#scaleUp.joined(devices[0], device)) return true;
      hosts.add(this.graph.host[device]);
      if (this.#inside.joined(devices[0], device) && device !== devices[0]) return true;
      if (this.#exits.of(device).length > 0) return true;
    }
    return hosts.size < devices.length;
  }

  /** As `#find` would route each pair: over what forwards, over one GPU in between, over any. */
  #addEach(devices: Int32Array, bytes: number, load: Float64Array): number {
    const { direct, any } = this.#scaleUp.sinks();
    let longest = 0;
    for (const to of devices) {
      direct.turnTo(to);
      any.turnTo(to);
      const [straight, round]: [number[], number[]] = [[], []];
      for (const from of devices) {
        if (from === to) continue;
        if (direct.hops(from) >= 0) straight.push(from);
        else if (any.hops(from) === 2) {
          const late = this.addFlow(from, to, bytes, load);
          if (late < 0) return -1;
          longest = Math.max(longest, late);
        } else if (any.hops(from) < 0) return -1;
        else round.push(from);
      }
      for (const from of straight) direct.add(from, bytes);
      for (const from of round) any.add(from, bytes);
      longest = Math.max(longest, direct.pour(straight, load), any.pour(round, load));
    }
    return longest;
  }

  entry(rank: number): number | undefined {
    const lane = this.#lanes.has(rank, 'up') ? this.#lanes.entry(rank) : undefined;
    if (lane !== undefined) return lane;
    const cables = this.#exits.of(rank).flatMap(({ port }) => this.#fabric.outsOf(port));
    const [first] = cables;
    return first && this.#fabric.passes(first.at) && cables.every(({ at }) => at === first.at) ? first.at : undefined;
  }

  ledger(): Ledger {
    if (this.#hashed) return new Ledger(this);
    this.#seats ??= new Seats({
      graph: this.graph,
      hosts: this.#hosts,
      lanes: this.#lanes,
      local: (from, to) => this.#local(from, to),
      plane: (device) => this.#fabric.plane(device),
      isAlone: (device) => this.#fabric.isAlone(device),
      relays: (from, to) => (this.#hosts.isClosed(this.graph.host[from]) ? this.#relays(from, to) : undefined),
    });
    return new Ledger(this, this.#seats);
  }

  #addRelayed(from: number, peers: readonly Relay[], to: number, bytes: number, load: Float64Array): number {
    let slowest = 0;
    const inside = this.#hosts.arcs(this.graph.host[from]);
    const each = bytes / peers.length;
    for (const { peer, local, latency } of peers) {
      putPlaces(local, inside, each, load);
      const onward = this.#lanes.add(peer, to, each, load);
      slowest = Math.max(slowest, latency + onward);
    }
    return slowest;
  }

  /**
   * The peers of `#overPeers` where both halves of the way are of the fast kind; the same for all ranks behind one switch.
   * Undefined where they are not, or where there are none.
   */
  #relays(from: number, to: number): readonly Relay[] | undefined {
    const at = this.#lanes.entry(to);
    if (at === undefined) return undefined;
    const key = from * this.graph.deviceCount + at;
    let relays = this.#relayed.get(key);
    if (relays === undefined) {
      relays = this.#findRelays(from, to) ?? null;
      this.#relayed.set(key, relays);
    }
    return relays ?? undefined;
  }

  #findRelays(from: number, to: number): readonly Relay[] | undefined {
    const own = this.#lanes.has(from, 'up') ? this.#lanes.hops(from, to) : this.#overNetwork(from, to);
    if (own !== undefined) return undefined;
    const found: { relay: Relay; hops: number }[] = [];
    const shift = this.#hosts.shift(this.graph.host[from]);
    for (const alike of this.#scaleUp.peers(from + shift)) {
      const peer = alike - shift;
      if (!this.#lanes.has(peer, 'up')) {
        if (this.#overNetwork(peer, to)) return undefined;
        continue;
      }
      const onward = this.#lanes.hops(peer, to);
      if (onward === undefined) continue;
      const local = this.#local(from, peer);
      if (!local) return undefined;
      const latency = local.latency + deviceType(this.graph, peer).latency;
      found.push({ relay: { peer, local, latency }, hops: local.hops + onward });
    }
    const fewest = found.reduce((least, { hops }) => Math.min(least, hops), Number.POSITIVE_INFINITY);
    const best = found.filter(({ hops }) => hops === fewest).map(({ relay }) => relay);
    return best.length > 0 ? best : undefined;
  }

  /** A way that stays in a host, worked out once for all hosts that are alike. */
  #local(from: number, to: number): Local | undefined {
    const host = this.graph.host[from];
    if (this.#hashed || host !== this.graph.host[to] || from === to) return undefined;
    const shift = this.#hosts.shift(host);
    const key = (from + shift) * this.graph.deviceCount + to + shift;
    let local = this.#locals.get(key);
    if (local === undefined) {
      local = this.#findLocal(from + shift, to + shift) ?? null;
      this.#locals.set(key, local);
    }
    return local ?? undefined;
  }

  #findLocal(from: number, to: number): Local | undefined {
    const found = this.#find(from, to);
    if (!found) return undefined;
    const { arcs, shares, latency, hops } = wholeWay(found.course);
    const places = this.#hosts.places(this.graph.host[from], arcs);
    return places && { class: found.class, places, shares, latency, hops };
  }

  #course(from: number, to: number): Found | undefined {
    const key = from * this.graph.deviceCount + to;
    let found = this.#kept.get(key);
    if (found === undefined) {
      found = this.#find(from, to) ?? null;
      this.#keptArcs += 1 + (found?.course.pieces.reduce((sum, { way }) => sum + way.arcs.length, 0) ?? 0);
      if (this.#keptArcs > mostKept) {
        this.#kept.clear();
        this.#keptArcs = 0;
      }
      this.#kept.set(key, found);
    }
    return found ?? undefined;
  }

  #find(from: number, to: number): Found | undefined {
    if (this.graph.present[from] === 0 || this.graph.present[to] === 0) return undefined;
    if (from === to) return { class: 'LOC', course: courseOf(noWay) };
    const choice = this.#hashed ? scramble(from, to) : undefined;
    const near = this.#scaleUp.joined(from, to);
    const direct = near ? this.#scaleUp.direct(from, to, choice) : undefined;
    if (direct) return { class: 'NVL', course: courseOf(direct) };
    const over = near ? this.#scaleUp.overOne(from, to, choice) : undefined;
    if (over) return { class: 'NVB', course: courseOf(over) };
    const inside = this.#inside.way(from, to);
    if (inside) return { class: inside.class, course: courseOf(inside.way) };
    const net = this.#overNetwork(from, to, choice);
    if (net) return { class: 'NET', course: net };
    const peer = this.#overPeers(from, to, choice);
    if (peer) return { class: 'PXN', course: peer };
    const relayed = near ? this.#scaleUp.overAny(from, to, choice) : undefined;
    if (relayed) return { class: 'NVB', course: courseOf(relayed) };
    const far = this.#overAnyPort(from, to, choice);
    if (far) return { class: 'NET', course: far };
    const any = this.#anyWay(from, to, choice);
    return any && { class: 'NET', course: courseOf(any) };
  }

  /** Out over the sender's NICs, in over the receiver's; several NICs share evenly, the i-th with the i-th. */
  #overNetwork(from: number, to: number, choice?: number): Course | undefined {
    const outs = this.#exits.of(from);
    const ins = this.#exits.of(to);
    const pairs = outs.length === 0 || ins.length === 0 ? 0 : Math.max(outs.length, ins.length);
    const courses: { course: Course; part: number }[] = [];
    for (let i = 0; i < pairs; i++) {
      const course = this.#fromPortToPort(from, outs[i % outs.length], ins[i % ins.length], to, choice);
      if (!course) return undefined;
      courses.push({ course, part: 1 / pairs });
    }
    return pairs === 0 ? undefined : sideBySide(courses);
  }

  /** A NIC sends nothing to itself over the switch it hangs on. */
  #fromPortToPort(from: number, out: Exit, into: Exit, to: number, choice?: number): Course | undefined {
    if (out.port === into.port) return undefined;
    const net = this.#fabric.course(out.port, into.port, choice);
    const ports = this.#through(out.port, from) + this.#through(into.port, to);
    return net && inRow([courseOf(out.out), net, courseOf(into.back)], ports);
  }

  /** Over the GPUs that scale-up links join to the sender, as far as their NICs reach; equal ones share. */
  #overPeers(from: number, to: number, choice?: number): Course | undefined {
    const found: Course[] = [];
    for (const peer of this.#scaleUp.peers(from)) {
      const net = this.#overNetwork(peer, to, choice);
      const first = net && this.#scaleUp.direct(from, peer, choice);
      if (first) found.push(inRow([courseOf(first), net], deviceType(this.graph, peer).latency));
    }
    return shared(found, choice);
  }

  /** Over any NICs of the two boards; the nearest that get there share. */
  #overAnyPort(from: number, to: number, choice?: number): Course | undefined {
    let nearest = Number.POSITIVE_INFINITY;
    let found: Course[] = [];
    for (const out of this.#exits.all(from))
      for (const into of this.#exits.all(to)) {
        const away = distance(out) + distance(into);
        const course = away > nearest ? undefined : this.#fromPortToPort(from, out, into, to, choice);
        if (!course) continue;
        if (away < nearest) found = [];
        nearest = away;
        found.push(course);
      }
    return shared(found, choice);
  }

  /** A NIC between its host and the network delays what passes; a rank that is its own port does not. */
  #through(port: number, rank: number): number {
    return port === rank ? 0 : deviceType(this.graph, port).latency;
  }

  /** For ends of which one is no rank (a switch inside a node): over switches and CPUs of any sort. */
  #anyWay(from: number, to: number, choice?: number): Way | undefined {
    const passes = (device: number): boolean =>
      deviceType(this.graph, device).forwards && deviceKind(this.graph, device) !== 'nic';
    return new Reach(this.graph, from, { allows: () => true, passes }).wayTo(to, choice);
  }
}

/** Those with the fewest hops, evenly. */
function shared(courses: readonly Course[], choice?: number): Course | undefined {
  const fewest = courses.reduce((least, { hops }) => Math.min(least, hops), Number.POSITIVE_INFINITY);
  const best = courses.filter(({ hops }) => hops === fewest);
  if (best.length === 0) return undefined;
  if (choice !== undefined) return best[choice % best.length];
  return sideBySide(best.map((course) => ({ course, part: 1 / best.length })));
}
