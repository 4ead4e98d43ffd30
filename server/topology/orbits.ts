// Ranks that may stand for all: of sibling places that can be swapped without changing any link, only the first is opened.
// Proved, not guessed: two places are alike where what is in them and what they are joined to, device by device, is the
// same, whatever the rate. Places that are joined to each other are taken as different, so rings and tori show no
// symmetry here; nor does anything where a link has only one direction.
import type { Template } from '../semantics/template.ts';
import { arcTo, type Graph } from './graph.ts';

/** At least one rank of each orbit of the symmetries of what is joined to what, in order. */
export function representatives(graph: Graph): Int32Array {
  if (graph.linkDirected.includes(1)) return graph.ranks;
  const isRank = new Uint8Array(graph.deviceCount);
  for (const rank of graph.ranks) isRank[rank] = 1;
  const found: number[] = [];
  const open = (template: Template, offset: number): void => {
    for (const { type, first, count, stride } of template.parts) {
      const seen = new Set<string>();
      for (let place = 0; place < count; place++) {
        const at = offset + first + place * stride;
        const look = count > 1 ? lookOf(graph, at, stride) : '';
        if (seen.has(look)) continue;
        seen.add(look);
        if (type.sort === 'template') open(type, at);
        else if (isRank[at] === 1) found.push(at);
      }
    }
  };
  open(graph.template, 0);
  return Int32Array.from(found);
}

/** Two 32-bit sums over the devices and arcs of a place: those inside by their place in it, those outside by themselves. */
function lookOf(graph: Graph, first: number, size: number): string {
  let [a, b] = [0, 0];
  for (let d = first; d < first + size; d++) {
    const own = mix(graph.type[d] + 2 * graph.present[d], d - first);
    a = (a + own) | 0;
    for (let at = graph.arcStart[d]; at < graph.arcStart[d + 1]; at++) {
      const arc = graph.arcOut[at];
      const to = arcTo(graph, arc);
      const inside = to >= first && to < first + size;
      const end = inside ? mix(to - first, 1) : mix(to, 2);
      const one = mix(mix(own, end), graph.linkUse[arc >> 1]);
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
