// The name someone meant who wrote another. First comes what is the same but for case and signs, then what goes on from the
// written name or stops before its end, then its initials; only then are wrong letters counted: `H100` is no slip for `A10`.

/** More than one is told only of names long enough that a chance likeness is rare. */
const mostTold = 3;

/** The nearest of `names` to a misspelt one, as `nearestFew` finds it; undefined where none is near. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  return nearestFew(name, names)[0];
}

/** Those that come equally near to a misspelt name: three at most, none where none is near. */
export function nearestFew(name: string, names: Iterable<string>): string[] {
  const others = [...new Set(names)].filter((each) => each !== name);
  const plain = plainOf(name);
  const wanted = others.map((each): [string, string] => [each, plainOf(each)]);
  const those = (is: (candidate: string, text: string) => boolean): string[] =>
    wanted.filter(([each, text]) => is(text, each)).map(([each]) => each);
  const short = (found: string[]): string[] => found.sort((a, b) => a.length - b.length);
  const long = (found: string[]): string[] => found.sort((a, b) => b.length - a.length).slice(0, 1);
  const looks = [
    () => (plain.length > 1 ? those((text) => text === plain) : []),
    () => (plain.length > 2 ? short(those((text) => goesOn(plain, text))) : []),
    () =>
      long(those((text) => text.length > 2 && /^[0-9]*[a-z]?$/.test(plain.slice(text.length)) && goesOn(text, plain))),
    () => (plain.length > 2 ? those((_, each) => each.replace(/[^A-Z0-9]/g, '').toLowerCase() === plain) : []),
    () => fewestWrong(name, others),
  ];
  for (const look of looks) {
    const found = look();
    if (found.length > 0) return found.slice(0, plain.length > 3 || /[0-9]/.test(plain) ? mostTold : 1);
  }
  return [];
}

/** `PCIe_Gen5` and `pcie5` are one. */
const plainOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/gen(?=[0-9])/, '');

/** Whether `text` begins with `start`, and not amid a number: `A10` is no beginning of `A100`. */
function goesOn(start: string, text: string): boolean {
  if (text.length <= start.length || !text.startsWith(start)) return false;
  return !/[0-9]$/.test(start) || !/^[0-9]/.test(text.slice(start.length));
}

/** Those with the fewest letters wrong, case aside: at most a third of the written ones, or one of two. */
export function fewestWrong(name: string, names: Iterable<string>): string[] {
  const most = name.length < 2 ? 0 : Math.max(1, Math.floor(name.length / 3));
  const wanted = name.toLowerCase();
  const letters = lettersOf(wanted);
  let best: string[] = [];
  let least = most;
  for (const candidate of names) {
    if (candidate === name || Math.abs(candidate.length - name.length) > least) continue;
    const lower = candidate.toLowerCase();
    // A wrong letter makes at most two differ.
    if (bits(letters ^ lettersOf(lower)) > 2 * least) continue;
    const wrong = distance(wanted, lower, least + 1);
    if (wrong > least) continue;
    if (wrong < least) best = [];
    least = wrong;
    best.push(candidate);
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
