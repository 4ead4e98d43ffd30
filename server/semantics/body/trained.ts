// Links that come up below what both their ends can do: slower, or narrower. Only where the ends have the lanes to spare
// is it told: a board that gives each of two cards half its lanes means it.
import * as l10n from '@vscode/l10n';
import type { Fix } from '../../syntax/finding.ts';
import { replacement } from '../../syntax/fixes.ts';
import { type LinkType, laneRate, lanesOf } from '../hardware.ts';
import type { Template } from '../template.ts';
import type { Joined } from './connect.ts';
import type { End } from './ends.ts';
import { nicRate } from './hosts.ts';
import { alike, widestLink } from './portfaults.ts';
import { portsOf, serving } from './ports.ts';
import type { BodyScope } from './scope.ts';

/** `port.slower`; silent where the slot of a NIC was told of, which says more. */
export function checkTraining(template: Template, joined: readonly Joined[], scope: BodyScope): void {
  for (const each of joined) {
    const { link, of, counted } = each.medium;
    if (!link || scope.told(each.statement.medium, 'wiring.slot') || scope.told(of, 'port.width')) continue;
    const better = betterLink(each, link, template);
    const most = better || !counted ? 0 : widerCount(each, link, template);
    if (better) {
      const { start, end } = of;
      const message = l10n.t('both ends carry {0}, which is faster.', better.name);
      const named = better.lanes === link.lanes || link.width === undefined ? alike(better, link, scope) : undefined;
      const fixes = named ? [replacement(of, named)] : [];
      scope.report({ start, end, severity: 'hint', code: 'port.slower', message, fixes });
    } else if (most > 0 && counted && !isEnough(each)) {
      const { start, end } = counted.countSpan;
      const message = l10n.t('both ends have {0} lanes to give; this takes {1}.', most, each.medium.count);
      const fixes = [replacement({ start: of.start, end: counted.end }, `${scope.textOf(of)} x${most}`)];
      scope.report({ start, end, severity: 'hint', code: 'port.slower', message, fixes });
    }
  }
}

/** What both ends could run in place of the link: a faster lane, or all lanes of a port where one end has nothing else for them. */
function betterLink(joined: Joined, link: LinkType, template: Template): LinkType | undefined {
  const { ends } = joined;
  const one = slowestPort(ends.a, link);
  const other = slowestPort(ends.b, link);
  if (!one || !other) return undefined;
  const both = laneRate(one) < laneRate(other) ? one : other;
  if (laneRate(both) > laneRate(link) * (1 + 1e-6)) return both;
  if (link.width !== undefined || Math.abs(laneRate(both) - laneRate(link)) > 1e-6 * laneRate(link)) return undefined;
  const narrow = one.lanes < other.lanes ? one : other;
  // Between two switches ports are split to reach more of them.
  const isCard = ends.a.device.kind !== 'switch' || ends.b.device.kind !== 'switch';
  if (narrow.lanes <= link.lanes || !isCard) return undefined;
  return hasRoom(template, joined, link, narrow.lanes - link.lanes) ? narrow : undefined;
}

const slowestPort = ({ device: { ports } }: End, link: LinkType): LinkType | undefined =>
  ports?.[serving(ports, link)[0]]?.link;

/** More lanes for a link with a width, as many as both ends have for all links of the statement; 0 where there are no more. */
function widerCount(joined: Joined, link: LinkType, template: Template): number {
  const { ends, medium } = joined;
  const { count } = medium;
  if (link.width === undefined || !ends.a.device.ports || !ends.b.device.ports) return 0;
  const most = widestLink(joined, link, link.width);
  return most > count && hasRoom(template, joined, link, most - count) ? most : 0;
}

/** Whether every device of the statement has this many lanes to spare for each of its links. */
function hasRoom(template: Template, { connection, ends, medium }: Joined, link: LinkType, lanes: number): boolean {
  const links = link.width === undefined ? medium.count : 1;
  const wanted = new Map<number, number>();
  for (const devices of [connection.a, connection.b])
    for (const device of devices) wanted.set(device, (wanted.get(device) ?? 0) + links * lanes);
  return [ends.a, ends.b].every((end, side) => {
    const entries = serving(end.device.ports ?? [], link);
    return (side === 0 ? connection.a : connection.b).every((device) => {
      const ports = portsOf(template, device);
      const free = entries.reduce((sum, k) => sum + ports[k].free * lanesOf(ports[k].entry.link), 0);
      return free >= (wanted.get(device) ?? 0);
    });
  });
}

/** A NIC needs no more lanes than its network fills. */
const isEnough = ({ ends, connection }: Joined): boolean =>
  [ends.a, ends.b].some((end) => end.device.kind === 'nic' && nicRate(end.device) <= connection.rate * 1.001);

/** The link and lanes that both ends could give a slot, written out. Undefined where that is what it has. */
export function widerFix(template: Template, joined: Joined, rate: number, scope: BodyScope): Fix[] {
  const { link, count, counted, of } = joined.medium;
  if (!link) return [];
  const better = betterLink(joined, link, template) ?? link;
  const most = Math.max(count, widerCount(joined, link, template));
  const named = better === link ? scope.textOf(of) : alike(better, link, scope);
  if (named === undefined || laneRate(better) * most < rate * 0.999) return [];
  return [replacement({ start: of.start, end: counted?.end ?? of.end }, `${named} x${most}`)];
}
