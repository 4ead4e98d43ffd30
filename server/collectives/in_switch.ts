// In-switch (NVLS, SHARP inside a node): switches that several ranks hang on together add and copy: those of a host, or of
// a whole rack (GB200 NVL72). A rank sends its buffer up once and gets its n-th back, or sends its n-th up and gets
// everything: S (1 + 1/n) each way for allreduce. Between such islands a ring on every rail does what is left, as NCCL's
// NVLS over several nodes does. Reduction in the network's own switches, over several tiers, is not here.
import { arcTo, deviceType, type Graph } from '../topology/graph.ts';
import type { Collective } from './collective.ts';
import type { Layout } from './layout.ts';
import { ringAllgather, ringAllreduce } from './ring.ts';
import type { MakeSchedule, Schedule, Shape } from './schedule.ts';
import { placed } from './schedule.ts';

/** Bytes put on arcs outright: what a switch copies or adds is no flow between two ranks. */
export interface SwitchStep {
  readonly arcs: Int32Array;
  readonly bytes: Float64Array;
  /** Seconds, up and down. */
  readonly latency: number;
}

/** Steps in order, of either sort. */
export type SwitchSchedule = readonly (SwitchStep | Schedule)[];

/** Arcs of ranks up to their reducing switches, those of rank r from start[r] on, and the share of its traffic on each. */
interface Uplinks {
  readonly start: Int32Array;
  readonly arcs: Int32Array;
  readonly shares: Float64Array;
  /** Seconds, the slowest up and down. */
  readonly latency: number;
}

/** Undefined where a rank hangs on no reducing switch, or where not as many hang on each set of them, two at least. */
export function inSwitchSchedule(collective: Collective, shape: Shape, layout: Layout): SwitchSchedule | undefined {
  const uplinks = uplinksOf(layout);
  const groups = islandsOf(layout.graph, uplinks);
  const N = groups.length;
  const p = groups[0].length;
  const bare = ([rank]: readonly number[]): boolean => uplinks.start[rank] === uplinks.start[rank + 1];
  if (p < 2 || groups.some((group) => group.length !== p || bare(group))) return undefined;
  const all = (up: number, down: number) =>
    onSwitches(
      uplinks,
      () => up,
      () => down,
    );
  const { size } = shape;
  const across = (make: MakeSchedule, bytes: number): Schedule[] =>
    N === 1
      ? []
      : [
          placed(
            make({ n: N, size: bytes, root: 0 }),
            Array.from({ length: p }, (_, r) => groups.map((g) => g[r])),
          ),
        ];
  switch (collective) {
    case 'allreduce':
      return [all(size, size / p), ...across(ringAllreduce, size / p), all(size / p, size)];
    case 'reducescatter':
      return [all(size, size / p), ...across(ringAllgather, size / p)];
    case 'allgather':
      return [...across(ringAllgather, size / p), all(size / p, size)];
    case 'broadcast':
      if (N > 1) return undefined;
      return [
        onSwitches(
          uplinks,
          (r) => (r === shape.root ? size : 0),
          (r) => (r === shape.root ? 0 : size),
        ),
      ];
    default:
      return undefined;
  }
}

/** Ranks by the switches they hang on, in order of their first rank. */
function islandsOf(graph: Graph, { start, arcs }: Uplinks): number[][] {
  const islands: number[][] = [];
  /** By the lowest switch, islands on it. */
  const known = new Map<number, number[][]>();
  const switches = (rank: number): Int32Array =>
    arcs
      .subarray(start[rank], start[rank + 1])
      .map((arc) => arcTo(graph, arc))
      .sort();
  for (let rank = 0; rank + 1 < start.length; rank++) {
    const own = switches(rank);
    const near = known.get(own[0] ?? -1) ?? [];
    known.set(own[0] ?? -1, near);
    let island = near.find(([first]) => alike(switches(first), own));
    if (!island) {
      island = [];
      islands.push(island);
      near.push(island);
    }
    island.push(rank);
  }
  return islands;
}

const alike = (a: Int32Array, b: Int32Array): boolean => a.length === b.length && a.every((each, i) => each === b[i]);

function uplinksOf({ graph, ranks }: Layout): Uplinks {
  const { arcStart, arcOut, linkEffectiveRate } = graph;
  const start = new Int32Array(ranks.length + 1);
  const [arcs, shares]: [number[], number[]] = [[], []];
  let latency = 0;
  ranks.forEach((device, rank) => {
    let total = 0;
    for (let at = arcStart[device]; at < arcStart[device + 1]; at++) {
      const arc = arcOut[at];
      const end = deviceType(graph, arcTo(graph, arc));
      if (!end.reduces || end.kind !== 'switch' || graph.linkDirected[arc >> 1]) continue;
      total += linkEffectiveRate[arc >> 1];
      arcs.push(arc);
      latency = Math.max(latency, 2 * graph.linkLatency[arc >> 1] + end.latency);
    }
    start[rank + 1] = arcs.length;
    for (let at = start[rank]; at < arcs.length; at++) shares.push(linkEffectiveRate[arcs[at] >> 1] / total);
  });
  return { start, arcs: Int32Array.from(arcs), shares: Float64Array.from(shares), latency };
}

/** Bytes that each rank sends up and gets down. */
function onSwitches(uplinks: Uplinks, up: (rank: number) => number, down: (rank: number) => number): SwitchStep {
  const { start, shares, latency } = uplinks;
  const count = uplinks.arcs.length;
  const [arcs, bytes] = [new Int32Array(2 * count), new Float64Array(2 * count)];
  for (let rank = 0; rank + 1 < start.length; rank++)
    for (let at = start[rank]; at < start[rank + 1]; at++) {
      arcs[at] = uplinks.arcs[at];
      arcs[count + at] = uplinks.arcs[at] ^ 1;
      bytes[at] = up(rank) * shares[at];
      bytes[count + at] = down(rank) * shares[at];
    }
  return { arcs, bytes, latency };
}
