// The data in equal parts, each with one holder in every group of ranks, so that groups of any size can work together part
// by part: of as many ranks everywhere, part j is the rail of rank j.

export interface Parts {
  readonly count: number;
  /** By part, its holder in each group. */
  readonly holders: readonly Int32Array[];
  /** Share of the data that a rank holds, by rank; those of a group add up to 1. */
  readonly share: Float64Array;
  /** Parts that a rank holds, by rank, in order. */
  readonly held: readonly (readonly number[])[];
  /** Whether all ranks of a group hold as much. */
  readonly even: boolean;
}

/** Parts beyond the largest group that are worth it for even shares: at most so many times its ranks. */
const mostTimes = 4;

/** `n`: ranks in all groups together. Few parts for many groups: each is a flow a group. */
export function partsOf(groups: readonly ArrayLike<number>[], n: number): Parts {
  const sizes = [...new Set(Array.from(groups, ({ length }) => length))];
  const largest = Math.max(...sizes);
  const common = sizes.reduce(leastCommon, 1);
  const count = common <= mostTimes * largest && common * groups.length <= mostTimes * n ? common : largest;
  const holders = Array.from({ length: count }, () => new Int32Array(groups.length));
  const share = new Float64Array(n);
  const held = Array.from({ length: n }, (): number[] => []);
  for (let g = 0; g < groups.length; g++)
    for (let part = 0; part < count; part++) {
      const holder = groups[g][Math.floor((part * groups[g].length) / count)];
      holders[part][g] = holder;
      share[holder] += 1 / count;
      held[holder].push(part);
    }
  return { count, holders, share, held, even: sizes.every((size) => count % size === 0) };
}

function leastCommon(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return (a / x) * b;
}
