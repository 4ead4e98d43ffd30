// Small fabrics by hand, with a router of the plainest kind: all shortest ways by links, split at every device in
// proportion to rate. What the router of the real thing knows beyond that is tested in its own room.
import type { DeviceType, Kind } from '../../server/semantics/hardware.ts';
import type { Template } from '../../server/semantics/template.ts';
import { arcTo, type Graph, LinkUse } from '../../server/topology/graph.ts';
import { Ledger } from '../../server/topology/ledger.ts';
import type { Route, Router } from '../../server/topology/routes.ts';

export const GB = 1e9;
export const GiB = 2 ** 30;
export const MiB = 2 ** 20;
export const us = 1e-6;

/** `a -- b` at `rate` GB/s each way, `latency` in us. */
export type Wire = readonly [a: number, b: number, GBps: number, latencyUs?: number];

export interface Device {
  readonly kind: Kind;
  readonly host?: number;
  readonly reduces?: boolean;
}

const source = { uri: '', start: 0, end: 0 };

function typeOf({ kind, reduces = false }: Device): DeviceType {
  const forwards = kind !== 'gpu' && kind !== 'memory';
  return { sort: 'device', name: kind, source, kind, latency: 0, forwards, reduces, compute: {}, p2p: true };
}

export const gpus = (count: number, host?: (i: number) => number): Device[] =>
  Array.from({ length: count }, (_, i) => (host ? { kind: 'gpu', host: host(i) } : { kind: 'gpu' }));

/** Devices without a host are their own. */
export function graphOf(devices: readonly Device[], wires: readonly Wire[]): Graph {
  const hosts = devices.map((d, i) => d.host ?? devices.length + i);
  const names = [...new Set(hosts)];
  const ends = wires.flatMap(([a, b], k) => [
    { device: a, arc: 2 * k },
    { device: b, arc: 2 * k + 1 },
  ]);
  const out = devices.map((_, d) => ends.filter((e) => e.device === d).map((e) => e.arc));
  const arcStart = new Int32Array(devices.length + 1);
  out.forEach((arcs, d) => {
    arcStart[d + 1] = arcStart[d] + arcs.length;
  });
  const rate = Float64Array.from(wires, (w) => w[2] * GB);
  const body = { sort: 'body', of: 'cluster', name: 'test', source, parameters: [] } as const;
  const template: Template = {
    sort: 'template',
    of: 'cluster',
    name: 'test',
    type: body,
    source,
    key: 'test',
    parts: devices.map((d, i) => ({
      name: `${d.kind}${i}`,
      source,
      dims: [],
      count: 1,
      type: typeOf(d),
      first: i,
      stride: 1,
    })),
    deviceCount: devices.length,
    connections: [],
    absences: [],
    questions: [],
    sound: true,
  };
  return {
    template,
    deviceCount: devices.length,
    types: devices.map(typeOf),
    type: Uint16Array.from(devices, (_, i) => i),
    present: new Uint8Array(devices.length).fill(1),
    host: Int32Array.from(hosts, (h) => names.indexOf(h)),
    hostCount: names.length,
    linkCount: wires.length,
    linkA: Int32Array.from(wires, (w) => w[0]),
    linkB: Int32Array.from(wires, (w) => w[1]),
    media: [{ name: '', family: '' }],
    linkMedium: new Uint16Array(wires.length),
    linkCounts: new Float64Array(wires.length).fill(1),
    linkUse: new Uint8Array(wires.length).fill(LinkUse.scaleUp),
    linkDirected: new Uint8Array(wires.length),
    linkRate: rate,
    linkEffectiveRate: rate,
    linkLatency: Float64Array.from(wires, (w) => (w[3] ?? 0) * us),
    arcStart,
    arcOut: Int32Array.from(out.flat()),
    ranks: Int32Array.from(devices.flatMap((d, i) => (d.kind === 'gpu' ? [i] : []))),
  };
}

export function plainRouter(graph: Graph): Router {
  const known = new Map<number, Route | undefined>();
  const route = (from: number, to: number): Route | undefined => {
    const key = from * graph.deviceCount + to;
    if (!known.has(key)) known.set(key, shortest(graph, from, to));
    return known.get(key);
  };
  const addFlow = (from: number, to: number, bytes: number, load: Float64Array): number => {
    const found = route(from, to);
    if (!found) return -1;
    found.arcs.forEach((arc, i) => {
      load[arc] += bytes * found.shares[i];
    });
    return found.latency;
  };
  // Nothing is gathered and no host is like another: what a router may do faster is left out.
  const finish = (): void => {};
  const ledger = (): Ledger => new Ledger({ graph, addFlow, finish });
  return { graph, route, addFlow, finish, ledger, entry: entryOf(graph) };
}

/** The only switch of no host that a rank is wired to. */
const entryOf =
  (graph: Graph) =>
  (rank: number): number | undefined => {
    const outside = [...arcsOut(graph, rank)].map((arc) => arcTo(graph, arc));
    const found = outside.filter((d) => graph.types[d].kind === 'switch' && graph.host[d] !== graph.host[rank]);
    return found.length === 1 ? found[0] : undefined;
  };

const arcsOut = (graph: Graph, d: number): Int32Array =>
  graph.arcOut.subarray(graph.arcStart[d], graph.arcStart[d + 1]);

function shortest(graph: Graph, from: number, to: number): Route | undefined {
  const hops = new Map([[to, 0]]);
  const order = [to];
  for (const at of order)
    for (const arc of arcsOut(graph, at)) {
      const next = arcTo(graph, arc);
      if (!hops.has(next)) hops.set(next, (hops.get(at) ?? 0) + 1);
      else continue;
      order.push(next);
    }
  const length = hops.get(from);
  if (length === undefined) return undefined;
  const shares = new Map<number, number>();
  let front = new Map([[from, 1]]);
  let latency = 0;
  for (let left = length; left > 0; left--) {
    const next = new Map<number, number>();
    let slowest = 0;
    for (const [at, amount] of front) {
      const ways = [...arcsOut(graph, at)].filter((arc) => hops.get(arcTo(graph, arc)) === left - 1);
      const total = ways.reduce((sum, arc) => sum + graph.linkEffectiveRate[arc >> 1], 0);
      for (const arc of ways) {
        const share = (amount * graph.linkEffectiveRate[arc >> 1]) / total;
        shares.set(arc, (shares.get(arc) ?? 0) + share);
        next.set(arcTo(graph, arc), (next.get(arcTo(graph, arc)) ?? 0) + share);
        slowest = Math.max(slowest, graph.linkLatency[arc >> 1]);
      }
    }
    latency += slowest;
    front = next;
  }
  const arcs = Int32Array.from(shares.keys());
  return { class: 'NVL', arcs, shares: Float64Array.from(shares.values()), latency, hops: length };
}

/** n ranks in a ring. */
export const ring = (n: number, GBps: number, latencyUs = 0): Graph =>
  graphOf(
    gpus(n),
    Array.from({ length: n }, (_, i): Wire => [i, (i + 1) % n, GBps, latencyUs]),
  );

/** n ranks on one switch, in one host. */
export const star = (n: number, GBps: number, latencyUs = 0, reduces = false): Graph =>
  graphOf(
    [...gpus(n, () => 0), { kind: 'switch', host: 0, reduces }],
    Array.from({ length: n }, (_, i): Wire => [i, n, GBps, latencyUs]),
  );

/** n ranks, each pair its own link. */
export const mesh = (n: number, GBps: number, latencyUs = 0): Graph =>
  graphOf(
    gpus(n),
    Array.from({ length: n }, (_, i) =>
      Array.from({ length: n - i - 1 }, (_, j): Wire => [i, i + j + 1, GBps, latencyUs]),
    ).flat(),
  );

/** Hosts of p ranks on an own switch (`inside` GB/s each); rank r of every host on rail switch r (`rail` GB/s). */
export function railed(hosts: number, p: number, inside: number, rail: number, latencyUs = 0, reduces = false): Graph {
  const n = hosts * p;
  const devices: Device[] = [
    ...gpus(n, (i) => Math.floor(i / p)),
    ...Array.from({ length: hosts }, (_, h): Device => ({ kind: 'switch', host: h, reduces })),
    ...Array.from({ length: p }, (): Device => ({ kind: 'switch' })),
  ];
  const wires = Array.from({ length: n }, (_, i): Wire[] => [
    [i, n + Math.floor(i / p), inside, latencyUs],
    [i, n + hosts + (i % p), rail, latencyUs],
  ]);
  return graphOf(devices, wires.flat());
}
