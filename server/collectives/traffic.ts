// Whose data crosses an arc: the ranks that send and receive over it. What is found is held against the arc's load, and
// told only where it is all of it.
import { arcFrom, arcTo } from '../topology/graph.ts';
import { type Fabric, timesEach, type Way } from './engine.ts';
import type { SwitchStep } from './in_switch.ts';
import { flowsOf, type Step } from './schedule.ts';

export interface Traffic {
  /** Device numbers, ascending. Of what switches add up or copy only a rank at the arc itself. */
  readonly senders: Int32Array;
  /** Empty where switches add up or copy what crosses. */
  readonly receivers: Int32Array;
  /** Pairs of a sender and a receiver. */
  readonly flows: number;
  /** Inside a host, between hosts, or some of either; switches that add up and copy. */
  readonly between: 'inside' | 'hosts' | 'both' | 'switches';
}

/** Pairs that are routed to find those that cross; where there are more, only those of the hosts at the arc are. */
const mostPairs = 20_000;
/** Flows that are looked through at all. */
const mostFlows = 2_000_000;

/** Undefined where nothing crosses, and where finding out who does would take too long. */
export function trafficOn(fabric: Fabric, way: Way, arc: number, load: Float64Array): Traffic | undefined {
  if (load[arc] === 0) return undefined;
  const steps = [...timesEach(way.flat())];
  const switched = steps.filter((each): each is [SwitchStep, number] => 'arcs' in each[0]);
  const sent = steps.filter((each): each is [Step, number] => !('arcs' in each[0]));
  const added = switched.reduce((sum, [step, times]) => sum + times * bytesOn(step, arc), 0);
  if (added > 0) return isAll(added, load[arc]) ? bySwitches(fabric, arc) : undefined;
  if (sent.reduce((sum, [step]) => sum + flowsOf(step), 0) > mostFlows) return undefined;
  const pairs = pairsOf(fabric, sent, arc);
  return pairs && crossing(fabric, pairs, arc, load[arc]);
}

/** Equal but for rounding. */
const isAll = (found: number, wanted: number): boolean => Math.abs(found - wanted) <= 1e-6 * wanted;

function bytesOn({ arcs, bytes }: SwitchStep, arc: number): number {
  let sum = 0;
  for (let at = arcs.indexOf(arc); at >= 0; at = arcs.indexOf(arc, at + 1)) sum += bytes[at];
  return sum;
}

/** For the rank at one end of the arc; for none in particular where both ends are beyond. */
function bySwitches({ router: { graph }, devices }: Fabric, arc: number): Traffic {
  const ends = [arcFrom(graph, arc), arcTo(graph, arc)];
  const senders = devices.filter((device) => ends.includes(device));
  return { senders, receivers: new Int32Array(0), flows: senders.length, between: 'switches' };
}

/** Bytes by sender x devices + receiver, over the whole operation; undefined where there are too many pairs to route. */
function pairsOf(
  { router: { graph }, devices }: Fabric,
  steps: readonly (readonly [Step, number])[],
  arc: number,
): Map<number, number> | undefined {
  const near = [graph.host[arcFrom(graph, arc)], graph.host[arcTo(graph, arc)]];
  const gather = (only: boolean): Map<number, number> | undefined => {
    const pairs = new Map<number, number>();
    for (const [{ from, to, bytes }, times] of steps)
      for (let i = 0; i < from.length; i++) {
        const [a, b] = [devices[from[i]], devices[to[i]]];
        if (only && !near.includes(graph.host[a]) && !near.includes(graph.host[b])) continue;
        const key = a * graph.deviceCount + b;
        pairs.set(key, (pairs.get(key) ?? 0) + bytes[i] * times);
        if (pairs.size > mostPairs) return undefined;
      }
    return pairs;
  };
  return gather(false) ?? gather(true);
}

function crossing(
  { router }: Fabric,
  pairs: ReadonlyMap<number, number>,
  arc: number,
  wanted: number,
): Traffic | undefined {
  const { graph } = router;
  const [senders, receivers] = [new Set<number>(), new Set<number>()];
  let [found, flows, inside] = [0, 0, 0];
  for (const [key, bytes] of pairs) {
    const [from, to] = [Math.floor(key / graph.deviceCount), key % graph.deviceCount];
    const route = bytes > 0 ? router.route(from, to) : undefined;
    const at = route ? route.arcs.indexOf(arc) : -1;
    if (!route || at < 0) continue;
    found += bytes * route.shares[at];
    flows++;
    senders.add(from);
    receivers.add(to);
    if (graph.host[from] === graph.host[to]) inside++;
  }
  if (!isAll(found, wanted)) return undefined;
  const between = inside === flows ? 'inside' : inside === 0 ? 'hosts' : 'both';
  return { senders: sorted(senders), receivers: sorted(receivers), flows, between };
}

const sorted = (devices: ReadonlySet<number>): Int32Array => Int32Array.from(devices).sort();
