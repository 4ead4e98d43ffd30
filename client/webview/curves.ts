// What the chart draws: bus bandwidth by size, or how many times the fastest each algorithm takes, and where the fastest changes.
// No DOM.
import type { Algorithm, AnalyzeResult, SweepRow } from '../../server/protocol.ts';

export type Shows = 'busbw' | 'slowdown';

export interface Curves {
  readonly sizes: readonly number[];
  readonly names: readonly Algorithm[];
  /** By algorithm, then size: GB/s, or times the fastest; null where it does not apply. */
  readonly values: readonly (readonly (number | null)[])[];
  /** By size: what one will measure, and the two ends of its band; GB/s. None where it is not known, and in a slowdown. */
  readonly measured: readonly (readonly (number | null)[])[];
  /** Sizes at which another algorithm becomes the fastest. */
  readonly crossings: readonly { readonly bytes: number; readonly from: Algorithm; readonly to: Algorithm }[];
}

export function curvesOf(result: AnalyzeResult, shows: Shows): Curves {
  const { algorithms, sweep = [] } = result;
  const sizes = sweep.map(({ sizeBytes }) => sizeBytes);
  const names = algorithms.map(({ name }) => name);
  const busbw = busbwOf(result);
  const values = names.map((_, a) =>
    sweep.map((row) => {
      const us = row.timesUs[a];
      if (!us) return null;
      return shows === 'busbw' ? busbw(row.sizeBytes, us) : us / fastestOf(row);
    }),
  );
  const measured =
    shows === 'busbw' && sweep.some((row) => row.measured)
      ? (['timeUs', 'lowUs', 'highUs'] as const).map((of) =>
          sweep.map(({ sizeBytes, measured }) => (measured ? busbw(sizeBytes, measured[of]) : null)),
        )
      : [];
  return { sizes, names, values, measured, crossings: crossingsOf(result, sizes) };
}

/** The bus factor of an operation is the same for every algorithm and size: read from the answer, not worked out here. */
function busbwOf({ algorithms }: AnalyzeResult): (bytes: number, us: number) => number {
  const priced = algorithms.find(({ algbwGBps }) => algbwGBps > 0);
  const factor = priced ? priced.busbwGBps / priced.algbwGBps : 1;
  return (bytes, us) => (bytes / us / 1e3) * factor;
}

const fastestOf = ({ timesUs }: SweepRow): number =>
  timesUs.reduce((least: number, us) => (us ? Math.min(least, us) : least), Number.POSITIVE_INFINITY);

/** Those in sight. */
function crossingsOf({ fastest }: AnalyzeResult, sizes: readonly number[]): Curves['crossings'] {
  const [first, last] = [sizes[0] ?? 0, sizes.at(-1) ?? 0];
  return fastest
    .slice(1)
    .map(({ algorithm, fromBytes }, i) => ({ bytes: fromBytes, from: fastest[i].algorithm, to: algorithm }))
    .filter(({ bytes }) => bytes > first && bytes < last);
}
