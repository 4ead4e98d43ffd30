// How long a byte takes on each arc, and which arc is busy longest.
import type { Graph } from './graph.ts';

/** Seconds a byte on an arc, effective; 0 where nothing flows. */
export function paceAt({ linkEffectiveRate, linkDirected }: Graph, arc: number): number {
  const rate = linkEffectiveRate[arc >> 1];
  return rate <= 0 || (arc & 1 && linkDirected[arc >> 1] === 1) ? 0 : 1 / rate;
}

const paces = new WeakMap<Graph, Float64Array>();

/** The same of every arc; once for all questions about a graph. */
export function paceOf(graph: Graph): Float64Array {
  const known = paces.get(graph);
  if (known) return known;
  const pace = new Float64Array(2 * graph.linkCount);
  for (let arc = 0; arc < pace.length; arc++) pace[arc] = paceAt(graph, arc);
  paces.set(graph, pace);
  return pace;
}

/** An arc and how long it is busy; arc -1 where nothing is sent. */
export interface Busy {
  readonly arc: number;
  readonly seconds: number;
}

/** A hair more is rounding, not another bottleneck: of equal arcs the first is named. */
export const hair = 1e-12;

/** Keeps the busiest of what it is told, in whatever order. */
export class Busiest implements Busy {
  arc = -1;
  seconds = 0;

  tell(arc: number, seconds: number): void {
    if (seconds <= this.seconds * (1 - hair) || seconds === 0) return;
    if (seconds > this.seconds * (1 + hair) || arc < this.arc) this.arc = arc;
    if (seconds > this.seconds) this.seconds = seconds;
  }
}

/** `load`: bytes by arc. */
export function busiest(load: Float64Array, pace: Float64Array): Busy {
  const found = new Busiest();
  for (let arc = 0; arc < load.length; arc++) {
    const seconds = load[arc] * pace[arc];
    if (seconds > found.seconds * (1 - hair)) found.tell(arc, seconds);
  }
  return found;
}
