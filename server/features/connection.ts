// What a connection is in numbers, as a data sheet tells it: one link, one pair, what software gets, the whole statement,
// and what each end has in all.
import * as l10n from '@vscode/l10n';
import type { DeviceType, LinkType } from '../semantics/hardware.ts';
import { type Connection, deviceAt, devicePath, partOf, type Template } from '../semantics/template.ts';
import { formatNumber, formatQuantity } from '../syntax/quantities.ts';
import { block, code, paragraphs, table, ways } from './markdown.ts';

/** `made`: what the statement made, one entry for each medium. `text`: the statement as it stands. */
export function describeConnection(template: Template, made: readonly Connection[], text: string): string {
  const title = block(text.replaceAll(/[ \t]+/g, ' '));
  const some = made.filter(({ a }) => a.length > 0);
  if (some.length === 0) return paragraphs([title, l10n.t('With these sizes it makes no link.')]);
  const ends = [...new Map((['a', 'b'] as const).flatMap((end) => endsOf(template, some, end)))];
  return paragraphs([
    title,
    summary(template, some),
    ...some.map((connection) => figures(connection)),
    ends.map(([, line]) => line).join('\n'),
  ]);
}

function figures({ medium, count, rate, effectiveRate, directed, a }: Connection): string {
  const rows: string[][] = [];
  const row = (what: string, value: number): void => {
    rows.push([what, ...ways(value).slice(0, directed ? 1 : 2)]);
  };
  const wide = medium?.width !== undefined;
  if (medium && wide) row(l10n.t('one lane'), rate / count);
  if (medium && !wide) row(oneLink(medium), rate / count);
  if (wide && count > 1) row(l10n.t('a pair: {0} lanes', count), rate);
  else if (!wide && count > 1) row(l10n.t('a pair: {0} links', count), rate);
  else if (!medium) row(l10n.t('a pair'), rate);
  if (effectiveRate !== rate)
    row(l10n.t('of it for software: {0} %', formatNumber((100 * effectiveRate) / rate)), effectiveRate);
  if (a.length > 1) row(l10n.t('all {0} pairs', a.length), rate * a.length);
  const head = [l10n.t('one way'), l10n.t('both ways')].slice(0, directed ? 1 : 2);
  return table([medium?.name ?? '', ...head], rows);
}

const oneLink = ({ lanes }: LinkType): string =>
  lanes > 1 ? l10n.t('one link of {0} lanes', lanes) : l10n.t('one link');

/** `80 links: 8 × H100_SXM -- 2 × NVSwitch3 · 300 ns`, what the ends add to a message in it. */
function summary(template: Template, made: readonly Connection[]): string {
  const [
    {
      medium,
      directed,
      a: [from],
      b: [to],
    },
  ] = made;
  const ends = [from, to].filter((device) => deviceAt(template, device).kind !== 'switch').length;
  const latency = made[0].latency + (medium?.overhead ?? 0) * ends;
  const links = made.reduce(
    (sum, { a, count, medium: of }) => sum + a.length * (of?.width === undefined ? count : 1),
    0,
  );
  const between = `${side(template, made, 'a')} ${directed ? '->' : '--'} ${side(template, made, 'b')}`;
  const told = links === 1 ? l10n.t('1 link: {0}', between) : l10n.t('{0} links: {1}', links, between);
  return latency > 0 ? `${told} · ${formatQuantity(latency, 'time')}` : told;
}

/** `8 × H100_SXM` */
function side(template: Template, made: readonly Connection[], end: 'a' | 'b'): string {
  const types = new Map<string, number>();
  for (const device of devicesAt(made, end)) {
    const { name } = deviceAt(template, device);
    types.set(name, (types.get(name) ?? 0) + 1);
  }
  return [...types].map(([name, count]) => (count === 1 ? name : `${count} × ${name}`)).join(', ');
}

const devicesAt = (made: readonly Connection[], end: 'a' | 'b'): Set<number> =>
  new Set(made.flatMap((connection) => [...connection[end]]));

interface Spot {
  /** The parts that lead to it, without indices: `su.leaf`. */
  readonly parts: string;
  /** With them: `su[0].leaf[3]`. */
  readonly path: string;
  readonly type: DeviceType;
}

function spotOf(template: Template, device: number): Spot {
  const path = devicePath(template, device);
  return { parts: path.replaceAll(/\[\d+\]/g, ''), path, type: deviceAt(template, device) };
}

interface Share {
  /** Links, or lanes. */
  readonly links: number;
  /** Bytes/s, one way. */
  readonly rate: number;
}

/** For each array at an end a line: what one of it takes here, and of the family in all. */
function endsOf(template: Template, made: readonly Connection[], end: 'a' | 'b'): [string, string][] {
  const [{ medium }] = made;
  const arrays = new Map<string, { spot: Spot; devices: number[] }>();
  for (const device of devicesAt(made, end)) {
    const spot = spotOf(template, device);
    const array = arrays.get(spot.parts) ?? { spot, devices: [] };
    array.devices.push(device);
    arrays.set(spot.parts, array);
  }
  const here = shares(made);
  const all = shares(template.connections.filter((each) => each.medium?.family === medium?.family));
  return [...arrays.values()].map(({ spot, devices }) => {
    const family = medium?.family;
    const inAll = devices.map((device) => add(all.get(device), insideShare(template, device, family)));
    const now = devices.map((device) => here.get(device) ?? none);
    const name = devices.length === 1 ? code(spot.path) : l10n.t('each {0}', code(spot.parts));
    const told = shareText(now, inAll, medium);
    const sold = soldAs(inAll, spot.type, medium);
    const line =
      sold === undefined ? told : l10n.t('{0}: the {1} of the data sheet', told, formatQuantity(sold, 'rate'));
    return [name, `- ${name}: ${line}`];
  });
}

/** `10 links here, 18 links in all, 450 GB/s each way` */
function shareText(here: readonly Share[], inAll: readonly Share[], medium: LinkType | undefined): string {
  const wide = medium?.width !== undefined;
  const whole = counted(inAll, wide);
  const now = counted(here, wide);
  const rate = range(
    inAll.map((share) => share.rate),
    (value) => formatQuantity(value, 'rate'),
  );
  if (now === whole) return l10n.t('{0}, {1} each way', whole, rate);
  return l10n.t('{0} here; {1} in all, {2} each way', now, whole, rate);
}

function counted(shares: readonly Share[], lanes: boolean): string {
  const text = range(
    shares.map(({ links }) => links),
    (value) => formatNumber(value),
  );
  if (text === '1') return lanes ? l10n.t('1 lane') : l10n.t('1 link');
  return lanes ? l10n.t('{0} lanes', text) : l10n.t('{0} links', text);
}

function range(values: readonly number[], format: (value: number) => string): string {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return format(least) === format(most) ? format(least) : `${format(least)}–${format(most)}`;
}

/** NVLink is sold by the sum of both ways over all ports, bytes/s; undefined where not all are used. */
function soldAs(shares: readonly Share[], { ports }: DeviceType, medium: LinkType | undefined): number | undefined {
  if (medium?.family !== 'NVLink' || !ports) return undefined;
  let sold = 0;
  for (const { link, count } of ports) if (link.family === 'NVLink') sold += count;
  return shares.every(({ links }) => links === sold) ? 2 * shares[0].rate : undefined;
}

const none: Share = { links: 0, rate: 0 };

const add = (one: Share = none, other: Share = none): Share => ({
  links: one.links + other.links,
  rate: one.rate + other.rate,
});

/** By device, as numbered in the template. */
function shares(connections: readonly Connection[]): Map<number, Share> {
  const found = new Map<number, { links: number; rate: number }>();
  for (const { a, b, count, rate } of connections)
    for (const ends of [a, b])
      for (const device of ends) {
        const share = found.get(device);
        if (!share) found.set(device, { links: count, rate });
        else {
          share.links += count;
          share.rate += rate;
        }
      }
  return found;
}

/** What the templates of its parts have given the device already. */
function insideShare(template: Template, device: number, family: string | undefined): Share | undefined {
  const part = partOf(template, device);
  if (part.type.sort === 'device') return undefined;
  const local = (device - part.first) % part.stride;
  const own = sharesInside(part.type, family).get(local);
  return add(own, insideShare(part.type, local, family));
}

const inside = new WeakMap<Template, Map<string | undefined, ReadonlyMap<number, Share>>>();

function sharesInside(template: Template, family: string | undefined): ReadonlyMap<number, Share> {
  const known = inside.get(template) ?? new Map<string | undefined, ReadonlyMap<number, Share>>();
  inside.set(template, known);
  const found = known.get(family) ?? shares(template.connections.filter(({ medium }) => medium?.family === family));
  known.set(family, found);
  return found;
}
