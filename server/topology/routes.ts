// (contract; the body is written by the room's owner)
import type { Graph } from './graph.ts';

/** NCCL's names, best first. LOC: the same device. */
export type PathClass = 'LOC' | 'NVL' | 'NVB' | 'C2C' | 'PIX' | 'PXB' | 'P2C' | 'PXN' | 'PHB' | 'SYS' | 'NET';

/** How traffic from one device to another runs: shares of it on arcs. */
export interface Route {
  readonly class: PathClass;
  /** Arcs and the share (0..1] of the flow on each; a share is summed over all ways. */
  readonly arcs: Int32Array;
  readonly shares: Float64Array;
  /** Seconds, the longest of the ways: links and the devices passed through. */
  readonly latency: number;
  /** Links on the shortest way. */
  readonly hops: number;
}

export interface Router {
  readonly graph: Graph;
  /** Undefined where there is no way. The same object for the same pair, while it is kept. */
  route(from: number, to: number): Route | undefined;
  /**
   * Adds `bytes` sent from `from` to `to` to `load` (bytes by arc) and returns the latency of the way in seconds;
   * -1 where there is none. The fast path of the cost engine: nothing is allocated once a pair is known.
   */
  addFlow(from: number, to: number, bytes: number, load: Float64Array): number;
}

export interface RouterOptions {
  /** `ecmp`: equal paths share the load; `hashed`: each flow takes one of them. */
  readonly routing: 'ecmp' | 'hashed';
}

export type MakeRouter = (graph: Graph, options?: Partial<RouterOptions>) => Router;
