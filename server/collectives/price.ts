// A collective on routes: all algorithms that apply, each in the best of its ways, and the optimum beside them.
import * as l10n from '@vscode/l10n';
import { deviceName } from '../topology/graph.ts';
import type { Router } from '../topology/routes.ts';
import { type ChannelSets, channelSets } from './channels.ts';
import {
  type Algorithm,
  type Analysis,
  algorithms,
  type Cancelled,
  type Collective,
  type CollectiveFault,
  type CollectiveRequest,
  type Optimum,
  type Priced,
} from './collective.ts';
import { arcRate, type Fabric, fabricOf, type Known, type Run, run, type Way } from './engine.ts';
import { defaultModel, flowsOfPairs, waysOf } from './forms.ts';
import { type Layout, layoutOf } from './layout.ts';
import type { Line } from './lines.ts';
import { optimum } from './optimum.ts';
import type { Shape } from './schedule.ts';

/**
 * Algorithms with a flow for every pair are left out above this many ranks unless asked for or nothing else does it;
 * direct stays where there are hardly more pairs than links: on a mesh nothing is as fast.
 */
const mostForAllPairs = 64;
const pairsPerLink = 4;

/** Flows of every pair that are laid one by one: those of 4,472 ranks, which take some seconds and 400 MB. */
const mostFlows = 20_000_000;

/** Of an alltoall, where each flow is walked link by link: those of 316 ranks. */
const mostWalked = 100_000;

/** A request with everything filled in. */
interface Setting {
  readonly request: CollectiveRequest;
  readonly fabric: Fabric;
  readonly layout: Layout;
  readonly shape: Shape;
  readonly channels: ChannelSets;
}

/** Analyze with routes at hand. */
export function analyzeOn(
  router: Router,
  request: CollectiveRequest,
  cancelled?: Cancelled,
): Analysis | CollectiveFault {
  const setting = settingOf(router, request, cancelled);
  if ('fault' in setting) return setting;
  const { shape, fabric } = setting;
  // Without one of them an alltoall would be called as slow as what is left.
  const large = candidates(setting).find((algorithm) => isTooLarge(algorithm, setting));
  if (large) return sizeFault(large, setting);
  const runs: { algorithm: Algorithm; best: Best }[] = [];
  let unreachable = false;
  for (const algorithm of candidates(setting)) {
    const best = fastest(algorithm, setting);
    if (cancelled?.()) return cancelledFault();
    if (best === 'unreachable') unreachable = true;
    else if (best) runs.push({ algorithm, best });
  }
  if (runs.length === 0 && shape.n > 1) return unreachable ? unreachableFault(setting) : algorithmFault(request);
  const least = request.optimum === false || shape.n < 2 ? undefined : bound(setting);
  if (cancelled?.()) return cancelledFault();
  const priced = runs
    .map(({ algorithm, best }) => pricedOf(algorithm, best, request.collective, shape, fabric, least))
    .sort((a, b) => a.time - b.time);
  return {
    collective: request.collective,
    size: shape.size,
    ranks: shape.n,
    priced,
    ...(least ? { optimum: least } : {}),
  };
}

/** Bytes by arc of one algorithm, in the way that `analyzeOn` prices. */
export function arcLoadsOn(
  router: Router,
  request: CollectiveRequest & { algorithm: Algorithm },
): Float64Array | CollectiveFault {
  const best = bestOn(router, request);
  return 'fault' in best ? best : best.run.load;
}

/** The fastest way of one algorithm, as `analyzeOn` prices it; of fewer than two ranks one that sends nothing. */
export function bestOn(
  router: Router,
  request: CollectiveRequest & { algorithm: Algorithm },
  cancelled?: Cancelled,
): (Best & { readonly fabric: Fabric }) | CollectiveFault {
  const setting = settingOf(router, request, cancelled);
  if ('fault' in setting) return setting;
  const { fabric } = setting;
  if (isTooLarge(request.algorithm, setting)) return sizeFault(request.algorithm, setting);
  if (setting.shape.n < 2) {
    const load = new Float64Array(2 * router.graph.linkCount);
    return { fabric, way: [], lines: [], run: { time: 0, latency: 0, busiest: { arc: -1, seconds: 0 }, load } };
  }
  const best = fastest(request.algorithm, setting);
  if (cancelled?.()) return cancelledFault();
  if (best === 'unreachable') return unreachableFault(setting);
  return best ? { ...best, fabric } : algorithmFault(request);
}

function settingOf(router: Router, request: CollectiveRequest, cancelled?: Cancelled): Setting | CollectiveFault {
  const { graph } = router;
  const devices = request.ranks ?? graph.ranks;
  if (devices.length === 0) return { fault: 'no-ranks', message: l10n.t('there is no GPU and no CPU to take part.') };
  const absent = devices.find((device) => !graph.present[device]);
  if (absent !== undefined)
    return { fault: 'no-ranks', message: l10n.t('{0} is taken out and cannot take part.', deviceName(graph, absent)) };
  const root = request.root === undefined ? 0 : devices.indexOf(request.root);
  if (root < 0) return { fault: 'root', message: l10n.t('the root is not one of the ranks.') };
  const size = request.collective === 'barrier' ? 0 : request.size;
  const layout = layoutOf(graph, devices);
  return {
    request,
    fabric: fabricOf(router, devices, cancelled),
    layout,
    shape: { n: devices.length, size, root },
    channels: channelSets(layout, request.channels),
  };
}

/** Whether it has a flow for every pair, more than can be laid one by one, which cannot be counted either. */
function isTooLarge(algorithm: Algorithm, { request, layout, fabric }: Setting): boolean {
  if (flowsOfPairs(algorithm, request.collective, layout) <= mostFlows) return false;
  return algorithm === 'pairwise' || !fabric.router.ledger().canComplete(fabric.devices);
}

function candidates({ request, shape: { n }, layout, fabric }: Setting): readonly Algorithm[] {
  if (n < 2) return [];
  if (request.algorithm) return [request.algorithm];
  const { graph } = layout;
  // Where flows are walked link by link the rounds of very many pairs take long, and none is faster than all at once.
  const walked = request.collective === 'alltoall' && fabric.router.ledger().walks(fabric.devices);
  const most = walked ? mostWalked : mostFlows;
  // What direct does at once pairwise does in rounds, none of which is shorter for it: where it is too large nothing is lost.
  if (flowsOfPairs('pairwise', request.collective, layout) > most)
    return algorithms.filter((a) => a !== 'pairwise' && (a !== 'direct' || request.collective === 'alltoall'));
  const many = n > mostForAllPairs && ['allreduce', 'allgather', 'reducescatter'].includes(request.collective);
  const meshed = n * (n - 1) <= pairsPerLink * graph.linkCount;
  return many ? algorithms.filter((a) => (a !== 'direct' || meshed) && a !== 'pairwise') : algorithms;
}

/** The fastest way of one algorithm, and what each of its ways costs at any size; no lines where nothing is sent. */
export interface Best {
  readonly way: Way;
  readonly run: Run;
  readonly lines: readonly Line[];
}

/** Undefined where the algorithm has no way. Of equal ways the first, with the fewest channels. */
function fastest(algorithm: Algorithm, setting: Setting): Best | 'unreachable' | undefined {
  const { request, shape, layout, channels, fabric } = setting;
  const ways = waysOf(
    algorithm,
    request.collective,
    shape,
    layout,
    channels,
    fabric.router,
    request.channels !== undefined,
  );
  const model = request.model ?? defaultModel(algorithm);
  const lines: Line[] = [];
  const known: Known = new Map();
  let best: Omit<Best, 'lines'> | undefined;
  for (const way of ways) {
    const tried = run(fabric, way, model, known);
    if (!tried) continue;
    const { time, latency } = tried;
    if (shape.size > 0) lines.push({ latency, pace: (time - latency) / shape.size });
    if (!best || time < best.run.time * (1 - 1e-12)) best = { way, run: tried };
  }
  return best ? { ...best, lines } : ways.length > 0 ? 'unreachable' : undefined;
}

function bound({ request, layout, shape, fabric }: Setting): Optimum | undefined {
  const { graph, ranks } = layout;
  return optimum(request.collective, graph, ranks, shape.size, ranks[shape.root], fabric.cancelled);
}

/** busbw / algbw, as nccl-tests' PERFORMANCE.md defines it for n ranks. */
export function busFactor(collective: Collective, n: number): number {
  switch (collective) {
    case 'allreduce':
      return (2 * (n - 1)) / n;
    case 'allgather':
    case 'reducescatter':
    case 'gather':
    case 'scatter':
    case 'alltoall':
      return (n - 1) / n;
    default:
      return 1;
  }
}

function pricedOf(
  algorithm: Algorithm,
  { run: { time, busiest }, lines }: Best,
  collective: Collective,
  { n, size }: Shape,
  fabric: Fabric,
  best: Optimum | undefined,
): Priced {
  const algbw = time > 0 ? size / time : 0;
  const { arc, seconds } = busiest;
  const rate = arc < 0 ? 0 : arcRate(fabric.router.graph, arc);
  return {
    algorithm,
    time,
    algbw,
    busbw: algbw * busFactor(collective, n),
    lines,
    ...(arc < 0 ? {} : { bottleneck: { arc, rate, busy: Math.min(1, seconds / time) } }),
    ...(best && size > 0 ? { ofOptimum: Math.min(1, best.time / time) } : {}),
  };
}

function cancelledFault(): CollectiveFault {
  return { fault: 'cancelled', message: l10n.t('cancelled.') };
}

function unreachableFault({ fabric }: Setting): CollectiveFault {
  const { router, devices } = fabric;
  const lost = devices.find((device) => device !== devices[0] && !router.route(devices[0], device));
  const name = (device: number) => deviceName(router.graph, device);
  const message =
    lost === undefined
      ? l10n.t('some ranks cannot reach each other.')
      : l10n.t('{0} cannot reach {1}.', name(devices[0]), name(lost));
  return { fault: 'unreachable', message };
}

function sizeFault(algorithm: Algorithm, { request: { collective }, shape, layout }: Setting): CollectiveFault {
  const flows = flowsOfPairs(algorithm, collective, layout);
  const message = l10n.t(
    '{0} {1} on {2} ranks sends {3} flows; {4} are the most that can be priced so far.',
    algorithm,
    collective,
    shape.n,
    flows,
    mostFlows,
  );
  return { fault: 'size', message };
}

function algorithmFault({ collective, algorithm }: CollectiveRequest): CollectiveFault {
  const message = algorithm
    ? l10n.t('{0} does not do {1} on these ranks.', algorithm, collective)
    : l10n.t('no algorithm does {0} on these ranks.', collective);
  return { fault: 'algorithm', message };
}
