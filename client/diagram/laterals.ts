// Links inside a row: straight to the neighbour, in an arc over what lies between; and the inner links of grids and meshes.
import { arcHeight, arcLevels, type Span } from './arcs.ts';
import { type End, endOf, endsOf } from './ends.ts';
import { lineWidth } from './links.ts';
import { type Box, centre, type Link, type Placed, type Route, right } from './model.ts';
import { type Course, drop, middle, type Point, rounded, straight } from './path.ts';
import { coordinates } from './paths.ts';
import { arches } from './spacing.ts';
import { textWidth } from './svg.ts';
import { bandwidth, mediumWords } from './words.ts';

export function lateralRoutes(placed: Placed): Route[] {
  const laterals = placed.links.filter((link) => link.lateral && !isInside(link));
  const inMesh = (link: Link) => link.portA !== '' && link.a.part === link.b.part && isMesh(link.a) && isMesh(link.b);
  const meshes = new Map<number, Link[]>();
  for (const link of laterals.filter(inMesh)) meshes.set(link.a.part, [...(meshes.get(link.a.part) ?? []), link]);
  const others = laterals.filter((link) => !inMesh(link));
  return [
    ...[...meshes.values()].flatMap((links) =>
      links[0].a.form === 'grid' ? gridRoutes(links) : meshRoutes(placed, links),
    ),
    ...others.map((link) => rowRoute(placed, link, others.length)),
  ];
}

const isMesh = ({ form }: Box): boolean => form === 'grid' || form === 'mesh' || form === 'column';

const route = (link: Link, course: Course, width: number, opacity: number, layer = 1): Route => ({
  ...{ link, course, width, opacity, layer },
  dots: [],
});

/** Between members of a block or stack: named in the column at the left, not drawn. */
const isInside = ({ a, b, portA, portB }: Link): boolean => a === b && portA === portB;

export const pillWords = (link: Link): string =>
  `${mediumWords(link, link.lanes ? link.count : link.links, link.lanes ? link.pairs : 1)} · ${bandwidth(link.GBps)}`;

function rowRoute(placed: Placed, link: Link, among: number): Route {
  const [left, end] = endsOf(link).sort((a, b) => a.x - b.x);
  const row = placed.rows.find((each) => each.includes(link.a)) ?? [];
  const level = Math.abs(left.y + left.height / 2 - end.y - end.height / 2) < 4;
  const width = lineWidth(link.GBps);
  if (!level) {
    const [upper, lower] = left.y < end.y ? [left, end] : [end, left];
    return route(
      link,
      drop({ x: centre(upper), y: upper.y + upper.height }, { x: centre(lower), y: lower.y }),
      width,
      0.9,
    );
  }
  if (arches(row, link)) return route(link, arc(left, end, link.a.class === 'gpu'), width, 0.9);
  const y = left.y + left.height / 2;
  const course = straight({ x: right(left), y }, { x: end.x, y });
  const words = pillWords(link);
  const between = end.x - right(left);
  const at = middle(course);
  if (between > textWidth(words, 10.5, true) + 30) return { ...route(link, course, width, 0.95), pill: { at, words } };
  if (among > 4 || link.medium === '') return route(link, course, width, 0.95);
  const below = link.a.class === 'gpu';
  const beside = below ? Math.max(left.y + left.height, end.y + end.height) + 14 : Math.min(left.y, end.y) - 13;
  return { ...route(link, course, width, 0.95), pill: { at: { x: at.x, y: beside }, words } };
}

/** Over the row, or under it where GPUs stand: above them the PCIe lines come in. */
function arc(left: End, end: End, below: boolean): Course {
  const y = below ? left.y + left.height : left.y;
  const out = y + (below ? 22 : -22);
  const [x1, x2] = [centre(left) + 8, centre(end) - 8];
  return rounded(
    [
      { x: x1, y },
      { x: x1, y: out },
      { x: x2, y: out },
      { x: x2, y },
    ],
    8,
  );
}

// ---- Meshes

function meshRoutes(placed: Placed, links: readonly Link[]): Route[] {
  const counts = links.map((link) => link.links);
  const least = Math.min(...counts);
  const even = Math.max(...counts) === least;
  const boxes = placed.boxes.filter((box) => box.part === links[0].a.part && isMesh(box));
  const cells = boxes.flatMap((box) => box.cells.map((cell) => endOf(box, String(cell.place))));
  const tops = [...new Set(cells.map((cell) => Math.round(cell.y)))].sort((a, b) => a - b);
  const arcs = links.filter((link) => spans(endsOf(link), cells) !== undefined);
  const levels = arcLevels(arcs.flatMap((link) => spans(endsOf(link), cells) ?? []));
  const level = new Map(arcs.map((link, i) => [link, levels[i]]));
  return links.map((link) => {
    const width = even ? Math.max(2.4, Math.min(4.5, lineWidth(link.GBps))) : link.links / least > 1.5 ? 5.5 : 2.2;
    return route(link, meshCourse(endsOf(link), cells, tops, level.get(link) ?? 1), width, 0.88);
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

/** Straight down, or around the side where a member lies between. */
function columnCourse(a: End, b: End, cells: readonly End[]): Course {
  const [top, end] = a.y < b.y ? [a, b] : [b, a];
  const blocked = cells.some((cell) => Math.abs(cell.x - a.x) < 2 && cell.y > top.y && cell.y < end.y);
  if (!blocked) return straight({ x: centre(top), y: top.y + top.height }, { x: centre(end), y: end.y });
  const side = right(top) + 26;
  const [y1, y2] = [top.y + top.height / 2, end.y + end.height / 2];
  return rounded(
    [
      { x: right(top), y: y1 },
      { x: side, y: y1 },
      { x: side, y: y2 },
      { x: right(end), y: y2 },
    ],
    12,
  );
}

const middleOf = (end: End): Point => ({ x: centre(end), y: end.y + end.height / 2 });

// ---- Grids and tori: neighbours straight, the way around the end in the gaps and fainter

function gridRoutes(links: readonly Link[]): Route[] {
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
