// Rows of boxes after ELK, and who is joined to whom above and below: what the passes after it work on.
import type { Box, Link } from './model.ts';
import { centre, right } from './model.ts';

export interface Rows {
  readonly rows: Box[][];
  readonly at: ReadonlyMap<Box, number>;
  readonly above: ReadonlyMap<Box, ReadonlySet<Box>>;
  readonly below: ReadonlyMap<Box, ReadonlySet<Box>>;
  /** Not lateral, not drawn by a rail. */
  readonly links: readonly Link[];
}

/** The least space between two boxes of a row. */
export const rowGap = 12;

export function rowsOf(boxes: readonly Box[], links: readonly Link[]): Rows {
  const rows: { middle: number; boxes: Box[] }[] = [];
  for (const box of [...boxes].sort((a, b) => a.y + a.height / 2 - b.y - b.height / 2)) {
    const middle = box.y + box.height / 2;
    const last = rows[rows.length - 1];
    if (last && middle - last.middle < 3) last.boxes.push(box);
    else rows.push({ middle, boxes: [box] });
  }
  const sorted = rows.map((row) => row.boxes.sort((a, b) => a.x - b.x));
  const at = new Map(sorted.flatMap((row, i) => row.map((box) => [box, i] as const)));
  const above = new Map(boxes.map((box) => [box, new Set<Box>()]));
  const below = new Map(boxes.map((box) => [box, new Set<Box>()]));
  const join = (a: Box, b: Box) => {
    const [ra, rb] = [at.get(a) ?? 0, at.get(b) ?? 0];
    if (ra === rb) return;
    const [upper, lower] = ra < rb ? [a, b] : [b, a];
    below.get(upper)?.add(lower);
    above.get(lower)?.add(upper);
  };
  const tree = links.filter((link) => !link.lateral && !link.railed);
  for (const { a, b } of tree) join(a, b);
  for (const box of boxes)
    for (const { from, taps } of box.rails) {
      join(from, box);
      for (const tap of taps) join(box, tap.box);
    }
  return { rows: sorted, at, above, below, links: tree };
}

export const neighbours = ({ above, below }: Rows, box: Box): Box[] => [
  ...(above.get(box) ?? []),
  ...(below.get(box) ?? []),
];

/** The link's ends, upper row first. */
export function upperLower({ at }: Rows, { a, b }: Pick<Link, 'a' | 'b'>): [upper: Box, lower: Box] {
  return (at.get(a) ?? 0) <= (at.get(b) ?? 0) ? [a, b] : [b, a];
}

/** Where lines that pass a row without ending in it cross it. */
export function passingLines(rows: Rows, box: Box): number[] {
  const row = rows.at.get(box) ?? 0;
  const found: number[] = [];
  for (const link of rows.links) {
    const [upper, lower] = upperLower(rows, link);
    if ((rows.at.get(upper) ?? 0) < row && (rows.at.get(lower) ?? 0) > row)
      found.push(centre(upper.width < lower.width ? upper : lower));
  }
  return found;
}

/** From the left-most edge to the right-most. */
export function spanOf(boxes: readonly Box[]): [left: number, right: number] {
  let left = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (const box of boxes) {
    left = Math.min(left, box.x);
    end = Math.max(end, right(box));
  }
  return [left, end];
}
