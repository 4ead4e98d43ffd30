// What is wrong between a link and the ports at its ends: none, too slow, too narrow, too many.
import * as l10n from '@vscode/l10n';
import type { Fix } from '../../syntax/finding.ts';
import { replacement } from '../../syntax/fixes.ts';
import { capacity, type DeviceType, type LinkType, laneRate, lanesOf, type PortEntry } from '../hardware.ts';
import { devicePath, type Template } from '../template.ts';
import type { Joined } from './connect.ts';
import { declaration, resized } from './declared.ts';
import type { End } from './ends.ts';
import { serving } from './ports.ts';
import type { BodyScope } from './scope.ts';

/** Whether both ends have a port that serves the link at all; reports why not. */
export function checkFit(joined: Joined, scope: BodyScope): boolean {
  const { medium, ends } = joined;
  const { link } = medium;
  if (!link) return true;
  // Of two ends that lack the port the first is told.
  if (!fitsEnd(ends.a, link, joined, scope) || !fitsEnd(ends.b, link, joined, scope)) return false;
  return link.width === undefined || fitsWidth(link, link.width, joined, scope);
}

function fitsEnd({ at, device }: End, link: LinkType, { medium, ends }: Joined, scope: BodyScope): boolean {
  const { ports } = device;
  if (!ports || serving(ports, link).length > 0) return true;
  const fastest = fastestPort(device, link);
  if (!fastest) {
    const has = ports.map(({ link: { name }, count }) => `${name} x${count}`).join(' + ');
    scope.error(at, 'port.none', l10n.t('the {0} has no {1} port; it has {2}.', device.name, link.family, has || '-'));
    return false;
  }
  if (laneRate(fastest) < laneRate(link) * (1 - 1e-9)) {
    const message = l10n.t('the {0} ends at {1}.', device.name, fastest.name);
    const both = [ends.a, ends.b].map((end) => fastestPort(end.device, link) ?? fastest);
    const named = alike(laneRate(both[0]) < laneRate(both[1]) ? both[0] : both[1], link, scope);
    const fixes = named ? [replacement(medium.of, named)] : [];
    scope.error(medium.of, 'port.generation', message, { fixes });
    return false;
  }
  const family = ports.filter((entry) => entry.link.family === link.family);
  const widest = family.reduce((best, entry) => (entry.link.lanes > best.link.lanes ? entry : best)).link;
  const words = [link.name, link.lanes, device.name, widest.name, widest.lanes];
  const message = l10n.t('{0} needs {1} lanes; a port of the {2} ({3}) has {4}.', ...words);
  scope.error(medium.of, 'port.lanes', message, { fixes: splitFixes(link, widest, medium, scope) });
  return false;
}

/** The fastest port of the link's family; undefined where a device has none, or takes any link. */
function fastestPort({ ports }: DeviceType, { family }: LinkType): LinkType | undefined {
  let fastest: LinkType | undefined;
  for (const { link } of ports ?? [])
    if (link.family === family && laneRate(link) > (fastest ? laneRate(fastest) : -1)) fastest = link;
  return fastest;
}

/** The name of a link as fast and as wide as a port, with the transport of the one it replaces: `RoCE400` for `Eth400`. */
export function alike(port: LinkType, link: LinkType, scope: BodyScope): string | undefined {
  if (port.transport === link.transport) return port.name;
  for (const name of scope.names()) {
    const value = scope.lookup(name);
    if (value?.type !== 'definition' || value.definition.sort !== 'link') continue;
    const { family, transport, lanes } = value.definition;
    if (family !== port.family || transport !== link.transport || lanes !== port.lanes) continue;
    if (Math.abs(laneRate(value.definition) - laneRate(port)) <= 1e-6 * laneRate(port)) return name;
  }
  return undefined;
}

/** Two 400G ports for one 800G link. */
function splitFixes(link: LinkType, port: LinkType, { of, count, counted }: Joined['medium'], scope: BodyScope): Fix[] {
  const times = link.lanes / port.lanes;
  const same = Math.abs(laneRate(link) - laneRate(port)) <= 1e-6 * laneRate(link);
  const named = alike(port, link, scope);
  if (!same || !named || !Number.isInteger(times) || (counted && counted.count.kind !== 'number')) return [];
  const text = `${named} x${times * count}`;
  return [replacement({ start: of.start, end: counted?.end ?? of.end }, text)];
}

/** The most lanes one link can have at an end. */
function widest({ device }: End, link: LinkType): number {
  const { ports } = device;
  if (!ports) return Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const k of serving(ports, link)) most = Math.max(most, capacity(ports[k]));
  return most;
}

/** The most lanes both ends can give one link, a power of two. */
export const widestLink = ({ ends }: Joined, link: LinkType, width: number): number =>
  2 ** Math.floor(Math.log2(Math.min(width, widest(ends.a, link), widest(ends.b, link))));

/** `port.width`: lanes of one link are a power of two, no more than the link and the ports have; a single one is rarely meant. */
function fitsWidth(link: LinkType, width: number, joined: Joined, scope: BodyScope): boolean {
  const { medium, ends } = joined;
  const { count, counted, of } = medium;
  const most = widestLink(joined, link, width);
  // `most` is a power of two: what is one and no more has nothing to be told.
  if (counted && count <= most && 2 ** Math.round(Math.log2(count)) === count) return true;
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
  const fixes = alone ? [...countFixes(has, joined), ...sizeFixes(most, end, joined, scope)] : [];
  scope.error(end.at, 'port.count', message, { fixes });
}

/** `x18` where a single pair takes `x20`. */
function countFixes(has: number, { medium, connection }: Joined): Fix[] {
  const { counted, link } = medium;
  if (counted?.count.kind !== 'number' || link?.width !== undefined || has < 1) return [];
  return connection.a.length === 1 ? [replacement(counted.countSpan, `x${has}`)] : [];
}

/** `n[64]` where `n[65]` was written down and all of them are joined. */
function sizeFixes(most: number, end: End, { ends }: Joined, scope: BodyScope): Fix[] {
  const other = end === ends.a ? ends.b : ends.a;
  const [part] = other.parts;
  if (other.parts.length !== 1 || part.dims.length !== 1 || scope.textOf(other.terms[0].at) !== '*') return [];
  return [...resized(part, most, scope), ...severalFixes(most, end, other, scope)];
}

/** A second `leaf`, and as many places on each as it has ports for: where nothing else in the body speaks of it. */
function severalFixes(most: number, end: End, other: End, scope: BodyScope): Fix[] {
  const [part] = end.parts;
  const declared = end.parts.length === 1 ? declaration(part, scope) : undefined;
  const { name, body } = scope.context.tree(scope.type);
  if (!declared || declared.sizes.length > 0 || scope.has('i') || most < 1 || !body) return [];
  const uses = scope.textOf({ start: name.end, end: body.end }).match(new RegExp(`\\b${part.name}\\b`, 'g')) ?? [];
  if (uses.length !== 2) return [];
  const places = Math.ceil(other.parts[0].count / most);
  const [index] = other.terms;
  const edits = [
    { ...declared.name, text: `${part.name}[${places}]` },
    { start: end.at.start, end: end.at.end, text: `${part.name}[i / ${most}]` },
    { start: index.at.start, end: index.at.end, text: 'i' },
  ];
  return [{ title: `${part.name}[${places}]`, edits }];
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
