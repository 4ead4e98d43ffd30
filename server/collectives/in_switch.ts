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

/** Arcs of one rank up to its reducing switches and the share of its traffic on each. */
interface Uplinks {
  readonly arcs: readonly number[];
  readonly shares: readonly number[];
  readonly switches: string;
  readonly latency: number;
}

/** Undefined where a rank hangs on no reducing switch, or where not as many hang on each set of them, two at least. */
export function inSwitchSchedule(collective: Collective, shape: Shape, layout: Layout): SwitchSchedule | undefined {
  const uplinks = Array.from(layout.ranks, (device) => uplinksOf(layout.graph, device));
  const groups = islandsOf(uplinks);
  const N = groups.length;
  const p = groups[0].length;
  if (p < 2 || groups.some((group) => group.length !== p || uplinks[group[0]].switches === '')) return undefined;
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
function islandsOf(uplinks: readonly Uplinks[]): number[][] {
  const islands = new Map<string, number[]>();
  uplinks.forEach(({ switches }, rank) => {
    const island = islands.get(switches);
    if (island) island.push(rank);
    else islands.set(switches, [rank]);
  });
  return [...islands.values()];
}

function uplinksOf(graph: Graph, device: number): Uplinks {
  const arcs: number[] = [];
  let latency = 0;
  for (let k = graph.arcStart[device]; k < graph.arcStart[device + 1]; k++) {
    const arc = graph.arcOut[k];
    const end = deviceType(graph, arcTo(graph, arc));
    if (!end.reduces || end.kind !== 'switch' || graph.linkDirected[arc >> 1]) continue;
    arcs.push(arc);
    latency = Math.max(latency, 2 * graph.linkLatency[arc >> 1] + end.latency);
  }
  const rates = arcs.map((arc) => graph.linkEffectiveRate[arc >> 1]);
  const total = rates.reduce((a, b) => a + b, 0);
  const switches = arcs.map((arc) => arcTo(graph, arc)).sort((a, b) => a - b);
  return { arcs, shares: rates.map((rate) => rate / total), switches: switches.join(' '), latency };
}

function onSwitches(
  uplinks: readonly Uplinks[],
  up: (rank: number) => number,
  down: (rank: number) => number,
): SwitchStep {
  const arcs = uplinks.flatMap((u) => u.arcs.flatMap((arc) => [arc, arc ^ 1]));
  const bytes = uplinks.flatMap((u, rank) => u.shares.flatMap((share) => [up(rank) * share, down(rank) * share]));
  const latency = uplinks.reduce((most, u) => Math.max(most, u.latency), 0);
  return { arcs: Int32Array.from(arcs), bytes: Float64Array.from(bytes), latency };
}
