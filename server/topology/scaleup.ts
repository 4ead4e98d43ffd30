// Ways over scale-up links: through switches, else over one GPU in between (NCCL's NVB), else over any number of them.
import { arcTo, deviceKind, deviceType, type Graph, LinkUse } from './graph.ts';
import { DisjointSets } from './sets.ts';
import { Sink } from './sink.ts';
import { courseOf, Reach, sideBySide, type Way, wholeWay } from './ways.ts';

export class ScaleUp {
  readonly #graph: Graph;
  readonly #reaches = new Map<number, Reach>();
  readonly #wide = new Map<number, Reach>();
  /** Whatever scale-up links join, whether traffic may pass or not. */
  #islands: DisjointSets | undefined;

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** Whether scale-up links lead from one to the other at all. */
  joined(from: number, to: number): boolean {
    this.#islands ??= islandsOf(this.#graph);
    return this.#islands.find(from) === this.#islands.find(to);
  }

  /** Other GPUs that are reached over what forwards alone. */
  peers(from: number): readonly number[] {
    const reach = this.#reach(this.#reaches, from, (device) => deviceType(this.#graph, device).forwards);
    return [...reach.reached()].filter((device) => device !== from && deviceKind(this.#graph, device) === 'gpu');
  }

  /** NVL: only what forwards stands between. */
  direct(from: number, to: number, choice?: number): Way | undefined {
    return this.#reach(this.#reaches, from, (device) => deviceType(this.#graph, device).forwards).wayTo(to, choice);
  }

  /** NVB: over one GPU that both have a link to; of several the widest, equal ones share. */
  overOne(from: number, to: number, choice?: number): Way | undefined {
    const found: { way: Way; width: number }[] = [];
    for (const [between, first] of this.#neighbours(from)) {
      if (between === to || deviceKind(this.#graph, between) !== 'gpu') continue;
      const second = this.#neighbours(between).get(to);
      if (second === undefined) continue;
      const { linkEffectiveRate: rate, linkLatency } = this.#graph;
      const latency = linkLatency[first >> 1] + linkLatency[second >> 1] + deviceType(this.#graph, between).latency;
      const way = { arcs: Int32Array.of(first, second), shares: Float64Array.of(1, 1), latency, hops: 2 };
      found.push({ way, width: Math.min(rate[first >> 1], rate[second >> 1]) });
    }
    const widest = Math.max(...found.map(({ width }) => width));
    const best = found.filter(({ width }) => width === widest).map(({ way }) => way);
    if (best.length === 0) return undefined;
    if (choice !== undefined) return best[choice % best.length];
    return wholeWay(sideBySide(best.map((way) => ({ course: courseOf(way), part: 1 / best.length }))));
  }

  /** Over any number of GPUs: only where no other way exists. */
  overAny(from: number, to: number, choice?: number): Way | undefined {
    return this.#reach(this.#wide, from, () => true).wayTo(to, choice);
  }

  /** The ways of `direct`, and those of `overAny`, for many senders at once. */
  sinks(): { readonly direct: Sink; readonly any: Sink } {
    const allows = (arc: number): boolean => this.#graph.linkUse[arc >> 1] === LinkUse.scaleUp;
    const forwards = (device: number): boolean => deviceType(this.#graph, device).forwards;
    return {
      direct: new Sink(this.#graph, { allows, passes: forwards }),
      any: new Sink(this.#graph, { allows, passes: () => true }),
    };
  }

  #reach(kept: Map<number, Reach>, from: number, passes: (device: number) => boolean): Reach {
    let reach = kept.get(from);
    if (!reach) {
      const allows = (arc: number): boolean => this.#graph.linkUse[arc >> 1] === LinkUse.scaleUp;
      reach = new Reach(this.#graph, from, { allows, passes });
      kept.set(from, reach);
    }
    return reach;
  }

  /** Devices at the other end of a scale-up link, with the widest arc to each. */
  #neighbours(device: number): Map<number, number> {
    const graph = this.#graph;
    const found = new Map<number, number>();
    for (let at = graph.arcStart[device]; at < graph.arcStart[device + 1]; at++) {
      const arc = graph.arcOut[at];
      if (graph.linkUse[arc >> 1] !== LinkUse.scaleUp) continue;
      const known = found.get(arcTo(graph, arc));
      if (known === undefined || graph.linkEffectiveRate[known >> 1] < graph.linkEffectiveRate[arc >> 1])
        found.set(arcTo(graph, arc), arc);
    }
    return found;
  }
}

function islandsOf({ deviceCount, linkCount, linkUse, linkA, linkB }: Graph): DisjointSets {
  const islands = new DisjointSets(deviceCount);
  for (let k = 0; k < linkCount; k++) if (linkUse[k] === LinkUse.scaleUp) islands.join(linkA[k], linkB[k]);
  return islands;
}
