// The data in equal parts, each with one holder in every group of ranks, so that groups of any size can work together part
// by part: of as many ranks everywhere, part j is the rail of rank j.

export interface Parts {
  readonly count: number;
  /** By part, its holder in each group. */
  readonly holders: readonly Int32Array[];
  /** Share of the data that a rank holds, by rank; those of a group add up to 1. */
  readonly share: Float64Array;
  /** Whether all ranks of a group hold as much. */
  readonly even: boolean;
}

/** Parts beyond the largest group that are worth it for even shares: at most so many times its ranks. */
const mostTimes = 4;

/** `n`: ranks in all groups together. Few parts for many groups: each is a flow a group. */
export function partsOf(groups: readonly ArrayLike<number>[], n: number): Parts {
  const sizes = sizesOf(groups);
  const largest = Math.max(...sizes);
  const common = sizes.reduce(leastCommon, 1);
  const count = common <= mostTimes * largest && common * groups.length <= mostTimes * n ? common : largest;
  const holders = Array.from({ length: count }, () => new Int32Array(groups.length));
  const share = new Float64Array(n);
  for (let g = 0; g < groups.length; g++)
    for (let part = 0; part < count; part++) {
      const holder = groups[g][holderOf(part, count, groups[g].length)];
      holders[part][g] = holder;
      share[holder] += 1 / count;
    }
  return { count, holders, share, even: sizes.every((size) => count % size === 0) };
}

function sizesOf(groups: readonly ArrayLike<number>[]): number[] {
  const sizes: number[] = [];
  for (const { length } of groups) if (!sizes.includes(length)) sizes.push(length);
  return sizes;
}

/** Which of a group of `size` ranks holds a part. */
export const holderOf = (part: number, count: number, size: number): number => Math.floor((part * size) / count);

function leastCommon(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return (a / x) * b;
}
