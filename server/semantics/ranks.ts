// Which devices a selection stands for as ranks: a node or cluster for its GPUs in order of declaration, or its CPUs where it has none.
import * as l10n from '@vscode/l10n';
import type { Kind } from './hardware.ts';
import type { QuestionFault, Selection } from './values.ts';

/** Device numbers in the selection's order. `kindOf`: what stands at a number; undefined where it is taken out. */
export function selectRanks(
  { places }: Selection,
  kindOf: (device: number) => Kind | undefined,
): Int32Array | QuestionFault {
  const ranks: number[] = [];
  const seen = new Set<number>();
  for (const { path, first, devices, of } of places) {
    const found = ranksIn(first, devices, kindOf);
    if (found.length === 0 && of !== 'template' && kindOf(first) !== undefined)
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
  const [gone] = places.filter(({ first, of }) => of !== 'template' && kindOf(first) === undefined);
  if (ranks.length === 0 && gone)
    return fault('ask.no-ranks', l10n.t('`{0}` is taken out and cannot take part.', gone.path));
  if (ranks.length === 0) return fault('ask.no-ranks', l10n.t('no GPU and no CPU here to take part.'));
  return Int32Array.from(ranks);
}

function ranksIn(first: number, devices: number, kindOf: (device: number) => Kind | undefined): number[] {
  const of = (kind: Kind): number[] => {
    const found: number[] = [];
    for (let device = first; device < first + devices; device++) if (kindOf(device) === kind) found.push(device);
    return found;
  };
  const gpus = of('gpu');
  return gpus.length > 0 ? gpus : of('cpu');
}

const fault = (code: string, message: string): QuestionFault => ({ type: 'fault', code, message });
