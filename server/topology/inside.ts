// Ways inside a host, over PCIe, sockets and chip-to-chip links: through PCIe switches where peers may, else through CPUs.
import { arcTo, deviceKind, deviceType, type Graph, LinkUse } from './graph.ts';
import { boards } from './passages.ts';
import type { PathClass } from './routes.ts';
import type { DisjointSets } from './sets.ts';
import { courseOf, inRow, Reach, type Way, wholeWay } from './ways.ts';

export interface InsideWay {
  readonly way: Way;
  readonly class: PathClass;
}

export class Inside {
  readonly #graph: Graph;
  readonly #short = new Map<number, Reach>();
  readonly #long = new Map<number, Reach>();
  readonly #hosts: DisjointSets;

  constructor(graph: Graph) {
    this.#graph = graph;
    this.#hosts = boards(graph);
  }

  /** Whether host links lead from one to the other: the same board, for what routes are about. */
  joined(from: number, to: number): boolean {
    return this.board(from) === this.board(to);
  }

  /** A number for all that host links join to a device. */
  board(device: number): number {
    return this.#hosts.find(device);
  }

  way(from: number, to: number): InsideWay | undefined {
    if (!this.joined(from, to)) return undefined;
    const peers = this.#mayPeer(from) && this.#mayPeer(to);
    const meeting = peers ? undefined : this.#overCpu(from, to);
    // Where there is no CPU to meet in, a sketch means that they do reach each other.
    const long =
      meeting ?? this.#reach(this.#short, from, false).wayTo(to) ?? this.#reach(this.#long, from, true).wayTo(to);
    return long && { way: long, class: this.#classOf(long) };
  }

  #mayPeer(device: number): boolean {
    return deviceType(this.#graph, device).p2p || deviceKind(this.#graph, device) !== 'gpu';
  }

  /** In two crossings, over the memory of the CPU nearest to the sender. */
  #overCpu(from: number, to: number): Way | undefined {
    const up = this.#reach(this.#long, from, true);
    for (const device of up.reached()) {
      if (deviceKind(this.#graph, device) !== 'cpu') continue;
      const first = up.wayTo(device);
      const second = this.#reach(this.#long, device, true).wayTo(to);
      const through = device === from || device === to ? 0 : deviceType(this.#graph, device).latency;
      if (first && second) return wholeWay(inRow([courseOf(first), courseOf(second)], through));
    }
    return undefined;
  }

  /** Over PCIe switches alone, or over CPUs as well; a NIC, GPU or memory ends a way. */
  #reach(kept: Map<number, Reach>, from: number, overCpus: boolean): Reach {
    let reach = kept.get(from);
    if (!reach) {
      const graph = this.#graph;
      const allows = (arc: number): boolean => graph.linkUse[arc >> 1] === LinkUse.host;
      const passes = (device: number): boolean => {
        const kind = deviceKind(graph, device);
        return (kind === 'switch' || (overCpus && kind === 'cpu')) && deviceType(graph, device).forwards;
      };
      reach = new Reach(graph, from, { allows, passes });
      kept.set(from, reach);
    }
    return reach;
  }

  /** NCCL's classes by what lies on the way. */
  #classOf({ arcs }: Way): PathClass {
    const graph = this.#graph;
    const passed = new Set<number>();
    let chip = arcs.length > 0;
    let someChip = false;
    for (const arc of arcs) {
      passed.add(arcTo(graph, arc));
      passed.add(arcTo(graph, arc ^ 1));
      const wide = graph.media[graph.linkMedium[arc >> 1]].type?.width !== undefined;
      const gpuToCpu = new Set([deviceKind(graph, arcTo(graph, arc)), deviceKind(graph, arcTo(graph, arc ^ 1))]);
      const isChip = !wide && gpuToCpu.has('gpu') && gpuToCpu.has('cpu');
      chip &&= isChip;
      someChip ||= isChip;
    }
    const count = (kind: string): number => [...passed].filter((device) => deviceKind(graph, device) === kind).length;
    const cpus = count('cpu');
    if (chip) return 'C2C';
    if (cpus > 1) return 'SYS';
    if (cpus === 1) return someChip ? 'P2C' : 'PHB';
    return count('switch') > 1 ? 'PXB' : 'PIX';
  }
}
