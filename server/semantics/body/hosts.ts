// What is odd inside one host: PCIe that is no tree, a NIC faster than its slot, a GPU that reaches its NIC through the
// other socket.
import * as l10n from '@vscode/l10n';
import { replacement } from '../../syntax/fixes.ts';
import { formatQuantity } from '../../syntax/quantities.ts';
import { rateOf } from '../hardware.ts';
import { type Connection, devicePath, partOf, type Template } from '../template.ts';
import type { Joined } from './connect.ts';
import type { End } from './ends.ts';
import { root } from './reach.ts';
import type { BodyScope } from './scope.ts';

export function checkHost(template: Template, joined: readonly Joined[], scope: BodyScope): void {
  checkSlots(template, joined, scope);
  checkTree(template, joined, scope);
  if (template.of === 'node') checkFar(template, joined, scope);
}

/** PCIe and the like: links whose `xN` is a width lead into a host. */
const isSlot = ({ medium }: Connection): boolean => medium?.width !== undefined;

/** `wiring.slot`: what a NIC's ports carry to the network cannot all come through its slot. */
function checkSlots(template: Template, joined: readonly Joined[], scope: BodyScope): void {
  const slots = new Map<number, number>();
  for (const connection of template.connections) {
    if (!isSlot(connection)) continue;
    for (const devices of [connection.a, connection.b])
      for (const device of devices) slots.set(device, (slots.get(device) ?? 0) + connection.rate);
  }
  for (const { connection, ends, statement } of joined) {
    if (!isSlot(connection)) continue;
    for (const [end, devices] of [
      [ends.a, connection.a],
      [ends.b, connection.b],
    ] as const) {
      const nic = nicRate(end);
      const slow = devices.find((device) => (slots.get(device) ?? nic) < nic * 0.999);
      if (slow === undefined) continue;
      const { start, end: until } = statement.medium;
      const rates = [slots.get(slow) ?? 0, nic].map((rate) => formatQuantity(rate, 'rate'));
      const message = l10n.t('the slot carries {0}, the NIC {1}.', ...rates);
      scope.report({ start, end: until, severity: 'warning', code: 'wiring.slot', message });
    }
  }
}

/** Bytes/s to the network, one direction; 0 for what is no NIC. */
function nicRate({ device }: End): number {
  if (device.kind !== 'nic') return 0;
  const network = (device.ports ?? []).filter(({ link }) => link.width === undefined);
  return network.reduce((sum, entry) => sum + rateOf(entry), 0);
}

/** `wiring.tree`: a second way by PCIe between two devices of one host. */
function checkTree(template: Template, joined: readonly Joined[], scope: BodyScope): void {
  const parent = Int32Array.from({ length: template.deviceCount }, (_, device) => device);
  const own = new Set(joined.map(({ connection }) => connection));
  const unite = ({ a, b }: Connection): number => {
    for (let k = 0; k < a.length; k++) {
      const [one, other] = [root(parent, a[k]), root(parent, b[k])];
      if (one === other) return k;
      parent[one] = other;
    }
    return -1;
  };
  for (const connection of template.connections) if (isSlot(connection) && !own.has(connection)) unite(connection);
  for (const { connection, statement } of joined) {
    const k = isSlot(connection) ? unite(connection) : -1;
    if (k < 0) continue;
    const { start, end } = statement.cable;
    const words = [devicePath(template, connection.a[k]), devicePath(template, connection.b[k])];
    const message = l10n.t('PCIe is a tree: `{0}` and `{1}` are joined already.', ...words);
    scope.report({ start, end, severity: 'warning', code: 'wiring.tree', message });
    return;
  }
}

/** `wiring.far`: the way from a GPU to its nearest NIC leads through two CPUs. */
function checkFar(template: Template, joined: readonly Joined[], scope: BodyScope): void {
  const types = Array.from({ length: template.deviceCount }, (_, device) => {
    const { type } = partOf(template, device);
    return type.sort === 'device' ? type : undefined;
  });
  const next: number[][] = types.map(() => []);
  for (const { a, b } of template.connections)
    for (let k = 0; k < a.length; k++) {
      next[a[k]].push(b[k]);
      next[b[k]].push(a[k]);
    }
  for (let gpu = 0; gpu < types.length; gpu++) {
    if (types[gpu]?.kind !== 'gpu') continue;
    const { nic, cpus, near } = nearestNic(gpu, types, next);
    if (nic === undefined || near === undefined || cpus < 2) continue;
    reportFar(template, gpu, nic, near, joined, scope);
    return;
  }
}

/** The NIC fewest CPUs away, those CPUs, and the first CPU on the way to it. */
function nearestNic(
  gpu: number,
  types: readonly ({ kind: string; forwards: boolean } | undefined)[],
  next: number[][],
) {
  const cpus = new Map<number, number>([[gpu, 0]]);
  let ring = [gpu];
  let near: number | undefined;
  for (let passed = 0; ring.length > 0; passed++) {
    const beyond: number[] = [];
    for (let k = 0; k < ring.length; k++)
      for (const to of next[ring[k]]) {
        if (cpus.has(to)) continue;
        cpus.set(to, passed);
        if (types[to]?.kind === 'nic') return { nic: to, cpus: passed, near };
        if (types[to]?.kind === 'cpu') {
          near ??= to;
          beyond.push(to);
        } else if (types[to]?.forwards) ring.push(to);
      }
    ring = beyond;
  }
  return { nic: undefined, cpus: 0, near };
}

function reportFar(
  template: Template,
  gpu: number,
  nic: number,
  near: number,
  joined: readonly Joined[],
  scope: BodyScope,
): void {
  const found = joined.find(({ connection: { a, b } }) => a.includes(nic) || b.includes(nic));
  if (!found) return;
  const { cable } = found.statement;
  const { ends, connection } = found;
  const other = connection.a.includes(nic) ? ends.b : ends.a;
  const path = devicePath(template, near);
  const message = l10n.t('`{0}` reaches its nearest NIC through the other socket.', devicePath(template, gpu));
  const isOne = connection.a.length === 1 && other.device.kind === 'cpu';
  const fixes = isOne ? [replacement(other.at, path)] : [];
  scope.report({ start: cable.start, end: cable.end, severity: 'hint', code: 'wiring.far', message, fixes });
}
