// Ranks that may stand for all: of sibling places that can be swapped without changing any link, only the first is opened.
// Proved, not guessed: two places are alike where what is in them and what they are joined to, device by device, is the
// same; what rates are is looked at where they matter. Places that are joined to each other are taken as different, so rings and tori show no
// symmetry here; nor does anything where a link has only one direction.
import type { Part, Template } from '../semantics/template.ts';
import { arcTo, type Graph } from './graph.ts';

/** At least one rank of each orbit of the symmetries of what is joined to what, in order. */
export const representatives = (graph: Graph): Int32Array =>
  ofRanks(
    graph.ranks,
    found(
      graph,
      () => 0,
      () => 0,
    ),
  );

/**
 * At least one of `ranks` of each orbit of the symmetries that keep rates, keep these ranks among themselves and leave
 * `fixed` where they are.
 */
export const orbits = (graph: Graph, ranks: Int32Array, fixed: readonly number[]): Int32Array =>
  ofRanks(ranks, standIns(graph, ranks, fixed));

/** By device, the first one of its orbit: two with one first are swapped by some of these symmetries. */
export function standIns(graph: Graph, ranks: Int32Array, fixed: readonly number[]): Int32Array {
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
    (device) => mark[device],
    (link) => rates[link],
  );
}

/** Ranks that stand for themselves, in the order of the text. */
const ofRanks = (ranks: Int32Array, first: Int32Array): Int32Array =>
  ranks.filter((rank) => first[rank] === rank).sort();

/** `mark` of a device and `weight` of a link are part of how a place looks. */
function found(graph: Graph, mark: (device: number) => number, weight: (link: number) => number): Int32Array {
  const first = new Int32Array(graph.deviceCount);
  for (let device = 0; device < first.length; device++) first[device] = device;
  if (graph.linkDirected.includes(1)) return first;
  const open = (template: Template, offset: number): void => {
    for (const { type, first: start, count, stride } of template.parts) {
      const seen = new Map<string, number>();
      for (let place = 0; place < count; place++) {
        const at = offset + start + place * stride;
        const look = count > 1 ? lookOf(graph, at, stride, mark, weight) : '';
        const alike = seen.get(look);
        if (alike !== undefined) {
          first.copyWithin(at, alike, alike + stride);
          continue;
        }
        seen.set(look, at);
        if (type.sort === 'template') open(type, at);
      }
    }
  };
  open(graph.template, 0);
  return first;
}

/** The places a device is in, widest first, each from its first device to before its last; the device alone is the last. */
export function placesAround(template: Template, device: number): [start: number, end: number][] {
  const ranges: [number, number][] = [];
  let [inside, offset]: [Template | undefined, number] = [template, 0];
  while (inside) {
    const part: Part | undefined = inside.parts.findLast(({ first }) => offset + first <= device);
    if (!part) break;
    const place = Math.floor((device - offset - part.first) / part.stride);
    offset += part.first + place * part.stride;
    ranges.push([offset, offset + part.stride]);
    inside = part.type.sort === 'template' ? part.type : undefined;
  }
  return ranges;
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
