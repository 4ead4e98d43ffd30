// The name someone meant who wrote another.

/**
 * The nearest of `names` to a misspelt one, case aside: at most a third of its letters wrong, or one of two; undefined
 * where none is near.
 */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  const most = name.length < 2 ? 0 : Math.max(1, Math.floor(name.length / 3));
  const wanted = name.toLowerCase();
  const letters = lettersOf(wanted);
  let best: string | undefined;
  let least = most + 1;
  for (const candidate of names) {
    if (candidate === name || Math.abs(candidate.length - name.length) >= least) continue;
    const lower = candidate.toLowerCase();
    // A wrong letter makes at most two differ.
    if (bits(letters ^ lettersOf(lower)) >= 2 * least) continue;
    const wrong = distance(wanted, lower, least);
    if (wrong < least) {
      least = wrong;
      best = candidate;
    }
  }
  return best;
}

/** Which letters occur, a bit each, modulo 32: told apart from most others without counting changes. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let i = 0; i < text.length; i++) letters |= 1 << (text.charCodeAt(i) & 31);
  return letters;
}

function bits(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}

let before = new Int32Array(64);
let last = new Int32Array(64);
let row = new Int32Array(64);

/** Letters to change, add, drop or swap with their neighbour (Damerau, restricted); `limit` or more is told as `limit`. */
function distance(a: string, b: string, limit: number): number {
  if (b.length >= row.length) [before, last, row] = [0, 0, 0].map(() => new Int32Array(2 * b.length));
  for (let j = 0; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const change = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(change, last[j] + 1, row[j - 1] + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2] + 1);
      row[j] = cost;
      least = Math.min(least, cost);
    }
    if (least >= limit) return limit;
    [before, last, row] = [last, row, before];
  }
  return last[b.length];
}
