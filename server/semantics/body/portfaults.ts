// What is wrong between a link and the ports at its ends: none, too slow, too narrow, too many.
import * as l10n from '@vscode/l10n';
import type { Finding, Fix } from '../../syntax/finding.ts';
import { replacement } from '../../syntax/fixes.ts';
import { formatQuantity } from '../../syntax/quantities.ts';
import { capacity, type LinkType, laneRate, lanesOf, type PortEntry, rateOf } from '../hardware.ts';
import { devicePath, type Template } from '../template.ts';
import type { Joined } from './connect.ts';
import { resized } from './declared.ts';
import type { End } from './ends.ts';
import { serving } from './ports.ts';
import type { BodyScope } from './scope.ts';

/** Whether both ends have a port that serves the link at all; reports why not. */
export function checkFit(joined: Joined, scope: BodyScope): boolean {
  const { medium, ends } = joined;
  const { link } = medium;
  if (!link) return true;
  const fits = [ends.a, ends.b].map((end) => fitsEnd(end, link, joined, scope));
  if (fits.includes(false)) return false;
  const wide = link.width === undefined || fitsWidth(link, link.width, joined, scope);
  if (wide) hintSlower(joined, link, scope);
  return wide;
}

function fitsEnd({ at, device }: End, link: LinkType, { medium }: Joined, scope: BodyScope): boolean {
  const { ports } = device;
  if (!ports || serving(ports, link).length > 0) return true;
  const family = ports.filter((entry) => entry.link.family === link.family);
  if (family.length === 0) {
    const has = ports.map(({ link: { name }, count }) => `${name} x${count}`).join(' + ');
    scope.error(at, 'port.none', l10n.t('the {0} has no {1} port; it has {2}.', device.name, link.family, has || '-'));
    return false;
  }
  const fastest = family.reduce((best, entry) => (laneRate(entry.link) > laneRate(best.link) ? entry : best));
  if (laneRate(fastest.link) < laneRate(link) * (1 - 1e-9)) {
    const message = l10n.t('the {0} ends at {1}.', device.name, fastest.link.name);
    scope.error(medium.of, 'port.generation', message, { fixes: [replacement(medium.of, fastest.link.name)] });
    return false;
  }
  const widest = family.reduce((best, entry) => (entry.link.lanes > best.link.lanes ? entry : best));
  const words = [link.name, link.lanes, device.name, widest.link.name, widest.link.lanes];
  const message = l10n.t('{0} needs {1} lanes; a port of the {2} ({3}) has {4}.', ...words);
  scope.error(medium.of, 'port.lanes', message, { fixes: splitFixes(link, widest.link, medium) });
  return false;
}

/** Two 400G ports for one 800G link. */
function splitFixes(link: LinkType, port: LinkType, { of, count, counted }: Joined['medium']): Fix[] {
  const times = link.lanes / port.lanes;
  const same = Math.abs(laneRate(link) - laneRate(port)) <= 1e-6 * laneRate(link);
  if (!same || !Number.isInteger(times) || (counted && counted.count.kind !== 'number')) return [];
  const text = `${port.name} x${times * count}`;
  return [replacement({ start: of.start, end: counted?.end ?? of.end }, text)];
}

/** The most lanes one link can have at an end. */
function widest({ device }: End, link: LinkType): number {
  const { ports } = device;
  if (!ports) return Number.POSITIVE_INFINITY;
  return Math.max(...serving(ports, link).map((k) => capacity(ports[k])));
}

/** `port.width`: lanes of one link are a power of two, no more than the link and the ports have; a single one is rarely meant. */
function fitsWidth(link: LinkType, width: number, { medium, ends }: Joined, scope: BodyScope): boolean {
  const { count, counted, of } = medium;
  const most = 2 ** Math.floor(Math.log2(Math.min(width, widest(ends.a, link), widest(ends.b, link))));
  const text = `${scope.textOf(of)} x${most}`;
  const whole = { start: of.start, end: counted?.end ?? of.end };
  const fixes = [replacement(whole, text)];
  const at = counted?.countSpan ?? of;
  if (!counted) {
    if (most > 1) {
      const message = l10n.t('this is a single lane.');
      scope.report({ start: of.start, end: of.end, severity: 'hint', code: 'port.width', message, fixes });
    }
    return true;
  }
  if (count > width) {
    scope.error(at, 'port.width', l10n.t('{0} has {1} lanes at most.', link.name, width), { fixes });
    return false;
  }
  const narrow = [ends.a, ends.b].find((end) => widest(end, link) < count);
  if (narrow) {
    const words = [narrow.device.name, widest(narrow, link), link.family];
    scope.error(at, 'port.width', l10n.t('the {0} has {1} {2} lanes.', ...words), { fixes });
    return false;
  }
  if (2 ** Math.round(Math.log2(count)) === count) return true;
  const lower = 2 ** Math.floor(Math.log2(count));
  const near = [lower, lower * 2].filter((lanes) => lanes <= most);
  const message = l10n.t('a width is a power of two: 1, 2, 4, 8 or 16.');
  const nearFixes = near.map((lanes) => replacement(whole, `${scope.textOf(of)} x${lanes}`));
  scope.error(at, 'port.width', message, { fixes: nearFixes });
  return false;
}

/** `port.slower`: every port at both ends that could serve is faster. */
function hintSlower({ medium, ends }: Joined, link: LinkType, scope: BodyScope): void {
  const slowest = [ends.a, ends.b].map(({ device: { ports } }) => ports?.[serving(ports, link)[0]]?.link);
  const [one, other] = slowest;
  if (!one || !other || [one, other].some((port) => laneRate(port) <= laneRate(link) * (1 + 1e-6))) return;
  const both = laneRate(one) < laneRate(other) ? one : other;
  const { start, end } = medium.of;
  const message = l10n.t('both ends carry {0}, which is faster.', both.name);
  const fixes = one.lanes === other.lanes ? [replacement(medium.of, both.name)] : [];
  const hint: Finding = { start, end, severity: 'hint', code: 'port.slower', message, fixes };
  scope.report(hint);
}

export interface Demand {
  /** Statements that took ports before, in order. */
  readonly takers: readonly Joined[];
  /** Lanes by entry that parts and base had taken. */
  readonly before: readonly number[];
  /** Entries that serve, by number. */
  readonly entries: readonly number[];
}

/** `port.count`: the sum, and who takes how many. */
export function refuseCount(
  template: Template,
  device: number,
  end: End,
  joined: Joined,
  { takers, before, entries }: Demand,
  scope: BodyScope,
): void {
  const { link, count } = joined.medium;
  const ports: readonly PortEntry[] = end.device.ports ?? [];
  if (!link) return;
  const each = link.width === undefined ? link.lanes : count;
  const inside = entries.reduce((sum, k) => sum + (before[k] ?? 0), 0) / each;
  const shares: string[] = inside > 0 ? [l10n.t('{0} inside', round(inside))] : [];
  let sum = inside;
  for (const taker of [...takers, joined]) {
    const share = lanesTaken(taker, device, link.family) / each;
    if (share === 0) continue;
    sum += share;
    shares.push(`\`${otherEnd(taker, device, scope)}\` ${round(share)}`);
  }
  const has = entries.reduce((total, k) => total + Math.floor(capacity(ports[k]) / each), 0);
  const what = link.width === undefined ? link.name : `${link.name} x${count}`;
  const name = devicePath(template, device);
  const many = end.terms.length > 0;
  const words = [round(sum), what, end.device.name, has, shares.join(', '), name];
  const message = many
    ? l10n.t('{0} {1} on `{5}` ({2}), which has {3}: {4}.', ...words)
    : l10n.t('{0} {1} on {2}, which has {3}: {4}.', ...words);
  const alone = shares.length === 1 && !many;
  const most = Math.floor(has / (link.width === undefined ? count : 1));
  scope.error(end.at, 'port.count', message, { fixes: alone ? sizeFixes(most, end, joined, scope) : [] });
}

/** `n[64]` where `n[65]` was written down and all of them are joined. */
function sizeFixes(most: number, end: End, { ends }: Joined, scope: BodyScope): Fix[] {
  const other = end === ends.a ? ends.b : ends.a;
  const [part] = other.parts;
  if (other.parts.length !== 1 || part.dims.length !== 1 || scope.textOf(other.terms[0].at) !== '*') return [];
  return resized(part, most, scope);
}

/** `quantity.both-ways`: a bare rate that is what all ports of one family at an end carry, both ways added up. */
export function hintBothWays({ medium, ends, connection }: Joined, scope: BodyScope): void {
  if (medium.link) return;
  for (const { device } of [ends.a, ends.b])
    for (const { link, count } of device.ports ?? []) {
      const oneWay = rateOf({ link, count });
      if (Math.abs(connection.rate - 2 * oneWay) > 0.005 * connection.rate) continue;
      const { start, end } = medium.of;
      const words = [formatQuantity(connection.rate, 'rate'), count, link.name];
      const message = l10n.t('{0} is what {1} {2} carry both ways together; rates here are one way.', ...words);
      const fixes = [formatQuantity(oneWay, 'rate'), `${link.name} x${count}`].map((text) =>
        replacement(medium.of, text),
      );
      scope.report({ start, end, severity: 'hint', code: 'quantity.both-ways', message, fixes });
      return;
    }
}

const round = (count: number): number => Math.round(count * 100) / 100;

function lanesTaken({ connection, medium }: Joined, device: number, family: string): number {
  const { link, count } = medium;
  if (link?.family !== family) return 0;
  let links = 0;
  for (const devices of [connection.a, connection.b]) for (const other of devices) if (other === device) links++;
  return links * count * lanesOf(link);
}

function otherEnd({ connection, ends }: Joined, device: number, scope: BodyScope): string {
  return scope.textOf(connection.a.includes(device) ? ends.b.at : ends.a.at);
}
