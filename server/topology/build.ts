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
  readonly #links = new LinkList();
  /** Links (or lanes) to take out between two devices, by `pairKey`; Infinity: all. */
  readonly #missing = new Map<number, number>();

  constructor(template: Template) {
    this.#template = template;
    this.#type = new Uint16Array(template.deviceCount);
    this.#present = new Uint8Array(template.deviceCount).fill(1);
    this.#host = new Int32Array(template.deviceCount);
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
    const { a, b, medium } = connection;
    let index = this.#mediumIndex.get(medium);
    if (index === undefined) {
      const named = medium ? { name: medium.name, family: medium.family, type: medium } : { name: '', family: '' };
      index = this.#media.push(named) - 1;
      this.#mediumIndex.set(medium, index);
    }
    for (let i = 0; i < a.length; i++) this.#links.push(offset + a[i], offset + b[i], index, connection);
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
    const merged = this.#links.merge(this.#template.deviceCount, (a, b, count) => {
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

/** Links as they are stamped: plain arrays that grow. */
class LinkList {
  readonly #a: number[] = [];
  readonly #b: number[] = [];
  readonly #medium: number[] = [];
  readonly #of: Connection[] = [];

  push(a: number, b: number, medium: number, of: Connection): void {
    this.#a.push(a);
    this.#b.push(b);
    this.#medium.push(medium);
    this.#of.push(of);
  }

  /**
   * One link for all of one medium, latency and direction between the same two devices. `left` says how many of a
   * connection's links are left between two devices; 0 leaves it out.
   */
  merge(devices: number, left: (a: number, b: number, count: number) => number): Tables {
    const total = this.#a.length;
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
    for (const i of order) {
      const low = Math.min(this.#a[i], this.#b[i]);
      if (low !== from) {
        for (let k = first; k < links; k++) newest[this.#high(kept[k])] = -1;
        from = low;
        first = links;
      }
      const of = this.#of[i];
      const remains = left(this.#a[i], this.#b[i], of.count);
      if (remains <= 0) continue;
      const share = remains / of.count;
      const high = this.#high(i);
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
    const pick = (of: readonly number[]): Int32Array => Int32Array.from(kept.subarray(0, links), (i) => of[i]);
    return {
      linkCount: links,
      linkA: pick(this.#a),
      linkB: pick(this.#b),
      linkMedium: Uint16Array.from(pick(this.#medium)),
      linkCounts: count.slice(0, links),
      linkDirected: Uint8Array.from(kept.subarray(0, links), (i) => (this.#of[i].directed ? 1 : 0)),
      linkRate: rate.slice(0, links),
      linkEffectiveRate: effective.slice(0, links),
      linkLatency: Float64Array.from(kept.subarray(0, links), (i) => this.#of[i].latency),
    };
  }

  #high(i: number): number {
    return Math.max(this.#a[i], this.#b[i]);
  }

  #alike(i: number, j: number): boolean {
    return (
      this.#medium[i] === this.#medium[j] &&
      this.#of[i].latency === this.#of[j].latency &&
      this.#of[i].directed === this.#of[j].directed &&
      (!this.#of[i].directed || this.#a[i] === this.#a[j])
    );
  }

  /** Link numbers by their lower device; those of one device in the order they were made. */
  #byFirstDevice(devices: number): Int32Array {
    const start = new Int32Array(devices + 1);
    for (let i = 0; i < this.#a.length; i++) start[Math.min(this.#a[i], this.#b[i]) + 1]++;
    for (let d = 0; d < devices; d++) start[d + 1] += start[d];
    const order = new Int32Array(this.#a.length);
    for (let i = 0; i < this.#a.length; i++) order[start[Math.min(this.#a[i], this.#b[i])]++] = i;
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
