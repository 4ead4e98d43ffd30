// The linear program whose optimum is that of allreduce on any fabric (ForestColl, arXiv 2402.06787, section on allreduce):
// every root reduces its share over one part of each link's rate and hands the sum out over the other. Written out as text,
// for whoever can solve it; without symmetry, so for small fabrics only.
import { arcFrom, arcTo, deviceType, type Graph } from '../topology/graph.ts';
import { arcRate } from './engine.ts';

/** The greatest value of a linear program in CPLEX's LP format; undefined where it was not found in time. */
export type SolveProgram = (program: string) => number | undefined;

/** Who solves programs, if anybody does: the solver is loaded by the faces, so that this room stays free of it. */
export const solver: { solve?: SolveProgram } = {};

/** Ranks times arcs: what is larger takes seconds to solve. */
const mostVariables = 2000;

/** Rates in GB/s, so that the solver sees numbers near 1. */
const GB = 1e9;

/** Arcs that carry anything, and what stands at their ends. */
interface Net {
  readonly nodes: number;
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly rate: readonly number[];
  /** Number of the arc the other way, which has the same rate. */
  readonly back: readonly number[];
  /** Nodes where shares are reduced and handed out: the ranks, others of their kind, and switches that reduce. */
  readonly roots: readonly number[];
  readonly ranks: readonly number[];
  /** Nodes that may only pass on what comes. */
  readonly passing: readonly number[];
}

/**
 * The program for the greatest rate in GB/s at which these ranks can allreduce; undefined where it would be too large, or
 * where a link has one direction only.
 */
export function allreduceProgram(graph: Graph, ranks: Int32Array): string | undefined {
  if (graph.linkDirected.includes(1)) return undefined;
  const net = netOf(graph, ranks);
  if (net.ranks.length * net.from.length > mostVariables) return undefined;
  const rows: string[] = [];
  net.from.forEach((_, arc) => {
    // With links alike both ways, what is reduced runs as what is handed out does, backwards.
    if (arc < net.back[arc]) rows.push(`b${arc} + b${net.back[arc]} <= ${net.rate[arc]}`);
  });
  for (const node of net.passing) rows.push(balance(net, node, (arc) => `b${arc}`, []));
  net.ranks.forEach((sink, s) => {
    net.from.forEach((_, arc) => {
      rows.push(`f${s}_${arc} - b${arc} <= 0`);
    });
    for (let node = 0; node < net.nodes; node++) {
      if (node === sink) continue;
      const root = net.roots.indexOf(node);
      const row = balance(net, node, (arc) => `f${s}_${arc}`, root < 0 ? [] : [`- x${root}`]);
      if (row) rows.push(row);
    }
  });
  const goal = net.roots.map((_, root) => `x${root}`).join(' + ');
  return `Maximize\n ${goal}\nSubject To\n${rows
    .filter((row) => row !== '')
    .map((row) => ` ${row}\n`)
    .join('')}End\n`;
}

/** What leaves a node is what enters it, and `more`; empty where nothing does either. */
function balance({ from, to }: Net, node: number, name: (arc: number) => string, more: readonly string[]): string {
  const terms = from.flatMap((tail, arc) =>
    tail === node ? [`+ ${name(arc)}`] : to[arc] === node ? [`- ${name(arc)}`] : [],
  );
  return terms.length + more.length === 0 ? '' : `${[...terms, ...more].join(' ')} = 0`;
}

/** A link of a net that is still being made: what it joins, by device, and its rate each way in GB/s. */
interface Tie {
  readonly a: number;
  readonly b: number;
  readonly rate: number;
}

function netOf(graph: Graph, ranks: Int32Array): Net {
  const adds = new Set([...ranks, ...graph.ranks]);
  for (let d = 0; d < graph.deviceCount; d++) if (deviceType(graph, d).reduces) adds.add(d);
  const usable = (device: number): boolean => adds.has(device) || deviceType(graph, device).forwards;
  const ties: Tie[] = [];
  for (let link = 0; link < graph.linkCount; link++) {
    const [a, b] = [arcFrom(graph, 2 * link), arcTo(graph, 2 * link)];
    const rate = arcRate(graph, 2 * link) / GB;
    if (usable(a) && usable(b) && rate > 0) ties.push({ a, b, rate });
  }
  const number = new Map<number, number>();
  const nodeOf = (device: number): number => {
    const known = number.get(device) ?? number.size;
    number.set(device, known);
    return known;
  };
  const [from, to, rate, back]: number[][] = [[], [], [], []];
  for (const tie of drawnTogether(ties, (device) => !adds.has(device))) {
    const arc = from.length;
    from.push(nodeOf(tie.a), nodeOf(tie.b));
    to.push(nodeOf(tie.b), nodeOf(tie.a));
    rate.push(tie.rate, tie.rate);
    back.push(arc + 1, arc);
  }
  const own = Array.from(ranks, nodeOf);
  const nodesWhere = (is: boolean): number[] => [...number].flatMap(([d, node]) => (adds.has(d) === is ? [node] : []));
  return { nodes: number.size, from, to, rate, back, roots: nodesWhere(true), ranks: own, passing: nodesWhere(false) };
}

/**
 * The same net with less in it: links side by side are one, a device that only passes on between two others is a link
 * between them, as fast as the slower one, and one that leads nowhere is left out.
 */
function drawnTogether(ties: readonly Tie[], passes: (device: number) => boolean): Tie[] {
  const near = new Map<number, Map<number, number>>();
  const at = (device: number): Map<number, number> => {
    const known = near.get(device) ?? new Map<number, number>();
    near.set(device, known);
    return known;
  };
  const join = (a: number, b: number, rate: number): void => {
    at(a).set(b, (at(a).get(b) ?? 0) + rate);
    at(b).set(a, (at(b).get(a) ?? 0) + rate);
  };
  for (const { a, b, rate } of ties) join(a, b, rate);
  const open = [...near.keys()];
  for (let device = open.pop(); device !== undefined; device = open.pop()) {
    const others = [...at(device)];
    if (!passes(device) || others.length > 2) continue;
    near.delete(device);
    for (const [other] of others) at(other).delete(device);
    if (others.length === 2) join(others[0][0], others[1][0], Math.min(others[0][1], others[1][1]));
    for (const [other] of others) open.push(other);
  }
  return [...near].flatMap(([a, others]) => [...others].flatMap(([b, rate]) => (a < b ? [{ a, b, rate }] : [])));
}
