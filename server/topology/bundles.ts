// Links that are alike, and names for many of them at once: `dgx[*].nic[i] -- leaf[i]`, with the language's own indices.
// A bundle is what one buys and replaces together: the same parts at both ends, one medium, one rate a link.
import { partOf, type Template } from '../semantics/template.ts';
import type { Graph } from './graph.ts';
import { indexSet } from './places.ts';

const bundles = new WeakMap<Graph, Int32Array>();

/** Bundle of each link of the graph, numbered from 0 in the order of their first links. */
export function bundlesOf(graph: Graph): Int32Array {
  const known =
    bundles.get(graph) ??
    bundlesAmong(
      graph,
      Int32Array.from({ length: graph.linkCount }, (_, k) => k),
    );
  bundles.set(graph, known);
  return known;
}

/** The same of some links, by their places in `links`. */
export function bundlesAmong(graph: Graph, links: Int32Array): Int32Array {
  const { of, count } = partsOf(graph.template);
  const { linkA, linkB, linkMedium, linkDirected, media } = graph;
  const rates = numbered(Float64Array.from(links, (k) => ratePerLink(graph, k)));
  const looks = Float64Array.from(links, (k, i) => {
    const ends = of[linkA[k]] * count + of[linkB[k]];
    const medium = 2 * linkMedium[k] + linkDirected[k];
    return (ends * 2 * media.length + medium) * links.length + rates[i];
  });
  return numbered(looks);
}

/** Of one of the N of `xN`, rounded, as N times a rate over N need not be the rate; a bare rate has no parts. */
function ratePerLink({ media, linkMedium, linkCounts, linkEffectiveRate }: Graph, link: number): number {
  const rate = linkEffectiveRate[link];
  return media[linkMedium[link]].type && linkCounts[link] > 0 ? Math.fround(rate / linkCounts[link]) : rate;
}

/** Equal values have equal numbers, from 0 in the order of their first. Neighbours are mostly equal. */
function numbered(values: Float64Array): Int32Array {
  const known = new Map<number, number>();
  const numbers = new Int32Array(values.length);
  for (let i = 0; i < values.length; i++) {
    if (i > 0 && values[i] === values[i - 1]) numbers[i] = numbers[i - 1];
    else {
      const number = known.get(values[i]) ?? known.size;
      known.set(values[i], number);
      numbers[i] = number;
    }
  }
  return numbers;
}

/** Which part, however deep, each device is a place of; places of one array are the same part. */
interface Parts {
  readonly of: Int32Array;
  readonly count: number;
}

/** Whether two devices are places of one part. */
export function samePart({ template }: Graph, a: number, b: number): boolean {
  const { of } = partsOf(template);
  return of[a] === of[b];
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

/** The indices of a device, into row `row` of the columns. */
function putIndices(template: Template, device: number, columns: readonly Float64Array[], row: number): void {
  let column = 0;
  for (let [at, local]: [Template, number] = [template, device]; ; ) {
    const { dims, first, stride, type } = partOf(at, local);
    let place = Math.floor((local - first) / stride);
    for (let dim = dims.length - 1; dim >= 0; dim--) {
      columns[column + dim][row] = place % dims[dim];
      place = Math.floor(place / dims[dim]);
    }
    if (type.sort === 'device') return;
    column += dims.length;
    local = (local - first) % stride;
    at = type;
  }
}

const letters = 'ijklmnop';

/** Pairs that are told one by one where no name fits them alone. */
const mostSingly = 3;

/**
 * One name for all pairs; the a's are places of one part, and so are the b's. A few that are not all that the name would
 * mean are told one by one, more of them are only counted by whoever shows it. An index that is the same at both ends is a
 * letter, any other a number, a range or `*`. `joint`: ` -- ` or ` -> `.
 */
export function pairsName(graph: Graph, a: ArrayLike<number>, b: ArrayLike<number>, joint: string): string {
  const { template } = graph;
  const spelled = [spellingOf(template, a[0]), spellingOf(template, b[0])];
  const columns = spelled.map(({ dims }) => dims.map(() => new Float64Array(a.length)));
  for (let i = 0; i < a.length; i++) {
    putIndices(template, a[i], columns[0], i);
    putIndices(template, b[i], columns[1], i);
  }
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
  if (a.length > 1 && a.length <= mostSingly && !areAll(columns, taken))
    return Array.from({ length: a.length }, (_, i) => pairsName(graph, [a[i]], [b[i]], joint)).join(', ');
  const named = spelled.map(({ words }, end) =>
    words.map((word, i) => word + (i < texts[end].length ? `[${texts[end][i]}]` : '')).join(''),
  );
  return named.join(joint) + (ranges.length > 0 ? ` (${ranges.join(', ')})` : '');
}

/** Whether the rows are all that their indices can make; `taken` columns of the second end are those of the first. */
function areAll([a, b]: readonly (readonly Float64Array[])[], taken: ReadonlySet<number>): boolean {
  const free = [...a, ...b.filter((_, at) => !taken.has(at))];
  return free.reduce((product, column) => product * new Set(column).size, 1) === (a[0] ?? b[0])?.length;
}

const isSame = (column: Float64Array): boolean => column.every((index) => index === column[0]);
