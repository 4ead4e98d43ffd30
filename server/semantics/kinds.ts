// The kinds of devices, as values of the language and as devices of which nothing more is known: `g[4] : gpu`.
import type { DeviceType, Kind } from './hardware.ts';
import type { Value } from './values.ts';

const kinds: readonly Kind[] = ['gpu', 'cpu', 'nic', 'switch', 'memory'];
const forwarding: ReadonlySet<Kind> = new Set<Kind>(['switch', 'cpu', 'nic']);

/** What each kind means where nothing else is called so. */
export const kindValues: ReadonlyMap<string, Value> = new Map(kinds.map((kind) => [kind, { type: 'kind', kind }]));

/** Takes any link. */
const bare = (kind: Kind): DeviceType => ({
  sort: 'device',
  name: kind,
  source: { uri: '', start: 0, end: 0 },
  kind,
  latency: 0,
  forwards: forwarding.has(kind),
  reduces: false,
  compute: {},
  p2p: true,
});

/** One object a kind: whoever counts types of devices takes equal objects for one. */
const bareDevices: ReadonlyMap<Kind, DeviceType> = new Map(kinds.map((kind) => [kind, bare(kind)]));

/** A device by its definition or its kind. */
export function deviceOf(value: Value): DeviceType | undefined {
  if (value.type === 'kind') return bareDevices.get(value.kind);
  return value.type === 'definition' && value.definition.sort === 'device' ? value.definition : undefined;
}
