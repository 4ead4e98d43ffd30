// The space between rows: by what runs in it. Straight lines need little, long curves more, pills and networks most.
import type { Box, Link } from './model.ts';
import { centre, right } from './model.ts';
import { passingLines, type Rows, spanOf, upperLower } from './rows.ts';
import { textWidth } from './svg.ts';
import { pillWords } from './words.ts';

export const padding = 20;

export interface Frame {
  readonly top: number;
  readonly bottom: number;
  /** The title and what stands beside it want so much. */
  readonly least: number;
}

/** Stacks the rows under one another inside the frame; returns its size. */
export function stackRows(rows: Rows, laterals: readonly Link[], frame: Frame): { width: number; height: number } {
  const boxes = rows.rows.flat();
  if (boxes.length === 0) return { width: Math.max(160, frame.least), height: frame.top + frame.bottom + 24 };
  const [left, end] = spanOf(boxes);
  const ghosts = boxes.some((box) => box.form === 'stack') ? 14 : 0;
  const width = end - left + 2 * padding + ghosts;
  const shift = padding - left + Math.max(0, (frame.least - width) / 2);
  for (const box of boxes) box.x += shift;
  let y = frame.top + roomAbove(rows.rows[0], laterals);
  rows.rows.forEach((row, i) => {
    if (row.some((box) => box.form === 'stack')) y += i ? 6 : 16;
    y = placeRow(row, y);
    if (i + 1 < rows.rows.length) y += gapBelow(rows, i, laterals);
  });
  return {
    width: Math.max(width, frame.least),
    height: y + frame.bottom + roomBelow(rows.rows[rows.rows.length - 1], laterals),
  };
}

function placeRow(row: readonly Box[], y: number): number {
  const height = Math.max(...row.map((box) => box.height));
  // Opened instances hang from one line; what is closed beside them hangs a little lower, as their NICs do.
  const hangs = row.some((box) => box.form === 'open');
  const mixed = hangs && row.some((box) => box.form !== 'open');
  for (const box of row) box.y = hangs ? y + (box.form === 'open' ? 0 : 14) : y + (height - box.height) / 2;
  return y + height + (mixed ? 14 : 0);
}

function gapBelow(rows: Rows, i: number, laterals: readonly Link[]): number {
  const [row, next] = [rows.rows[i], rows.rows[i + 1]];
  const railsBelow = next.some((box) => box.form === 'rails');
  const railsHere = row.some((box) => box.form === 'rails');
  let bent = 0;
  let bundle = false;
  for (const link of rows.links) {
    const [upper, lower] = upperLower(rows, link);
    if (rows.at.get(upper) !== i) continue;
    bent = Math.max(bent, bendOf(rows, upper, lower));
    const many = (box: Box) => box.form === 'stack' || box.form === 'block';
    if (upper.form === 'stack' || lower.form === 'stack' || (many(upper) && many(lower))) bundle = true;
  }
  const network = !railsHere && (row.some((box) => box.class === 'net') || next.some((box) => box.class === 'net'));
  const gap = Math.max(
    railsHere ? 40 : 44,
    bundle ? 80 : 0,
    bent > 20 ? Math.min(116, 40 + bent * 0.16) : 0,
    network ? 56 : 0,
  );
  return gap + roomBelow(row, laterals) + roomAbove(next, laterals) - (railsBelow ? 26 : 0);
}

/** How far a line between the two must run sideways. */
function bendOf(rows: Rows, upper: Box, lower: Box): number {
  const [ax, bx] = [centre(upper), centre(lower)];
  const fan = upper.class === 'net' && lower.class === 'net' && upper.places.length === 1 && lower.places.length === 1;
  if (fan || landsInMiddle(rows, upper, lower)) return Math.abs(ax - bx);
  return upper.width >= lower.width
    ? Math.max(0, upper.x - bx, bx - right(upper))
    : Math.max(0, lower.x - ax, ax - right(lower));
}

/** A CPU over several switches that no line passes goes to their middles, in the shape of a tree. */
export function landsInMiddle(rows: Rows, upper: Box, lower: Box): boolean {
  return (
    upper.class === 'cpu' &&
    lower.flexible &&
    (rows.below.get(upper)?.size ?? 0) > 1 &&
    passingLines(rows, upper).length === 0
  );
}

/** Whether a lateral link needs an arc: its ends are no neighbours in the row. */
export function arches(row: readonly Box[], { a, b }: Pick<Link, 'a' | 'b'>): boolean {
  const [i, j] = [row.indexOf(a), row.indexOf(b)];
  return i < 0 || j < 0 || Math.abs(i - j) > 1;
}

/** GPUs have their arcs and pills below: above them the PCIe lines come in. */
export const arcsBelow = ({ a }: Pick<Link, 'a'>): boolean => a.class === 'gpu';

function roomBelow(row: readonly Box[], laterals: readonly Link[]): number {
  if (row.some(({ form }) => form === 'column')) return 0;
  return roomFor(row, laterals.filter(arcsBelow));
}

const roomAbove = (row: readonly Box[], laterals: readonly Link[]): number =>
  roomFor(
    row,
    laterals.filter((link) => !arcsBelow(link)),
  );

function roomFor(row: readonly Box[], laterals: readonly Link[]): number {
  const here = laterals.filter(({ a, b }) => a !== b && row.includes(a) && a.form !== 'column');
  if (here.some((link) => arches(row, link))) return 26;
  return here.some((link) => isBeside(link)) ? 16 : 0;
}

/** Whether the words of a link between neighbours stand beside it, as there is no room on it. */
export function isBeside(link: Link): boolean {
  const [left, end] = link.a.x < link.b.x ? [link.a, link.b] : [link.b, link.a];
  return end.x - right(left) <= textWidth(pillWords(link), 10.5, true) + 30;
}
