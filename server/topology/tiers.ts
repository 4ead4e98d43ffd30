// A network in tiers (leaf, spine, core): what it is made of, and between which switches traffic spreads so evenly that flows
// can be added up before they are laid. Exact, not assumed: a pair of switches counts as even only where
//   (i)   every link of its network joins neighbouring tiers, so that shortest ways climb to one tier and come down again;
//   (ii)  both spread what they send over the switches of that tier in the same shares, so every climb ends above both;
//   (iii) what comes down from any switch above spreads as what goes up to it did, seen backwards.
// Other pairs are left to ways worked out one by one.
import { arcTo, deviceType, type Graph, LinkUse } from './graph.ts';
import { paceAt } from './pace.ts';
import { DisjointSets } from './sets.ts';

/** Switches have numbers of their own here, 0 .. count-1; tiers count from 1, where ports hang. */
export interface Tiers {
  readonly count: number;
  /** Number by device; -1: no switch of a tiered network. */
  readonly number: Int32Array;
  /** The highest tier. */
  readonly top: number;
  /** Numbers of the switches of tier t: byTier[t]. */
  readonly byTier: readonly Int32Array[];
  /** Links upwards of switch s: from upStart[s] to upStart[s + 1] - 1. */
  readonly upStart: Int32Array;
  readonly upTo: Int32Array;
  /** The arc that climbs; `arc ^ 1` comes down. */
  readonly upArc: Int32Array;
  /** Of what climbs from the switch, by effective rate; they add up to 1. */
  readonly upShare: Float64Array;
  /** Seconds on that link for a byte that climbs from the switch, and for one that comes down to it. */
  readonly upSeconds: Float64Array;
  readonly downSeconds: Float64Array;
  /** By switch, the upward link that is busy longest with what climbs, and with what comes down; -1: none. */
  readonly slowest: { readonly up: Int32Array; readonly down: Int32Array };
  /** The tier at which traffic between two switches of tier 1 turns; 0 where they are not even. */
  readonly turn: (a: number, b: number) => number;
  /** Whether a switch of tier 1 is even with all others of tier 1 that are so and that links join it with. */
  readonly isEven: (a: number) => boolean;
  /** By tier, then switch: a number for all that links up to there join; none below tier 2. */
  readonly joined: readonly Int32Array[];
  /** Seconds from switch a of tier 1 up to `tier` and down again, its own delay and that of the other end left out. */
  readonly latency: (a: number, tier: number) => number;
}

/** `passes`: switches that pass traffic on. Undefined where no switch has a switch above it. */
export function tiersOf(graph: Graph, passes: (device: number) => boolean): Tiers | undefined {
  const level = levelsOf(graph, passes);
  const sound = soundPlanes(graph, level);
  const number = new Int32Array(graph.deviceCount).fill(-1);
  const devices: number[] = [];
  for (let d = 0; d < graph.deviceCount; d++) if (level[d] > 0 && sound(d)) number[d] = devices.push(d) - 1;
  const top = devices.reduce((most, device) => Math.max(most, level[device]), 0);
  if (top < 2) return undefined;
  const byTier = Array.from({ length: top + 1 }, (_, t) =>
    Int32Array.from(
      devices.filter((device) => level[device] === t),
      (device) => number[device],
    ),
  );
  const ups = upLinks(graph, devices, number, level);
  const even = evenness({ count: devices.length, byTier, ...ups });
  const upSeconds = ups.upShare.map((share, p) => share * paceAt(graph, ups.upArc[p]));
  const downSeconds = ups.upShare.map((share, p) => share * paceAt(graph, ups.upArc[p] ^ 1));
  const seconds = devices.map((device) => deviceType(graph, device).latency);
  return {
    count: devices.length,
    number,
    top,
    byTier,
    ...ups,
    upSeconds,
    downSeconds,
    slowest: { up: longestOf(ups.upStart, upSeconds), down: longestOf(ups.upStart, downSeconds) },
    ...even,
    latency: (a, tier) => climbSeconds(graph, ups, seconds, a, tier),
  };
}

/** Of each switch how far from the ports it is, the nearest 1; 0 for all other devices. */
function levelsOf(graph: Graph, passes: (device: number) => boolean): Uint8Array {
  const level = new Uint8Array(graph.deviceCount);
  const isSwitch = new Uint8Array(graph.deviceCount);
  for (let device = 0; device < isSwitch.length; device++) if (passes(device)) isSwitch[device] = 1;
  let edge: number[] = [];
  for (let k = 0; k < graph.linkCount; k++) {
    if (graph.linkUse[k] !== LinkUse.network) continue;
    const [a, b] = [graph.linkA[k], graph.linkB[k]];
    if (isSwitch[a] === isSwitch[b]) continue;
    const inner = isSwitch[a] === 1 ? a : b;
    if (level[inner] === 0) edge.push(inner);
    level[inner] = 1;
  }
  for (let tier = 2; edge.length > 0 && tier < 256; tier++) {
    const next: number[] = [];
    for (const device of edge)
      for (let at = graph.arcStart[device]; at < graph.arcStart[device + 1]; at++) {
        const arc = graph.arcOut[at];
        const to = arcTo(graph, arc);
        if (graph.linkUse[arc >> 1] !== LinkUse.network || isSwitch[to] === 0 || level[to] > 0) continue;
        level[to] = tier;
        next.push(to);
      }
    edge = next;
  }
  return level;
}

/**
 * Planes (what links between switches join) in which every link joins neighbouring tiers both ways, and in which links
 * between two tiers are equally late, as are switches of one tier.
 */
function soundPlanes(graph: Graph, level: Uint8Array): (device: number) => boolean {
  const planes = new DisjointSets(graph.deviceCount);
  const isInner = (k: number): boolean =>
    graph.linkUse[k] === LinkUse.network && level[graph.linkA[k]] > 0 && level[graph.linkB[k]] > 0;
  for (let k = 0; k < graph.linkCount; k++) if (isInner(k)) planes.join(graph.linkA[k], graph.linkB[k]);
  const bad = new Set<number>();
  /** By tier, then plane: seconds of links above it, and of its switches. */
  const links: Map<number, number>[] = [];
  const switches: Map<number, number>[] = [];
  /** The same in a whole plane, else the plane is bad. */
  const alike = (known: Map<number, number>[], tier: number, plane: number, value: number): void => {
    known[tier] ??= new Map();
    const first = known[tier].get(plane);
    if (first === undefined) known[tier].set(plane, value);
    else if (first !== value) bad.add(plane);
  };
  for (let k = 0; k < graph.linkCount; k++) {
    if (!isInner(k)) continue;
    const [a, b] = [graph.linkA[k], graph.linkB[k]];
    const plane = planes.find(a);
    if (Math.abs(level[a] - level[b]) !== 1 || graph.linkDirected[k] === 1) bad.add(plane);
    alike(links, Math.min(level[a], level[b]), plane, graph.linkLatency[k]);
    alike(switches, level[a], plane, deviceType(graph, a).latency);
    alike(switches, level[b], plane, deviceType(graph, b).latency);
  }
  return (device) => !bad.has(planes.find(device));
}

type Ups = Pick<Tiers, 'upStart' | 'upTo' | 'upArc' | 'upShare'> & { readonly upRate: Float64Array };

function upLinks(graph: Graph, devices: readonly number[], number: Int32Array, level: Uint8Array): Ups {
  const upStart = new Int32Array(devices.length + 1);
  const climbs = (arc: number, from: number): boolean => {
    const above = arcTo(graph, arc);
    return graph.linkUse[arc >> 1] === LinkUse.network && number[above] >= 0 && level[above] > level[from];
  };
  const eachUp = (device: number, visit: (arc: number) => void): void => {
    for (let at = graph.arcStart[device]; at < graph.arcStart[device + 1]; at++)
      if (climbs(graph.arcOut[at], device)) visit(graph.arcOut[at]);
  };
  devices.forEach((device, s) => {
    upStart[s + 1] = upStart[s];
    eachUp(device, () => upStart[s + 1]++);
  });
  const [upTo, upArc] = [new Int32Array(upStart[devices.length]), new Int32Array(upStart[devices.length])];
  const upRate = new Float64Array(upArc.length);
  let next = 0;
  for (const device of devices)
    eachUp(device, (arc) => {
      upTo[next] = number[arcTo(graph, arc)];
      upArc[next] = arc;
      upRate[next++] = graph.linkEffectiveRate[arc >> 1];
    });
  const upShare = new Float64Array(upRate.length);
  for (let s = 0; s < devices.length; s++) {
    let total = 0;
    for (let p = upStart[s]; p < upStart[s + 1]; p++) total += upRate[p];
    for (let p = upStart[s]; p < upStart[s + 1]; p++) upShare[p] = upRate[p] / total;
  }
  return { upStart, upTo, upArc, upShare, upRate };
}

/** By switch, the first of its links with the largest value; -1 where it has none. */
function longestOf(start: Int32Array, seconds: Float64Array): Int32Array {
  const longest = new Int32Array(start.length - 1).fill(-1);
  for (let s = 0; s < longest.length; s++)
    for (let p = start[s]; p < start[s + 1]; p++)
      if (longest[s] < 0 || seconds[p] > seconds[longest[s]] * (1 + 1e-12)) longest[s] = p;
  return longest;
}

type Shape = Pick<Tiers, 'count' | 'byTier'> & Ups;

function evenness(shape: Shape): Pick<Tiers, 'turn' | 'isEven' | 'joined'> {
  const { byTier } = shape;
  const joined = joinedUpTo(shape);
  const spread = byTier.map((_, tier) => (tier < 2 ? new Int32Array(0) : spreadsAt(shape, tier)));
  const mirrored = mirroredUpTo(shape);
  let odd: Uint8Array | undefined;
  const isEven = (a: number): boolean => {
    odd ??= oddOnes(shape, joined, spread, mirrored);
    return odd[a] === 0;
  };
  // One number says all: -1 - s where what comes down to s spreads otherwise than what climbs, which is like no other switch.
  const likeness = spread.map((each, tier) => each.map((name, s) => (name < 0 || mirrored[s] < tier ? -1 - s : name)));
  const turn = (a: number, b: number): number => {
    for (let tier = 2; tier < joined.length; tier++)
      if (joined[tier][a] === joined[tier][b]) return likeness[tier][a] === likeness[tier][b] ? tier : 0;
    return 0;
  };
  return { turn, isEven, joined };
}

/** 1 for switches of tier 1 that do not spread as most do of those they are joined with, or come down otherwise than they climb. */
function oddOnes(
  { count, byTier }: Shape,
  joined: readonly Int32Array[],
  spread: readonly Int32Array[],
  mirrored: Uint8Array,
): Uint8Array {
  const odd = new Uint8Array(count);
  for (let tier = 2; tier < byTier.length; tier++) {
    /** By what is joined, then spread: how many. */
    const spreads = new Map<number, Map<number, number>>();
    for (const a of byTier[1]) {
      const counts = spreads.get(joined[tier][a]) ?? new Map<number, number>();
      spreads.set(joined[tier][a], counts);
      counts.set(spread[tier][a], (counts.get(spread[tier][a]) ?? 0) + 1);
    }
    const usual = new Map([...spreads].map(([group, counts]) => [group, mostOf(counts)]));
    for (const a of byTier[1]) {
      const only = spreads.get(joined[tier][a]);
      // Nobody else is there to be even with.
      if (only?.size === 1 && [...only.values()][0] === 1) continue;
      if (mirrored[a] < tier || spread[tier][a] < 0 || spread[tier][a] !== usual.get(joined[tier][a])) odd[a] = 1;
    }
  }
  return odd;
}

function mostOf(counts: ReadonlyMap<number, number>): number {
  let [most, of] = [0, -1];
  for (const [key, count] of counts) if (count > most) [most, of] = [count, key];
  return of;
}

/** For each tier a name of what links up to there join, by switch. */
function joinedUpTo({ count, byTier, upStart, upTo }: Shape): Int32Array[] {
  const sets = new DisjointSets(count);
  return byTier.map((_, tier) => {
    if (tier < 2) return new Int32Array(0);
    for (const s of byTier[tier - 1]) for (let p = upStart[s]; p < upStart[s + 1]; p++) sets.join(s, upTo[p]);
    const found = new Int32Array(count);
    for (let s = 0; s < count; s++) found[s] = sets.find(s);
    return found;
  });
}

/** Numbers for the shares in which switches below a tier spread over it: two that have one number spread alike. -1: none. */
function spreadsAt(shape: Shape, tier: number): Int32Array {
  const { count, byTier, upStart, upTo } = shape;
  const spread = new Int32Array(count).fill(-1);
  const names = new Map<string, number>();
  for (const s of byTier[tier]) spread[s] = s;
  for (let t = tier - 1; t >= 1; t--) {
    /** By the first switch above, the last one below that was worked out: most have the same links as that one. */
    const twins = new Map<number, number>();
    for (const s of byTier[t]) {
      const twin = twins.get(upTo[upStart[s]]);
      if (twin !== undefined && haveSameLinks(shape, s, twin)) {
        spread[s] = spread[twin];
        continue;
      }
      const name = spreadName(shape, s, spread);
      if (name !== undefined) {
        const key = `${t} ${name}`;
        const known = names.get(key) ?? count + names.size;
        names.set(key, known);
        spread[s] = known;
      }
      if (upStart[s] < upStart[s + 1]) twins.set(upTo[upStart[s]], s);
    }
  }
  return spread;
}

function haveSameLinks({ upStart, upTo, upShare }: Shape, one: number, other: number): boolean {
  const [a, b, links] = [upStart[one], upStart[other], upStart[one + 1] - upStart[one]];
  if (upStart[other + 1] - b !== links) return false;
  for (let i = 0; i < links; i++) if (upTo[a + i] !== upTo[b + i] || upShare[a + i] !== upShare[b + i]) return false;
  return true;
}

/** Undefined where a switch has nothing above it, or something that spreads over nothing. */
function spreadName({ upStart, upTo, upShare }: Shape, s: number, spread: Int32Array): string | undefined {
  const parts = new Map<number, number>();
  for (let p = upStart[s]; p < upStart[s + 1]; p++) {
    const above = spread[upTo[p]];
    parts.set(above, (parts.get(above) ?? 0) + upShare[p]);
  }
  if (parts.size === 0 || parts.has(-1)) return undefined;
  const inOrder = [...parts].sort(([a], [b]) => a - b);
  return inOrder.map(([above, share]) => `${above}:${share.toPrecision(12)}`).join();
}

/**
 * For each switch of tier 1 the highest tier from which what comes down to it spreads as what climbs does. It does where of
 * all that is below one switch and above this one, the part that passes is in proportion to the links upwards.
 */
function mirroredUpTo({ count, byTier, upStart, upTo, upRate }: Shape): Uint8Array {
  const top = byTier.length - 1;
  const highest = new Uint8Array(count).fill(top);
  const capacity = new Float64Array(count);
  for (let s = 0; s < count; s++) for (let p = upStart[s]; p < upStart[s + 1]; p++) capacity[s] += upRate[p];
  const passing = new Float64Array(count);
  const pace = new Float64Array(count).fill(-1);
  for (const leaf of byTier[1]) {
    let below: number[] = [leaf];
    passing[leaf] = 1;
    for (let tier = 2; tier <= top && below.length > 0; tier++) {
      const above: number[] = [];
      for (const s of below) {
        const own = passing[s] / capacity[s];
        for (let p = upStart[s]; p < upStart[s + 1]; p++) {
          const x = upTo[p];
          if (pace[x] < 0) {
            pace[x] = own;
            above.push(x);
          } else if (Math.abs(pace[x] - own) > 1e-12 * own) highest[leaf] = Math.min(highest[leaf], tier - 1);
          passing[x] += own * upRate[p];
        }
      }
      for (const s of below) passing[s] = 0;
      for (const x of above) pace[x] = -1;
      below = above;
    }
    for (const s of below) passing[s] = 0;
  }
  return highest;
}

/** Links and switches of a tier are equally late in a plane, so one climb tells all. */
function climbSeconds(
  graph: Graph,
  { upStart, upTo, upArc }: Ups,
  seconds: readonly number[],
  a: number,
  tier: number,
): number {
  let [total, at] = [0, a];
  for (let t = 1; t < tier; t++) {
    const p = upStart[at];
    if (p === upStart[at + 1]) return total;
    const link = graph.linkLatency[upArc[p] >> 1];
    at = upTo[p];
    total += 2 * link + (t === tier - 1 ? 1 : 2) * seconds[at];
  }
  return total;
}
