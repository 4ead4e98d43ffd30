// Between domains: the NICs by which ranks leave, as far as these lead to another domain. A NIC on a network of its own (a
// storage network, a rail that ends at the server) does not count.
import { arcTo, deviceKind, deviceType, type Graph, LinkUse } from '../../topology/graph.ts';
import { DisjointSets } from '../../topology/sets.ts';
import type { Domain } from './domains.ts';
import type { Interiors } from './interior.ts';

export interface Network {
  /** Nominal, bytes/s, one way: a domain's NICs together, the least of all domains. */
  readonly rate: number;
  /** Seconds that a NIC itself takes: what EFA adds. */
  readonly latency: number;
}

/** A network link of a domain's port. */
interface Plug {
  readonly domain: number;
  readonly port: number;
  readonly rate: number;
  /** Equal numbers: one leads to the other over switches. */
  readonly plane: number;
}

/** Undefined where some domains are out of reach, and where a link is TCP or iWARP: the form was not made for them. */
export function networkOf(graph: Graph, domains: readonly Domain[], interiors: Interiors): Network | undefined {
  const planes = planesOf(graph);
  const plugs = domains.flatMap((domain, number) =>
    interiors.ports(domain).flatMap((port) => plugsOf(graph, planes, number, port)),
  );
  if (plugs.some(({ rate }) => rate === 0)) return undefined;
  const shared = sharedPlanes(plugs, domains.length);
  if (!shared) return undefined;
  const rates = new Float64Array(domains.length);
  let latency = 0;
  const byPort = new Map<number, { domain: number; rate: number }>();
  for (const { domain, port, rate, plane } of plugs)
    if (shared.has(plane)) byPort.set(port, { domain, rate: rate + (byPort.get(port)?.rate ?? 0) });
  for (const [port, { domain, rate }] of byPort) {
    rates[domain] += Math.min(rate, slotRate(graph, port));
    if (deviceKind(graph, port) === 'nic') latency = Math.max(latency, deviceType(graph, port).latency);
  }
  return { rate: rates.reduce((least, rate) => Math.min(least, rate), Number.POSITIVE_INFINITY), latency };
}

/** Switches of the network, joined by its links. */
function planesOf({ deviceCount, linkCount, linkA, linkB, linkUse, types, type }: Graph): DisjointSets {
  const planes = new DisjointSets(deviceCount);
  const passes = types.map(({ kind, forwards }) => kind === 'switch' && forwards);
  for (let k = 0; k < linkCount; k++)
    if (linkUse[k] === LinkUse.network && passes[type[linkA[k]]] && passes[type[linkB[k]]])
      planes.join(linkA[k], linkB[k]);
  return planes;
}

/** One of rate 0 stands for a link that the form knows nothing of. */
function plugsOf(graph: Graph, planes: DisjointSets, domain: number, port: number): Plug[] {
  const { arcStart, arcOut, linkUse, linkRate, linkMedium, media, deviceCount } = graph;
  const plugs: Plug[] = [];
  for (let at = arcStart[port]; at < arcStart[port + 1]; at++) {
    const link = arcOut[at] >> 1;
    if (linkUse[link] !== LinkUse.network) continue;
    const transport = media[linkMedium[link]].type?.transport;
    const known = transport !== 'tcp' && transport !== 'iwarp';
    const far = arcTo(graph, arcOut[at]);
    const plane = deviceKind(graph, far) === 'switch' ? planes.find(far) : deviceCount + link;
    plugs.push({ domain, port, rate: known ? linkRate[link] : 0, plane });
  }
  return plugs;
}

/** Planes that join several domains; undefined where they do not join all. */
function sharedPlanes(plugs: readonly Plug[], domains: number): ReadonlySet<number> | undefined {
  const joined = new DisjointSets(domains);
  const first = new Map<number, number>();
  const shared = new Set<number>();
  for (const { domain, plane } of plugs) {
    const other = first.get(plane) ?? domain;
    first.set(plane, other);
    if (other === domain) continue;
    shared.add(plane);
    joined.join(other, domain);
  }
  for (let domain = 1; domain < domains; domain++) if (joined.find(domain) !== joined.find(0)) return undefined;
  return shared;
}

/** What a NIC's slot passes, one way: of PCIe x8 at 8 GT/s less than a port of 100 Gb/s brings. */
function slotRate({ arcStart, arcOut, linkUse, linkRate }: Graph, port: number): number {
  let rate = 0;
  for (let at = arcStart[port]; at < arcStart[port + 1]; at++)
    if (linkUse[arcOut[at] >> 1] === LinkUse.host) rate += linkRate[arcOut[at] >> 1];
  return rate > 0 ? rate : Number.POSITIVE_INFINITY;
}
