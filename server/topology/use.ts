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
  const { deviceCount, linkCount, linkA, linkB, linkMedium, host } = graph;
  const kinds = Kinds.of(graph);
  const hostSwitches = switchesOfHosts(graph, kinds);
  const uses = new Uint8Array(linkCount);
  const switches = new DisjointSets(deviceCount);
  /** 1 for switches that have a scale-up link to something else. */
  const touched = new Uint8Array(deviceCount);
  for (let k = 0; k < linkCount; k++) {
    const [a, b] = [linkA[k], linkB[k]];
    const inside =
      kinds.wide[linkMedium[k]] === 1 || (host[a] === host[b] && (hostSwitches[a] === 1 || hostSwitches[b] === 1));
    const use = inside ? LinkUse.host : useBetween(kinds.at(a), kinds.at(b));
    uses[k] = use ?? open;
    if (use === undefined) switches.join(a, b);
    if (use !== LinkUse.scaleUp) continue;
    if (kinds.at(a) === 'switch') touched[a] = 1;
    if (kinds.at(b) === 'switch') touched[b] = 1;
  }
  const scaleUp = new Uint8Array(deviceCount);
  for (let device = 0; device < deviceCount; device++) if (touched[device] === 1) scaleUp[switches.find(device)] = 1;
  for (let k = 0; k < linkCount; k++)
    if (uses[k] === open) uses[k] = scaleUp[switches.find(linkA[k])] === 1 ? LinkUse.scaleUp : LinkUse.network;
  return uses;
}

/** Between two switches, while it is not known what stands behind them. */
const open = 255;

/** Kinds of devices by number, and which media are PCIe and the like, whose lanes make one link. */
class Kinds {
  readonly #kinds: readonly Kind[];
  readonly #type: Uint16Array;
  /** By medium. */
  readonly wide: Uint8Array;

  private constructor(kinds: readonly Kind[], type: Uint16Array, wide: Uint8Array) {
    this.#kinds = kinds;
    this.#type = type;
    this.wide = wide;
  }

  static of({ types, type, media }: Tables): Kinds {
    const wide = Uint8Array.from(media, (medium) => (medium.type?.width === undefined ? 0 : 1));
    return new Kinds(
      types.map(({ kind }) => kind),
      type,
      wide,
    );
  }

  at(device: number): Kind {
    return this.#kinds[this.#type[device]];
  }
}

/**
 * In a sketch PCIe has no name: a switch inside a node does its work where a CPU of the node hangs on it, or a NIC that
 * has nothing else in the node to hang on. 1 by device for these.
 */
function switchesOfHosts(graph: Tables, kinds: Kinds): Uint8Array {
  const { linkCount, linkA, linkB, linkMedium, host } = graph;
  const hung: [nic: number, other: number][] = [];
  const settled = new Uint8Array(graph.deviceCount);
  const found = new Uint8Array(graph.deviceCount);
  const look = (device: number, other: number, wide: boolean): void => {
    const kind = kinds.at(device);
    if (kinds.at(other) !== 'switch' || wide) {
      if (kind === 'nic') settled[device] = 1;
    } else if (kind === 'nic') hung.push([device, other]);
    else if (kind === 'cpu' || kind === 'memory') found[other] = 1;
  };
  for (let k = 0; k < linkCount; k++) {
    const [a, b] = [linkA[k], linkB[k]];
    if (host[a] !== host[b]) continue;
    const wide = kinds.wide[linkMedium[k]] === 1;
    look(a, b, wide);
    look(b, a, wide);
  }
  for (const [nic, other] of hung) if (settled[nic] === 0) found[other] = 1;
  return found;
}

/** Undefined between two switches: what stands behind them decides. */
function useBetween(a: Kind, b: Kind): LinkUse | undefined {
  const either = (kind: Kind): boolean => a === kind || b === kind;
  if (either('memory')) return LinkUse.host;
  if (either('cpu')) return either('switch') ? LinkUse.network : LinkUse.host;
  if (either('nic')) return either('gpu') ? LinkUse.host : LinkUse.network;
  return either('gpu') ? LinkUse.scaleUp : undefined;
}
