// Rings through all ranks of a torus of two dimensions, no link in two of them. The first runs along each row of k and on
// to the next, each row starting one place further back; what it leaves is the second, where that is one ring. Bae, Bose,
// "Edge disjoint Hamiltonian cycles in k-ary n-cubes and hypercubes", 2003.
import type { Grid, Side } from './grid.ts';

/** Orders of the ranks; none where the grid has other than two rings for sides, or no side divides the other. */
export function gridRings({ sides, at }: Grid): Int32Array[] {
  if (sides.length !== 2 || sides.some(({ wraps }) => !wraps)) return [];
  const [short, long] = [...sides].sort((a, b) => a.length - b.length);
  const [k, m] = [short.length, long.length];
  if (m % k !== 0) return [];
  const rank = (row: number, column: number): number => at[placeOf(sides, short, column % k, row % m)];
  const first = Int32Array.from({ length: k * m }, (_, i) => {
    const row = Math.floor(i / k);
    return rank(row, (i % k) + row * (k - 1));
  });
  // Down a column for k rows, then to the next column; after k columns k(k-1) rows further down.
  const second = Int32Array.from({ length: k * m }, (_, i) => {
    const column = Math.floor(i / k);
    return rank(column * (k - 1) + (i % k), column);
  });
  return new Set(second).size === k * m ? [first, second] : [first];
}

/** Place in `Grid.at` of a column, along the short side, and a row, along the other. */
const placeOf = ([side]: readonly Side[], short: Side, column: number, row: number): number =>
  side === short ? column + side.length * row : row + side.length * column;
