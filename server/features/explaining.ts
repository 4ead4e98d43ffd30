// Why an algorithm takes as long as it does, for the panel, the hover and the command line: plain data, and the same in words.
import * as l10n from '@vscode/l10n';
import { analyze, explain } from '../collectives/analyze.ts';
import type { Algorithm, CollectiveFault } from '../collectives/collective.ts';
import type { Change, Explanation as Explained, LinkGroup as Group } from '../collectives/explain.ts';
import type { AnalyzeParams, Explanation, LinkGroup, RateChange, Refusal } from '../protocol.ts';
import { arcFrom, arcTo, deviceName, type Graph } from '../topology/graph.ts';
import type { Workspace } from '../workspace.ts';
import { type Prepared, prepare } from './analysis.ts';

/** Of the algorithm asked for, else of the fastest. */
export function explanation(
  workspace: Workspace,
  params: AnalyzeParams,
  cancelled: () => boolean = () => false,
): Explanation | Refusal {
  const prepared = prepare(workspace, params);
  if ('refused' in prepared) return prepared;
  const algorithm = params.algorithm ?? fastest(prepared, cancelled);
  if (typeof algorithm === 'object') return { refused: algorithm.message };
  if (algorithm === undefined) return { refused: l10n.t('one rank has no other to send to.') };
  const { graph, request } = prepared;
  const found = explain(graph, { ...request, algorithm }, cancelled);
  return 'fault' in found ? { refused: found.message } : plainExplanation(graph, found);
}

function fastest({ graph, request }: Prepared, cancelled: () => boolean): Algorithm | CollectiveFault | undefined {
  const whole = analyze(graph, { ...request, optimum: false }, cancelled);
  return 'fault' in whole ? whole : whole.priced[0]?.algorithm;
}

/** In units of the protocol, devices by name. */
export function plainExplanation(
  graph: Graph,
  { algorithm, time, latency, software, groups, traffic, halved, doubled }: Explained,
): Explanation {
  return {
    algorithm,
    timeUs: time * 1e6,
    latencyShare: latency,
    softwareShare: software,
    groups: groups.map(group),
    ...(traffic ? { traffic: plainTraffic(graph, traffic) } : {}),
    ...(halved ? { halved: change(halved) } : {}),
    ...(doubled ? { doubled: change(doubled) } : {}),
  };
}

const plainTraffic = (graph: Graph, { arc, ...rest }: NonNullable<Explained['traffic']>) => ({
  a: deviceName(graph, arcFrom(graph, arc)),
  b: deviceName(graph, arcTo(graph, arc)),
  ...rest,
});

const group = ({ rate, widest, ...rest }: Group): LinkGroup => ({
  ...rest,
  GBps: rate / 1e9,
  ...(widest > rate * (1 + 1e-9) ? { mostGBps: widest / 1e9 } : {}),
});

const change = ({ time, bottleneck }: Change): RateChange => ({
  timeUs: time * 1e6,
  ...(bottleneck ? { bottleneck: group(bottleneck) } : {}),
});
