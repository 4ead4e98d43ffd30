// `--set n=64`, and sweeps of it: `--set n=8..128` (doubling), `--set n=8,16,24`. And `--size 1KiB..8GiB`, doubling too.
import { parseSize } from '../../server/syntax/quantities.ts';
import { UsageError } from './outcome.ts';

export type Settings = Readonly<Record<string, string>>;

/** Combinations of one sweep. */
const mostCombinations = 10_000;

/** Every combination that the options name, the last one fastest; one empty combination for none. */
export function combinations(options: readonly string[]): {
  readonly sweep: boolean;
  readonly all: readonly Settings[];
} {
  let all: Settings[] = [{}];
  let sweep = false;
  for (const option of options) {
    const [name, text] = splitOnce(option, '=');
    if (!/^[A-Za-z_]\w*$/.test(name) || text === '') throw new UsageError(`--set takes NAME=VALUE, not ${option}.`);
    const values = valuesOf(text);
    if (all.length * values.length > mostCombinations)
      throw new UsageError(`--set makes more than ${mostCombinations} combinations.`);
    sweep ||= values.length > 1;
    all = all.flatMap((settings) => values.map((value) => ({ ...settings, [name]: value })));
  }
  return { sweep, all };
}

function valuesOf(text: string): string[] {
  const range = /^(\d+)\.\.(\d+)$/.exec(text);
  if (range) return doubling(Number(range[1]), Number(range[2]), text).map(String);
  // A comma inside ( ) belongs to the value.
  return /[([]/.test(text) ? [text] : text.split(',');
}

export function sizesOf(options: readonly string[]): number[] {
  return options.flatMap((option) => {
    const [from, to] = splitOnce(option, '..');
    const first = bytes(from);
    return to === '' ? [first] : doubling(first, bytes(to), option);
  });
}

function bytes(text: string): number {
  const size = parseSize(text);
  if (size === undefined || !Number.isFinite(size)) throw new UsageError(`${text} is no size; say 1GiB, 256M or 4096.`);
  return size;
}

function doubling(from: number, to: number, text: string): number[] {
  if (from <= 0) throw new UsageError(`${text} doubles from 0 and gets nowhere; begin with 1.`);
  if (to < from) throw new UsageError(`${text} is an empty range.`);
  if (!Number.isFinite(to)) throw new UsageError(`${text} has no end.`);
  const values = [];
  for (let value = from; value <= to; value *= 2) values.push(value);
  return values;
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)];
}

/** What of a name or number goes into JSON: numbers as numbers. */
export const settingsJson = (settings: Settings): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, text]) => [name, /^\d+(\.\d+)?$/.test(text) ? Number(text) : text]),
  );
