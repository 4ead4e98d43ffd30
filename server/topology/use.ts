// What links are used for, told from what they join: scale-up between accelerators, inside a host, or the network.
import type { Kind } from '../semantics/hardware.ts';
import { type Graph, LinkUse } from './graph.ts';
import { DisjointSets } from './sets.ts';

type Tables = Pick<Graph, 'deviceCount' | 'types' | 'type' | 'linkCount' | 'linkA' | 'linkB' | 'linkMedium' | 'media'>;

/** Links between switches are scale-up where GPUs reach those switches without a NIC, else network. */
export function linkUses(graph: Tables): Uint8Array {
  const { linkCount, linkA, linkB } = graph;
  const kind = (device: number): Kind => graph.types[graph.type[device]].kind;
  const uses = new Uint8Array(linkCount);
  const between: number[] = [];
  const switches = new DisjointSets(graph.deviceCount);
  const touched = new Set<number>();
  for (let k = 0; k < linkCount; k++) {
    const wide = graph.media[graph.linkMedium[k]].type?.width !== undefined;
    const use = wide ? LinkUse.host : useBetween(kind(linkA[k]), kind(linkB[k]));
    if (use !== undefined) uses[k] = use;
    else {
      between.push(k);
      switches.join(linkA[k], linkB[k]);
    }
    if (use === LinkUse.scaleUp) for (const end of [linkA[k], linkB[k]]) if (kind(end) === 'switch') touched.add(end);
  }
  const scaleUp = new Set([...touched].map((device) => switches.find(device)));
  for (const k of between) uses[k] = scaleUp.has(switches.find(linkA[k])) ? LinkUse.scaleUp : LinkUse.network;
  return uses;
}

/** Undefined between two switches: what stands behind them decides. */
function useBetween(a: Kind, b: Kind): LinkUse | undefined {
  const ends = [a, b];
  if (ends.includes('memory')) return LinkUse.host;
  if (ends.includes('cpu')) return ends.includes('switch') ? LinkUse.network : LinkUse.host;
  if (ends.includes('nic')) return ends.includes('gpu') ? LinkUse.host : LinkUse.network;
  return ends.includes('gpu') ? LinkUse.scaleUp : undefined;
}
