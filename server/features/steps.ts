// An algorithm step by step, for the diagram to play: who sends which piece to whom, and how busy the links are then.
import * as l10n from '@vscode/l10n';
import { analyze, watch } from '../collectives/analyze.ts';
import type { Watched } from '../collectives/watch.ts';
import type { AnalyzeParams, FlowStep, LinkLoad, Refusal, Steps } from '../protocol.ts';
import { deviceName, type Graph } from '../topology/graph.ts';
import type { Workspace } from '../workspace.ts';
import { linkLoad, type Prepared, prepare } from './analysis.ts';

/** More cannot be followed by eye. */
const mostRanks = 64;
/** Flows of all steps together that are sent to the page. */
const mostFlows = 100_000;

export function steps(
  workspace: Workspace,
  params: AnalyzeParams,
  cancelled: () => boolean = () => false,
): Steps | Refusal {
  const prepared = prepare(workspace, params);
  if ('refused' in prepared) return prepared;
  const { graph, request } = prepared;
  const devices = request.ranks ?? graph.ranks;
  if (devices.length > mostRanks)
    return {
      refused: l10n.t(
        '{0} ranks; up to {1} can be watched. Name fewer as ranks, as `dgx[0]`.',
        devices.length,
        mostRanks,
      ),
    };
  const best = fastest(prepared, params, cancelled);
  if ('refused' in best) return best;
  const watched = watch(graph, { ...request, algorithm: best.algorithm }, cancelled);
  if ('fault' in watched) return { refused: watched.message };
  const flows = watched.steps.reduce((sum, { step }) => sum + ('arcs' in step ? 0 : step.from.length), 0);
  if (flows > mostFlows)
    return { refused: l10n.t('{0} flows are too many to watch. Name fewer GPUs as ranks, as `dgx[0]`.', flows) };
  return { ...best, ranks: Array.from(devices, (device) => deviceName(graph, device)), ...told(graph, watched) };
}

type Head = Pick<Steps, 'algorithm' | 'collective' | 'timeUs'>;

/** The algorithm asked for, else the fastest, as it is priced. */
function fastest({ graph, request }: Prepared, { algorithm }: AnalyzeParams, cancelled: () => boolean): Head | Refusal {
  const asked = { ...request, optimum: false, ...(algorithm ? { algorithm } : {}) };
  const whole = analyze(graph, asked, cancelled);
  if ('fault' in whole) return { refused: whole.message };
  const [best] = whole.priced;
  if (!best) return { refused: l10n.t('one rank has no other to send to.') };
  return { algorithm: best.algorithm, collective: request.collective, timeUs: best.time * 1e6 };
}

function told(
  graph: Graph,
  { steps: each, pipelined, followed }: Watched,
): Pick<Steps, 'pipelined' | 'steps' | 'loads' | 'data'> {
  const loads: LinkLoad[][] = [];
  const known = new Map<Float64Array, number>();
  const told = each.map(({ step, seconds, load }, at): FlowStep => {
    const number = known.get(load) ?? loads.push(busyLinks(graph, load, seconds)) - 1;
    known.set(load, number);
    const [from, to, bytes] = 'arcs' in step ? [[], [], []] : [[...step.from], [...step.to], [...step.bytes]];
    const pieces = followed?.carried[at].map((carried) => [...carried]);
    const how = followed?.how[at] ?? 'copies';
    return { from, to, bytes, ...(pieces ? { pieces } : {}), how, timeUs: seconds * 1e6, load: number };
  });
  if (!followed) return { pipelined, steps: told, loads };
  const { pieces, whole } = followed;
  return { pipelined, steps: told, loads, data: { pieces, whole, start: followed.start.map((held) => [...held]) } };
}

function busyLinks(graph: Graph, load: Float64Array, seconds: number): LinkLoad[] {
  const links: LinkLoad[] = [];
  for (let arc = 0; arc < load.length; arc++) {
    if (load[arc] === 0) continue;
    const rate = graph.linkEffectiveRate[arc >> 1];
    links.push(linkLoad(graph, { arc, rate, busy: seconds > 0 ? Math.min(1, load[arc] / rate / seconds) : 0 }));
  }
  return links;
}
