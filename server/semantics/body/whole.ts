// Every device and link of a template with all that its parts hold; for the checks that need the whole, once a template.
import type { DeviceType } from '../hardware.ts';
import type { Connection, Template } from '../template.ts';
import { pairKey } from './pairs.ts';

export interface Whole {
  /** Undefined where a device is absent. */
  readonly types: readonly (DeviceType | undefined)[];
  /** The GPUs, or the CPUs where there is none, in order. */
  readonly ranks: readonly number[];
  /** Pairs whose cable is taken out whole, either way round. */
  readonly cut: ReadonlySet<number>;
}

export function flatten(template: Template): Whole {
  const types = new Array<DeviceType | undefined>(template.deviceCount);
  const cut = new Set<number>();
  fillTypes(template, 0, types);
  takeOut(template, 0, types, cut);
  const rank = types.some((type) => type?.kind === 'gpu') ? 'gpu' : 'cpu';
  const ranks: number[] = [];
  for (let device = 0; device < types.length; device++) if (types[device]?.kind === rank) ranks.push(device);
  return { types, ranks, cut };
}

function fillTypes(template: Template, offset: number, types: (DeviceType | undefined)[]): void {
  for (const { first, count, stride, type } of template.parts)
    for (let place = 0; place < count; place++) {
      const at = offset + first + place * stride;
      if (type.sort === 'device') types[at] = type;
      else if (stride > 0) fillTypes(type, at, types);
    }
}

function takeOut(template: Template, offset: number, types: (DeviceType | undefined)[], cut: Set<number>): void {
  for (const { devices, links } of template.absences) {
    for (const device of devices) types[offset + device] = undefined;
    for (const { a, b, count } of links) {
      if (count !== undefined) continue;
      cut.add(pairKey(offset + a, offset + b));
      cut.add(pairKey(offset + b, offset + a));
    }
  }
  eachInside(template, offset, (type, at) => takeOut(type, at, types, cut));
}

/** Every place of a node or cluster directly in a template. */
export function eachInside(template: Template, offset: number, visit: (type: Template, at: number) => void): void {
  for (const { first, count, stride, type } of template.parts)
    if (type.sort === 'template' && stride > 0)
      for (let place = 0; place < count; place++) visit(type, offset + first + place * stride);
}

/** Every connection at every place it is made, with the number to add to its devices. `nodes` false: those of nodes are left out. */
export function eachConnection(
  template: Template,
  offset: number,
  nodes: boolean,
  visit: (connection: Connection, offset: number, by: Template) => void,
): void {
  if (!nodes && template.of === 'node') return;
  for (const connection of template.connections) visit(connection, offset, template);
  eachInside(template, offset, (type, at) => eachConnection(type, at, nodes, visit));
}
