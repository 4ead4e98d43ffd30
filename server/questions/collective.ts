// A collective as a question of the language: arguments to a request, then a result: what one will measure where that is
// known and no algorithm is named, else the cost of the fastest algorithm.
import * as l10n from '@vscode/l10n';
import { analyze } from '../collectives/analyze.ts';
import {
  type Algorithm,
  algorithms,
  type Cancelled,
  type Collective,
  type CollectiveRequest,
  collectives,
  type Priced,
} from '../collectives/collective.ts';
import { measure } from '../collectives/measured/measure.ts';
import { quantity } from '../semantics/arithmetic.ts';
import type { QuestionCall, QuestionFault, Value } from '../semantics/values.ts';
import { formatQuantity } from '../syntax/quantities.ts';
import { arcFrom, arcTo, deviceName, type Graph } from '../topology/graph.ts';
import { measuredFields, shownMeasured } from './measured.ts';
import { fault, ranksOf } from './ranks.ts';

export function isCollective(name: string): name is Collective {
  return (collectives as readonly string[]).includes(name);
}

export function askCollective(
  graph: Graph,
  collective: Collective,
  question: QuestionCall,
  cancelled: Cancelled,
): Value | QuestionFault {
  const request = requestOf(graph, collective, question);
  if ('type' in request) return request;
  const measured = measure(graph, request);
  if (measured) {
    const fields = new Fields(graph, request, measuredFields(measured), cancelled);
    return { type: 'result', result: { shown: shownMeasured(measured), fields } };
  }
  const analysis = analyze(graph, { ...request, optimum: false }, cancelled);
  if ('fault' in analysis) return fault(`ask.${analysis.fault}`, analysis.message);
  if (analysis.ranks < 2) return fault('ask.ranks', l10n.t('one rank has no other to send to.'));
  const best = analysis.priced[0];
  if (!best) return fault('ask.algorithm', l10n.t('no algorithm applies to {0} on these ranks.', collective));
  const fields = new Fields(graph, request, pricedFields(graph, best), cancelled);
  return { type: 'result', result: { shown: shownAs(best, collective), fields } };
}

function shownAs({ time, busbw, algorithm }: Priced, collective: Collective): string {
  const taken = formatQuantity(time, 'time');
  if (collective === 'barrier') return `${taken} · ${algorithm}`;
  return `${taken} · ${l10n.t('{0} busbw', formatQuantity(busbw, 'rate'))} · ${algorithm}`;
}

function pricedFields(graph: Graph, best: Priced): [string, Value][] {
  return [
    ['time', quantity('time', best.time)],
    ['algbw', quantity('rate', best.algbw)],
    ['busbw', quantity('rate', best.busbw)],
    ['algorithm', { type: 'text', text: best.algorithm }],
    ['bottleneck', { type: 'text', text: bottleneckText(graph, best) }],
  ];
}

/** The optimum costs more than the rest, so it is worked out when it is asked for. */
class Fields extends Map<string, Value> {
  readonly #workOut: () => number;
  /** Seconds; NaN where it is not known. */
  #optimum: number | undefined;

  constructor(
    graph: Graph,
    request: CollectiveRequest,
    known: readonly (readonly [string, Value])[],
    cancelled: Cancelled,
  ) {
    super([...known, ['optimum', quantity('time', Number.NaN)]]);
    this.#workOut = () => {
      const analysis = analyze(graph, request, cancelled);
      return 'fault' in analysis ? Number.NaN : (analysis.optimum?.time ?? Number.NaN);
    };
  }

  override get(name: string): Value | undefined {
    if (name !== 'optimum') return super.get(name);
    this.#optimum ??= this.#workOut();
    return quantity('time', this.#optimum);
  }
}

/** `dgx[0].gpu[0] -- dgx[0].nvs[0], 102 GB/s, 98 % busy` */
function bottleneckText(graph: Graph, { bottleneck }: Priced): string {
  if (!bottleneck) return l10n.t('latency');
  const { arc, rate, busy } = bottleneck;
  const ends = `${deviceName(graph, arcFrom(graph, arc))} -> ${deviceName(graph, arcTo(graph, arc))}`;
  return l10n.t('{0}, {1}, {2} % busy', ends, formatQuantity(rate, 'rate'), Math.round(busy * 100));
}

export function requestOf(
  graph: Graph,
  collective: Collective,
  { positional, named }: QuestionCall,
): CollectiveRequest | QuestionFault {
  const [size] = positional;
  const over = named.get('over');
  const ranks = over?.type === 'selection' ? ranksOf(graph, over.selection) : graph.ranks;
  if ('type' in ranks) return { ...ranks, at: 'over' };
  if (ranks.length === 0) return fault('ask.no-ranks', l10n.t('no GPU and no CPU here to take part.'));
  const root = rootOf(graph, named.get('root'));
  if (root && typeof root !== 'number') return root;
  const algorithm = algorithmOf(named.get('algorithm'));
  const channels = named.get('channels');
  const routing = named.get('routing');
  return {
    collective,
    size: size?.type === 'quantity' ? size.value : 0,
    ranks,
    ...(root === undefined ? {} : { root }),
    ...(algorithm ? { algorithm } : {}),
    ...(channels?.type === 'number' ? { channels: channels.value } : {}),
    ...(routing?.type === 'word'
      ? { routing: routing.word === 'hashed' ? ('hashed' as const) : ('ecmp' as const) }
      : {}),
  };
}

function rootOf(graph: Graph, root: Value | undefined): number | QuestionFault | undefined {
  if (root?.type !== 'selection') return undefined;
  const ranks = ranksOf(graph, root.selection);
  if ('type' in ranks) return { ...ranks, at: 'root' };
  return ranks.length === 1
    ? ranks[0]
    : fault('ask.root', l10n.t('the root is one rank; this is {0}.', ranks.length), 'root');
}

function algorithmOf(value: Value | undefined): Algorithm | undefined {
  return value?.type === 'word' ? algorithms.find((each) => each === value.word) : undefined;
}
