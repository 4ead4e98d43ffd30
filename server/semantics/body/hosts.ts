// What is odd about PCIe inside one host: a NIC faster than its slot, and more than one way between two devices.
import * as l10n from '@vscode/l10n';
import { formatQuantity } from '../../syntax/quantities.ts';
import { type DeviceType, type LinkType, rateOf } from '../hardware.ts';
import { type Connection, deviceAt, devicePath, type Template } from '../template.ts';
import type { Joined } from './connect.ts';
import { pairKey } from './pairs.ts';
import { root } from './reach.ts';
import type { BodyScope } from './scope.ts';
import { Scratch } from './scratch.ts';
import { widerFix } from './trained.ts';

export function checkHost(template: Template, joined: readonly Joined[], scope: BodyScope): void {
  if (!joined.some(({ connection }) => isSlot(connection))) return;
  checkSlots(template, joined, scope);
  checkTree(template, joined, scope);
}

/** PCIe and the like: links whose `xN` is a width lead into a host. */
const isSlot = ({ medium }: Connection): boolean => medium?.width !== undefined;

/** `wiring.slot`: what a NIC's ports carry to the network cannot all come through its slots. */
function checkSlots(template: Template, joined: readonly Joined[], scope: BodyScope): void {
  const isCard = ({ connection, ends: { a, b } }: Joined): boolean =>
    isSlot(connection) && (a.device.kind === 'nic' || b.device.kind === 'nic');
  if (!joined.some(isCard)) return;
  const slots = new Map<number, number>();
  for (const connection of template.connections) {
    if (!isSlot(connection)) continue;
    for (const devices of [connection.a, connection.b])
      for (const device of devices) slots.set(device, (slots.get(device) ?? 0) + connection.rate);
  }
  for (const each of joined) {
    const { connection, ends, statement } = each;
    if (!isSlot(connection)) continue;
    for (const [{ device: type }, devices] of [
      [ends.a, connection.a],
      [ends.b, connection.b],
    ] as const) {
      const nic = type.kind === 'nic' ? nicRate(type) : 0;
      const slow = devices.find((device) => (slots.get(device) ?? nic) < nic * 0.999);
      if (slow === undefined) continue;
      const { start, end: until } = statement.medium;
      const rates = [slots.get(slow) ?? 0, nic].map((rate) => formatQuantity(rate, 'rate'));
      const message = l10n.t('the slot carries {0}, the NIC {1}.', ...rates);
      const fixes = widerFix(template, each, nic, scope);
      scope.report({ start, end: until, severity: 'warning', code: 'wiring.slot', message, fixes });
    }
  }
}

/** Bytes/s a NIC carries to the network, one direction; one with ports of several families runs as one of them at a time. */
export function nicRate({ ports }: DeviceType): number {
  const families = new Map<string, number>();
  for (const entry of ports ?? [])
    if (entry.link.width === undefined)
      families.set(entry.link.family, (families.get(entry.link.family) ?? 0) + rateOf(entry));
  return Math.max(0, ...families.values());
}

const parents = new Scratch();

/** `wiring.tree`: a second way by PCIe between two devices of one host. */
function checkTree(template: Template, joined: readonly Joined[], scope: BodyScope): void {
  const parent = parents.count(template.deviceCount);
  const out = template.absences.length > 0 ? absentPairs(template) : undefined;
  /** The first pair that is joined already; -1 where none is. */
  const unite = (connection: Connection): number => {
    if (!isBranch(connection)) return -1;
    const { a, b } = connection;
    // What a statement joins is of one type at each end.
    if (a.length === 0 || severalSlots(deviceAt(template, a[0])) || severalSlots(deviceAt(template, b[0]))) return -1;
    for (let k = 0; k < a.length; k++) {
      if (out?.has(pairKey(a[k], b[k]))) continue;
      const [one, other] = [root(parent, a[k]), root(parent, b[k])];
      if (one === other) return k;
      parent[one] = other;
    }
    return -1;
  };
  const inherited = template.connections.length - joined.length;
  for (let k = 0; k < inherited; k++) unite(template.connections[k]);
  for (const { connection, statement } of joined) {
    const k = unite(connection);
    if (k < 0) continue;
    const { start, end } = statement.cable;
    const words = [devicePath(template, connection.a[k]), devicePath(template, connection.b[k])];
    const message = l10n.t('PCIe is a tree: `{0}` and `{1}` are joined already.', ...words);
    scope.report({ start, end, severity: 'warning', code: 'wiring.tree', message });
    return;
  }
}

/** PCIe, and what runs on it up to CXL 2; from CXL 3 on it may be a fabric. */
function isBranch({ medium }: Connection): boolean {
  if (medium?.family !== 'PCIe') return false;
  for (let link: LinkType | undefined = medium; link; link = link.base) if (/^CXL[3-9]/.test(link.name)) return false;
  return true;
}

/** Cards with lanes for more than one link (Socket Direct) end in several slots, and pass nothing from one to the other. */
function severalSlots({ kind, ports }: DeviceType): boolean {
  if (kind === 'switch' || kind === 'cpu' || !ports) return false;
  return ports.some(({ link, count }) => link.width !== undefined && count > link.width);
}

/** Pairs whose cable `without` takes out whole, either way round. */
function absentPairs({ absences }: Template): Set<number> {
  const out = new Set<number>();
  for (const { links } of absences)
    for (const { a, b, count } of links) if (count === undefined) out.add(pairKey(a, b)).add(pairKey(b, a));
  return out;
}
