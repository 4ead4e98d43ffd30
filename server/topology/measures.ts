// Figures of a whole fabric: bisection, oversubscription, diameter.
import { capacity } from './capacity.ts';
import { arcTo, deviceKind, deviceType, type Graph, LinkUse } from './graph.ts';

/** Up to this many ranks every even cut is tried: 462 cuts of 12. */
const mostExact = 12;

export interface Bisection {
  /** Bytes/s, one way. */
  readonly rate: number;
  /** False: the worst cut found; a worse one may exist. */
  readonly exact: boolean;
}

/** The rate across the worst even cut of the ranks, by every way at once. Undefined with fewer than two ranks. */
export function bisection(graph: Graph): Bisection | undefined {
  const ranks = [...graph.ranks];
  if (ranks.length < 2) return undefined;
  const exact = ranks.length <= mostExact;
  let rate = Number.POSITIVE_INFINITY;
  for (const side of exact ? evenCuts(ranks.length) : likelyCuts(graph, ranks)) {
    const inside = ranks.filter((_, i) => side[i]);
    const outside = ranks.filter((_, i) => !side[i]);
    rate = Math.min(rate, capacity(graph, inside, outside));
    if (graph.linkDirected.includes(1)) rate = Math.min(rate, capacity(graph, outside, inside));
  }
  return { rate, exact };
}

/** Every choice of half the ranks, the first rank always inside; of an odd number the smaller half or the larger. */
function* evenCuts(count: number): Iterable<boolean[]> {
  const half = Math.floor(count / 2);
  for (let bits = 0; bits < 2 ** (count - 1); bits++) {
    const side = [true];
    for (let i = 0; i + 1 < count; i++) side.push(((bits >> i) & 1) === 1);
    const inside = side.filter((each) => each).length;
    if (inside === half || inside === count - half) yield side;
  }
}

/** In order of declaration, by every stride that divides: halves of boards, hosts, racks, and of each dimension of a grid. */
function* likelyCuts(graph: Graph, ranks: readonly number[]): Iterable<boolean[]> {
  const count = ranks.length;
  const half = Math.floor(count / 2);
  yield ranks.map((_, i) => i < half);
  const strides = new Set<number>();
  for (const part of partStrides(graph)) if (part > 0 && count % part === 0) strides.add(part);
  for (const stride of strides) {
    const blocks = count / stride;
    for (const size of divisors(blocks))
      if (size % 2 === 0) yield ranks.map((_, i) => Math.floor(i / stride) % size < size / 2);
  }
}

/** Ranks in one place of each array that lies in the root, one step of each of its dimensions. */
function partStrides({ template }: Graph): number[] {
  const strides = [1];
  for (const part of template.parts) {
    let stride = 1;
    for (let d = part.dims.length - 1; d >= 0; d--) {
      strides.push(stride);
      stride *= part.dims[d];
    }
  }
  return strides;
}

const divisors = (n: number): number[] => {
  const found: number[] = [];
  for (let d = 1; d <= n && found.length < 12; d++) if (n % d === 0) found.push(d);
  return found;
};

/**
 * Over switches outside nodes that have an upper side: the worst ratio of the rate from below to the rate up, at line rate. A
 * switch's level is its distance from the nearest device that is no switch. Undefined where no switch has an upper side.
 */
export function oversubscription(graph: Graph): number | undefined {
  const level = switchLevels(graph);
  let worst: number | undefined;
  for (const [device, height] of level) {
    let up = 0;
    let down = 0;
    for (let at = graph.arcStart[device]; at < graph.arcStart[device + 1]; at++) {
      const arc = graph.arcOut[at];
      const other = level.get(arcTo(graph, arc)) ?? 0;
      if (other > height) up += graph.linkRate[arc >> 1];
      else if (other < height) down += graph.linkRate[arc >> 1];
    }
    if (up > 0 && (worst === undefined || down / up > worst)) worst = down / up;
  }
  return worst;
}

function switchLevels(graph: Graph): Map<number, number> {
  const sizes = new Int32Array(graph.hostCount);
  for (const host of graph.host) sizes[host]++;
  const isSwitch = (device: number): boolean =>
    graph.present[device] === 1 && deviceKind(graph, device) === 'switch' && sizes[graph.host[device]] === 1;
  const level = new Map<number, number>();
  let queue: number[] = [];
  for (let device = 0; device < graph.deviceCount; device++)
    if (isSwitch(device) && neighbours(graph, device).some((other) => deviceKind(graph, other) !== 'switch')) {
      level.set(device, 1);
      queue.push(device);
    }
  for (let height = 2; queue.length > 0; height++) {
    const next: number[] = [];
    for (const device of queue)
      for (const other of neighbours(graph, device))
        if (isSwitch(other) && !level.has(other)) {
          level.set(other, height);
          next.push(other);
        }
    queue = next;
  }
  return level;
}

/** At the other end of every link that is not PCIe or a socket's. */
function neighbours(graph: Graph, device: number): number[] {
  const found: number[] = [];
  for (let at = graph.arcStart[device]; at < graph.arcStart[device + 1]; at++) {
    const arc = graph.arcOut[at];
    if (graph.linkUse[arc >> 1] !== LinkUse.host) found.push(arcTo(graph, arc));
  }
  return found;
}

/** Links on the longest shortest way between two ranks; ranks may relay. Undefined where some can't reach others. */
export function diameter(graph: Graph, cancelled: () => boolean = () => false): number | undefined {
  const steps = new Int32Array(graph.deviceCount);
  const queue = new Int32Array(graph.deviceCount);
  const isRank = new Uint8Array(graph.deviceCount);
  for (const rank of graph.ranks) isRank[rank] = 1;
  let longest = 0;
  for (const from of graph.ranks) {
    if (cancelled()) return undefined;
    steps.fill(-1);
    steps[from] = 0;
    queue[0] = from;
    let reached = 1;
    for (let head = 0, tail = 1; head < tail; head++) {
      const device = queue[head];
      if (isRank[device] === 0 && !deviceType(graph, device).forwards) continue;
      for (let at = graph.arcStart[device]; at < graph.arcStart[device + 1]; at++) {
        const to = arcTo(graph, graph.arcOut[at]);
        if (steps[to] >= 0) continue;
        steps[to] = steps[device] + 1;
        if (isRank[to] === 1) {
          reached++;
          longest = Math.max(longest, steps[to]);
        }
        queue[tail++] = to;
      }
    }
    if (reached < graph.ranks.length) return undefined;
  }
  return longest;
}
