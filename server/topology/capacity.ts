// What can flow between two sets of devices by every way at once, at line rate: a maximum flow over what forwards.
import { type FlowNetwork, flowNetwork, maxFlow, setCapacities } from './flow.ts';
import { arcFrom, arcTo, deviceKind, deviceType, type Graph } from './graph.ts';

/** Bytes/s, one direction, from all devices of `from` together to all of `to` together. */
export function capacity(graph: Graph, from: readonly number[], to: readonly number[]): number {
  const source = graph.deviceCount;
  const sink = source + 1;
  const tails: number[] = [];
  const heads: number[] = [];
  const rates: number[] = [];
  const add = (tail: number, head: number, rate: number): void => {
    tails.push(tail);
    heads.push(head);
    rates.push(rate);
  };
  const ends = new Set([...from, ...to]);
  const passes = passing(graph, ends);
  for (let device = 0; device < graph.deviceCount; device++) {
    if (!passes(device)) continue;
    for (let at = graph.arcStart[device]; at < graph.arcStart[device + 1]; at++) {
      const arc = graph.arcOut[at];
      if (passes(arcTo(graph, arc)) || ends.has(arcTo(graph, arc)))
        add(arcFrom(graph, arc), arcTo(graph, arc), graph.linkRate[arc >> 1]);
    }
  }
  const most = rates.reduce((sum, rate) => sum + rate, 0);
  for (const device of from) add(source, device, most);
  for (const device of to) add(device, sink, most);
  const network: FlowNetwork = flowNetwork(sink + 1, tails, heads);
  setCapacities(network, rates);
  return maxFlow(network, source, sink, Number.POSITIVE_INFINITY, most * 1e-12);
}

/** What may stand on a way between these ends. A NIC carries its own host's traffic alone. */
function passing(graph: Graph, ends: ReadonlySet<number>): (device: number) => boolean {
  const sizes = new Int32Array(graph.hostCount);
  for (const host of graph.host) sizes[host]++;
  const hosts = new Set([...ends].map((device) => graph.host[device]));
  return (device) => {
    if (ends.has(device)) return true;
    if (graph.present[device] === 0 || !deviceType(graph, device).forwards) return false;
    const host = graph.host[device];
    return deviceKind(graph, device) !== 'nic' || sizes[host] === 1 || hosts.has(host);
  };
}
