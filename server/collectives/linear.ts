// Linear programs, made smaller before they are solved: variables and rows that colour refinement cannot tell apart may be one,
// and the greatest value stays (Grohe, Kersting, Mladenov, Selman, "Dimension Reduction via Colour Refinement", 2014).

/** What is left of the sign, and what stands there at most, or exactly. */
export interface Row {
  readonly columns: readonly number[];
  readonly factors: readonly number[];
  readonly exact: boolean;
  readonly bound: number;
}

/** Variables from 0 up, numbered from 0; the sum of `goal` times variable is to be great. */
export interface Linear {
  readonly goal: readonly number[];
  readonly rows: readonly Row[];
}

/** Every class of variables as one, of every class of rows one; undefined where more than `most` variables stay. */
export function reduced({ goal, rows }: Linear, most = Number.POSITIVE_INFINITY): Linear | undefined {
  const classes = classesOf({ goal, rows }, most);
  if (!classes) return undefined;
  const { columnOf, rowOf } = classes;
  const sum: number[] = [];
  columnOf.forEach((own, column) => {
    sum[own] = (sum[own] ?? 0) + goal[column];
  });
  const kept: Row[] = [];
  rows.forEach((row, r) => {
    if (kept[rowOf[r]]) return;
    const factors = new Map<number, number>();
    row.columns.forEach((column, i) => {
      factors.set(columnOf[column], (factors.get(columnOf[column]) ?? 0) + row.factors[i]);
    });
    kept[rowOf[r]] = { ...row, columns: [...factors.keys()], factors: [...factors.values()] };
  });
  return { goal: sum, rows: kept };
}

/** Classes in which every variable has the same factors in each class of rows, and the other way round: never fewer by a split. */
function classesOf({ goal, rows }: Linear, most: number): { columnOf: Int32Array; rowOf: Int32Array } | undefined {
  const names = new Map<number, number>();
  const nameOf = (value: number): number => {
    const known = names.get(value) ?? names.size + 1;
    names.set(value, known);
    return known;
  };
  const factors = rows.map((row) => Int32Array.from(row.factors, nameOf));
  const columns = new Classes(goal.map(nameOf));
  const lines = new Classes(rows.map(({ exact, bound }) => 2 * nameOf(bound) + (exact ? 1 : 0)));
  for (let count = 0; count < columns.count + lines.count; ) {
    count = columns.count + lines.count;
    rows.forEach((row, r) => {
      row.columns.forEach((column, i) => {
        columns.add(column, mix(lines.of[r], factors[r][i]));
      });
    });
    columns.split();
    if (columns.count > most) return undefined;
    rows.forEach((row, r) => {
      row.columns.forEach((column, i) => {
        lines.add(r, mix(columns.of[column], factors[r][i]));
      });
    });
    lines.split();
  }
  return { columnOf: columns.of, rowOf: lines.of };
}

/** Things that are told apart by what has been added to each: two sums, 52 bits of them, so that no two look alike by chance. */
class Classes {
  readonly of: Int32Array;
  count = 0;
  readonly #one: Int32Array;
  readonly #other: Int32Array;

  constructor(names: readonly number[]) {
    this.of = Int32Array.from(names);
    this.#one = new Int32Array(names.length);
    this.#other = new Int32Array(names.length);
    this.split();
  }

  add(thing: number, what: number): void {
    this.#one[thing] = (this.#one[thing] + what) | 0;
    this.#other[thing] = (this.#other[thing] + mix(what, 0x2545f491)) | 0;
  }

  split(): void {
    const known = new Map<number, number>();
    this.of.forEach((own, thing) => {
      const look = (mix(this.#one[thing], own) >>> 0) * 2 ** 20 + (mix(this.#other[thing], own) >>> 12);
      const name = known.get(look) ?? known.size;
      known.set(look, name);
      this.of[thing] = name;
    });
    this.#one.fill(0);
    this.#other.fill(0);
    this.count = known.size;
  }
}

/** Murmur3's finish over two numbers. */
function mix(x: number, y: number): number {
  let h = Math.imul(x + 0x7ed55d16, 0x85ebca6b) ^ Math.imul(y + 0x165667b1, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** In CPLEX's LP format. */
export function textOf({ goal, rows }: Linear): string {
  const sum = (columns: readonly number[], factors: readonly number[]): string =>
    columns
      .flatMap((column, i) =>
        factors[i] === 0 ? [] : [`${factors[i] < 0 ? '-' : '+'} ${Math.abs(factors[i])} v${column}`],
      )
      .join(' ');
  const lines = rows.flatMap(({ columns, factors, exact, bound }) => {
    const left = sum(columns, factors);
    return left === '' ? [] : [` ${left} ${exact ? '=' : '<='} ${bound}\n`];
  });
  return `Maximize\n ${sum([...goal.keys()], goal)}\nSubject To\n${lines.join('')}End\n`;
}
