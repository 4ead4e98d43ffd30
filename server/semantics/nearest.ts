// The name someone meant who wrote another.

/**
 * The nearest of `names` to a misspelt one, case aside: at most a third of its letters wrong, or one of two; undefined
 * where none is near.
 */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  const most = name.length < 2 ? 0 : Math.max(1, Math.floor(name.length / 3));
  let best: string | undefined;
  let least = most + 1;
  for (const candidate of names) {
    if (candidate === name || Math.abs(candidate.length - name.length) >= least) continue;
    const wrong = distance(name.toLowerCase(), candidate.toLowerCase(), least);
    if (wrong < least) {
      least = wrong;
      best = candidate;
    }
  }
  return best;
}

/** Letters to change, add, drop or swap with their neighbour (Damerau, restricted); `limit` or more is told as `limit`. */
function distance(a: string, b: string, limit: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const change = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(change, last[j] + 1, row[j - 1] + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2] + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least >= limit) return limit;
    before = last;
    last = row;
  }
  return last[b.length];
}
