// The cost of a collective on a root of a file, as the panel and the command line show it.
import * as l10n from '@vscode/l10n';
import { analyze, arcLoads } from '../collectives/analyze.ts';
import {
  type Algorithm,
  type Analysis,
  type Bottleneck,
  type CollectiveFault,
  type CollectiveRequest,
  collectives,
  type Priced,
} from '../collectives/collective.ts';
import { fastestBySize, timeAt } from '../collectives/lines.ts';
import { sidesOf } from '../collectives/sides.ts';
import type {
  AlgorithmCost,
  AnalyzeParams,
  AnalyzeResult,
  CutSides,
  LinkLoad,
  MeasuredCost,
  Refusal,
  SweepRow,
} from '../protocol.ts';
import { graphOf } from '../questions/asker.ts';
import { ranksOf } from '../questions/ranks.ts';
import type { FileSemantics } from '../semantics/file.ts';
import type { Template } from '../semantics/template.ts';
import type { Selection } from '../semantics/values.ts';
import type { Finding } from '../syntax/finding.ts';
import { parseExpression } from '../syntax/parser.ts';
import { arcFrom, arcTo, deviceName, type Graph } from '../topology/graph.ts';
import type { Workspace } from '../workspace.ts';
import { measuredCost, onlyMeasured } from './measuring.ts';
import { withRates } from './rates.ts';
import { rootsOf } from './roots.ts';
import { templateWith } from './setting.ts';

/** The busiest links that are sent along for the picture. */
const mostLoads = 20_000;

/** A question of a collective, ready to be priced. */
export interface Prepared {
  readonly root: string;
  readonly version: number;
  readonly graph: Graph;
  readonly request: CollectiveRequest;
}

export function analysis(
  workspace: Workspace,
  params: AnalyzeParams,
  cancelled: () => boolean = () => false,
): AnalyzeResult | Refusal {
  const { sizes, ...one } = params;
  const prepared = prepare(workspace, params);
  if ('refused' in prepared) return prepared;
  const result = priceOne(prepared, one, cancelled);
  if ('refused' in result || !sizes) return result;
  return { ...result, sweep: [...sweep(prepared, params, result, cancelled)] };
}

/**
 * The same in pieces, for whoever has other things to do in between: the analysis of one size first, then a row for each of
 * `sizes`. All of one version of the text, whatever happens to it meanwhile.
 */
export function* analysisInPieces(
  workspace: Workspace,
  params: AnalyzeParams,
  cancelled: () => boolean,
): Generator<AnalyzeResult | Refusal | SweepRow, void> {
  const { sizes = [], ...one } = params;
  const prepared = prepare(workspace, params);
  if ('refused' in prepared) {
    yield prepared;
    return;
  }
  const result = priceOne(prepared, one, cancelled);
  yield result;
  if (!('refused' in result)) yield* sweep(prepared, params, result, cancelled);
}

export function prepare(workspace: Workspace, params: AnalyzeParams): Prepared | Refusal {
  const file = workspace.semantics(params.uri);
  const document = workspace.document(params.uri);
  if (!file || !document) return { refused: l10n.t('there is no file `{0}`.', params.uri) };
  const wrong = refusalOf(params);
  if (wrong) return wrong;
  const root = params.root ?? rootsOf(file)[0];
  if (root === undefined) return { refused: l10n.t('this file defines no cluster and no node yet.') };
  const template = templateWith(file, root, params.set);
  if ('refused' in template) return template;
  const without = select(file, template, params.without);
  const over = select(file, template, params.over);
  if (without && 'refused' in without) return without;
  if (over && 'refused' in over) return over;
  const graph = withRates(graphOf(template, without), params.rates ?? {}, file, template, (text) =>
    select(file, template, text),
  );
  if ('refused' in graph) return graph;
  const request = requestOf(graph, params, over);
  return 'refused' in request ? request : { root, version: document.version, graph, request };
}

function priceOne(
  { root, version, graph, request }: Prepared,
  params: AnalyzeParams,
  cancelled: () => boolean,
): AnalyzeResult | Refusal {
  if (params.model === 'measured') return onlyMeasured({ root, version, graph, request }, params);
  const whole = analyzeWith(graph, request, params.algorithm, cancelled);
  if ('fault' in whole) return { refused: whole.message };
  return {
    root,
    version,
    collective: params.collective,
    sizeBytes: params.size,
    ranks: whole.ranks,
    algorithms: whole.priced.map((priced) => algorithmCost(graph, priced)),
    ...measuredCost(graph, request, params.harness, whole.optimum?.time),
    ...optimumOf(graph, request.ranks ?? graph.ranks, whole),
    fastest: fastestBySize(whole.priced).map(({ algorithm, from, to }) => ({
      algorithm,
      fromBytes: from,
      toBytes: to,
    })),
    loads: loadsOf(graph, request, params, whole),
  };
}

/**
 * All algorithms, and the one asked for too where it is left out of many: those that are slow to price on many ranks are.
 * One that does not apply is not among them.
 */
function analyzeWith(
  graph: Graph,
  request: CollectiveRequest,
  asked: Algorithm | undefined,
  cancelled: () => boolean,
): Analysis | CollectiveFault {
  const whole = analyze(graph, request, cancelled);
  if ('fault' in whole || asked === undefined || whole.priced.some(({ algorithm }) => algorithm === asked))
    return whole;
  const alone = analyze(graph, { ...request, algorithm: asked, optimum: false }, cancelled);
  if ('fault' in alone) return alone.fault === 'cancelled' ? alone : whole;
  const { optimum } = whole;
  const more = alone.priced.map((priced) =>
    optimum && whole.size > 0 ? { ...priced, ofOptimum: Math.min(1, optimum.time / priced.time) } : priced,
  );
  return { ...whole, priced: [...whole.priced, ...more].sort((a, b) => a.time - b.time) };
}

/** What is no question of a collective at all: faces hand on what people typed. */
function refusalOf({ collective, size, sizes = [], channels = 1 }: AnalyzeParams): Refusal | undefined {
  if (!collectives.includes(collective)) return { refused: l10n.t('there is no collective `{0}`.', collective) };
  const isSize = (bytes: number): boolean => Number.isFinite(bytes) && bytes >= 0;
  if (![size, ...sizes].every(isSize)) return { refused: l10n.t('a size is a number of bytes, 0 or more.') };
  if (Number.isInteger(channels) && channels > 0) return undefined;
  return { refused: l10n.t('channels are a whole number, 1 or more.') };
}

/** An `over` or `without` as the user typed it, worked out inside the template. */
export function select(file: FileSemantics, template: Template, text?: string): Selection | Refusal | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const { expr, findings } = parseExpression(text);
  const found: Finding[] = [...findings];
  const noQuestions = { type: 'fault', code: 'ask.here', message: l10n.t('a question cannot stand here.') } as const;
  const value =
    found.length > 0
      ? undefined
      : file.evaluate(
          template,
          expr,
          () => noQuestions,
          (f) => found.push(f),
        );
  if (value?.type === 'selection') return value.selection;
  return { refused: found[0]?.message ?? l10n.t('{0} does not name places of {1}.', text, template.name) };
}

function requestOf(graph: Graph, params: AnalyzeParams, over?: Selection): CollectiveRequest | Refusal {
  const ranks = over && ranksOf(graph, over);
  if (ranks && 'type' in ranks) return { refused: ranks.message };
  return {
    collective: params.collective,
    size: params.size,
    ...(ranks ? { ranks } : {}),
    ...(params.channels === undefined ? {} : { channels: params.channels }),
    ...(params.routing === undefined ? {} : { routing: params.routing }),
    ...(params.model === undefined || params.model === 'measured' ? {} : { model: params.model }),
  };
}

function algorithmCost(graph: Graph, priced: Priced): AlgorithmCost {
  const { algorithm, time, algbw, busbw, bottleneck, ofOptimum } = priced;
  return {
    name: algorithm,
    timeUs: time * 1e6,
    algbwGBps: algbw / 1e9,
    busbwGBps: busbw / 1e9,
    ...(ofOptimum === undefined ? {} : { optimumPercent: ofOptimum * 100 }),
    ...(bottleneck ? { bottleneck: linkLoad(graph, bottleneck) } : {}),
  };
}

export function linkLoad(graph: Graph, { arc, rate, busy }: Bottleneck): LinkLoad {
  return {
    a: deviceName(graph, arcFrom(graph, arc)),
    b: deviceName(graph, arcTo(graph, arc)),
    medium: graph.media[graph.linkMedium[arc >> 1]].name,
    GBps: rate / 1e9,
    busy,
  };
}

/** Links of the cut that are named; the rest is counted by the rate alone. */
const mostCutLinks = 1_000;

function optimumOf(graph: Graph, ranks: Int32Array, { optimum }: Analysis): Pick<AnalyzeResult, 'optimum'> {
  if (!optimum) return {};
  const { time, bound = false, cut } = optimum;
  if (!cut) return { optimum: { timeUs: time * 1e6, bound } };
  const named = (arc: number): string =>
    `${deviceName(graph, arcFrom(graph, arc))} -- ${deviceName(graph, arcTo(graph, arc))}`;
  const links = [...cut.arcs.slice(0, mostCutLinks)].map(named);
  const sides = cutSides(graph, ranks, cut);
  return {
    optimum: {
      timeUs: time * 1e6,
      bound,
      cut: {
        ranks: cut.ranks,
        links,
        GBps: cut.rate / 1e9,
        ...(cut.alone === undefined ? {} : { aloneUs: cut.alone * 1e6 }),
        ...(sides ? { sides } : {}),
      },
    },
  };
}

function cutSides(
  graph: Graph,
  ranks: Int32Array,
  cut: NonNullable<NonNullable<Analysis['optimum']>['cut']>,
): CutSides | undefined {
  const sides = sidesOf(graph, ranks, cut);
  if (!sides) return undefined;
  const { few, many, links } = sides;
  return {
    few: few.names,
    fewRanks: few.ranks,
    manyRanks: many.ranks,
    links: links.map(({ rate, ...rest }) => ({ ...rest, GBps: rate / 1e9 })),
  };
}

/** How busy each link is under the algorithm asked for, else the fastest. */
function loadsOf(graph: Graph, request: CollectiveRequest, params: AnalyzeParams, whole: Analysis): LinkLoad[] {
  const shown = whole.priced.find(({ algorithm }) => algorithm === params.algorithm) ?? whole.priced[0];
  if (!shown || shown.time === 0) return [];
  const bytes = arcLoads(graph, { ...request, algorithm: shown.algorithm });
  if ('fault' in bytes) return [];
  const busiest: Bottleneck[] = [];
  for (let arc = 0; arc < bytes.length; arc++) {
    const rate = graph.linkEffectiveRate[arc >> 1];
    if (bytes[arc] > 0) busiest.push({ arc, rate, busy: Math.min(1, bytes[arc] / rate / shown.time) });
  }
  busiest.sort((a, b) => b.busy - a.busy);
  return busiest.slice(0, mostLoads).map((load) => linkLoad(graph, load));
}

const bandOf = ({ timeUs, lowUs, highUs }: MeasuredCost): NonNullable<SweepRow['measured']> => ({
  timeUs,
  lowUs,
  highUs,
});

/** By what each way costs at any size: nothing is priced again for each. */
function* sweep(
  { graph, request }: Prepared,
  { sizes = [], algorithm: asked, harness }: AnalyzeParams,
  result: AnalyzeResult,
  cancelled: () => boolean,
): Generator<SweepRow, void> {
  if (sizes.length === 0 || result.algorithms.length === 0) return;
  const whole = analyzeWith(graph, { ...request, size: request.size || 1, optimum: false }, asked, cancelled);
  if ('fault' in whole) return;
  const lines = new Map(whole.priced.map((priced) => [priced.algorithm, priced.lines]));
  for (const size of sizes) {
    const timeUs = (name: Algorithm): number | null => {
      const known = lines.get(name) ?? [];
      return known.length > 0 ? timeAt(known, size) * 1e6 : null;
    };
    const { measured } = result.measured ? measuredCost(graph, { ...request, size }, harness) : {};
    yield {
      sizeBytes: size,
      timesUs: result.algorithms.map(({ name }) => timeUs(name)),
      ...(measured ? { measured: bandOf(measured) } : {}),
    };
  }
}
