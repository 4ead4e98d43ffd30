// What a definition or a part is, in words and figures, for hovers and completion.
import * as l10n from '@vscode/l10n';
import { answerText } from '../questions/text.ts';
import { portsOf } from '../semantics/body/ports.ts';
import { type DeviceType, type LinkType, laneRate, type PortEntry, rateOf } from '../semantics/hardware.ts';
import { type BodyType, type Definable, type Part, partOf, type Template } from '../semantics/template.ts';
import { formatNumber, formatQuantity } from '../syntax/quantities.ts';
import { block, paragraphs, table, ways } from './markdown.ts';
import { modelFigures } from './plans.ts';

/** `template`: of a node or cluster, as its defaults make it; left out where it can't be made. */
export function describeDefinition(definition: Definable, template?: Template): string {
  switch (definition.sort) {
    case 'link':
      return paragraphs([block(header('link', definition)), definition.doc, linkFigures(definition)]);
    case 'device':
      return paragraphs([block(header('device', definition)), definition.doc, deviceFigures(definition)]);
    case 'model':
      return paragraphs([block(`model ${definition.name}`), definition.doc, modelFigures(definition)]);
    case 'body':
      return paragraphs([block(bodyHeader(definition)), definition.doc, template && contents(template)]);
  }
}

function header(word: string, definition: LinkType | DeviceType): string {
  const base = definition.base?.name ?? (definition.sort === 'device' ? definition.kind : undefined);
  return `${word} ${definition.name}${base && base !== definition.name ? ` : ${base}` : ''}`;
}

function bodyHeader({ of, name, parameters }: BodyType): string {
  const list = parameters.map((parameter) => `${parameter.name} = ${answerText(parameter.default)}`).join(', ');
  return `${of} ${name}${list ? `(${list})` : ''}`;
}

/** `256 × H100_SXM, 64 × Xeon_8480C`: every device in it that is there. */
function contents(template: Template): string {
  return [...countByType(template)].map(([name, count]) => `${formatNumber(count)} × ${name}`).join(', ');
}

const counts = new WeakMap<Template, ReadonlyMap<string, number>>();

function countByType(template: Template): ReadonlyMap<string, number> {
  const known = counts.get(template);
  if (known) return known;
  const found = new Map<string, number>();
  const add = (name: string, count: number): void => {
    found.set(name, (found.get(name) ?? 0) + count);
  };
  for (const { type, count } of template.parts)
    if (type.sort === 'device') add(type.name, count);
    else for (const [name, inside] of countByType(type)) add(name, count * inside);
  for (const device of new Set(template.absences.flatMap(({ devices }) => [...devices]))) {
    const name = presentInside(template, device);
    if (name !== undefined) add(name, -1);
  }
  counts.set(template, found);
  return found;
}

/** The type of a device, unless the template of a part has taken it out already. */
function presentInside(template: Template, device: number): string | undefined {
  const part = partOf(template, device);
  if (part.type.sort === 'device') return part.type.name;
  const local = (device - part.first) % part.stride;
  if (part.type.absences.some(({ devices }) => devices.includes(local))) return undefined;
  return presentInside(part.type, local);
}

function linkFigures(link: LinkType): string {
  if (link.rate === undefined) return l10n.t('A family: links that build on it fit its ports.');
  const lane = laneRate(link);
  const wide = link.width;
  const rows = [[l10n.t('one lane'), ...ways(lane)]];
  if (wide !== undefined) rows.push([l10n.t('{0} lanes', wide), ...ways(lane * wide)]);
  else if (link.lanes > 1) rows.push([l10n.t('one link, {0} lanes', link.lanes), ...ways(lane * link.lanes)]);
  const facts: string[] = [];
  if (link.efficiency !== 1) facts.push(l10n.t('{0} % of it for software', formatNumber(link.efficiency * 100)));
  if (link.latency > 0) facts.push(l10n.t('latency {0}', formatQuantity(link.latency, 'time')));
  if (link.overhead > 0) facts.push(l10n.t('{0} at each end', formatQuantity(link.overhead, 'time')));
  if (link.transport) facts.push(link.transport);
  return paragraphs([table(['', l10n.t('one way'), l10n.t('both ways')], rows), facts.join(' · ')]);
}

function deviceFigures(device: DeviceType): string {
  const facts: string[] = [];
  if (device.memory !== undefined) facts.push(formatQuantity(device.memory, 'size'));
  if (device.memoryBandwidth !== undefined) facts.push(formatQuantity(device.memoryBandwidth, 'rate'));
  for (const [precision, flops] of Object.entries(device.compute))
    facts.push(`${formatQuantity(flops, 'compute')} ${precision}`);
  if (device.power !== undefined) facts.push(formatQuantity(device.power, 'power'));
  if (device.latency > 0) facts.push(l10n.t('{0} through it', formatQuantity(device.latency, 'time')));
  if (device.reduces) facts.push(l10n.t('reduces in the network'));
  const ports = device.ports?.map((entry) => [portText(entry), ...ways(rateOf(entry))]);
  return paragraphs([
    facts.join(' · '),
    ports && table([l10n.t('ports'), l10n.t('one way'), l10n.t('both ways')], ports),
  ]);
}

const portText = ({ link, count }: PortEntry): string => `${link.name} x${count}`;

/** The places looked at for how many ports are used: enough to see whether they are alike. */
const mostPlaces = 256;

/** `device`: the first in the part's first place, numbered in `template`. */
export function describePart(part: Part, template: Template, device: number): string {
  const sizes = part.dims.map((size) => `[${size}]`).join('');
  const title = block(`${part.name}${sizes} : ${part.type.name}`);
  const { type } = part;
  if (type.sort === 'template') {
    const each = part.count === 1 ? contents(type) : l10n.t('each: {0}', contents(type));
    return paragraphs([title, part.doc ?? type.doc, each]);
  }
  return paragraphs([title, part.doc ?? type.doc, deviceFacts(type), portUse(part, template, device)]);
}

/** `80 GB · 700 W`; may be empty. */
export function deviceFacts(type: DeviceType): string {
  const facts: string[] = [];
  if (type.memory !== undefined) facts.push(formatQuantity(type.memory, 'size'));
  if (type.power !== undefined) facts.push(formatQuantity(type.power, 'power'));
  return facts.join(' · ');
}

function portUse(part: Part, template: Template, device: number): string | undefined {
  const places = Math.min(part.count, mostPlaces);
  const states = Array.from({ length: places }, (_, place) => portsOf(template, device + place * part.stride));
  if (states.length === 0 || states[0].length === 0) return undefined;
  const rows = states[0].map(({ entry }, k) => [
    portText(entry),
    spread(states.map((state) => state[k].used)),
    spread(states.map((state) => state[k].free)),
  ]);
  return table([part.count > 1 ? l10n.t('ports of each') : l10n.t('ports'), l10n.t('used'), l10n.t('free')], rows);
}

function spread(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)].map((count) => formatNumber(count));
  return least === most ? least : `${least}–${most}`;
}
