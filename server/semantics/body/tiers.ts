// The tiers of a fabric as its template has it: hosts with ranks, the switches that are one link away from them, two, …
// The same rule as the question `oversubscription` goes by, on what is planned: of what is absent only its own load is missing.
import { type Connection, deviceAt, type Template } from '../template.ts';
import { root } from './reach.ts';
import { eachConnection, eachInside, type Whole } from './whole.ts';

export interface Switch {
  readonly device: number;
  /** Bytes/s that can come from the ranks' side, and that can go up, line rates. */
  readonly below: number;
  readonly above: number;
  /** What lays the first of its links upwards, and the template that holds the statement; undefined where it has no upper side. */
  readonly up?: { readonly connection: Connection; readonly by: Template };
  /** Whether some host cannot be reached without going up: a spine below which all leaves lie may have a link to storage. */
  readonly needed: boolean;
}

export interface Tiers {
  /** 0: hosts that hold ranks; n: switches outside nodes that are n links away from these; -1: anything else. */
  readonly tier: Int32Array;
  /** The switches outside nodes that hosts reach, by number. */
  readonly switches: readonly Switch[];
}

export function tiersOf(template: Template, { types, ranks }: Whole): Tiers {
  const { tier, rises } = hostsOf(template, types, ranks);
  const links = outerLinks(template, rises);
  rise(tier, links, rises);
  const below = new Float64Array(types.length);
  const above = new Float64Array(types.length);
  const up = new Int32Array(types.length).fill(-1);
  const lift = (from: number, to: number, link: number) => {
    if (tier[from] < 0 || tier[to] <= tier[from]) return;
    const { rate } = links.from[links.of[link]].connection;
    if (types[from]) below[to] += rate;
    above[from] += rate;
    if (up[from] < 0) up[from] = links.of[link];
  };
  for (let link = 0; link < links.a.length; link++) {
    lift(links.a[link], links.b[link], link);
    if (!links.from[links.of[link]].connection.directed) lift(links.b[link], links.a[link], link);
  }
  const needed = needUp(tier, links);
  const found: Switch[] = [];
  for (let device = 0; device < types.length; device++) {
    if (tier[device] <= 0) continue;
    const rates = { device, below: below[device], above: above[device], needed: needed[device] === 1 };
    found.push(up[device] < 0 ? rates : { ...rates, up: links.from[up[device]] });
  }
  return { tier, switches: found };
}

/** 1 for switches from which not every link of a host is reached by switches of their own tier and lower ones. */
function needUp(tier: Int32Array, { a, b }: Links): Uint8Array {
  const parent = new Int32Array(tier.length);
  for (let device = 0; device < tier.length; device++) parent[device] = device;
  const low = (link: number) => Math.min(tier[a[link]], tier[b[link]]);
  const high = (link: number) => Math.max(tier[a[link]], tier[b[link]]);
  const hosts = new Int32Array(tier.length);
  let all = 0;
  for (let link = 0; link < a.length; link++) {
    if (low(link) !== 0 || high(link) === 0) continue;
    hosts[tier[a[link]] > 0 ? a[link] : b[link]]++;
    all++;
  }
  const switches = byLevel(tier.length, (device) => tier[device]);
  const joins = byLevel(a.length, (link) => (low(link) > 0 ? high(link) : 0));
  const needed = new Uint8Array(tier.length);
  switches.forEach((devices, level) => {
    for (const link of joins.get(level) ?? []) {
      const [one, other] = [root(parent, a[link]), root(parent, b[link])];
      if (one === other) continue;
      parent[one] = other;
      hosts[other] += hosts[one];
    }
    for (const device of devices) if (hosts[root(parent, device)] < all) needed[device] = 1;
  });
  return needed;
}

/** The numbers up to `count` by their level, the lowest first; those of level 0 and below are left out. */
function byLevel(count: number, levelOf: (k: number) => number): Map<number, number[]> {
  const levels = new Map<number, number[]>();
  for (let k = 0; k < count; k++) {
    const level = levelOf(k);
    if (level <= 0) continue;
    const known = levels.get(level);
    if (known) known.push(k);
    else levels.set(level, [k]);
  }
  return new Map([...levels].sort(([one], [other]) => one - other));
}

interface Links {
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** Of each link the number of its connection in `from`. */
  readonly of: Int32Array;
  readonly from: readonly { readonly connection: Connection; readonly by: Template }[];
}

/** The links that lie in no node and end at a switch there. */
function outerLinks(template: Template, rises: Uint8Array): Links {
  let count = 0;
  eachConnection(template, 0, false, ({ a, b }, offset) => {
    for (let k = 0; k < a.length; k++) count += rises[offset + a[k]] | rises[offset + b[k]];
  });
  const [a, b, of] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  const from: { connection: Connection; by: Template }[] = [];
  let at = 0;
  eachConnection(template, 0, false, (connection, offset, by) => {
    for (let k = 0; k < connection.a.length; k++) {
      const [one, other] = [offset + connection.a[k], offset + connection.b[k]];
      if ((rises[one] | rises[other]) === 0) continue;
      a[at] = one;
      b[at] = other;
      of[at++] = from.length;
    }
    from.push({ connection, by });
  });
  return { a, b, of, from };
}

/** Tier 0 for all of a host that holds ranks, -1 for the rest; and 1 in `rises` for switches that are a host of their own. */
function hostsOf(template: Template, types: Whole['types'], ranks: readonly number[]) {
  const tier = new Int32Array(types.length).fill(-1);
  const rises = new Uint8Array(types.length);
  for (const rank of ranks) tier[rank] = 0;
  // Absent switches keep their tier: what is planned is judged.
  for (let device = 0; device < types.length; device++)
    if ((types[device] ?? deviceAt(template, device)).kind === 'switch') rises[device] = 1;
  const visit = (type: Template, at: number): void => {
    if (type.of === 'cluster') {
      eachInside(type, at, visit);
      return;
    }
    const end = at + type.deviceCount;
    if (type.deviceCount > 1) rises.fill(0, at, end);
    if (tier.subarray(at, end).includes(0)) tier.fill(0, at, end);
  };
  visit(template, 0);
  return { tier, rises };
}

/** Gives every device that may have one the tier above the lowest it is joined to. */
function rise(tier: Int32Array, { a, b }: Links, rises: Uint8Array): void {
  const start = new Int32Array(tier.length + 1);
  for (let link = 0; link < a.length; link++) {
    start[a[link] + 1]++;
    start[b[link] + 1]++;
  }
  for (let device = 0; device < tier.length; device++) start[device + 1] += start[device];
  const next = new Int32Array(2 * a.length);
  const at = start.slice();
  for (let link = 0; link < a.length; link++) {
    next[at[a[link]]++] = b[link];
    next[at[b[link]]++] = a[link];
  }
  const queue = new Int32Array(tier.length);
  let end = 0;
  for (let device = 0; device < tier.length; device++)
    if (tier[device] === 0 && start[device] < start[device + 1]) queue[end++] = device;
  for (let head = 0; head < end; head++)
    for (let k = start[queue[head]]; k < start[queue[head] + 1]; k++) {
      if (tier[next[k]] >= 0 || rises[next[k]] === 0) continue;
      tier[next[k]] = tier[queue[head]] + 1;
      queue[end++] = next[k];
    }
}
