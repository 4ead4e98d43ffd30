// What the measured form asks of a fabric, read off the graph: counted, not routed. Ranks stand in *domains*: what scale-up
// links, PCIe and hosts join, so a server, or a rack of one NVLink domain.
import { deviceType, type Graph } from '../../topology/graph.ts';
import { type Domain, domainsOf } from './domains.ts';
import { type Inner, Interiors } from './interior.ts';
import { type Network, networkOf } from './network.ts';

/** Rates are nominal, bytes/s, one way; times seconds. */
export interface Machine {
  /** Whose library runs there: `sm` tells NVIDIA's, `gfx` AMD's. */
  readonly library: 'NCCL' | 'RCCL';
  /** Compute capability; undefined for AMD's. */
  readonly sm?: number;
  readonly domains: number;
  /** Ranks in each. */
  readonly perDomain: number;
  /** The most ranks on one host: what one process would drive. */
  readonly perHost: number;
  /** Whether a domain spans several hosts (NVL72). */
  readonly spansHosts: boolean;
  /** Undefined where a domain has one rank. */
  readonly inside?: Inner;
  /** Undefined where there is one domain. */
  readonly network?: Network;
}

const known = new WeakMap<Graph, WeakMap<Int32Array, { readonly machine: Machine | undefined }>>();

/**
 * Undefined where the form says nothing: fewer than two ranks, ranks that are no GPUs of one known library, not as many in
 * each domain, nothing that joins them, a network over TCP or iWARP.
 */
export function machineOf(graph: Graph, ranks: Int32Array): Machine | undefined {
  const ofGraph = known.get(graph) ?? new WeakMap<Int32Array, { readonly machine: Machine | undefined }>();
  known.set(graph, ofGraph);
  const kept = ofGraph.get(ranks) ?? { machine: read(graph, ranks) };
  ofGraph.set(ranks, kept);
  return kept.machine;
}

function read(graph: Graph, ranks: Int32Array): Machine | undefined {
  const chip = chipOf(graph, ranks);
  if (!chip || ranks.length < 2) return undefined;
  const domains = domainsOf(graph, ranks);
  const perDomain = domains[0].ranks.length;
  if (domains.some((domain) => domain.ranks.length !== perDomain)) return undefined;
  const interiors = new Interiors(graph);
  const network = domains.length > 1 ? networkOf(graph, domains, interiors) : undefined;
  if (domains.length > 1 && !network) return undefined;
  const inside = perDomain > 1 ? slowest(domains, interiors) : undefined;
  if (perDomain > 1 && !inside) return undefined;
  return {
    ...chip,
    domains: domains.length,
    perDomain,
    perHost: mostOnAHost(graph, ranks),
    spansHosts: domains.some(({ hosts }) => hosts > 1),
    ...(inside ? { inside } : {}),
    ...(network ? { network } : {}),
  };
}

/** Undefined where GPUs are unlike, or what runs on them is not known. */
function chipOf(graph: Graph, ranks: Int32Array): Pick<Machine, 'library' | 'sm'> | undefined {
  if (ranks.length === 0) return undefined;
  const first = deviceType(graph, ranks[0]);
  for (const rank of ranks) {
    const { kind, sm, gfx } = deviceType(graph, rank);
    if (graph.present[rank] === 0 || kind !== 'gpu' || sm !== first.sm || gfx !== first.gfx) return undefined;
  }
  if (first.sm !== undefined) return { library: 'NCCL', sm: first.sm };
  return first.gfx === undefined ? undefined : { library: 'RCCL' };
}

/** The domain with the least inside sets the pace; where one has PCIe alone, PCIe does. */
function slowest(domains: readonly Domain[], interiors: Interiors): Inner | undefined {
  let least: Inner | undefined;
  for (const domain of domains) {
    const inner = interiors.of(domain, domains.length === 1);
    if (!inner) return undefined;
    if (!least || isSlower(inner, least)) least = inner;
  }
  return least;
}

function isSlower(a: Inner, b: Inner): boolean {
  if (a.over !== b.over) return a.over === 'pcie';
  return perFlow(a) < perFlow(b);
}

const perFlow = (inner: Inner): number => (inner.over === 'pcie' ? inner.rate / inner.streams : inner.rate);

function mostOnAHost({ host, hostCount }: Graph, ranks: Int32Array): number {
  const count = new Int32Array(hostCount);
  let most = 0;
  for (const rank of ranks) most = Math.max(most, ++count[host[rank]]);
  return most;
}
