// The pairs of devices one statement joins: rules 3 to 5 of "What a statement makes" in docs/language.md.
import { type Axis, type End, type Ends, placeOf, type Term } from './ends.ts';
import type { Compiled } from './indices.ts';
import { Scratch } from './scratch.ts';

/** Most pairs in one template and all its parts, and most combinations looked at for one statement with a `where`. */
export const mostLinks = 10_000_000;
const mostCombinations = 40_000_000;

export interface Pairs {
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** The first combination that left its array. */
  readonly outside?: Outside;
  /** Combinations that passed `where`, and those of them that joined a device with itself. */
  readonly passed: number;
  readonly selfJoined: number;
}

export interface Outside {
  readonly term: Term;
  readonly index: number;
  /** Values of all axes there. */
  readonly values: Int32Array;
}

/** Two devices as one number: a template has at most 1,000,000 of them, which is less than 2^21. */
export const pairKey = (from: number, to: number): number => from * 2 ** 21 + to;

/** How many combinations the axes have. */
export function combinations(axes: readonly Axis[]): number {
  let product = 1;
  for (const { values } of axes) product *= values.length;
  return product;
}

/** What the statement would make, where that is more than may be built: from the sizes alone. */
export function tooMany(ends: Ends, where: Compiled | undefined, left: number): number | undefined {
  const all = combinations(ends.axes);
  if (where) return all > mostCombinations ? all : undefined;
  const mesh = meshOf(ends);
  const made = mesh ? (mesh * (mesh - 1)) / 2 : all;
  return made > left ? made : undefined;
}

export function makePairs(ends: Ends, directed: boolean, where: Compiled | undefined, left: number): Pairs {
  const { axes, a, b } = ends;
  if (hasNone(a) || hasNone(b)) return none;
  if (!where && !directed && meshOf(ends)) return meshPairs(ends);
  const out = new Growing(Math.min(combinations(axes), left));
  const once = isInjective(ends, directed) ? undefined : new Set<number>();
  const values = firstOf(axes);
  const at = counters.take(axes.length, 0);
  let outside: Outside | undefined;
  let passed = 0;
  let selfJoined = 0;
  for (let more = combinations(axes) > 0; more; more = advance(axes, at, values)) {
    if (where && where(values) === 0) continue;
    passed++;
    const from = deviceAt(a, values);
    const to = deviceAt(b, values);
    if (from < 0 || to < 0) {
      outside ??= outsideOf(from < 0 ? a : b, values);
      continue;
    }
    if (from === to) {
      selfJoined++;
      continue;
    }
    if (once) {
      const key = directed || from < to ? pairKey(from, to) : pairKey(to, from);
      if (once.has(key)) continue;
      once.add(key);
    }
    if (out.length >= left) break;
    out.push(from, to);
  }
  const pairs = { a: out.a(), b: out.b(), passed, selfJoined };
  return outside ? { ...pairs, outside } : pairs;
}

const hasNone = ({ terms }: End): boolean => terms.some(({ size }) => size === 0);

const [variables, counters] = [new Scratch(), new Scratch()];

/** The first value of each axis. */
function firstOf(axes: readonly Axis[]): Int32Array {
  const values = variables.take(axes.length, 0);
  for (let k = 0; k < axes.length; k++) values[k] = axes[k].values[0] ?? 0;
  return values;
}

/** A connection to an empty array makes nothing, whatever its indices say. */
const none: Pairs = { a: new Int32Array(), b: new Int32Array(), passed: 0, selfJoined: 0 };

/** The next combination, the last axis fastest. */
function advance(axes: readonly Axis[], at: Int32Array, values: Int32Array): boolean {
  for (let k = axes.length - 1; k >= 0; k--) {
    const set = axes[k].values;
    const next = at[k] + 1 < set.length ? at[k] + 1 : 0;
    at[k] = next;
    values[k] = set[next];
    if (next > 0) return true;
  }
  return false;
}

/** The device an end means, -1 where an index is out of range or no whole number. */
function deviceAt({ base, terms }: End, values: Int32Array): number {
  let device = base;
  for (const term of terms) {
    const index = placeOf(term, values);
    if (!(index >= 0 && index < term.size && Number.isInteger(index))) return -1;
    device += index * term.factor;
  }
  return device;
}

function outsideOf({ terms }: End, values: Int32Array): Outside | undefined {
  for (const term of terms) {
    const index = placeOf(term, values);
    if (!(index >= 0 && index < term.size && Number.isInteger(index))) return { term, index, values: values.slice() };
  }
  return undefined;
}

/** Whether both ends walk the same parts, so that they may meet the same devices. */
const sameParts = ({ a, b }: Ends): boolean =>
  a.parts.length === b.parts.length && a.parts.every((part, k) => part === b.parts[k]);

/**
 * Whether no two combinations can join the same two devices: every axis stands alone in some index and no set names a
 * place twice; and the ends are different arrays, or the way counts.
 */
function isInjective(ends: Ends, directed: boolean): boolean {
  if (!directed && sameParts(ends)) return false;
  return ends.axes.every(
    ({ values }, slot) => (standsAlone(ends.a, slot) || standsAlone(ends.b, slot)) && isSet(values),
  );
}

const standsAlone = ({ terms }: End, slot: number): boolean => terms.some(({ axis }) => axis === slot);

const isSet = (values: Int32Array): boolean => {
  for (let i = 1; i < values.length; i++) if (values[i] <= values[i - 1]) return new Set(values).size === values.length;
  return true;
};

/** Places of a full mesh `g[S] -- g[S]`: the same array, each dimension with an axis of its own at each end, over the same values. */
function meshOf(ends: Ends): number {
  const { axes, a, b } = ends;
  if (!sameParts(ends) || a.terms.length * 2 !== axes.length) return 0;
  const half = a.terms.length;
  let places = 1;
  for (let k = 0; k < half; k++) {
    const one = axes[k].values;
    const other = axes[half + k].values;
    if (a.terms[k].axis !== k || b.terms[k].axis !== half + k) return 0;
    if (one.length !== other.length || !isSet(one) || one.some((value, i) => value !== other[i])) return 0;
    places *= one.length;
  }
  return half > 0 ? places : 0;
}

/** Each pair of the mesh at its first meeting: the place that comes first in the set on the left. */
function meshPairs({ axes, a }: Ends): Pairs {
  const half = axes.slice(0, a.terms.length);
  const count = combinations(half);
  const devices = new Int32Array(count);
  const values = firstOf(half);
  const at = counters.take(half.length, 0);
  for (let i = 0; i < count; i++) {
    devices[i] = deviceAt(a, values);
    advance(half, at, values);
  }
  const from = new Int32Array((count * (count - 1)) / 2);
  const to = new Int32Array(from.length);
  let k = 0;
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++) {
      from[k] = devices[i];
      to[k++] = devices[j];
    }
  return { a: from, b: to, passed: count * count, selfJoined: count };
}

/** Two Int32Arrays that grow together. */
class Growing {
  #a: Int32Array;
  #b: Int32Array;
  length = 0;

  constructor(expected: number) {
    const room = Math.max(1, Math.min(expected, 1 << 16));
    this.#a = new Int32Array(room);
    this.#b = new Int32Array(room);
  }
  push(a: number, b: number): void {
    if (this.length === this.#a.length) {
      this.#a = doubled(this.#a);
      this.#b = doubled(this.#b);
    }
    this.#a[this.length] = a;
    this.#b[this.length++] = b;
  }
  a(): Int32Array {
    return this.length === this.#a.length ? this.#a : this.#a.slice(0, this.length);
  }
  b(): Int32Array {
    return this.length === this.#b.length ? this.#b : this.#b.slice(0, this.length);
  }
}

function doubled(array: Int32Array): Int32Array {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
