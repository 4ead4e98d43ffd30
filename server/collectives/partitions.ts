// Sets of devices whose borders may be the bottleneck: each rank, each host, the side of each switch, each instance of a
// nested template. What leaves and enters them bounds any algorithm from below.

import type { Template } from '../semantics/template.ts';
import { arcFrom, arcTo, deviceType, type Graph } from '../topology/graph.ts';
import { arcRate } from './engine.ts';

/** Disjoint sets of devices, numbered; those without a rank are left out. */
export interface Partition {
  /** Set of each device, -1 for none. */
  readonly set: Int32Array;
  /** Ranks in each set, at least 1. */
  readonly ranks: readonly number[];
  /** Effective bytes/s of the arcs out of and into each set. */
  readonly out: Float64Array;
  readonly into: Float64Array;
}

/** Finest first: ranks, hosts, sides of switches, template instances from the inside out. */
export function partitionsOf(graph: Graph, ranks: Int32Array): Partition[] {
  const alone = new Int32Array(graph.deviceCount).fill(-1);
  for (const rank of ranks) alone[rank] = rank;
  const sets = [alone, graph.host.slice(), switchSides(graph, ranks), ...instancesOf(graph)];
  return sets.map((set) => partition(graph, ranks, set)).filter((p) => p.ranks.length > 1);
}

/** Hosts that hang on one switch only, with that switch; a switch inside a host belongs to the host. */
function switchSides(graph: Graph, ranks: Int32Array): Int32Array {
  const side = new Int32Array(graph.hostCount).fill(-1);
  const several = -2;
  const ranked = new Uint8Array(graph.hostCount);
  for (const rank of ranks) ranked[graph.host[rank]] = 1;
  for (let arc = 0; arc < 2 * graph.linkCount; arc++) {
    const [a, b] = [arcFrom(graph, arc), arcTo(graph, arc)];
    const host = graph.host[a];
    if (host === graph.host[b] || !ranked[host]) continue;
    if (deviceType(graph, b).kind !== 'switch') side[host] = several;
    else if (side[host] === -1) side[host] = b;
    else if (side[host] !== b) side[host] = several;
  }
  const set = Int32Array.from({ length: graph.deviceCount }, (_, device) => Math.max(-1, side[graph.host[device]]));
  for (const s of side) if (s >= 0) set[s] = s;
  return set;
}

/** By nesting depth, deepest first, the place each device is in. */
export function instancesOf({ template: whole, deviceCount }: Graph): Int32Array[] {
  const depths: Int32Array[] = [];
  const visit = (at: Template, offset: number, depth: number): void => {
    for (const part of at.parts) {
      if (part.type.sort !== 'template' || part.type.of === 'node') continue;
      depths[depth] ??= new Int32Array(deviceCount).fill(-1);
      for (let place = 0; place < part.count; place++) {
        const first = offset + part.first + place * part.stride;
        depths[depth].fill(first, first, first + part.stride);
        visit(part.type, first, depth + 1);
      }
    }
  };
  visit(whole, 0, 0);
  return depths.reverse();
}

/** Renumbers the sets that hold ranks and adds up their borders. */
function partition(graph: Graph, ranks: Int32Array, named: Int32Array): Partition {
  const number = new Map<number, number>();
  const held: number[] = [];
  for (const rank of ranks) {
    if (named[rank] < 0) continue;
    const known = number.get(named[rank]) ?? held.push(0) - 1;
    number.set(named[rank], known);
    held[known]++;
  }
  const set = named.map((name) => number.get(name) ?? -1);
  const [out, into] = [new Float64Array(held.length), new Float64Array(held.length)];
  for (let arc = 0; arc < 2 * graph.linkCount; arc++) {
    const [a, b] = [set[arcFrom(graph, arc)], set[arcTo(graph, arc)]];
    if (a === b) continue;
    if (a >= 0) out[a] += arcRate(graph, arc);
    if (b >= 0) into[b] += arcRate(graph, arc);
  }
  return { set, ranks: held, out, into };
}

/** Arcs that leave a set of devices (`into`: that enter it). */
export function border(graph: Graph, inside: (device: number) => boolean, into = false): Int32Array {
  const arcs: number[] = [];
  for (let arc = 0; arc < 2 * graph.linkCount; arc++) {
    const [a, b] = [inside(arcFrom(graph, arc)), inside(arcTo(graph, arc))];
    if (a !== b && a !== into && arcRate(graph, arc) > 0) arcs.push(arc);
  }
  return Int32Array.from(arcs);
}
