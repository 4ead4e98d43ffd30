// Finds the torus or mesh that ranks form by their direct links: told from the links alone, whatever names and order.
// Links of one dimension are the ones opposite each other in squares of the grid, and those that span no square together
// (the product relation of Cartesian products: Imrich, Klavzar, Product Graphs, 2000); what comes out is then proved link by link.
import { arcFrom, arcTo, type Graph, LinkUse } from '../topology/graph.ts';
import { DisjointSets } from '../topology/sets.ts';

/** A dimension: so many places in a row, closed to a ring where `wraps`. */
export interface Side {
  readonly length: number;
  readonly wraps: boolean;
  /** Effective, bytes/s one way: the slowest link of the dimension. */
  readonly rate: number;
  /** Place by rank. */
  readonly place: Int32Array;
}

export interface Grid {
  readonly sides: readonly Side[];
  /** Ranks by place, the first side fastest. */
  readonly at: Int32Array;
}

/** Four dimensions with two links each. */
const mostLinks = 8;

/** Undefined where the ranks' direct links are no whole grid of one to four dimensions. */
export function gridOf(graph: Graph, ranks: Int32Array): Grid | undefined {
  const links = directLinks(graph, ranks);
  if (!links) return undefined;
  const edges = dimensionsOf(links);
  const sides: Side[] = [];
  let count = 1;
  for (const dimension of edges) {
    const side = sideOf(links, edges, dimension);
    if (!side) return undefined;
    sides.push(side);
    count *= side.length;
    if (count > ranks.length) return undefined;
  }
  return count === ranks.length ? gridFrom(squares(sides), count) : undefined;
}

/** Direct links of n ranks, several between the same two as one; neighbours of r at [r * mostLinks ..][0 .. degree[r] - 1]. */
interface Links {
  readonly n: number;
  readonly degree: Int32Array;
  readonly neighbours: Int32Array;
  /** Beside `neighbours`. */
  readonly edge: Int32Array;
  /** By edge. */
  readonly ends: readonly (readonly [number, number])[];
  readonly rate: readonly number[];
}

function directLinks(graph: Graph, ranks: Int32Array): Links | undefined {
  const n = ranks.length;
  const rankOf = new Int32Array(graph.deviceCount).fill(-1);
  for (let r = 0; r < n; r++) rankOf[ranks[r]] = r;
  const degree = new Int32Array(n);
  const [neighbours, edge] = [new Int32Array(n * mostLinks), new Int32Array(n * mostLinks)];
  const ends: [number, number][] = [];
  const rate: number[] = [];
  const placeOf = (r: number, other: number): number =>
    neighbours.subarray(r * mostLinks, r * mostLinks + degree[r]).indexOf(other);
  for (let r = 0; r < n; r++) {
    const device = ranks[r];
    for (let k = graph.arcStart[device]; k < graph.arcStart[device + 1]; k++) {
      const link = graph.arcOut[k] >> 1;
      const other = rankOf[arcTo(graph, graph.arcOut[k])];
      // Ways of one direction make no ring that runs both ways.
      if (other < 0 || graph.linkUse[link] === LinkUse.host) continue;
      if (graph.linkDirected[link] || rankOf[arcFrom(graph, graph.arcOut[k])] < 0) return undefined;
      const known = placeOf(r, other);
      if (known >= 0) {
        if (other > r) rate[edge[r * mostLinks + known]] += graph.linkEffectiveRate[link];
        continue;
      }
      if (degree[r] === mostLinks) return undefined;
      const at = r * mostLinks + degree[r];
      edge[at] = other > r ? ends.length : edge[other * mostLinks + placeOf(other, r)];
      if (other > r) {
        ends.push([r, other]);
        rate.push(graph.linkEffectiveRate[link]);
      }
      neighbours[at] = other;
      degree[r]++;
    }
    if (degree[r] === 0) return undefined;
  }
  return { n, degree, neighbours, edge, ends, rate };
}

/** Edges by dimension. */
function dimensionsOf(links: Links): number[][] {
  const { n, degree, neighbours, edge, ends } = links;
  const sets = new DisjointSets(ends.length);
  for (let r = 0; r < n; r++)
    for (let i = r * mostLinks; i < r * mostLinks + degree[r]; i++)
      for (let j = r * mostLinks; j < i; j++) {
        const square = squareOf(links, r, neighbours[i], neighbours[j]);
        if (!square) sets.join(edge[i], edge[j]);
        else {
          sets.join(edge[i], square.besideFirst);
          sets.join(edge[j], square.besideSecond);
        }
      }
  const dimensions = new Map<number, number[]>();
  for (let e = 0; e < ends.length; e++) {
    const set = dimensions.get(sets.find(e));
    if (set) set.push(e);
    else dimensions.set(sets.find(e), [e]);
  }
  return [...dimensions.values()];
}

/** The only square over r and two of its neighbours: the edges opposite r-a and r-b; undefined where a diagonal crosses it. */
function squareOf({ degree, neighbours, edge }: Links, r: number, a: number, b: number) {
  let square: { besideFirst: number; besideSecond: number } | undefined;
  for (let i = a * mostLinks; i < a * mostLinks + degree[a]; i++) {
    const corner = neighbours[i];
    if (corner === b) return undefined;
    if (corner === r) continue;
    for (let j = b * mostLinks; j < b * mostLinks + degree[b]; j++)
      if (neighbours[j] === corner) {
        if (square) return undefined;
        square = { besideFirst: edge[j], besideSecond: edge[i] };
      }
  }
  return square;
}

/** What is left joined without the edges of a dimension is one place of it; undefined where these are no row and no ring. */
function sideOf(links: Links, dimensions: readonly number[][], own: readonly number[]): Side | undefined {
  const { n, ends, rate } = links;
  const sets = new DisjointSets(n);
  for (const edges of dimensions) if (edges !== own) for (const e of edges) sets.join(ends[e][0], ends[e][1]);
  const numbers = new Map<number, number>();
  const layer = Int32Array.from({ length: n }, (_, r) => {
    const set = sets.find(r);
    const number = numbers.get(set) ?? numbers.size;
    numbers.set(set, number);
    return number;
  });
  const next = Array.from(numbers, () => new Set<number>());
  for (const e of own) {
    const [a, b] = [layer[ends[e][0]], layer[ends[e][1]]];
    next[a].add(b);
    next[b].add(a);
  }
  const row = inRow(next);
  if (!row) return undefined;
  const { length } = row;
  const wraps = next[row[0]].size === 2;
  if (own.length !== (wraps ? n : (n / length) * (length - 1))) return undefined;
  const placeOf = new Int32Array(length);
  row.forEach((each, place) => {
    placeOf[each] = place;
  });
  const slowest = own.reduce((least, e) => Math.min(least, rate[e]), Number.POSITIVE_INFINITY);
  return { length, wraps, rate: slowest, place: layer.map((each) => placeOf[each]) };
}

/** All of them, each beside the one before. */
function inRow(next: readonly ReadonlySet<number>[]): number[] | undefined {
  if (next.some(({ size }) => size > 2)) return undefined;
  const row: number[] = [];
  const seen = new Uint8Array(next.length);
  let at: number | undefined = Math.max(
    0,
    next.findIndex(({ size }) => size === 1),
  );
  while (at !== undefined) {
    row.push(at);
    seen[at] = 1;
    at = [...next[at]].find((each) => seen[each] === 0);
  }
  return row.length === next.length ? row : undefined;
}

/** A ring of four is a product of two links: sides of two are joined to rings again, two and two of a rate. */
function squares(sides: readonly Side[]): Side[] {
  const whole: Side[] = [];
  const single = new Map<number, Side>();
  for (const side of sides) {
    const other = side.length === 2 ? single.get(side.rate) : undefined;
    if (other) {
      single.delete(side.rate);
      const place = side.place.map((p, r) => (other.place[r] === 1 ? 3 - p : p));
      whole.push({ length: 4, wraps: true, rate: side.rate, place });
    } else if (side.length === 2) single.set(side.rate, side);
    else whole.push(side);
  }
  return [...whole, ...single.values()];
}

/** Proved at the end: no two ranks at one place, so with as many links as a grid has it is one. */
function gridFrom(sides: readonly Side[], count: number): Grid | undefined {
  if (sides.length > mostLinks / 2) return undefined;
  const at = new Int32Array(count).fill(-1);
  for (let r = 0; r < count; r++) {
    let place = 0;
    let stride = 1;
    for (const side of sides) {
      place += stride * side.place[r];
      stride *= side.length;
    }
    if (at[place] >= 0) return undefined;
    at[place] = r;
  }
  return { sides, at };
}
