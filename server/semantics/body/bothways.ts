// `quantity.both-ways`: data sheets add up both directions, a rate here is one. A bare rate is told of where it is exactly
// that figure for all ports of one family at an end, spread evenly over the links the statement lays there.
import * as l10n from '@vscode/l10n';
import { replacement } from '../../syntax/fixes.ts';
import { formatQuantity } from '../../syntax/quantities.ts';
import { lanesOf, type PortEntry, rateOf } from '../hardware.ts';
import type { Joined } from './connect.ts';
import type { BodyScope } from './scope.ts';

export function hintBothWays({ medium, ends, connection }: Joined, scope: BodyScope): void {
  if (medium.link || connection.a.length === 0) return;
  for (const end of [ends.a, ends.b]) {
    const { ports } = end.device;
    if (!ports || ports.some((entry) => isNear(connection.rate, rateOf(entry)))) continue;
    const links = linksAt(connection, end === ends.a ? connection.a[0] : connection.b[0]);
    const entry = ports.find((each) => isBothWays(each, connection.rate, links));
    if (!entry) continue;
    const { start, end: until } = medium.of;
    const of = `${entry.count} ${entry.link.name}`;
    const rate = formatQuantity(connection.rate, 'rate');
    const message =
      links === 1
        ? l10n.t('{0} is what {1} carry both ways together; rates here are one way.', rate, of)
        : l10n.t('{0} times {1} is what {2} carry both ways together; rates here are one way.', links, rate, of);
    const oneWay = formatQuantity(rateOf(entry) / links / medium.count, 'rate');
    const fixes = [replacement(medium.of, oneWay)];
    const each = entry.count / links;
    const whole = { start, end: medium.counted?.end ?? until };
    const named = each === 1 ? entry.link.name : `${entry.link.name} x${each}`;
    if (Number.isInteger(each)) fixes.push(replacement(whole, named));
    scope.report({ start, end: until, severity: 'hint', code: 'quantity.both-ways', message, fixes });
    return;
  }
}

/** A slot is one link, and its data sheet rounds the line code away: 128 GB/s for 2 x 63. */
function isBothWays(entry: PortEntry, rate: number, links: number): boolean {
  const { link, count } = entry;
  if (link.width === undefined) return isNear(rate * links, 2 * rateOf(entry));
  if (links > 1 || count > link.width) return false;
  return isNear(rate, 2 * rateOf(entry)) || isNear(rate, 2 * (link.rate ?? 0) * count * lanesOf(link));
}

const isNear = (rate: number, figure: number): boolean => Math.abs(rate - figure) <= 0.005 * rate;

/** How many links of a statement end at a device. */
function linksAt({ a, b }: { readonly a: Int32Array; readonly b: Int32Array }, device: number): number {
  let links = 0;
  for (const devices of [a, b]) for (const each of devices) if (each === device) links++;
  return links;
}
