// What `.name` gives: properties of definitions, fields of answers, parts of parts.
import type { Expr } from '../syntax/tree.ts';
import { quantity, real, truth, whole } from './arithmetic.ts';
import type { Environment } from './environment.ts';
import type { DeviceType, LinkType } from './hardware.ts';
import type { Part } from './template.ts';
import type { Value } from './values.ts';

/** The part a place expression ends at, told from types alone: indices are not looked at. Undefined where it begins at no part. */
export function placePart(expr: Expr, env: Environment): Part | undefined {
  if (expr.kind === 'name') return env.part(expr.name.text);
  if (expr.kind === 'index') return placePart(expr.of, env);
  if (expr.kind !== 'member') return undefined;
  const type = placePart(expr.of, env)?.type;
  return type?.sort === 'template' ? type.parts.find((part) => part.name === expr.name.text) : undefined;
}

/** A property or field by name; undefined where there is none (or it has not been set). */
export function propertyOf(of: Value, name: string): Value | undefined {
  if (of.type === 'result') return of.result.fields.get(name);
  if (of.type !== 'definition') return undefined;
  const { definition } = of;
  if (definition.sort === 'device') return deviceFields(definition).get(name);
  if (definition.sort === 'link') return linkFields(definition).get(name);
  if (definition.sort === 'model') {
    const value = definition.properties.get(name);
    return value === undefined ? undefined : whole(value);
  }
  return undefined;
}

export function propertyNames(of: Value): string[] {
  if (of.type === 'result') return [...of.result.fields.keys()];
  if (of.type !== 'definition') return [];
  const { definition } = of;
  if (definition.sort === 'device') return [...deviceFields(definition).keys()];
  if (definition.sort === 'link') return [...linkFields(definition).keys()];
  return definition.sort === 'model' ? [...definition.properties.keys()] : [];
}

function deviceFields(device: DeviceType): Map<string, Value> {
  const fields = new Map<string, Value>([
    ['latency', quantity('time', device.latency)],
    ['forwards', truth(device.forwards)],
    ['reduces', truth(device.reduces)],
  ]);
  if (device.power !== undefined) fields.set('power', quantity('power', device.power));
  if (device.memory !== undefined) fields.set('memory', quantity('size', device.memory));
  if (device.memoryBandwidth !== undefined) fields.set('memory_bandwidth', quantity('rate', device.memoryBandwidth));
  for (const [precision, flops] of Object.entries(device.compute)) fields.set(precision, quantity('compute', flops));
  if (device.kind === 'gpu') fields.set('p2p', truth(device.p2p));
  if (device.sm !== undefined) fields.set('sm', whole(device.sm));
  if (device.gfx !== undefined) fields.set('gfx', whole(device.gfx));
  return fields;
}

function linkFields(link: LinkType): Map<string, Value> {
  const fields = new Map<string, Value>([
    ['lanes', whole(link.lanes)],
    ['encoding', real(link.encoding)],
    ['efficiency', real(link.efficiency)],
    ['latency', quantity('time', link.latency)],
    ['overhead', quantity('time', link.overhead)],
  ]);
  if (link.rate !== undefined) fields.set('rate', quantity('rate', link.rate));
  if (link.width !== undefined) fields.set('width', whole(link.width));
  return fields;
}
