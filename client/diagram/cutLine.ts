// The optimum's cut: a dashed line across the links that it severs, and what these carry together.
import { linkName } from './find.ts';
import { hotWords, type Marked } from './marks.ts';
import type { Placed, Route } from './model.ts';
import { middle, type Point, pointsAlong, tenth } from './path.ts';
import { pill, type SvgNode, svg, textWidth } from './svg.ts';

/** Beyond the outermost link. */
const overhang = 16;
/** From the end of a link, where it is as long. */
const fromEnd = 20;
/** Links in one row this far apart are crossed by one line. */
const mostApart = 260;
const sameRow = 14;

/** Over one instance's lines; nothing where none of them is severed. `words` stand beside the first line. */
export function cutLines(marked: Marked, placed: Placed, prefix: string, words: string): SvgNode[] {
  const points = new Map<string, Point>();
  for (const route of placed.routes)
    if (isSevered(marked, prefix, route)) points.set(linkName(placed, prefix, route.link), crossing(route));
  const rows = inRows([...points.values()]);
  const lines = rows.map((row) => svg('path', { class: 'cutline', d: across(row) }));
  const [first] = rows;
  if (!first) return lines;
  // Left of it, where no bottleneck is named; right of it where the picture begins.
  const half = textWidth(words, 10.5, true) / 2 + 12;
  const before = first[0].x - overhang - half;
  const end = first[first.length - 1];
  const after = Math.max(end.x + overhang, bottleneckEnd(marked, placed, prefix) + 6) + half;
  const at = before - half > 4 ? { x: before, y: first[0].y } : { x: after, y: end.y };
  return [...lines, pill(at.x, at.y, words, 'cutname', 24)];
}

/** Where the name of the bottleneck ends; see drawLines. */
function bottleneckEnd(marked: Marked, placed: Placed, prefix: string): number {
  const hot = placed.routes.filter((route) => route.also === undefined && marked.hotLink(prefix, route.link));
  const wide = textWidth(hotWords(marked.hotShare), 10.5, true) + 38;
  return hot.reduce((most, { course }) => Math.max(most, middle(course).x + wide), 0);
}

/** Near its lower end: half-way the bottleneck is named. */
function crossing({ course }: Route): Point {
  const points = pointsAlong(course, 24);
  const downwards = points[0].y <= points[points.length - 1].y ? points : points.toReversed();
  const end = downwards[downwards.length - 1];
  const before = downwards.findLastIndex(({ x, y }) => Math.hypot(x - end.x, y - end.y) >= fromEnd);
  if (before < 0) return downwards[Math.floor(downwards.length / 2)];
  // As far from the end on every line, so that lines that end on one height are crossed on one.
  const [far, near] = [downwards[before], downwards[before + 1]];
  const [long, short] = [far, near].map(({ x, y }) => Math.hypot(x - end.x, y - end.y));
  const share = (long - fromEnd) / (long - short || 1);
  return { x: far.x + (near.x - far.x) * share, y: far.y + (near.y - far.y) * share };
}

/** Of a rail only the drop is one link. */
const isSevered = (marked: Marked, prefix: string, route: Route): boolean =>
  route.also === undefined && marked.cutLink(prefix, route.link);

/** Points that one line crosses, from left to right. */
function inRows(points: readonly Point[]): Point[][] {
  const rows: Point[][] = [];
  for (const point of [...points].sort((a, b) => a.x - b.x)) {
    const row = rows.find((each) => {
      const last = each[each.length - 1];
      return Math.abs(last.y - point.y) <= sameRow && point.x - last.x <= mostApart;
    });
    if (row) row.push(point);
    else rows.push([point]);
  }
  return rows.sort((a, b) => b.length - a.length);
}

function across(row: readonly Point[]): string {
  const [first, last] = [row[0], row[row.length - 1]];
  const all = [{ x: first.x - overhang, y: first.y }, ...row, { x: last.x + overhang, y: last.y }];
  return `M${all.map(({ x, y }) => `${tenth(x)} ${tenth(y)}`).join('L')}`;
}
