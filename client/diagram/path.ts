// The course of a drawn line: straight pieces and cubic curves, kept as points so that it can be written, moved and measured.

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rect extends Point {
  readonly width: number;
  readonly height: number;
}

/** To `to`, straight unless it has control points. */
export interface Segment {
  readonly to: Point;
  readonly c1?: Point;
  readonly c2?: Point;
}

export interface Course {
  readonly from: Point;
  readonly segments: readonly Segment[];
}

export function straight(...points: readonly Point[]): Course {
  return { from: points[0], segments: points.slice(1).map((to) => ({ to })) };
}

/** From top to bottom, leaving and arriving vertically. A straight line where both stand on one vertical. */
export function drop(a: Point, b: Point): Course {
  if (Math.abs(a.x - b.x) < 1) return straight(a, { x: a.x, y: b.y });
  const reach = (b.y - a.y) * 0.58;
  return { from: a, segments: [{ to: b, c1: { x: a.x, y: a.y + reach }, c2: { x: b.x, y: b.y - reach } }] };
}

export function chain(...courses: readonly Course[]): Course {
  const segments: Segment[] = [];
  let at = courses[0].from;
  for (const course of courses) {
    if (course.from.x !== at.x || course.from.y !== at.y) segments.push({ to: course.from });
    segments.push(...course.segments);
    at = end(course);
  }
  return { from: courses[0].from, segments };
}

export const end = (course: Course): Point => course.segments[course.segments.length - 1]?.to ?? course.from;

/** Straight pieces with corners of radius `radius`, less where a piece is short. */
export function rounded(points: readonly Point[], radius: number): Course {
  const segments: Segment[] = [];
  for (let i = 1; i < points.length - 1; i++) {
    const before = points[i - 1];
    const corner = points[i];
    const after = points[i + 1];
    const enter = distance(before, corner);
    const leave = distance(corner, after);
    const r = Math.min(radius, enter / 2, leave / 2);
    if (r < 0.5) {
      segments.push({ to: corner });
      continue;
    }
    const a = between(corner, before, r / enter);
    const b = between(corner, after, r / leave);
    // A quadratic with the corner as its control point, written as a cubic.
    segments.push({ to: a }, { to: b, c1: between(a, corner, 2 / 3), c2: between(b, corner, 2 / 3) });
  }
  return { from: points[0], segments: [...segments, { to: points[points.length - 1] }] };
}

export const distance = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y);

const between = (a: Point, b: Point, share: number): Point => ({
  x: a.x + (b.x - a.x) * share,
  y: a.y + (b.y - a.y) * share,
});

/** For `d`: rounded to a tenth of a pixel. */
export function courseText(course: Course): string {
  let text = `M${spell(course.from)}`;
  for (const { to, c1, c2 } of course.segments)
    text += c1 && c2 ? `C${spell(c1)} ${spell(c2)} ${spell(to)}` : `L${spell(to)}`;
  return text;
}

const spell = ({ x, y }: Point): string => `${tenth(x)} ${tenth(y)}`;

export const tenth = (value: number): number => Math.round(value * 10) / 10 + 0;

/** Points along the course, `perSegment` to a piece, both ends included. */
export function pointsAlong(course: Course, perSegment = 16): Point[] {
  const points = [course.from];
  let from = course.from;
  for (const { to, c1, c2 } of course.segments) {
    for (let i = 1; i <= perSegment; i++) {
      const t = i / perSegment;
      points.push(c1 && c2 ? onCubic(from, c1, c2, to, t) : between(from, to, t));
    }
    from = to;
  }
  return points;
}

function onCubic(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const s = 1 - t;
  const along = (p: number, q: number, r: number, u: number) =>
    s * s * s * p + 3 * s * s * t * q + 3 * s * t * t * r + t * t * t * u;
  return { x: along(a.x, b.x, c.x, d.x), y: along(a.y, b.y, c.y, d.y) };
}

/** Half-way by length: where a pill sits. */
export function middle(course: Course): Point {
  const points = pointsAlong(course, 12);
  let left = points.reduce((sum, point, i) => sum + (i ? distance(points[i - 1], point) : 0), 0) / 2;
  for (let i = 1; i < points.length; i++) {
    const piece = distance(points[i - 1], points[i]);
    if (piece >= left && piece > 0) return between(points[i - 1], points[i], left / piece);
    left -= piece;
  }
  return course.from;
}
