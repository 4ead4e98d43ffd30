// Ports: which entries of a device serve a link, and how many lanes of them are taken, across a template and its parents.
// Instances of one template use the same ports; a parent takes from what is left (rules 1 to 4 of "Ports" in docs/language.md).
import { capacity, type LinkType, laneRate, lanesOf, type PortEntry } from '../hardware.ts';
import { deviceAt, partOf, type Template } from '../template.ts';
import { hintBothWays } from './bothways.ts';
import type { Joined } from './connect.ts';
import { checkFit, refuseCount } from './portfaults.ts';
import type { BodyScope } from './scope.ts';
import { Scratch } from './scratch.ts';

/** One entry of a device's ports at one place, in the entry's own count: links, or lanes where its link has a width. */
export interface PortState {
  readonly entry: PortEntry;
  readonly used: number;
  readonly free: number;
}

/** What a device of a template has by port entry, with all that the template and its parts take; empty where any link is taken. */
export function portsOf(template: Template, device: number): PortState[] {
  const lanes = lanesUsed(template, device);
  return (deviceAt(template, device).ports ?? []).map((entry, k) => {
    const used = (lanes[k] ?? 0) / lanesOf(entry.link);
    return { entry, used, free: entry.count - used };
  });
}

/** Entries that serve a link, by number, the slowest first (rules 1 and 2). */
export function serving(ports: readonly PortEntry[], link: LinkType): readonly number[] {
  let known = served.get(ports);
  if (!known) {
    known = new Map();
    served.set(ports, known);
  }
  let found = known.get(link);
  if (!found) {
    const rate = laneRate(link) * (1 - 1e-9);
    const serves = ({ link: port }: PortEntry) =>
      port.family === link.family && laneRate(port) >= rate && (link.width !== undefined || port.lanes >= link.lanes);
    found = ports.flatMap((entry, k) => (serves(entry) ? [k] : []));
    found.sort((one, other) => laneRate(ports[one].link) - laneRate(ports[other].link));
    known.set(link, found);
  }
  return found;
}

const served = new WeakMap<readonly PortEntry[], Map<LinkType, number[]>>();

/** Lanes taken of the devices that a template's own connections (or its base's) touch, by entry. */
class Taken {
  /** Where the lanes of a device begin in `lanes`; -1 where it is untouched here. */
  readonly start: Int32Array | number[];
  readonly lanes: number[] = [];

  constructor(devices: number) {
    // A small typed array is several objects.
    this.start = devices > 256 ? new Int32Array(devices).fill(-1) : new Array<number>(devices).fill(-1);
  }
}

const taken = new WeakMap<Template, Taken>();
const bases = new WeakMap<Template, Template>();

/** The template a template builds on; undefined where it has no base, or was made by hand. */
export const builtOn = (template: Template): Template | undefined => bases.get(template);

/** Lanes in use by entry, all levels together. */
function lanesUsed(template: Template, device: number): number[] {
  let at = template;
  let local = device;
  for (;;) {
    const own = taken.get(at);
    const start = own ? own.start[local] : -1;
    const part = partOf(at, local);
    if (own && start >= 0) return own.lanes.slice(start, start + (deviceAt(at, local).ports?.length ?? 0));
    const base = bases.get(at);
    if (base && local < base.deviceCount) at = base;
    else if (part.type.sort === 'device') return [];
    else {
      local = (local - part.first) % part.stride;
      at = part.type;
    }
  }
}

/** Takes the ports for all that a template's own statements join, in their order, and reports what does not fit. */
export function takePorts(
  template: Template,
  base: Template | undefined,
  joined: readonly Joined[],
  scope: BodyScope,
): void {
  const own = new Taken(template.deviceCount);
  taken.set(template, own);
  if (base) bases.set(template, base);
  const takers: Joined[] = [];
  for (const each of joined) {
    hintBothWays(each, scope);
    if (!each.medium.link || !checkFit(each, scope)) continue;
    takeOne(template, own, each, takers, scope);
    takers.push(each);
  }
}

function takeOne(template: Template, own: Taken, joined: Joined, takers: readonly Joined[], scope: BodyScope): void {
  const { connection, medium, ends } = joined;
  const { link } = medium;
  if (!link) return;
  const { a, b } = connection;
  const first = lowest(a, b);
  const counts = countLinks(a, b, first);
  const each = link.width === undefined ? link.lanes : medium.count;
  const links = link.width === undefined ? medium.count : 1;
  let told = false;
  for (const end of [ends.a, ends.b]) {
    const devices = end === ends.a ? a : b;
    const ports = end.device.ports;
    if (!ports) continue;
    const entries = serving(ports, link);
    let short: number | undefined;
    for (const device of devices) {
      const wanted = counts[device - first] * links;
      if (wanted === 0) continue;
      counts[device - first] = 0;
      const start = open(template, own, device, ports.length);
      if (take(own.lanes, start, ports, entries, wanted, each) > 0) short ??= device;
    }
    // Of a mesh, whose ends are the same devices, one end is told.
    if (short === undefined || (end === ends.b && ends.a.parts.at(-1) === ends.b.parts.at(-1) && told)) continue;
    told = true;
    const before = lanesBefore(template, short, ports);
    refuseCount(template, short, end, joined, { takers, before, entries }, scope);
  }
}

function lowest(a: Int32Array, b: Int32Array): number {
  let first = Number.POSITIVE_INFINITY;
  for (let k = 0; k < a.length; k++) first = Math.min(first, a[k], b[k]);
  return first;
}

const ended = new Scratch();

/** How many links of a statement end at each device, from the lowest device number on. */
function countLinks(a: Int32Array, b: Int32Array, first: number): Int32Array {
  let last = first - 1;
  for (let k = 0; k < a.length; k++) last = Math.max(last, a[k], b[k]);
  const counts = ended.take(a.length === 0 ? 0 : last - first + 1, 0);
  for (let k = 0; k < a.length; k++) {
    counts[a[k] - first]++;
    counts[b[k] - first]++;
  }
  return counts;
}

const untaken: readonly number[] = [];

/** Where a device's lanes stand, taken over from its own template (or the base) at the first touch. */
function open(template: Template, own: Taken, device: number, entries: number): number {
  const known = own.start[device];
  if (known >= 0) return known;
  const isNew = !bases.has(template) && partOf(template, device).type.sort === 'device';
  const inside = isNew ? untaken : lanesUsed(template, device);
  const start = own.lanes.length;
  for (let k = 0; k < entries; k++) own.lanes.push(inside[k] ?? 0);
  own.start[device] = start;
  return start;
}

/** Takes `wanted` links of `each` lanes, entry by entry; how many found no place. */
function take(
  lanes: number[],
  start: number,
  ports: readonly PortEntry[],
  entries: readonly number[],
  wanted: number,
  each: number,
): number {
  let left = wanted;
  for (const k of entries) {
    const room = Math.floor((capacity(ports[k]) - lanes[start + k]) / each);
    const now = Math.min(left, Math.max(0, room));
    lanes[start + k] += now * each;
    left -= now;
  }
  return left;
}

/** Lanes by entry that were taken before the template's own statements: by its parts and its base. */
function lanesBefore(template: Template, device: number, ports: readonly PortEntry[]): number[] {
  const base = bases.get(template);
  if (base && device < base.deviceCount) return lanesUsed(base, device);
  const part = partOf(template, device);
  if (part.type.sort === 'device') return ports.map(() => 0);
  return lanesUsed(part.type, (device - part.first) % part.stride);
}
