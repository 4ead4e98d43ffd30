// Torus: the bucket algorithm in several dimensions. An allgather runs over the rings of one dimension after the other, on
// ever larger pieces; the data is split so that all dimensions work at once, each in both directions. Barnett et al., "Global
// combine on mesh architectures with wormhole routing", 1993; Jain, Sabharwal, "Optimal bucket algorithms for large MPI
// collectives on torus interconnects", 2010. Parts are so large that all dimensions are busy as long, whatever their lengths.
import type { Collective } from './collective.ts';
import type { Grid, Side } from './grid.ts';
import type { Schedule, Shape, Step } from './schedule.ts';
import { reversed, thereAndBack, together } from './schedule.ts';

/** The ways to do it: one where the dimensions can be kept busy alike, else several splits to try. */
export function torusSchedules(collective: Collective, shape: Shape, grid: Grid): Schedule[] {
  if (collective !== 'allreduce' && collective !== 'allgather' && collective !== 'reducescatter') return [];
  return splits(grid.sides).map((parts) => {
    const gather = together(
      parts.flatMap((part, last) => (part > 0 ? [bucket(grid, last, (part * shape.size) / shape.n)] : [])),
    );
    if (collective === 'allgather') return gather;
    return collective === 'allreduce' ? thereAndBack(gather) : reversed(gather);
  });
}

/** The order of dimensions of a part: round the circle, so that `last` carries the largest pieces. */
const orderOf = (sides: readonly Side[], last: number): Side[] =>
  sides.map((_, i) => sides[(last + 1 + i) % sides.length]);

/** One part of an allgather, `block` bytes of each rank; the dimension `last` carries the largest pieces. */
export function bucket(grid: Grid, last: number, block: number): Schedule {
  const steps: Step[] = [];
  let held = block;
  for (const side of orderOf(grid.sides, last)) {
    for (const sent of sweep(grid, side, held)) {
      // Round a ring half of the part goes each way.
      const parts = sent.from.map((_, flow) => 2 * last + (side.wraps ? flow % 2 : 0));
      steps.push({ ...sent, parts });
    }
    held *= side.length;
  }
  return steps;
}

/** Allgather over all rings or rows of one dimension. */
function sweep(grid: Grid, side: Side, block: number): Schedule {
  const last = side.length - 1;
  // Half of the data each way round.
  if (side.wraps) return [{ ...shift(grid, side, block / 2, () => true), mutual: true, repeat: last }];
  // In a row a block goes on both ways until it meets an end: at step t those that started t places back arrive.
  return Array.from({ length: last }, (_, t) =>
    shift(grid, side, block, (place, up) => (up ? place >= t && place < last : last - place >= t && place > 0)),
  );
}

/** From the places of a side that are `chosen` to the next ones up and down. */
function shift(grid: Grid, side: Side, bytes: number, chosen: (place: number, up: boolean) => boolean): Step {
  const { at, sides } = grid;
  const from = new Int32Array(2 * at.length);
  const to = new Int32Array(2 * at.length);
  const stride = sides.slice(0, sides.indexOf(side)).reduce((product, { length }) => product * length, 1);
  const around = (side.length - 1) * stride;
  let count = 0;
  for (let i = 0; i < at.length; i++) {
    const place = side.place[at[i]];
    if (chosen(place, true)) {
      from[count] = at[i];
      to[count++] = at[place === side.length - 1 ? i - around : i + stride];
    }
    if (chosen(place, false)) {
      from[count] = at[i];
      to[count++] = at[place === 0 ? i + around : i - stride];
    }
  }
  return {
    from: from.subarray(0, count),
    to: to.subarray(0, count),
    bytes: new Float64Array(count).fill(bytes),
    repeat: 1,
  };
}

/** Parts of the data by the dimension that comes last: alike busy, or equal parts and each order alone where that cannot be. */
function splits(sides: readonly Side[]): number[][] {
  const busy = sides.map((side) => sides.map((_, last) => secondsOf(orderOf(sides, last), side)));
  const parts = solve(
    busy,
    sides.map(() => 1),
  );
  const sum = parts?.reduce((a, b) => a + b, 0) ?? 0;
  if (parts?.every((part) => part > 0)) return [parts.map((part) => part / sum)];
  return [sides.map(() => 1 / sides.length), ...sides.map((_, i) => sides.map((_side, j) => (i === j ? 1 : 0)))];
}

/** How long a link of `side` is busy where all the data goes in that order: an allgather of one byte a rank. */
function secondsOf(order: readonly Side[], side: Side): number {
  const before = order.slice(0, order.indexOf(side)).reduce((held, { length }) => held * length, 1);
  return (before * (side.length - 1)) / (side.wraps ? 2 : 1) / side.rate;
}

/** x of rows x = right, by Gauss's elimination with the largest pivot; undefined where there is not one. */
function solve(rows: readonly (readonly number[])[], right: readonly number[]): number[] | undefined {
  const a = rows.map((row, i) => [...row, right[i]]);
  const n = a.length;
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(a[i][k]) > Math.abs(a[pivot][k])) pivot = i;
    [a[k], a[pivot]] = [a[pivot], a[k]];
    if (a[k][k] === 0) return undefined;
    for (let i = 0; i < n; i++) {
      const factor = a[i][k] / a[k][k];
      if (i !== k) for (let j = k; j <= n; j++) a[i][j] -= factor * a[k][j];
    }
  }
  return a.map((row, k) => row[n] / row[k]);
}
