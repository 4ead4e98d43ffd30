// Trees of links, devices and models to what they define: the base's properties, then the new ones. Where the base is no such
// thing there is no telling what the properties mean: then they are not looked at, and whatever uses the definition is silent.
import * as l10n from '@vscode/l10n';
import type { Properties, PropertyDefinition } from '../syntax/tree.ts';
import { describe } from './arithmetic.ts';
import type { Environment } from './environment.ts';
import { unknownName } from './evaluate.ts';
import {
  type DeviceType,
  type LinkType,
  type ModelType,
  makers,
  precisions,
  type Source,
  transports,
} from './hardware.ts';
import { deviceOf } from './kinds.ts';
import { checkModel } from './plans/model.ts';
import { type PropertyValues, readProperties } from './properties.ts';
import type { Value } from './values.ts';

const docOf = ({ doc }: { doc?: string }): { doc?: string } => (doc === undefined ? {} : { doc });

export function defineLink(definition: PropertyDefinition, source: Source, env: Environment): LinkType | undefined {
  const base = baseOf(definition, env, (value) =>
    value.type === 'definition' && value.definition.sort === 'link' ? value.definition : undefined,
  );
  if (base === 'fault') return undefined;
  const { numbers, words, faulty } = readProperties(definition.properties, 'link', env);
  // Without its rate it would be taken for a family.
  if (faulty.has('rate')) return undefined;
  const name = definition.name.text;
  const rate = numbers.get('rate') ?? base?.rate;
  const width = numbers.get('width') ?? base?.width;
  const transport = transports.find((each) => each === words.get('transport')) ?? base?.transport;
  return {
    sort: 'link',
    name,
    ...docOf(definition),
    source,
    ...(base ? { base } : {}),
    family: base?.family ?? name,
    ...(rate === undefined ? {} : { rate }),
    lanes: numbers.get('lanes') ?? base?.lanes ?? 1,
    ...(width === undefined ? {} : { width }),
    encoding: numbers.get('encoding') ?? base?.encoding ?? 1,
    efficiency: numbers.get('efficiency') ?? base?.efficiency ?? 1,
    latency: numbers.get('latency') ?? base?.latency ?? 0,
    overhead: numbers.get('overhead') ?? base?.overhead ?? 0,
    ...(transport ? { transport } : {}),
  };
}

export function defineDevice(definition: PropertyDefinition, source: Source, env: Environment): DeviceType | undefined {
  const base = baseOf(definition, env, deviceOf);
  if (base === 'fault') return undefined;
  if (!definition.base) {
    const { name } = definition;
    const message = l10n.t('a device says what kind it is: `device {0} : gpu`.', name.text);
    env.report({ code: 'name.sort', severity: 'error', start: name.start, end: name.end, message });
  }
  if (!base) return undefined;
  const made = withProperties(base, definition.properties, env);
  const { doc: _doc, ...rest } = made;
  return { ...rest, name: definition.name.text, ...docOf(definition), source, base };
}

/** `B200_SXM { memory = 192 GB }`: the same device with some properties set anew; still counted as what it was. */
export function withProperties(base: DeviceType, properties: Properties | undefined, env: Environment): DeviceType {
  const values = readProperties(properties, base.kind, env);
  const { numbers, truths, words, faulty, ports } = values;
  const made: { -readonly [P in keyof DeviceType]: DeviceType[P] } = { ...base, base };
  // Ports that could not be read are not known: any link fits, so that nothing more is told.
  if (faulty.has('ports')) delete made.ports;
  else if (ports) made.ports = ports;
  made.latency = numbers.get('latency') ?? base.latency;
  made.forwards = truths.get('forwards') ?? base.forwards;
  made.reduces = truths.get('reduces') ?? base.reduces;
  made.p2p = truths.get('p2p') ?? base.p2p;
  for (const [field, property] of quantities) {
    const value = numbers.get(property);
    if (value !== undefined) made[field] = value;
  }
  const maker = makers.find((each) => each === words.get('maker'));
  if (maker) made.maker = maker;
  made.compute = { ...base.compute, ...computeOf(values) };
  return made;
}

/** What a device need not have, and the property that sets it. */
const quantities = [
  ['power', 'power'],
  ['memory', 'memory'],
  ['memoryBandwidth', 'memory_bandwidth'],
  ['sm', 'sm'],
  ['gfx', 'gfx'],
] as const;

function computeOf({ numbers }: PropertyValues): DeviceType['compute'] {
  const compute: { -readonly [P in keyof DeviceType['compute']]: number } = {};
  for (const precision of precisions) {
    const flops = numbers.get(precision);
    if (flops !== undefined) compute[precision] = flops;
  }
  return compute;
}

export function defineModel(definition: PropertyDefinition, source: Source, env: Environment): ModelType | undefined {
  const base = baseOf(definition, env, (value) =>
    value.type === 'definition' && value.definition.sort === 'model' ? value.definition : undefined,
  );
  if (base === 'fault') return undefined;
  const { numbers, faulty } = readProperties(definition.properties, 'model', env);
  const properties = new Map([...(base?.properties ?? []), ...numbers]);
  checkModel(definition, properties, env);
  return {
    sort: 'model',
    name: definition.name.text,
    ...docOf(definition),
    source,
    properties,
    faulty: faulty.size > 0 || base?.faulty === true,
  };
}

/** Undefined where none is named; a base whose name is missing has been reported by the parser. */
function baseOf<T>(
  definition: PropertyDefinition,
  env: Environment,
  read: (value: Value) => T | undefined,
): T | 'fault' | undefined {
  const { base, kind } = definition;
  if (!base) return undefined;
  if (base.text === '') return 'fault';
  const value = env.lookup(base.text);
  if (!value) {
    unknownName({ kind: 'name', name: base, start: base.start, end: base.end }, env, kind);
    return 'fault';
  }
  if (value.type === 'error') return 'fault';
  const made = read(value);
  if (made !== undefined) return made;
  const message = l10n.t('a {0} builds on a {0}; `{1}` is {2}.', kind, base.text, describe(value));
  env.report({ code: 'name.sort', severity: 'error', start: base.start, end: base.end, message });
  return 'fault';
}
