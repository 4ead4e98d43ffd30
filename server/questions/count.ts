// `count( )`: how many of a kind, a definition or a selection.
import type { DeviceType } from '../semantics/hardware.ts';
import type { BodyType, Template } from '../semantics/template.ts';
import type { Value } from '../semantics/values.ts';
import type { Graph } from '../topology/graph.ts';

/** Undefined where the value can't be counted. */
export function countOf(graph: Graph, value: Value): number | undefined {
  if (value.type === 'kind') return countDevices(graph, (type) => type.kind === value.kind);
  if (value.type === 'selection') return value.selection.places.length + value.selection.cables.length;
  if (value.type !== 'definition') return undefined;
  const { definition } = value;
  if (definition.sort === 'device') return countDevices(graph, (type) => isA(type, definition));
  if (definition.sort === 'body') return countInstances(graph, graph.template, 0, definition, presentBefore(graph));
  if (definition.sort !== 'link') return undefined;
  let links = 0;
  for (let k = 0; k < graph.linkCount; k++)
    if (graph.media[graph.linkMedium[k]].type === definition)
      links += definition.width === undefined ? graph.linkCounts[k] : 1;
  return links;
}

function countDevices(graph: Graph, counts: (type: DeviceType) => boolean): number {
  const counted = graph.types.map(counts);
  let found = 0;
  for (let d = 0; d < graph.deviceCount; d++) if (graph.present[d] === 1 && counted[graph.type[d]]) found++;
  return found;
}

/** Itself, or one that builds on it. */
function isA(type: DeviceType, ancestor: DeviceType): boolean {
  for (let at: DeviceType | undefined = type; at; at = at.base)
    if (at.name === ancestor.name && at.source.uri === ancestor.source.uri) return true;
  return false;
}

/** How many present devices stand before each number. */
function presentBefore({ present, deviceCount }: Graph): Int32Array {
  const before = new Int32Array(deviceCount + 1);
  for (let d = 0; d < deviceCount; d++) before[d + 1] = before[d] + present[d];
  return before;
}

/** Instances with something left in them. */
function countInstances(graph: Graph, template: Template, offset: number, body: BodyType, before: Int32Array): number {
  let found = 0;
  for (const part of template.parts) {
    if (part.type.sort === 'device') continue;
    const { source } = part.type;
    const counts = source.uri === body.source.uri && source.start === body.source.start;
    for (let place = 0; place < part.count; place++) {
      const first = offset + part.first + place * part.stride;
      if (before[first + part.stride] === before[first]) continue;
      found += (counts ? 1 : 0) + countInstances(graph, part.type, first, body, before);
    }
  }
  return found;
}
