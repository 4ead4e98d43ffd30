// Whether tensor groups stay where links are fast: in a node, or in a larger domain that GPUs join without NICs.
import { root } from '../body/reach.ts';
import { eachConnection } from '../body/whole.ts';
import type { DeviceType } from '../hardware.ts';
import type { Template } from '../template.ts';
import { type Places, placesIn } from './ranks.ts';

export interface Leaving {
  /** Ranks of the plan in the host that the group leaves. */
  readonly inHost: number;
  /** What an allreduce of the group has at most, bytes/s: its share of what leaves the host, or what a rank itself can send. */
  readonly rate: number;
}

/** The first tensor group that leaves its node; undefined where none does. */
export function leavingGroup(template: Template, ranks: Int32Array, tensor: number): Leaving | undefined {
  if (tensor === 1) return undefined;
  const places = placesIn(template);
  const inOne = (group: Int32Array, number: (device: number) => number): boolean =>
    group.every((device) => number(device) === number(group[0]));
  let domains: Int32Array | undefined;
  for (let at = 0; at < ranks.length; at += tensor) {
    const group = ranks.subarray(at, at + tensor);
    if (inOne(group, (device) => places.hosts[device])) continue;
    domains ??= domainsOf(template, places);
    const parent = domains;
    if (!inOne(group, (device) => root(parent, device))) return leaving(template, places, ranks, group);
  }
  return undefined;
}

/** Union-find of what is joined by GPUs and switches alone: scale-up domains, whatever host they are in. */
function domainsOf(template: Template, { types }: Places): Int32Array {
  const parent = Int32Array.from({ length: types.length }, (_, device) => device);
  const joins = (type: DeviceType | undefined): boolean => type?.kind === 'gpu' || type?.kind === 'switch';
  eachConnection(template, 0, true, ({ a, b }, offset) => {
    for (let k = 0; k < a.length; k++) {
      const [one, other] = [offset + a[k], offset + b[k]];
      if (joins(types[one]) && joins(types[other])) parent[root(parent, one)] = root(parent, other);
    }
  });
  return parent;
}

function leaving(template: Template, { types, hosts }: Places, ranks: Int32Array, group: Int32Array): Leaving {
  const exits = new Map<number, number>([...group].map((device) => [hosts[device], 0]));
  const scaleUp = new Map<number, number>([...group].map((device) => [device, 0]));
  const slots = new Map(scaleUp);
  const add = (sums: Map<number, number>, key: number, rate: number): void => {
    const sum = sums.get(key);
    if (sum !== undefined) sums.set(key, sum + rate);
  };
  eachConnection(template, 0, true, ({ a, b, effectiveRate, directed, medium }, offset) => {
    for (let k = 0; k < a.length; k++) {
      const [from, to] = [offset + a[k], offset + b[k]];
      if (!types[from] || !types[to]) continue;
      const own = medium?.width === undefined ? scaleUp : slots;
      for (const end of directed ? [from] : [from, to]) {
        add(own, end, effectiveRate);
        if (hosts[from] !== hosts[to]) add(exits, hosts[end], effectiveRate);
      }
    }
  });
  const [members, neighbours] = [countByHost(group, hosts), countByHost(ranks, hosts)];
  const ranksAt = (counts: ReadonlyMap<number, number>, host: number): number => counts.get(host) ?? 0;
  // All groups run at once, and share what leaves a host.
  const shares = [...exits].map(([host, exit]) => (exit * ranksAt(members, host)) / ranksAt(neighbours, host));
  const sends = [...group].map((device) => Math.max(scaleUp.get(device) ?? 0, slots.get(device) ?? 0));
  const rate = [...shares, ...sends].reduce((least, each) => Math.min(least, each));
  return { inHost: ranksAt(neighbours, hosts[group[0]]), rate };
}

function countByHost(devices: Int32Array, hosts: Int32Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const device of devices) counts.set(hosts[device], (counts.get(hosts[device]) ?? 0) + 1);
  return counts;
}
