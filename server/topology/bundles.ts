// Links that are alike, and names for many of them at once: `dgx[*].nic[i] -- leaf[i]`, with the language's own indices.
// A bundle is what one buys and replaces together: the same parts at both ends, one medium, one rate a link.
import { partOf, placeIndices, type Template } from '../semantics/template.ts';
import type { Graph } from './graph.ts';
import { indexSet } from './places.ts';

const bundles = new WeakMap<Graph, Int32Array>();

/** Bundle of each link, numbered from 0 in the order of their first links. */
export function bundlesOf(graph: Graph): Int32Array {
  const known = bundles.get(graph);
  if (known) return known;
  const { of, count } = partsOf(graph.template);
  const rates = numbered(graph.linkEffectiveRate.map((rate, k) => ratePerLink(graph, k, rate)));
  const look = Float64Array.from({ length: graph.linkCount }, (_, k) => {
    const ends = of[graph.linkA[k]] * count + of[graph.linkB[k]];
    const medium = 2 * graph.linkMedium[k] + graph.linkDirected[k];
    return (ends * 2 * graph.media.length + medium) * graph.linkCount + rates[k];
  });
  const found = numbered(look);
  bundles.set(graph, found);
  return found;
}

/** Of one of the N of `xN`, rounded, as N times a rate over N need not be the rate; a bare rate has no parts. */
const ratePerLink = ({ media, linkMedium, linkCounts }: Graph, link: number, rate: number): number =>
  media[linkMedium[link]].type && linkCounts[link] > 0 ? Number((rate / linkCounts[link]).toPrecision(9)) : rate;

/** Equal values have equal numbers, from 0 in the order of their first. */
function numbered(values: Float64Array): Int32Array {
  const known = new Map<number, number>();
  return Int32Array.from(values, (value) => {
    const number = known.get(value) ?? known.size;
    known.set(value, number);
    return number;
  });
}

/** Which part, however deep, each device is a place of; places of one array are the same part. */
interface Parts {
  readonly of: Int32Array;
  readonly count: number;
}

const partsKnown = new WeakMap<Template, Parts>();

function partsOf(template: Template): Parts {
  const known = partsKnown.get(template);
  if (known) return known;
  const of = new Int32Array(template.deviceCount);
  let count = 0;
  for (const { type, first, count: places, stride } of template.parts) {
    const inner: Parts = type.sort === 'device' ? { of: new Int32Array(1), count: 1 } : partsOf(type);
    for (let place = 0; place < places; place++)
      for (let d = 0; d < stride; d++) of[first + place * stride + d] = count + inner.of[d];
    count += inner.count;
  }
  const made = { of, count };
  partsKnown.set(template, made);
  return made;
}

/** Indices of a device in its part, outermost first, and between them the names. */
interface Spelling {
  /** As many as indices and one more at the start: `dgx`, `.nic`, … */
  readonly words: readonly string[];
  readonly dims: readonly number[];
}

/** One more name than there are dims; empty between two dims of one array. */
function spellingOf(template: Template, device: number): Spelling {
  const words: string[] = [''];
  const dims: number[] = [];
  for (let [at, local]: [Template, number] = [template, device]; ; ) {
    const part = partOf(at, local);
    words[words.length - 1] += part.name;
    for (const dim of part.dims) {
      dims.push(dim);
      words.push('');
    }
    if (part.type.sort === 'device') return { words, dims };
    words[words.length - 1] += '.';
    local = (local - part.first) % part.stride;
    at = part.type;
  }
}

function indicesOf(template: Template, device: number): number[] {
  const indices: number[] = [];
  for (let [at, local]: [Template, number] = [template, device]; ; ) {
    const part = partOf(at, local);
    indices.push(...placeIndices(part.dims, Math.floor((local - part.first) / part.stride)));
    if (part.type.sort === 'device') return indices;
    local = (local - part.first) % part.stride;
    at = part.type;
  }
}

const letters = 'ijklmnop';

/**
 * One name for all pairs; the a's are places of one part, and so are the b's. An index that is the same at both ends is a
 * letter, any other a number, a range or `*`. `joint`: ` -- ` or ` -> `.
 */
export function pairsName({ template }: Graph, a: ArrayLike<number>, b: ArrayLike<number>, joint: string): string {
  const spelled = [spellingOf(template, a[0]), spellingOf(template, b[0])];
  const columns = spelled.map(({ dims }) => dims.map(() => new Float64Array(a.length)));
  for (let i = 0; i < a.length; i++)
    for (const [end, device] of [a[i], b[i]].entries())
      indicesOf(template, device).forEach((index, at) => {
        columns[end][at][i] = index;
      });
  const texts = columns.map((own, end) => own.map((column, at) => indexSet(column, spelled[end].dims[at])));
  const ranges: string[] = [];
  const taken = new Set<number>();
  for (const [at, column] of columns[0].entries()) {
    if (isSame(column)) continue;
    const other = columns[1].findIndex((each, i) => !taken.has(i) && each.every((index, k) => index === column[k]));
    if (other < 0) continue;
    taken.add(other);
    const letter = letters[taken.size - 1] ?? '*';
    const [one, two] = [texts[0][at], texts[1][other]];
    if (one !== '*' || two !== '*') ranges.push(`${letter} = ${one === '*' ? two : one}`);
    texts[0][at] = letter;
    texts[1][other] = letter;
  }
  const named = spelled.map(({ words }, end) =>
    words.map((word, i) => word + (i < texts[end].length ? `[${texts[end][i]}]` : '')).join(''),
  );
  return named.join(joint) + (ranges.length > 0 ? ` (${ranges.join(', ')})` : '');
}

const isSame = (column: Float64Array): boolean => column.every((index) => index === column[0]);
