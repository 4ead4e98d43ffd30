// Cost against size. A schedule's bytes are in proportion to the size and its routes do not depend on it, so each way of an
// algorithm costs latency + size x pace: a line. The fastest of many is the lower envelope of their lines.
import type { Algorithm } from './collective.ts';

export interface Line {
  /** Seconds, for no bytes. */
  readonly latency: number;
  /** Seconds a byte. */
  readonly pace: number;
}

/** Sizes in bytes over which one algorithm is the fastest. */
export interface Stretch {
  readonly algorithm: Algorithm;
  readonly from: number;
  readonly to: number;
}

/** Seconds, by the fastest of the ways. */
export const timeAt = (lines: readonly Line[], size: number): number =>
  lines.reduce((least, { latency, pace }) => Math.min(least, latency + size * pace), Number.POSITIVE_INFINITY);

/** The sizes that are looked at: a byte to 16 GiB. */
export const leastSize = 1;
export const mostSize = 2 ** 34;

/** Equal but for rounding. */
const close = 1e-12;

interface Named extends Line {
  readonly algorithm: Algorithm;
}

/** Who is the fastest from `leastSize` to `mostSize`, in order; empty where there are no lines. Where two are equal the first given. */
export function fastestBySize(
  priced: readonly { readonly algorithm: Algorithm; readonly lines: readonly Line[] }[],
): Stretch[] {
  const all = priced.flatMap(({ algorithm, lines }) => lines.map((line): Named => ({ algorithm, ...line })));
  const stretches: Stretch[] = [];
  let size = leastSize;
  let line = lowest(all, size);
  while (line) {
    const next = firstBelow(all, line, size);
    const to = Math.min(next?.size ?? mostSize, mostSize);
    const last = stretches.at(-1);
    if (last?.algorithm === line.algorithm) stretches[stretches.length - 1] = { ...last, to };
    else stretches.push({ algorithm: line.algorithm, from: size, to });
    if (!next || next.size >= mostSize) return stretches;
    ({ size, line } = next);
  }
  return stretches;
}

/** The lowest line at a size; of equal ones the flattest. */
function lowest(lines: readonly Named[], size: number): Named | undefined {
  let best: Named | undefined;
  for (const line of lines) if (!best || isLower(line, best, size)) best = line;
  return best;
}

function isLower(a: Named, b: Named, size: number): boolean {
  const [one, other] = [timeAt([a], size), timeAt([b], size)];
  if (Math.abs(one - other) > close * other) return one < other;
  return a.pace < b.pace * (1 - close);
}

/** The first size beyond at which another line gets below this one. */
function firstBelow(lines: readonly Named[], { latency, pace }: Named, from: number) {
  let found: { size: number; line: Named } | undefined;
  for (const line of lines) {
    if (line.pace >= pace * (1 - close)) continue;
    const size = Math.max(from, (line.latency - latency) / (pace - line.pace));
    if (!found || size < found.size * (1 - close) || (size <= found.size * (1 + close) && line.pace < found.line.pace))
      found = { size, line };
  }
  return found;
}
