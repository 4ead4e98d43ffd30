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
  const { numbers, truths, words, faulty } = values;
  const { ports: portsOfBase, ...others } = base;
  // Ports that could not be read are not known: any link fits, so that nothing more is told.
  const ports = faulty.has('ports') ? undefined : (values.ports ?? portsOfBase);
  const maker = makers.find((each) => each === words.get('maker')) ?? base.maker;
  return {
    ...others,
    base,
    ...given('ports', ports),
    latency: numbers.get('latency') ?? base.latency,
    forwards: truths.get('forwards') ?? base.forwards,
    reduces: truths.get('reduces') ?? base.reduces,
    p2p: truths.get('p2p') ?? base.p2p,
    ...given('power', numbers.get('power')),
    ...given('memory', numbers.get('memory')),
    ...given('memoryBandwidth', numbers.get('memory_bandwidth')),
    ...given('sm', numbers.get('sm')),
    ...given('gfx', numbers.get('gfx')),
    ...given('maker', maker),
    compute: { ...base.compute, ...computeOf(values) },
  };
}

function given<Name extends string, T>(name: Name, value: T | undefined): { [N in Name]?: T } {
  return value === undefined ? {} : ({ [name]: value } as { [N in Name]?: T });
}

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
    unknownName({ kind: 'name', name: base, start: base.start, end: base.end }, env);
    return 'fault';
  }
  if (value.type === 'error') return 'fault';
  const made = read(value);
  if (made !== undefined) return made;
  const message = l10n.t('a {0} builds on a {0}; `{1}` is {2}.', kind, base.text, describe(value));
  env.report({ code: 'name.sort', severity: 'error', start: base.start, end: base.end, message });
  return 'fault';
}
