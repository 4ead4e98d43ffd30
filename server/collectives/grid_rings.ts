// Rings through all ranks of a torus, no link in two of them. Of two dimensions the first runs along each row of k and on to
// the next, each row starting one place further back; what it leaves is the second, where that is one ring. Bae, Bose, "Edge
// disjoint Hamiltonian cycles in k-ary n-cubes and hypercubes", 2003. More dimensions are taken one by one, the first ring
// so far for one of two: two rings again, which leave some links.
import type { Grid } from './grid.ts';

/** Orders of the ranks; none where some side is no ring, or of two lengths none divides the other. */
export function gridRings({ sides, at }: Grid): Int32Array[] {
  if (sides.some(({ wraps }) => !wraps)) return [];
  let rings = [Int32Array.from({ length: sides[0].length }, (_, place) => place)];
  let stride = sides[0].length;
  for (const { length } of sides.slice(1)) {
    const [so] = rings;
    const step = stride;
    rings = ringsOfTwo(so.length, length).map((ring) =>
      ring.map((place) => so[place % so.length] + step * Math.floor(place / so.length)),
    );
    if (rings.length === 0) return [];
    stride *= length;
  }
  return rings.map((ring) => ring.map((place) => at[place]));
}

/** Rings through a torus of a x b, by places x + a y. */
function ringsOfTwo(a: number, b: number): Int32Array[] {
  const [k, m] = [Math.min(a, b), Math.max(a, b)];
  if (m % k !== 0) return [];
  const place = (row: number, column: number): number =>
    a === k ? (column % k) + a * (row % m) : (row % m) + a * (column % k);
  const first = Int32Array.from({ length: k * m }, (_, i) => {
    const row = Math.floor(i / k);
    return place(row, (i % k) + row * (k - 1));
  });
  // Down a column for k rows, then to the next column; after k columns k(k-1) rows further down.
  const second = Int32Array.from({ length: k * m }, (_, i) => {
    const column = Math.floor(i / k);
    return place(column * (k - 1) + (i % k), column);
  });
  return new Set(second).size === k * m ? [first, second] : [first];
}
