// Which ranks of a graph a selection stands for.
import { selectRanks } from '../semantics/ranks.ts';
import type { QuestionFault, Selection } from '../semantics/values.ts';
import { deviceKind, type Graph } from '../topology/graph.ts';

/** Device numbers in the selection's order: a node or cluster stands for its GPUs, or its CPUs where it has none. */
export function ranksOf(graph: Graph, selection: Selection): Int32Array | QuestionFault {
  return selectRanks(selection, (device) => (graph.present[device] === 1 ? deviceKind(graph, device) : undefined));
}

export function fault(code: string, message: string, at?: string): QuestionFault {
  return { type: 'fault', code, message, ...(at === undefined ? {} : { at }) };
}
