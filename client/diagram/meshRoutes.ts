// Links inside a mesh: straight to neighbours and diagonals, in arcs over the rows.
import { arcHeight, arcLevels, type Span } from './arcs.ts';
import { type End, endOf, endsOf } from './ends.ts';
import { lineWidth } from './links.ts';
import { type Box, bottom, centre, isMesh, type Link, type Placed, type Route, right, route } from './model.ts';
import { type Course, end, type Point, pointsAlong, rounded, straight } from './path.ts';

export function meshRoutes(placed: Placed, links: readonly Link[]): Route[] {
  const counts = links.map((link) => link.links);
  const least = Math.min(...counts);
  const even = Math.max(...counts) === least;
  const boxes = placed.boxes.filter((box) => box.part === links[0].a.part && isMesh(box));
  const cells = boxes.flatMap((box) => box.cells.map((cell) => endOf(box, String(cell.place))));
  const others = placed.boxes.filter((box) => !boxes.includes(box) && box.form !== 'rails');
  const tops = [...new Set(cells.map((cell) => Math.round(cell.y)))].sort((a, b) => a - b);
  const arcs = links.filter((link) => spans(endsOf(link), cells) !== undefined);
  const levels = arcLevels(arcs.flatMap((link) => spans(endsOf(link), cells) ?? []));
  const level = new Map(arcs.map((link, i) => [link, levels[i]]));
  return links.map((link) => {
    const width = even ? Math.max(2.4, Math.min(4.5, lineWidth(link.GBps))) : link.links / least > 1.5 ? 5.5 : 2.2;
    const course = meshCourse(endsOf(link), cells, tops, level.get(link) ?? 1);
    return route(link, roundOthers(course, others), width, 0.88);
  });
}

/** The span of an arc; undefined where the ends are neighbours, or in two rows. */
function spans(ends: readonly [End, End], cells: readonly End[]): Span | undefined {
  const [a, b] = ordered(ends);
  if (Math.abs(a.y - b.y) >= 2) return undefined;
  return between(a, b, cells) > 0 ? { row: Math.round(a.y), from: centre(a), to: centre(b) } : undefined;
}

const ordered = (ends: readonly [End, End]): End[] => [...ends].sort((p, q) => p.x - q.x || p.y - q.y);

const between = (a: End, b: End, cells: readonly End[]): number =>
  cells.filter((cell) => Math.abs(cell.y - a.y) < 2 && cell.x > a.x && cell.x < b.x).length;

function meshCourse(ends: readonly [End, End], cells: readonly End[], tops: readonly number[], level: number): Course {
  const [a, b] = ordered(ends);
  const [ma, mb] = [middleOf(a), middleOf(b)];
  if (Math.abs(a.x - b.x) < 2) return columnCourse(a, b, cells);
  if (Math.abs(a.y - b.y) >= 2) {
    const down = b.y > a.y;
    return straight(
      { x: right(a) - 6, y: down ? a.y + a.height : a.y },
      { x: b.x + 6, y: down ? b.y : b.y + b.height },
    );
  }
  if (between(a, b, cells) === 0) return straight({ x: right(a), y: ma.y }, { x: b.x, y: mb.y });
  const above = tops.length > 1 && Math.round(a.y) === tops[0];
  const y = above ? a.y : a.y + a.height;
  const out = y + (above ? -1 : 1) * arcHeight(level);
  // Outer arcs leave nearer to the outer edges, so that their feet stay apart.
  const inset = Math.max(-34, -8 - 8 * level);
  return rounded(
    [
      { x: ma.x + inset, y },
      { x: ma.x + inset, y: out },
      { x: mb.x - inset, y: out },
      { x: mb.x - inset, y },
    ],
    28,
  );
}

/** A diagonal that something else would lie under goes over that: sideways right below the upper row, then down. */
function roundOthers(course: Course, others: readonly Box[]): Course {
  const [from, to] = [course.from, end(course)].sort((p, q) => p.y - q.y);
  if (course.segments.length > 1 || from.x === to.x) return course;
  const isUnder = ({ x, y }: Point): boolean =>
    others.some((box) => x > box.x && x < right(box) && y > box.y && y < bottom(box));
  if (!pointsAlong(course, 64).some(isUnder)) return course;
  const y = from.y + 16;
  return rounded([from, { x: from.x, y }, { x: to.x, y }, to], 8);
}

/** Straight down, or around the side where a member lies between. */
function columnCourse(a: End, b: End, cells: readonly End[]): Course {
  const [top, low] = a.y < b.y ? [a, b] : [b, a];
  const blocked = cells.some((cell) => Math.abs(cell.x - a.x) < 2 && cell.y > top.y && cell.y < low.y);
  if (!blocked) return straight({ x: centre(top), y: top.y + top.height }, { x: centre(low), y: low.y });
  const side = right(top) + 26;
  const [y1, y2] = [top.y + top.height / 2, low.y + low.height / 2];
  return rounded(
    [
      { x: right(top), y: y1 },
      { x: side, y: y1 },
      { x: side, y: y2 },
      { x: right(low), y: y2 },
    ],
    12,
  );
}

export const middleOf = (end: End): Point => ({ x: centre(end), y: end.y + end.height / 2 });
