// The linear programs whose optimum is that of allreduce (every root reduces its share over one part of each link's rate and
// hands the sum out over the other; ForestColl, arXiv 2402.06787) and of alltoall (every rank's flows to all others at once),
// on any fabric: one flow for a rank of each orbit, on the fabric folded around it.
import type { Graph } from '../topology/graph.ts';
import { foldOf, sinksOf, type View, viewFrom } from './fold.ts';
import { type Row, reduced, textOf } from './linear.ts';
import { netOf } from './net.ts';

/** The greatest value of a linear program in CPLEX's LP format; undefined where it was not found in time. */
export type SolveProgram = (program: string) => number | undefined;

/** Who solves programs, if anybody does: the solver is loaded by the faces, so that this room stays free of it. */
export const solver: { solve?: SolveProgram } = {};

/** Flows on arcs before variables that are alike become one, and after: what has more takes seconds. */
const mostFlows = 150_000;
const mostVariables = 4000;

/** A program that is being made. */
class Draft {
  readonly goal: number[] = [];
  readonly rows: Row[] = [];

  /** Variables side by side; the number of the first. */
  variables(count: number): number {
    const first = this.goal.length;
    for (let i = 0; i < count; i++) this.goal.push(0);
    return first;
  }

  row(terms: readonly (readonly [column: number, factor: number])[], exact: boolean, bound: number): void {
    if (terms.length === 0) return;
    this.rows.push({
      columns: terms.map(([column]) => column),
      factors: terms.map(([, factor]) => factor),
      exact,
      bound,
    });
  }

  /** As text; undefined where it stays too large. */
  text(): string | undefined {
    const small = reduced(this, mostVariables);
    return small && textOf(small);
  }
}

/**
 * The program for the greatest rate in GB/s at which these ranks can allreduce; undefined where it would be too large, or
 * where a link has one direction only.
 */
export function allreduceProgram(graph: Graph, ranks: Int32Array): string | undefined {
  if (graph.linkDirected.includes(1)) return undefined;
  const fold = foldOf(netOf(graph, ranks, true));
  const sinks = sinksOf(fold);
  if (sinks.length * fold.arc.length > mostFlows) return undefined;
  const { net, first, arc, count, members } = fold;
  const draft = new Draft();
  const handed = draft.variables(count.length);
  const share = new Map<number, number>();
  const balance = new Map<number, [number, number][]>();
  arc.forEach((k, colour) => {
    const [from, to] = [net.to(k ^ 1), net.to(k)];
    // With links alike both ways, what is reduced runs as what is handed out does, backwards.
    const back = fold.colourOf(to, k ^ 1);
    if (colour <= back) {
      const both: [number, number][] = [
        [handed + colour, 1],
        [handed + back, 1],
      ];
      draft.row(both, false, net.rate(k));
    }
    for (const [device, sign] of [
      [first[from], 1],
      [first[to], -1],
    ]) {
      if (net.adds[device] === 1) {
        if (!share.has(device)) share.set(device, draft.variables(1));
        continue;
      }
      const terms = balance.get(device) ?? [];
      balance.set(device, terms);
      terms.push([handed + colour, (sign * count[colour]) / members[device]]);
    }
  });
  for (const terms of balance.values()) draft.row(terms, true, 0);
  for (const [device, column] of share) draft.goal[column] = members[device];
  for (const sink of sinks) {
    const view = viewFrom(fold, sink);
    const flow = draft.variables(view.arcs.length);
    view.arcs.forEach(({ colour }, i) => {
      draft.row(
        [
          [flow + i, 1],
          [handed + colour, -1],
        ],
        false,
        0,
      );
    });
    flowRows(draft, view, flow, (device) => share.get(device));
  }
  return draft.text();
}

/** What leaves a place is what enters it, and what `source` says that each of its devices sends besides; at the sink all ends. */
function flowRows(
  draft: Draft,
  { stand, members, arcs }: View,
  flow: number,
  source: (device: number) => number | undefined,
): void {
  const terms = stand.map((): [number, number][] => []);
  arcs.forEach(({ from, to, count }, i) => {
    terms[from].push([flow + i, count / members[from]]);
    terms[to].push([flow + i, -count / members[to]]);
  });
  terms.forEach((own, place) => {
    if (place === 0) return;
    const sent = source(stand[place]);
    draft.row(sent === undefined ? own : [...own, [sent, -1]], true, 0);
  });
}

/**
 * The program for the greatest rate in GB/s at which each of these ranks can send to each other one, to all at once;
 * undefined where it would be too large.
 */
export function alltoallProgram(graph: Graph, ranks: Int32Array): string | undefined {
  const fold = foldOf(netOf(graph, ranks, false));
  const sinks = sinksOf(fold);
  if (sinks.length * fold.arc.length > mostFlows) return undefined;
  const { net, arc, count, members } = fold;
  const draft = new Draft();
  const each = draft.variables(1);
  draft.goal[each] = 1;
  const takesPart = new Uint8Array(graph.deviceCount);
  for (const rank of ranks) takesPart[rank] = 1;
  const loads = arc.map((): [number, number][] => []);
  for (const sink of sinks) {
    const view = viewFrom(fold, sink);
    const flow = draft.variables(view.arcs.length);
    view.arcs.forEach((own, i) => {
      loads[own.colour].push([flow + i, (members[sink] * own.count) / count[own.colour]]);
    });
    flowRows(draft, view, flow, (device) => (takesPart[device] === 1 ? each : undefined));
  }
  loads.forEach((terms, colour) => {
    draft.row(terms, false, net.rate(arc[colour]));
  });
  return draft.text();
}
