// What runs at once, added up where that is exact before any arc is touched: by pair of seats inside hosts, by rank in and
// out of them, by switch through tiers. Hosts in which the same is sent are worked out once. What fits none of these lies on
// the arcs themselves, and then all else that runs with it is laid there too.
import { Climbs } from './climbs.ts';
import type { Graph } from './graph.ts';
import { Busiest, type Busy, busiest, hair, paceAt, paceOf } from './pace.ts';
import type { Local, Seats, Side } from './seats.ts';

/** Different traffics of alike hosts that are kept to compare with. */
const mostLikenesses = 8;

/** Bytes in one host by place in its list of arcs, and the busiest of them. */
interface Likeness {
  readonly host: number;
  readonly bytes: Float64Array;
  readonly place: number;
  readonly seconds: number;
}

/** Bytes of a step, or of several. */
export class Page {
  readonly #seats: Seats | undefined;
  readonly #graph: Graph;
  /** By rank. */
  readonly out: Float64Array;
  readonly into: Float64Array;
  /** By pair of seats of a host; in use only for hosts that are marked. */
  #pairs: Float64Array | undefined;
  readonly #paired: Uint8Array;
  /** By pair of seats, the same in all hosts of a model. */
  readonly #models = new Map<number, Float64Array>();
  readonly #touched: Uint8Array;
  /** Hosts that anything is sent in or out of, the first `#count` of these. */
  readonly #hosts: Int32Array;
  #count = 0;
  readonly climbs: Climbs | undefined;
  #arcs: Float64Array | undefined;
  #onArcs = false;

  constructor(graph: Graph, seats: Seats | undefined) {
    this.#graph = graph;
    this.#seats = seats;
    const ranks = seats ? graph.ranks.length : 0;
    this.out = new Float64Array(ranks);
    this.into = new Float64Array(ranks);
    this.#touched = new Uint8Array(seats ? graph.hostCount : 0);
    this.#paired = new Uint8Array(this.#touched.length);
    this.#hosts = new Int32Array(this.#touched.length);
    this.climbs = seats?.tiers && new Climbs(seats.tiers);
  }

  touch(host: number): void {
    if (this.#touched[host] === 1) return;
    this.#touched[host] = 1;
    this.#hosts[this.#count++] = host;
  }

  /** By pair of seats, in one host; `pair` is its place among those of all hosts. */
  addPair(host: number, pair: number, bytes: number): void {
    this.touch(host);
    this.#pairs ??= new Float64Array(this.#seats?.pairs ?? 0);
    this.#pairs[pair] += bytes;
    this.#paired[host] = 1;
  }

  /** By pair of seats, for all hosts of a model. */
  model(model: number): Float64Array {
    let pairs = this.#models.get(model);
    if (!pairs) {
      pairs = new Float64Array((this.#seats?.seats(model) ?? 0) ** 2);
      this.#models.set(model, pairs);
    }
    // One of them shows what all carry at least.
    this.touch(model);
    return pairs;
  }

  arcs(): Float64Array {
    this.#arcs ??= new Float64Array(2 * this.#graph.linkCount);
    this.#onArcs = true;
    return this.#arcs;
  }

  clear(): void {
    this.#clearSums();
    if (this.#onArcs) this.#arcs?.fill(0);
    this.#onArcs = false;
  }

  #clearSums(): void {
    const seats = this.#seats;
    if (!seats) return;
    for (let i = 0; i < this.#count; i++) {
      const host = this.#hosts[i];
      this.#touched[host] = 0;
      if (this.#paired[host] === 0) continue;
      this.#paired[host] = 0;
      const start = seats.pairStart[host];
      this.#pairs?.fill(0, start, start + seats.seats(host) ** 2);
    }
    this.out.fill(0);
    this.into.fill(0);
    this.#count = 0;
    this.#models.clear();
    this.climbs?.clear();
  }

  /** All that another page says, `times` times. */
  addAll(other: Page, times: number): void {
    const seats = this.#seats;
    if (seats)
      for (let i = 0; i < other.#count; i++) {
        const host = other.#hosts[i];
        this.touch(host);
        if (other.#pairs && other.#paired[host] === 1) this.#addPairs(seats, other.#pairs, host, times);
      }
    for (let rank = 0; rank < this.out.length; rank++) {
      this.out[rank] += times * other.out[rank];
      this.into[rank] += times * other.into[rank];
    }
    for (const [model, pairs] of other.#models) {
      const own = this.model(model);
      for (let i = 0; i < pairs.length; i++) own[i] += times * pairs[i];
    }
    if (other.climbs) this.climbs?.addAll(other.climbs, times);
    if (!other.#onArcs || !other.#arcs) return;
    const [own, arcs] = [this.arcs(), other.#arcs];
    for (let arc = 0; arc < arcs.length; arc++) own[arc] += times * arcs[arc];
  }

  #addPairs(seats: Seats, pairs: Float64Array, host: number, times: number): void {
    this.#pairs ??= new Float64Array(seats.pairs);
    this.#paired[host] = 1;
    const own = this.#pairs;
    const start = seats.pairStart[host];
    const end = start + seats.seats(host) ** 2;
    for (let at = start; at < end; at++) own[at] += times * pairs[at];
  }

  /** Whether anything lies on arcs outright. */
  get onArcs(): boolean {
    return this.#onArcs;
  }

  busiest(): Busy {
    if (this.#onArcs) return busiest(this.#flatten(), paceOf(this.#graph));
    const found = new Busiest();
    const seats = this.#seats;
    if (!seats) return found;
    this.climbs?.tell(found);
    this.#eachHost(seats, (host, { host: alike, place, seconds }) => {
      // Of hosts that carry the same the first has the first arcs.
      if (place >= 0 && (host <= alike || seconds > found.seconds)) found.tell(seats.hosts.arcs(host)[place], seconds);
    });
    tellCables(found, seats.up, this.out);
    tellCables(found, seats.down, this.into);
    return found;
  }

  /** Bytes by arc, of everything. */
  lay(): Float64Array {
    const load = this.#onArcs && this.#arcs ? this.#arcs.slice() : new Float64Array(2 * this.#graph.linkCount);
    this.#layAll(load);
    return load;
  }

  /** Everything that is added up, moved to the arcs. */
  #flatten(): Float64Array {
    const arcs = this.arcs();
    this.#layAll(arcs);
    this.#clearSums();
    return arcs;
  }

  #layAll(load: Float64Array): void {
    this.climbs?.lay(load);
    const seats = this.#seats;
    if (!seats) return;
    this.#eachHost(seats, (host, { bytes }) => {
      putAll(bytes, seats.hosts.arcs(host), load);
    });
    layCables(seats.up, this.out, load);
    layCables(seats.down, this.into, load);
    for (const [model, pairs] of this.#models) this.#layModel(seats, model, pairs, load);
  }

  /** What all hosts of a model carry, on those that nothing else has touched. */
  #layModel(seats: Seats, model: number, pairs: Float64Array, load: Float64Array): void {
    const bytes = new Float64Array(seats.hosts.arcs(model).length);
    putPairs(seats, model, pairs, 0, bytes);
    for (let host = 0; host < this.#touched.length; host++)
      if (this.#touched[host] === 0 && seats.model[host] === model) putAll(bytes, seats.hosts.arcs(host), load);
  }

  /** What each touched host carries, in order. */
  #eachHost(seats: Seats, each: (host: number, likeness: Likeness) => void): void {
    const known: Likeness[] = [];
    let last: Likeness | undefined;
    for (let i = 0; i < this.#count; i++) {
      const host = this.#hosts[i];
      if (!last || !this.#carryAlike(seats, host, last.host))
        last = known.find((other) => this.#carryAlike(seats, host, other.host));
      if (!last) {
        last = this.#likeness(seats, host);
        if (known.length === mostLikenesses) known.pop();
        known.unshift(last);
      }
      each(host, last);
    }
  }

  #carryAlike({ model, first, pairStart }: Seats, one: number, other: number): boolean {
    if (model[one] !== model[other]) return false;
    const [a, b, count] = [first[one], first[other], first[one + 1] - first[one]];
    const { out, into } = this;
    for (let i = 0; i < count; i++) if (out[a + i] !== out[b + i] || into[a + i] !== into[b + i]) return false;
    const [p, q, pairs] = [pairStart[one], pairStart[other], this.#pairs];
    if (!pairs || (this.#paired[one] === 0 && this.#paired[other] === 0)) return true;
    for (let i = 0; i < count * count; i++) if (pairs[p + i] !== pairs[q + i]) return false;
    return true;
  }

  #likeness(seats: Seats, host: number): Likeness {
    const arcs = seats.hosts.arcs(host);
    const bytes = new Float64Array(arcs.length);
    const all = this.#models.get(seats.model[host]);
    if (all) putPairs(seats, host, all, 0, bytes);
    if (this.#pairs && this.#paired[host] === 1) putPairs(seats, host, this.#pairs, seats.pairStart[host], bytes);
    for (let rank = seats.first[host]; rank < seats.first[host + 1]; rank++) {
      if (this.out[rank] > 0) putLocal(seats.inners[seats.up.inner[rank]], this.out[rank], bytes);
      if (this.into[rank] > 0) putLocal(seats.inners[seats.down.inner[rank]], this.into[rank], bytes);
    }
    const found = new Busiest();
    for (let place = 0; place < arcs.length; place++)
      if (bytes[place] > 0) found.tell(place, bytes[place] * paceAt(this.#graph, arcs[place]));
    return { host, bytes, place: found.arc, seconds: found.seconds };
  }
}

/** `sent`: bytes by rank. */
function tellCables(found: Busiest, { cable, pace, leader }: Side, sent: Float64Array): void {
  const bytes = leader ? new Float64Array(sent.length) : sent;
  if (leader) for (let rank = 0; rank < sent.length; rank++) bytes[leader[rank]] += sent[rank];
  // Most carry the same: of these only the first is told.
  let [least, most] = [found.seconds * (1 - hair), found.seconds * (1 + hair)];
  for (let rank = 0; rank < bytes.length; rank++) {
    const seconds = bytes[rank] * pace[rank];
    if (seconds <= least || (seconds <= most && cable[rank] >= found.arc)) continue;
    found.tell(cable[rank], seconds);
    least = found.seconds * (1 - hair);
    most = found.seconds * (1 + hair);
  }
}

function layCables({ cable }: Side, bytes: Float64Array, load: Float64Array): void {
  for (let rank = 0; rank < bytes.length; rank++) if (bytes[rank] > 0) load[cable[rank]] += bytes[rank];
}

function putPairs(seats: Seats, host: number, pairs: Float64Array, start: number, bytes: Float64Array): void {
  const count = seats.seats(host);
  for (let from = 0, at = start; from < count; from++)
    for (let to = 0; to < count; to++, at++) if (pairs[at] > 0) putLocal(seats.local(host, from, to), pairs[at], bytes);
}

function putLocal(local: Local | undefined, sent: number, bytes: Float64Array): void {
  if (!local) return;
  const { places, shares } = local;
  for (let i = 0; i < places.length; i++) bytes[places[i]] += sent * shares[i];
}

function putAll(bytes: Float64Array, arcs: Int32Array, load: Float64Array): void {
  for (let i = 0; i < arcs.length; i++) load[arcs[i]] += bytes[i];
}
