// What one will measure beside what the fabric allows, for the panel and the command line.
import * as l10n from '@vscode/l10n';
import type { CollectiveRequest, Harness } from '../collectives/collective.ts';
import { measure } from '../collectives/measured/measure.ts';
import type { AnalyzeParams, AnalyzeResult, Refusal } from '../protocol.ts';
import type { Graph } from '../topology/graph.ts';
import type { Prepared } from './analysis.ts';

/** `optimum` in seconds. */
export function measuredCost(
  graph: Graph,
  request: CollectiveRequest,
  harness?: Harness,
  optimum?: number,
): Pick<AnalyzeResult, 'measured'> {
  const found = measure(graph, request, harness);
  if (!found) return {};
  const { library, algorithm, time, low, high, algbw, busbw, limit } = found;
  return {
    measured: {
      library,
      algorithm,
      timeUs: time * 1e6,
      lowUs: low * 1e6,
      highUs: high * 1e6,
      algbwGBps: algbw / 1e9,
      busbwGBps: busbw / 1e9,
      limit: { by: limit.by, ...('rate' in limit ? { GBps: limit.rate / 1e9 } : {}) },
      ...(optimum === undefined || request.size === 0 ? {} : { optimumPercent: (100 * optimum) / time }),
    },
  };
}

/** Nothing is priced, so this is as quick on any number of ranks. */
export function onlyMeasured(
  { root, version, graph, request }: Prepared,
  { collective, size, harness }: AnalyzeParams,
): AnalyzeResult | Refusal {
  const cost = measuredCost(graph, request, harness);
  const ranks = (request.ranks ?? graph.ranks).length;
  if (cost.measured)
    return { root, version, collective, sizeBytes: size, ranks, algorithms: [], ...cost, fastest: [], loads: [] };
  return {
    refused: l10n.t(
      'what one will measure is not known for {0} on these {1} ranks: GPUs of one sort with `sm` or `gfx` are, as many in each domain, and not every collective (docs/cost-model.md).',
      collective,
      ranks,
    ),
  };
}
