// Ranks that may stand for all: of sibling places that can be swapped without changing any link, only the first is opened.
// Proved, not guessed: two places are alike where what is in them and what they are joined to, device by device, is the
// same; what rates are is looked at where they matter. Places that are joined to each other are taken as different, so rings and tori show no
// symmetry here; nor does anything where a link has only one direction.
import type { Template } from '../semantics/template.ts';
import { arcTo, type Graph } from './graph.ts';

/** At least one rank of each orbit of the symmetries of what is joined to what, in order. */
export const representatives = (graph: Graph): Int32Array =>
  found(
    graph,
    graph.ranks,
    () => 0,
    () => 0,
  );

/**
 * At least one of `ranks` of each orbit of the symmetries that keep rates, keep these ranks among themselves and leave
 * `fixed` where they are.
 */
export function orbits(graph: Graph, ranks: Int32Array, fixed: readonly number[]): Int32Array {
  const mark = new Int32Array(graph.deviceCount);
  for (const rank of ranks) mark[rank] = 1;
  fixed.forEach((device, i) => {
    mark[device] = 2 + i;
  });
  const names = new Map<number, number>();
  const rates = graph.linkEffectiveRate.map((rate) => {
    const name = names.get(rate) ?? names.size + 1;
    names.set(rate, name);
    return name;
  });
  return found(
    graph,
    ranks,
    (device) => mark[device],
    (link) => rates[link],
  );
}

/** `mark` of a device and `weight` of a link are part of how a place looks. */
function found(
  graph: Graph,
  ranks: Int32Array,
  mark: (device: number) => number,
  weight: (link: number) => number,
): Int32Array {
  if (graph.linkDirected.includes(1)) return ranks;
  const isRank = new Uint8Array(graph.deviceCount);
  for (const rank of ranks) isRank[rank] = 1;
  const firsts: number[] = [];
  const open = (template: Template, offset: number): void => {
    for (const { type, first, count, stride } of template.parts) {
      const seen = new Set<string>();
      for (let place = 0; place < count; place++) {
        const at = offset + first + place * stride;
        const look = count > 1 ? lookOf(graph, at, stride, mark, weight) : '';
        if (seen.has(look)) continue;
        seen.add(look);
        if (type.sort === 'template') open(type, at);
        else if (isRank[at] === 1) firsts.push(at);
      }
    }
  };
  open(graph.template, 0);
  return Int32Array.from(firsts);
}

/** Two 32-bit sums over the devices and arcs of a place: those inside by their place in it, those outside by themselves. */
function lookOf(
  graph: Graph,
  first: number,
  size: number,
  mark: (device: number) => number,
  weight: (link: number) => number,
): string {
  let [a, b] = [0, 0];
  for (let d = first; d < first + size; d++) {
    const own = mix(mix(graph.type[d] + 2 * graph.present[d], d - first), mark(d));
    a = (a + own) | 0;
    for (let at = graph.arcStart[d]; at < graph.arcStart[d + 1]; at++) {
      const arc = graph.arcOut[at];
      const to = arcTo(graph, arc);
      const inside = to >= first && to < first + size;
      const end = inside ? mix(to - first, 1) : mix(to, 2);
      const one = mix(mix(mix(own, end), graph.linkUse[arc >> 1]), weight(arc >> 1));
      a = (a + one) | 0;
      b = (b + mix(one, 0x2545f491)) | 0;
    }
  }
  return `${a} ${b}`;
}

/** Murmur3's finish over two numbers. */
function mix(x: number, y: number): number {
  let h = Math.imul(x + 0x7ed55d16, 0x85ebca6b) ^ Math.imul(y + 0x165667b1, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
