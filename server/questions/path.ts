// `path( )` and `latency( )`: the way traffic takes between two devices.
import * as l10n from '@vscode/l10n';
import { quantity } from '../semantics/arithmetic.ts';
import type { QuestionFault, Value } from '../semantics/values.ts';
import { formatQuantity } from '../syntax/quantities.ts';
import { arcFrom, arcTo, deviceName, type Graph } from '../topology/graph.ts';
import { makeRouter, type Route } from '../topology/routes.ts';
import { fault } from './ranks.ts';

export function pathBetween(
  graph: Graph,
  name: 'path' | 'latency',
  positional: readonly Value[],
): Value | QuestionFault {
  const ends: number[] = [];
  for (const value of positional) {
    const [place, ...more] = value.type === 'selection' ? value.selection.places : [];
    if (!place || more.length > 0 || place.devices !== 1)
      return fault('ask.argument', l10n.t('`{0}` goes from one device to one other.', name));
    if (graph.present[place.first] === 0) return fault('ask.absent', l10n.t('`{0}` is taken out.', place.path));
    ends.push(place.first);
  }
  const [from, to] = ends;
  const route = makeRouter(graph).route(from, to);
  if (!route) return fault('ask.unreachable', l10n.t('there is no way between them.'));
  return name === 'latency'
    ? quantity('time', route.latency)
    : { type: 'text', text: pathText(graph, from, to, route) };
}

/** One of the ways, device by device, with its class: `gpu[0] -> nvs[0] -> gpu[1] (NVL, 1 us, one of 4 ways)`. */
function pathText(graph: Graph, from: number, to: number, route: Route): string {
  const devices = [from];
  let ways = 1;
  for (let device = from; device !== to; ) {
    const next = [...route.arcs].filter((arc, i) => arcFrom(graph, arc) === device && route.shares[i] > 0);
    const arc = next[0];
    if (arc === undefined || devices.length > route.arcs.length + 1) break;
    ways *= next.length;
    device = arcTo(graph, arc);
    devices.push(device);
  }
  const named = devices.map((device) => deviceName(graph, device)).join(' -> ');
  const latency = formatQuantity(route.latency, 'time');
  return ways > 1
    ? l10n.t('{0} ({1}, {2}, one of {3} ways)', named, route.class, latency, ways)
    : `${named} (${route.class}, ${latency})`;
}
