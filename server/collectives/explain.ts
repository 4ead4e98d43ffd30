// Why an algorithm takes as long as it does: which links are busiest, with whose data, how much of the time no byte takes,
// and what other rates of the busiest links would change. Routes are found anew for other rates, as they depend on them.

import { bundlesOf, pairsName } from '../topology/bundles.ts';
import { arcFrom, arcTo, deviceKind, type Graph } from '../topology/graph.ts';
import { paceAt } from '../topology/pace.ts';
import { placesName } from '../topology/places.ts';
import { makeRouter, type Router } from '../topology/routes.ts';
import type { Algorithm, Cancelled, CollectiveFault, CollectiveRequest } from './collective.ts';
import { type Fabric, fabricOf, run } from './engine.ts';
import { defaultModel } from './forms.ts';
import { type Best, bestOn } from './price.ts';
import { type Traffic, trafficOn } from './traffic.ts';

/** Links that are alike, and how busy the busiest of them are. */
export interface LinkGroup {
  /** The busiest: `dgx[*].nic[i] -- leaf[i]`; `->` where they are as busy in one direction only. */
  readonly name: string;
  /** How many these are. */
  readonly links: number;
  /** How many there are like them, busy or not. */
  readonly of: number;
  /** Empty for a bare rate. */
  readonly medium: string;
  /** Bytes/s, effective, of one: the narrowest and the widest of the busiest. */
  readonly rate: number;
  readonly widest: number;
  /** Share of the whole time, 0..1. */
  readonly busy: number;
}

/** What another rate of the bottleneck's links and of all like them would bring. */
export interface Change {
  /** Seconds. */
  readonly time: number;
  /** The busiest then; undefined where latency alone counts. */
  readonly bottleneck?: LinkGroup;
}

export interface Explanation {
  readonly algorithm: Algorithm;
  /** Seconds. */
  readonly time: number;
  /** Share of the time that a run of no bytes takes, 0..1. */
  readonly latency: number;
  /** Of that, what software and adapters at the ends of links take; the rest is links, switches and devices. */
  readonly software: number;
  /** Busiest first, a few. */
  readonly groups: readonly LinkGroup[];
  /** Of the first link of the first group: its ends, and in words whose data crosses it. */
  readonly traffic?: {
    readonly arc: number;
    readonly between: Traffic['between'];
    readonly senders: readonly string[];
    readonly receivers: readonly string[];
    readonly flows: number;
  };
  readonly halved?: Change;
  readonly doubled?: Change;
}

type Request = CollectiveRequest & { readonly algorithm: Algorithm };

/** Groups that are told. */
const mostGroups = 4;
/** Links as busy as the busiest of their kind but for this share count as busiest. */
const asBusy = 0.005;

export function explainOn(router: Router, request: Request, cancelled?: Cancelled): Explanation | CollectiveFault {
  const { graph } = router;
  const best = bestOn(router, request, cancelled);
  if ('fault' in best) return best;
  const { fabric, way, run: own } = best;
  const { algorithm } = request;
  if (own.time === 0) return { algorithm, time: 0, latency: 0, software: 0, groups: [] };
  const bundles = bundlesOf(graph);
  const { load } = own;
  const groups = busyGroups(graph, bundles, load, own.time, mostGroups);
  const latency = own.latency / own.time;
  const software = softwareIn(router, request, best, cancelled) / own.time;
  const { arc } = own.busiest;
  if (arc < 0) return { algorithm, time: own.time, latency, software, groups };
  const traffic = trafficOn(fabric, way, arc, load);
  const named = (devices: Int32Array): string[] =>
    placesName(graph.template, devices, [...graph.ranks, ...fabric.devices]);
  const changed = (factor: number) => withRate(router, request, bundles, bundles[arc >> 1], factor, cancelled);
  return {
    algorithm,
    time: own.time,
    latency,
    software,
    groups,
    ...(traffic
      ? {
          traffic: {
            arc,
            between: traffic.between,
            flows: traffic.flows,
            senders: named(traffic.senders),
            receivers: named(traffic.receivers),
          },
        }
      : {}),
    ...changes(changed(0.5), changed(2)),
  };
}

const changes = (halved?: Change, doubled?: Change): Pick<Explanation, 'halved' | 'doubled'> => ({
  ...(halved ? { halved } : {}),
  ...(doubled ? { doubled } : {}),
});

/** Seconds of the latency that go where links have no overhead. In-switch steps know theirs, so their ways are made anew. */
function softwareIn(
  router: Router,
  request: Request,
  { fabric, way, run: { latency } }: Best & { readonly fabric: Fabric },
  cancelled?: Cancelled,
): number {
  const { graph } = router;
  const overheads = graph.linkLatency.map((_, link) => overheadAt(graph, link));
  if (!overheads.some((overhead) => overhead > 0)) return 0;
  const linkLatency = graph.linkLatency.map((own, link) => own - overheads[link]);
  const quiet = makeRouter({ ...graph, linkLatency }, { routing: request.routing ?? 'ecmp' });
  const model = request.model ?? defaultModel(request.algorithm);
  const inSwitch = way.some((leg) => leg.some((step) => 'arcs' in step));
  const other = inSwitch
    ? bestOn(quiet, request, cancelled)
    : { run: run(fabricOf(quiet, fabric.devices, fabric.cancelled), way, model) };
  return 'fault' in other || !other.run ? 0 : Math.max(0, latency - other.run.latency);
}

/** Seconds that what is no switch at the ends of a link adds to a message. */
function overheadAt(graph: Graph, link: number): number {
  const overhead = graph.media[graph.linkMedium[link]].type?.overhead ?? 0;
  if (overhead === 0) return 0;
  const ends = [graph.linkA[link], graph.linkB[link]].filter((device) => deviceKind(graph, device) !== 'switch').length;
  return overhead * ends;
}

/** The same question with other rates on one bundle of links; undefined where it can't be priced. */
function withRate(
  router: Router,
  request: Request,
  bundles: Int32Array,
  bundle: number,
  factor: number,
  cancelled?: Cancelled,
): Change | undefined {
  const { graph } = router;
  const scaled = (rates: Float64Array): Float64Array =>
    rates.map((rate, k) => (bundles[k] === bundle ? rate * factor : rate));
  const other: Graph = {
    ...graph,
    linkRate: scaled(graph.linkRate),
    linkEffectiveRate: scaled(graph.linkEffectiveRate),
  };
  const best = bestOn(makeRouter(other, { routing: request.routing ?? 'ecmp' }), request, cancelled);
  if ('fault' in best) return undefined;
  const { load, time } = best.run;
  const [bottleneck] = busyGroups(other, bundles, load, time, 1);
  return { time, ...(bottleneck ? { bottleneck } : {}) };
}

/** The `most` busiest bundles, busiest first. */
function busyGroups(graph: Graph, bundles: Int32Array, load: Float64Array, time: number, most: number): LinkGroup[] {
  const seconds = (arc: number): number => load[arc] * paceAt(graph, arc);
  const peaks: { bundle: number; seconds: number; of: number }[] = [];
  for (let k = 0; k < graph.linkCount; k++) {
    const bundle = bundles[k];
    peaks[bundle] ??= { bundle, seconds: 0, of: 0 };
    peaks[bundle].of++;
    peaks[bundle].seconds = Math.max(peaks[bundle].seconds, seconds(2 * k), seconds(2 * k + 1));
  }
  // Times that differ by rounding alone keep the order of the text.
  const order = (a: number, b: number): number => (Math.abs(a - b) <= 1e-9 * Math.max(a, b) ? 0 : b - a);
  const busy = peaks.filter((peak) => peak.seconds > 0).sort((a, b) => order(a.seconds, b.seconds));
  return busy.slice(0, most).map(({ bundle, of, seconds: peak }) => {
    const links: number[] = [];
    const isBusy = (arc: number): boolean => seconds(arc) >= peak * (1 - asBusy);
    for (let k = 0; k < graph.linkCount; k++)
      if (bundles[k] === bundle && (isBusy(2 * k) || isBusy(2 * k + 1))) links.push(k);
    return {
      name: groupName(graph, links, isBusy),
      links: links.length,
      of,
      medium: graph.media[graph.linkMedium[links[0]]].name,
      rate: links.reduce((least, k) => Math.min(least, graph.linkEffectiveRate[k]), Number.POSITIVE_INFINITY),
      widest: links.reduce((most, k) => Math.max(most, graph.linkEffectiveRate[k]), 0),
      busy: Math.min(1, peak / time),
    };
  });
}

/** One way where every link is busy that way and idler the other. */
function groupName(graph: Graph, links: readonly number[], isBusy: (arc: number) => boolean): string {
  for (const way of [0, 1]) {
    if (links.some((k) => !isBusy(2 * k + way) || isBusy(2 * k + 1 - way))) continue;
    const arcs = links.map((k) => 2 * k + way);
    const ends = [arcs.map((arc) => arcFrom(graph, arc)), arcs.map((arc) => arcTo(graph, arc))];
    return pairsName(graph, ends[0], ends[1], ' -> ');
  }
  return pairsName(
    graph,
    links.map((k) => graph.linkA[k]),
    links.map((k) => graph.linkB[k]),
    ' -- ',
  );
}
