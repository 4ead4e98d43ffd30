// A template to its flat graph: every instance stamped by offset, parallel links of one medium added up, what `without`
// takes out left out. Runs in time proportional to devices and links; no names, no strings.
import type { DeviceType, LinkType } from '../semantics/hardware.ts';
import type { Connection, Template } from '../semantics/template.ts';
import type { Selection } from '../semantics/values.ts';
import type { Graph, Medium } from './graph.ts';
import { linkUses } from './use.ts';

/** `without`: supposed absent for this question, beside what the template itself leaves out. */
export function buildGraph(template: Template, without?: Selection): Graph {
  const stamp = new Stamp(template);
  if (without) stamp.takeOut(without);
  return stamp.graph();
}

/** Device, link and medium tables while they are filled. */
class Stamp {
  readonly #template: Template;
  readonly #types: DeviceType[] = [];
  readonly #typeIndex = new Map<DeviceType, number>();
  readonly #type: Uint16Array;
  readonly #present: Uint8Array;
  readonly #host: Int32Array;
  #hosts = 0;
  readonly #media: Medium[] = [];
  readonly #mediumIndex = new Map<LinkType | undefined, number>();
  readonly #links: LinkList;
  /** Links (or lanes) to take out between two devices, by `pairKey`; Infinity: all. */
  readonly #missing = new Map<number, number>();

  constructor(template: Template) {
    this.#template = template;
    this.#type = new Uint16Array(template.deviceCount);
    this.#present = new Uint8Array(template.deviceCount).fill(1);
    this.#host = new Int32Array(template.deviceCount);
    this.#links = new LinkList(pairsIn(template, new Map()));
    this.#place(template, 0, template.of === 'node' ? this.#hosts++ : -1);
  }

  /** Instances of `template` from device `offset` on; `host` -1: not inside a node. */
  #place(template: Template, offset: number, host: number): void {
    for (const part of template.parts)
      for (let place = 0; place < part.count; place++) {
        const first = offset + part.first + place * part.stride;
        if (part.type.sort === 'device') {
          this.#type[first] = this.#typeOf(part.type);
          this.#host[first] = host < 0 ? this.#hosts++ : host;
        } else this.#place(part.type, first, part.type.of === 'node' && host < 0 ? this.#hosts++ : host);
      }
    for (const connection of template.connections) this.#connect(connection, offset);
    for (const { devices, links } of template.absences) {
      for (const device of devices) this.#present[offset + device] = 0;
      for (const { a, b, count } of links) this.#miss(offset + a, offset + b, count);
    }
  }

  #typeOf(type: DeviceType): number {
    let index = this.#typeIndex.get(type);
    if (index === undefined) {
      index = this.#types.push(type) - 1;
      this.#typeIndex.set(type, index);
    }
    return index;
  }

  #connect(connection: Connection, offset: number): void {
    const { medium } = connection;
    let index = this.#mediumIndex.get(medium);
    if (index === undefined) {
      const named = medium ? { name: medium.name, family: medium.family, type: medium } : { name: '', family: '' };
      index = this.#media.push(named) - 1;
      this.#mediumIndex.set(medium, index);
    }
    this.#links.push(connection, offset, index);
  }

  #miss(a: number, b: number, count = Number.POSITIVE_INFINITY): void {
    const key = this.#pairKey(a, b);
    this.#missing.set(key, (this.#missing.get(key) ?? 0) + count);
  }

  #pairKey(a: number, b: number): number {
    return Math.min(a, b) * this.#template.deviceCount + Math.max(a, b);
  }

  takeOut({ places, cables }: Selection): void {
    for (const { first, devices } of places) this.#present.fill(0, first, first + devices);
    for (const { a, b, count } of cables) this.#miss(a, b, count);
  }

  graph(): Graph {
    const isSwitch = this.#types.map(({ kind }) => kind === 'switch');
    const ends = (a: number, b: number): number => Number(!isSwitch[this.#type[a]]) + Number(!isSwitch[this.#type[b]]);
    const merged = this.#links.merge(this.#template.deviceCount, ends, (a, b, count) => {
      if (this.#present[a] === 0 || this.#present[b] === 0) return 0;
      if (this.#missing.size === 0) return count;
      const key = this.#pairKey(a, b);
      const missing = this.#missing.get(key) ?? 0;
      if (missing > 0) this.#missing.set(key, Math.max(0, missing - count));
      return Math.max(0, count - missing);
    });
    const bare = {
      template: this.#template,
      deviceCount: this.#template.deviceCount,
      types: this.#types,
      type: this.#type,
      present: this.#present,
      host: this.#host,
      hostCount: this.#hosts,
      media: this.#media,
      ...merged,
    };
    return { ...bare, linkUse: linkUses(bare), ...arcsOf(bare), ranks: ranksOf(bare) };
  }
}

type Tables = Pick<
  Graph,
  | 'linkCount'
  | 'linkA'
  | 'linkB'
  | 'linkMedium'
  | 'linkCounts'
  | 'linkDirected'
  | 'linkRate'
  | 'linkEffectiveRate'
  | 'linkLatency'
>;

/** Pairs that all connections in a template join, with those of its parts. */
function pairsIn(template: Template, known: Map<Template, number>): number {
  let pairs = known.get(template);
  if (pairs === undefined) {
    pairs = template.connections.reduce((sum, { a }) => sum + a.length, 0);
    for (const { type, count } of template.parts) if (type.sort === 'template') pairs += count * pairsIn(type, known);
    known.set(template, pairs);
  }
  return pairs;
}

/** Links as they are stamped. */
class LinkList {
  readonly #a: Int32Array;
  readonly #b: Int32Array;
  /** Number of the connection in `#made`. */
  readonly #of: Int32Array;
  #count = 0;
  readonly #made: { readonly connection: Connection; readonly medium: number }[] = [];
  readonly #madeIndex = new Map<Connection, number>();

  /** Room for `links`. */
  constructor(links: number) {
    this.#a = new Int32Array(links);
    this.#b = new Int32Array(links);
    this.#of = new Int32Array(links);
  }

  /** All pairs of a connection, shifted by `offset`. */
  push(connection: Connection, offset: number, medium: number): void {
    const { a, b } = connection;
    let of = this.#madeIndex.get(connection);
    if (of === undefined) {
      of = this.#made.push({ connection, medium }) - 1;
      this.#madeIndex.set(connection, of);
    }
    let at = this.#count;
    for (let i = 0; i < a.length; i++, at++) {
      this.#a[at] = offset + a[i];
      this.#b[at] = offset + b[i];
    }
    this.#of.fill(of, this.#count, at);
    this.#count = at;
  }

  /**
   * One link for all of one medium, latency and direction between the same two devices. `left` says how many of a
   * connection's links are left between two devices; 0 leaves it out. `ends`: how many of the two are no switch.
   */
  merge(
    devices: number,
    ends: (a: number, b: number) => number,
    left: (a: number, b: number, count: number) => number,
  ): Tables {
    const [as, bs, ofs, made, total] = [this.#a, this.#b, this.#of, this.#made, this.#count];
    const order = this.#byFirstDevice(devices);
    const kept = new Int32Array(total);
    const count = new Float64Array(total);
    const rate = new Float64Array(total);
    const effective = new Float64Array(total);
    // The links kept so far from the device at hand, by the device at their other end: the newest, then `before`.
    const newest = new Int32Array(devices).fill(-1);
    const before = new Int32Array(total);
    let links = 0;
    let from = -1;
    let first = 0;
    for (let o = 0; o < total; o++) {
      const i = order[o];
      const low = Math.min(as[i], bs[i]);
      const high = Math.max(as[i], bs[i]);
      if (low !== from) {
        for (let k = first; k < links; k++) newest[Math.max(as[kept[k]], bs[kept[k]])] = -1;
        from = low;
        first = links;
      }
      const of = made[ofs[i]].connection;
      const remains = left(as[i], bs[i], of.count);
      if (remains <= 0) continue;
      const share = remains / of.count;
      let k = newest[high];
      while (k >= 0 && !this.#alike(kept[k], i)) k = before[k];
      if (k < 0) {
        k = links++;
        kept[k] = i;
        before[k] = newest[high];
        newest[high] = k;
      }
      count[k] += remains;
      rate[k] += of.rate * share;
      effective[k] += of.effectiveRate * share;
    }
    // Of links that are all kept there is nothing to cut off.
    const cut = (table: Float64Array): Float64Array => (links === total ? table : table.slice(0, links));
    return {
      ...this.#ends(kept, links, ends),
      linkCounts: cut(count),
      linkRate: cut(rate),
      linkEffectiveRate: cut(effective),
    };
  }

  /** What a link has of the first connection that it is made of. */
  #ends(
    kept: Int32Array,
    linkCount: number,
    ends: (a: number, b: number) => number,
  ): Omit<Tables, 'linkCounts' | 'linkRate' | 'linkEffectiveRate'> {
    const [linkA, linkB] = [new Int32Array(linkCount), new Int32Array(linkCount)];
    const linkMedium = new Uint16Array(linkCount);
    const linkDirected = new Uint8Array(linkCount);
    const linkLatency = new Float64Array(linkCount);
    for (let k = 0; k < linkCount; k++) {
      const i = kept[k];
      const { connection, medium } = this.#made[this.#of[i]];
      linkA[k] = this.#a[i];
      linkB[k] = this.#b[i];
      linkMedium[k] = medium;
      linkDirected[k] = connection.directed ? 1 : 0;
      const overhead = connection.medium?.overhead ?? 0;
      linkLatency[k] = connection.latency + (overhead > 0 ? overhead * ends(linkA[k], linkB[k]) : 0);
    }
    return { linkCount, linkA, linkB, linkMedium, linkDirected, linkLatency };
  }

  #alike(i: number, j: number): boolean {
    const [one, other] = [this.#made[this.#of[i]], this.#made[this.#of[j]]];
    return (
      one.medium === other.medium &&
      one.connection.latency === other.connection.latency &&
      one.connection.directed === other.connection.directed &&
      (!one.connection.directed || this.#a[i] === this.#a[j])
    );
  }

  /** Link numbers by their lower device; those of one device in the order they were made. */
  #byFirstDevice(devices: number): Int32Array {
    const [as, bs] = [this.#a, this.#b];
    const start = new Int32Array(devices + 1);
    for (let i = 0; i < this.#count; i++) start[Math.min(as[i], bs[i]) + 1]++;
    for (let d = 0; d < devices; d++) start[d + 1] += start[d];
    const order = new Int32Array(this.#count);
    for (let i = 0; i < this.#count; i++) order[start[Math.min(as[i], bs[i])]++] = i;
    return order;
  }
}

function arcsOf(graph: Pick<Graph, 'deviceCount' | 'linkCount' | 'linkA' | 'linkB' | 'linkDirected'>): {
  arcStart: Int32Array;
  arcOut: Int32Array;
} {
  const { deviceCount, linkCount, linkA, linkB, linkDirected } = graph;
  const arcStart = new Int32Array(deviceCount + 1);
  for (let k = 0; k < linkCount; k++) {
    arcStart[linkA[k] + 1]++;
    if (linkDirected[k] === 0) arcStart[linkB[k] + 1]++;
  }
  for (let d = 0; d < deviceCount; d++) arcStart[d + 1] += arcStart[d];
  const at = arcStart.slice();
  const arcOut = new Int32Array(arcStart[deviceCount]);
  for (let k = 0; k < linkCount; k++) {
    arcOut[at[linkA[k]]++] = 2 * k;
    if (linkDirected[k] === 0) arcOut[at[linkB[k]]++] = 2 * k + 1;
  }
  return { arcStart, arcOut };
}

/** Present GPUs in order of declaration; the CPUs where there is no GPU. */
function ranksOf({
  deviceCount,
  types,
  type,
  present,
}: Pick<Graph, 'deviceCount' | 'types' | 'type' | 'present'>): Int32Array {
  const of = (kind: 'gpu' | 'cpu'): Int32Array => {
    const found: number[] = [];
    for (let d = 0; d < deviceCount; d++) if (present[d] === 1 && types[type[d]].kind === kind) found.push(d);
    return Int32Array.from(found);
  };
  const gpus = of('gpu');
  return gpus.length > 0 ? gpus : of('cpu');
}
