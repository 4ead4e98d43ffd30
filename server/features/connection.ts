// What a connection is in numbers: what one link, one pair and the whole statement carry, and what each end gets in all.
import * as l10n from '@vscode/l10n';
import { laneRate } from '../semantics/hardware.ts';
import { type Connection, partOf, type Template } from '../semantics/template.ts';
import { formatNumber, formatQuantity } from '../syntax/quantities.ts';
import { block, code, paragraphs, table, ways } from './markdown.ts';

/** `made`: what the statement made, one entry for each medium. `text`: the statement as it stands. */
export function describeConnection(template: Template, made: readonly Connection[], text: string): string {
  const pairs = made.reduce((sum, { a }) => sum + a.length, 0);
  if (pairs === 0) return paragraphs([block(text), l10n.t('This makes no link with these sizes.')]);
  return paragraphs([
    block(text),
    ...made.filter(({ a }) => a.length > 0).map((connection) => figures(connection)),
    summary(template, made, pairs),
    [...endLines(template, made, 'a'), ...endLines(template, made, 'b')].join('\n'),
  ]);
}

function figures(connection: Connection): string {
  const { medium, count, rate, effectiveRate, directed, a } = connection;
  const rows: string[][] = [];
  const row = (what: string, value: number): void => {
    const [one, both] = ways(value);
    rows.push([what, one, directed ? '' : both]);
  };
  const wide = medium?.width !== undefined;
  if (medium) row(wide ? l10n.t('one lane of {0}', medium.name) : l10n.t('one {0}', medium.name), rate / count);
  if (!medium || count > 1) row(joined(count, wide), rate);
  if (a.length > 1) row(l10n.t('all {0} pairs', a.length), rate * a.length);
  if (effectiveRate !== rate) {
    const share = formatNumber((100 * effectiveRate) / rate);
    row(l10n.t('of each pair, what software gets ({0} %)', share), effectiveRate);
  }
  return table(['', l10n.t('one way'), directed ? '' : l10n.t('both ways')], rows);
}

function joined(count: number, wide: boolean): string {
  if (wide) return l10n.t('{0} lanes between each two', count);
  return count === 1 ? l10n.t('between each two') : l10n.t('{0} links between each two', count);
}

function summary(template: Template, made: readonly Connection[], pairs: number): string {
  const [{ medium, latency, directed }] = made;
  const links = made.reduce(
    (sum, { a, count, medium: of }) => sum + a.length * (of?.width === undefined ? count : 1),
    0,
  );
  const between = `${side(template, made, 'a')} ${directed ? '->' : '--'} ${side(template, made, 'b')}`;
  const lines = [l10n.t('{0} links in {1} pairs: {2}', links, pairs, between)];
  if (latency > 0) lines.push(l10n.t('latency {0}', formatQuantity(latency, 'time')));
  if (medium)
    lines.push(l10n.t('{0} a lane, {1} lanes a link', formatQuantity(laneRate(medium), 'rate'), medium.lanes));
  return lines.join(' · ');
}

/** `8 × H100_SXM` */
function side(template: Template, made: readonly Connection[], end: 'a' | 'b'): string {
  const devices = new Set(made.flatMap((connection) => [...connection[end]]));
  const types = new Map<string, number>();
  for (const device of devices) {
    const name = typeName(template, device);
    types.set(name, (types.get(name) ?? 0) + 1);
  }
  return [...types].map(([name, count]) => `${count} × ${name}`).join(', ');
}

function typeName(template: Template, device: number): string {
  const part = partOf(template, device);
  return part.type.sort === 'device' ? part.type.name : typeName(part.type, (device - part.first) % part.stride);
}

interface Share {
  readonly links: number;
  readonly rate: number;
}

/** One line for each type of device at an end: what it takes here, and of the family in all. */
function endLines(template: Template, made: readonly Connection[], end: 'a' | 'b'): string[] {
  const [{ medium }] = made;
  const family = medium?.family;
  const byType = new Map<string, number[]>();
  for (const device of new Set(made.flatMap((connection) => [...connection[end]]))) {
    const name = typeName(template, device);
    byType.set(name, [...(byType.get(name) ?? []), device]);
  }
  const here = shares(made);
  const all = familyShares(template, family);
  return [...byType].map(([name, devices]) => {
    const inAll = devices.map((device) => add(all.get(device), insideShare(template, device, family)));
    const text = l10n.t(
      '- each {0}: {1} here; {2} in all, {3} each way',
      code(name),
      span(
        devices.map((device) => here.get(device)?.links ?? 0),
        medium?.width !== undefined,
      ),
      span(
        inAll.map(({ links }) => links),
        medium?.width !== undefined,
      ),
      spanRate(inAll.map(({ rate }) => rate)),
    );
    return (
      text +
      dataSheet(
        family,
        inAll.map(({ rate }) => rate),
      )
    );
  });
}

/** NVLink is sold by the sum of both ways. */
function dataSheet(family: string | undefined, rates: readonly number[]): string {
  if (family !== 'NVLink' || Math.min(...rates) !== Math.max(...rates)) return '';
  return l10n.t(': the {0} of the data sheet', formatQuantity(2 * rates[0], 'rate'));
}

function span(counts: readonly number[], lanes: boolean): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const range = least === most ? String(least) : `${least}–${most}`;
  if (lanes) return most === 1 ? l10n.t('1 lane') : l10n.t('{0} lanes', range);
  return most === 1 ? l10n.t('1 link') : l10n.t('{0} links', range);
}

function spanRate(rates: readonly number[]): string {
  const [least, most] = [Math.min(...rates), Math.max(...rates)].map((rate) => formatQuantity(rate, 'rate'));
  return least === most ? least : `${least}–${most}`;
}

const add = (one: Share = { links: 0, rate: 0 }, other: Share = { links: 0, rate: 0 }): Share => ({
  links: one.links + other.links,
  rate: one.rate + other.rate,
});

function shares(connections: readonly Connection[]): Map<number, Share> {
  const found = new Map<number, Share>();
  for (const { a, b, count, rate } of connections)
    for (const ends of [a, b])
      for (const device of ends) found.set(device, add(found.get(device), { links: count, rate }));
  return found;
}

const familyShares = (template: Template, family: string | undefined): Map<number, Share> =>
  shares(template.connections.filter(({ medium }) => medium?.family === family));

/** What the templates of its parts have given the device already. */
function insideShare(template: Template, device: number, family: string | undefined): Share | undefined {
  const part = partOf(template, device);
  if (part.type.sort === 'device') return undefined;
  const local = (device - part.first) % part.stride;
  return add(familyShares(part.type, family).get(local), insideShare(part.type, local, family));
}
