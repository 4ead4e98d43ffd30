// What is asked of a collective and what comes back: the shapes this room deals in.
import type { Graph } from '../topology/graph.ts';
import type { Line } from './lines.ts';

export const collectives = [
  'allreduce',
  'allgather',
  'reducescatter',
  'broadcast',
  'reduce',
  'gather',
  'scatter',
  'alltoall',
  'sendrecv',
  'barrier',
] as const;
export type Collective = (typeof collectives)[number];

export const algorithms = [
  'ring',
  'chain',
  'tree',
  'halving_doubling',
  'recursive_doubling',
  'bruck',
  'binomial',
  'direct',
  'pairwise',
  'torus',
  'hierarchical',
  'in_switch',
  'pat',
  'dissemination',
] as const;
/** The words used in the language, on the command line and in JSON. */
export type Algorithm = (typeof algorithms)[number];

/** Who runs a benchmark: one process a GPU, a torch script, one process a host. */
export const harnesses = ['mpi', 'torch', 'process'] as const;
export type Harness = (typeof harnesses)[number];

export interface CollectiveRequest {
  readonly collective: Collective;
  /** Bytes, nccl-tests' `size`: the larger of a rank's two buffers. 0 for barrier. */
  readonly size: number;
  /** Device numbers in order; the graph's ranks where left out. */
  readonly ranks?: Int32Array;
  /** Device number of the root; the first rank where left out. */
  readonly root?: number;
  readonly algorithm?: Algorithm;
  readonly channels?: number;
  readonly routing?: 'ecmp' | 'hashed';
  /** Forces all algorithms into one form; where left out each has its own. */
  readonly model?: 'stepwise' | 'pipelined';
  /** False: the optimum is not wanted; it costs more than the algorithms. Default true. */
  readonly optimum?: boolean;
}

/** One algorithm priced. Rates in bytes/s, times in seconds. */
export interface Priced {
  readonly algorithm: Algorithm;
  readonly time: number;
  readonly algbw: number;
  readonly busbw: number;
  /** What each of its ways costs at any size; empty for size 0. */
  readonly lines: readonly Line[];
  /** Undefined where nothing is sent or latency alone counts. */
  readonly bottleneck?: Bottleneck;
  /** optimum time / time, 0..1; undefined where the optimum is not known. */
  readonly ofOptimum?: number;
}

export interface Bottleneck {
  /** Directed: from arcFrom(arc) to arcTo(arc). */
  readonly arc: number;
  /** Effective, bytes/s. */
  readonly rate: number;
  /** Share of the whole time it is busy, 0..1. */
  readonly busy: number;
}

/** A bound no algorithm beats, and the cut that sets it. */
export interface Optimum {
  /** Seconds. */
  readonly time: number;
  /** Set where it may be below what is reachable. */
  readonly bound?: true;
  readonly cut?: {
    /** Ranks inside the cut. */
    readonly ranks: number;
    /** Arcs that leave it. */
    readonly arcs: Int32Array;
    /** Effective, bytes/s, all arcs together. */
    readonly rate: number;
    /** Seconds that the cut asks for, where that is less: no cut alone explains the time, and of those tried it comes nearest. */
    readonly alone?: number;
  };
}

export interface Analysis {
  readonly collective: Collective;
  readonly size: number;
  readonly ranks: number;
  /** Fastest first. Empty where none applies. */
  readonly priced: readonly Priced[];
  readonly optimum?: Optimum;
}

/** Why a collective can't be priced. */
export interface CollectiveFault {
  readonly fault: 'no-ranks' | 'unreachable' | 'algorithm' | 'size' | 'root' | 'cancelled';
  readonly message: string;
}

/** Called between pieces of work; true: stop, the answer is not wanted any more. */
export type Cancelled = () => boolean;

export type Analyze = (graph: Graph, request: CollectiveRequest, cancelled?: Cancelled) => Analysis | CollectiveFault;
/** Bytes by arc over the whole operation of one algorithm, for the heat overlay; divide by rate and time for busy shares. */
export type ArcLoads = (
  graph: Graph,
  request: CollectiveRequest & { algorithm: Algorithm },
) => Float64Array | CollectiveFault;
