// `--set n=64`, and sweeps of it: `--set n=8..128` (doubling), `n=8..128x4`, `n=8..32+8`, `n=8,16,24`. And
// `--size 1KiB..8GiB`, doubling too.
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
  const range = /^(\d+)\.\.(\d+)(?:([x+])(\d+))?$/.exec(text);
  if (range) {
    const [, from, to, by = 'x', step = '2'] = range;
    const next = by === 'x' ? (value: number) => value * Number(step) : (value: number) => value + Number(step);
    return rising(Number(from), Number(to), next, text).map(String);
  }
  // A comma inside ( ) belongs to the value.
  return /[([]/.test(text) ? [text] : text.split(',');
}

export function sizesOf(options: readonly string[]): number[] {
  return options.flatMap((option) => {
    const [from, to] = splitOnce(option, '..');
    const first = bytes(from);
    return to === '' ? [first] : rising(first, bytes(to), twice, option);
  });
}

function bytes(text: string): number {
  const size = parseSize(text);
  if (size === undefined || !Number.isFinite(size)) throw new UsageError(`${text} is no size; say 1GiB, 256M or 4096.`);
  return size;
}

const twice = (value: number): number => value * 2;

/** Values from the first to the last; `next` of one that is no further is refused. */
function rising(from: number, to: number, next: (value: number) => number, text: string): number[] {
  if (to < from) throw new UsageError(`${text} is an empty range.`);
  if (!Number.isFinite(to)) throw new UsageError(`${text} has no end.`);
  if (next(from) <= from) {
    const begins = from === 0 && next(1) > 1;
    throw new UsageError(
      begins ? `${text} multiplies 0 and gets nowhere; begin with 1.` : `${text} has a step that gets nowhere.`,
    );
  }
  const values = [];
  for (let value = from; value <= to; value = next(value)) {
    if (values.length === mostCombinations) throw new UsageError(`${text} has more than ${mostCombinations} values.`);
    values.push(value);
  }
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
