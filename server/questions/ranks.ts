// Which ranks a selection stands for.
import * as l10n from '@vscode/l10n';
import type { QuestionFault, Selection } from '../semantics/values.ts';
import { deviceKind, type Graph } from '../topology/graph.ts';

/** Device numbers in the selection's order: a node or cluster stands for its GPUs, or its CPUs where it has none. */
export function ranksOf(graph: Graph, { places }: Selection): Int32Array | QuestionFault {
  const ranks: number[] = [];
  const seen = new Set<number>();
  for (const { path, first, devices, of } of places) {
    const found = ranksIn(graph, first, devices);
    if (found.length === 0 && of !== 'template' && graph.present[first] === 1)
      return fault(
        'ask.ranks',
        l10n.t('`{0}` is a {1}; ranks are GPUs, or CPUs where there is no GPU.', path, of.kind),
      );
    for (const device of found) {
      if (seen.has(device)) return fault('ask.twice', l10n.t('`{0}` names a rank that is named already.', path));
      seen.add(device);
      ranks.push(device);
    }
  }
  const [gone] = places.filter(({ first, of }) => of !== 'template' && graph.present[first] === 0);
  if (ranks.length === 0 && gone)
    return fault('ask.no-ranks', l10n.t('`{0}` is taken out and cannot take part.', gone.path));
  if (ranks.length === 0) return fault('ask.no-ranks', l10n.t('no GPU and no CPU here to take part.'));
  return Int32Array.from(ranks);
}

function ranksIn(graph: Graph, first: number, devices: number): number[] {
  const of = (kind: string): number[] => {
    const found: number[] = [];
    for (let d = first; d < first + devices; d++)
      if (graph.present[d] === 1 && deviceKind(graph, d) === kind) found.push(d);
    return found;
  };
  const gpus = of('gpu');
  return gpus.length > 0 ? gpus : of('cpu');
}

export function fault(code: string, message: string, at?: string): QuestionFault {
  return { type: 'fault', code, message, ...(at === undefined ? {} : { at }) };
}
