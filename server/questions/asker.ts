// Answers the questions of the language about one template: graphs are made when first needed, one for each `without`.
import * as l10n from '@vscode/l10n';
import { quantity, real, whole } from '../semantics/arithmetic.ts';
import type { Template } from '../semantics/template.ts';
import type { Asker, QuestionCall, QuestionFault, Selection, Value } from '../semantics/values.ts';
import { bandwidth } from '../topology/bandwidth.ts';
import { bisection } from '../topology/bisection.ts';
import { buildGraph } from '../topology/build.ts';
import { diameter } from '../topology/diameter.ts';
import { deviceKind, deviceType, type Graph } from '../topology/graph.ts';
import { representatives } from '../topology/orbits.ts';
import { oversubscription } from '../topology/oversubscription.ts';
import { askCollective, isCollective } from './collective.ts';
import { countOf } from './count.ts';
import { pathBetween } from './path.ts';
import { fault } from './ranks.ts';

export interface AskerOptions {
  /** Asked between pieces of work; true: the answer is not wanted any more. */
  readonly cancelled?: () => boolean;
}

export function makeAsker(template: Template, { cancelled = () => false }: AskerOptions = {}): Asker {
  return (question) => {
    const without = question.named.get('without');
    const graph = graphOf(template, without?.type === 'selection' ? without.selection : undefined);
    return answer(graph, question, cancelled);
  };
}

const graphs = new WeakMap<Template, Map<string, Graph>>();

/** Of each template the graph, and one for each thing supposed absent. */
export function graphOf(template: Template, without?: Selection): Graph {
  const known = graphs.get(template) ?? new Map<string, Graph>();
  graphs.set(template, known);
  const key = without ? selectionKey(without) : '';
  const graph = known.get(key) ?? buildGraph(template, without);
  known.set(key, graph);
  return graph;
}

function selectionKey({ places, cables }: Selection): string {
  const named = places.map(({ first, devices }) => `${first}+${devices}`);
  const cut = cables.map(({ a, b, count }) => `${a}-${b}x${count ?? ''}`);
  return [...named, ...cut].sort().join(' ');
}

function answer(graph: Graph, question: QuestionCall, cancelled: () => boolean): Value | QuestionFault {
  const { name, positional } = question;
  if (isCollective(name)) return askCollective(graph, name, question, cancelled);
  switch (name) {
    case 'count': {
      const count = positional[0] && countOf(graph, positional[0]);
      return count === undefined
        ? fault('ask.argument', l10n.t('`count` takes a kind, a definition or places.'))
        : whole(count);
    }
    case 'memory':
      return quantity(
        'size',
        total(graph, (device) => (isRankKind(graph, device) ? deviceType(graph, device).memory : 0)),
      );
    case 'power':
      return quantity(
        'power',
        total(graph, (device) => deviceType(graph, device).power),
      );
    case 'bandwidth':
      return askBandwidth(graph, positional);
    case 'latency':
    case 'path':
      return pathBetween(graph, name, positional);
    case 'bisection':
      return askBisection(graph, cancelled);
    case 'oversubscription': {
      const ratio = oversubscription(graph);
      return ratio === undefined ? fault('ask.no-tiers', l10n.t('no switch here has switches above it.')) : real(ratio);
    }
    case 'diameter':
      return askDiameter(graph, cancelled);
    default:
      return fault('ask.unknown', l10n.t('nobody answers `{0}` yet.', name));
  }
}

function askBisection(graph: Graph, cancelled: () => boolean): Value | QuestionFault {
  if (graph.ranks.length < 2) return fault('ask.no-ranks', l10n.t('a bisection needs two ranks.'));
  const found = bisection(graph, cancelled);
  if (!found) return fault('ask.cancelled', l10n.t('cancelled.'));
  return { type: 'quantity', dimension: 'rate', value: found.rate, ...(found.exact ? {} : { bound: 'upper' }) };
}

/** Ranks walked from times links; above it one would wait for many seconds. */
const mostDiameterWork = 4e9;

function askDiameter(graph: Graph, cancelled: () => boolean): Value | QuestionFault {
  if (graph.ranks.length === 0) return fault('ask.no-ranks', l10n.t('no GPU and no CPU here.'));
  if (representatives(graph).length * graph.linkCount > mostDiameterWork)
    return fault('ask.size', l10n.t('{0} ranks are too many for `diameter` so far.', graph.ranks.length));
  const links = diameter(graph, cancelled);
  if (links !== undefined) return whole(links);
  return cancelled()
    ? fault('ask.cancelled', l10n.t('cancelled.'))
    : fault('ask.unreachable', l10n.t('some ranks cannot reach others.'));
}

function isRankKind(graph: Graph, device: number): boolean {
  const first = graph.ranks[0];
  return first !== undefined && deviceKind(graph, device) === deviceKind(graph, first);
}

function total(graph: Graph, of: (device: number) => number | undefined): number {
  let sum = 0;
  for (let device = 0; device < graph.deviceCount; device++) if (graph.present[device] === 1) sum += of(device) ?? 0;
  return sum;
}

function askBandwidth(graph: Graph, positional: readonly Value[]): Value | QuestionFault {
  const [from, to] = positional.map((value) => (value.type === 'selection' ? ends(graph, value.selection) : []));
  if (from.length === 0) return fault('ask.absent', l10n.t('nothing of the first set is there.'));
  if (to.length === 0) return fault('ask.absent', l10n.t('nothing of the second set is there.'));
  const both = new Set(to);
  if (from.some((device) => both.has(device)))
    return fault('ask.argument', l10n.t('the two ends of `bandwidth` share a device.'));
  return quantity('rate', bandwidth(graph, from, to));
}

/** Single devices as they are; of a node or cluster its ranks, or everything where it has none. */
function ends(graph: Graph, { places }: Selection): number[] {
  const isRank = new Set(graph.ranks);
  return places.flatMap(({ first, devices, of }) => {
    const all = Array.from({ length: devices }, (_, i) => first + i).filter((device) => graph.present[device] === 1);
    const ranks = all.filter((device) => isRank.has(device));
    return of === 'template' && ranks.length > 0 ? ranks : all;
  });
}
