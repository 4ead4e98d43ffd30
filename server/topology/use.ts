// What links are used for, told from what they join: scale-up between accelerators, inside a host, or the network.
import type { Kind } from '../semantics/hardware.ts';
import { type Graph, LinkUse } from './graph.ts';
import { DisjointSets } from './sets.ts';

type Tables = Pick<
  Graph,
  'deviceCount' | 'types' | 'type' | 'host' | 'linkCount' | 'linkA' | 'linkB' | 'linkMedium' | 'media'
>;

/** Links between switches are scale-up where GPUs reach those switches without a NIC, else network. */
export function linkUses(graph: Tables): Uint8Array {
  const { linkCount, linkA, linkB } = graph;
  const kind = (device: number): Kind => graph.types[graph.type[device]].kind;
  const uses = new Uint8Array(linkCount);
  const between: number[] = [];
  const switches = new DisjointSets(graph.deviceCount);
  const touched = new Set<number>();
  const hostSwitches = switchesOfHosts(graph, kind);
  for (let k = 0; k < linkCount; k++) {
    const [a, b] = [linkA[k], linkB[k]];
    const inside =
      isWide(graph, k) || (graph.host[a] === graph.host[b] && (hostSwitches.has(a) || hostSwitches.has(b)));
    const use = inside ? LinkUse.host : useBetween(kind(a), kind(b));
    if (use !== undefined) uses[k] = use;
    else {
      between.push(k);
      switches.join(a, b);
    }
    if (use === LinkUse.scaleUp) for (const end of [a, b]) if (kind(end) === 'switch') touched.add(end);
  }
  const scaleUp = new Set([...touched].map((device) => switches.find(device)));
  for (const k of between) uses[k] = scaleUp.has(switches.find(linkA[k])) ? LinkUse.scaleUp : LinkUse.network;
  return uses;
}

/** PCIe and the like: lanes make one link. */
function isWide({ media, linkMedium }: Tables, link: number): boolean {
  return media[linkMedium[link]].type?.width !== undefined;
}

/**
 * In a sketch PCIe has no name: a switch inside a node does its work where a CPU of the node hangs on it, or a NIC that
 * has nothing else in the node to hang on.
 */
function switchesOfHosts(graph: Tables, kind: (device: number) => Kind): ReadonlySet<number> {
  const hung = new Map<number, number[]>();
  const settled = new Set<number>();
  const found = new Set<number>();
  for (let k = 0; k < graph.linkCount; k++) {
    const [a, b] = [graph.linkA[k], graph.linkB[k]];
    if (graph.host[a] !== graph.host[b]) continue;
    for (const [device, other] of [
      [a, b],
      [b, a],
    ]) {
      if (kind(other) !== 'switch' || isWide(graph, k)) {
        if (kind(device) === 'nic') settled.add(device);
      } else if (kind(device) === 'nic') hung.set(device, [...(hung.get(device) ?? []), other]);
      else if (kind(device) === 'cpu' || kind(device) === 'memory') found.add(other);
    }
  }
  for (const [nic, others] of hung) if (!settled.has(nic)) for (const other of others) found.add(other);
  return found;
}

/** Undefined between two switches: what stands behind them decides. */
function useBetween(a: Kind, b: Kind): LinkUse | undefined {
  const ends = [a, b];
  if (ends.includes('memory')) return LinkUse.host;
  if (ends.includes('cpu')) return ends.includes('switch') ? LinkUse.network : LinkUse.host;
  if (ends.includes('nic')) return ends.includes('gpu') ? LinkUse.host : LinkUse.network;
  return ends.includes('gpu') ? LinkUse.scaleUp : undefined;
}
