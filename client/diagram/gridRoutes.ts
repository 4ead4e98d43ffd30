// Grids and tori: neighbours straight, the way around the end in the gaps and fainter.
import { type End, endsOf } from './ends.ts';
import { middleOf } from './meshRoutes.ts';
import { centre, type Link, type Route, right, route } from './model.ts';
import { type Course, rounded, straight } from './path.ts';
import { coordinates } from './paths.ts';

export function gridRoutes(links: readonly Link[]): Route[] {
  const shape = links[0].a.shape;
  if (shape?.kind !== 'grid') return [];
  const { dims } = shape;
  return links.map((link) => {
    const from = coordinates(dims, Number(link.portA));
    const to = coordinates(dims, Number(link.portB));
    const axis = dims.length - 1 - dims.findIndex((_, d) => from[d] !== to[d]);
    const wraps = Math.abs(from[dims.length - 1 - axis] - to[dims.length - 1 - axis]) > 1;
    const [a, b] = endsOf(link).sort((p, q) => p.x - q.x || p.y - q.y);
    if (axis === 2) return route(link, planeCourse(a, b, wraps), 1.2, wraps ? 0.16 : 0.3, 0);
    const course = gridCourse(a, b, axis, wraps, dims.length === 3);
    return wraps ? route(link, course, 1.5, 0.42, 0) : route(link, course, 2.6, 0.95, 1);
  });
}

function gridCourse(a: End, b: End, axis: number, wraps: boolean, tight: boolean): Course {
  const [ma, mb] = [middleOf(a), middleOf(b)];
  const radius = tight ? 5 : 8;
  if (axis === 0 && Math.abs(ma.y - mb.y) < 1) {
    if (!wraps) return straight({ x: right(a), y: ma.y }, { x: b.x, y: mb.y });
    const out = tight ? 9 : 18;
    const above = a.y - (tight ? 6 : 9);
    const [x0, x1] = [a.x - out, right(b) + out];
    return rounded(
      [
        { x: right(b), y: mb.y },
        { x: x1, y: mb.y },
        { x: x1, y: above },
        { x: x0, y: above },
        { x: x0, y: ma.y },
        { x: a.x, y: ma.y },
      ],
      radius,
    );
  }
  if (axis === 1 && Math.abs(ma.x - mb.x) < 1) {
    if (!wraps) return straight({ x: ma.x, y: a.y + a.height }, { x: mb.x, y: b.y });
    const out = tight ? 9 : 13;
    const left = a.x - (tight ? 4 : 9);
    const [y0, y1] = [a.y - out, b.y + b.height + out];
    return rounded(
      [
        { x: mb.x, y: b.y + b.height },
        { x: mb.x, y: y1 },
        { x: left, y: y1 },
        { x: left, y: y0 },
        { x: ma.x, y: y0 },
        { x: ma.x, y: a.y },
      ],
      radius,
    );
  }
  return straight(ma, mb);
}

/** From one plane of a three-dimensional grid to the next. */
function planeCourse(a: End, b: End, wraps: boolean): Course {
  const lift = wraps ? 24 : 18;
  const [from, to] = [
    { x: centre(a) + 8, y: a.y },
    { x: centre(b) - 8, y: b.y },
  ];
  return { from, segments: [{ to, c1: { x: from.x + 12, y: from.y - lift }, c2: { x: to.x - 12, y: to.y - lift } }] };
}
