// Links inside a row: straight to the neighbour, in an arc over what lies between.
import { type End, endsOf } from './ends.ts';
import { gridRoutes } from './gridRoutes.ts';
import { lineWidth } from './links.ts';
import { meshRoutes } from './meshRoutes.ts';
import { centre, isMesh, type Link, type Placed, type Route, right, route } from './model.ts';
import { type Course, drop, middle, rounded, straight } from './path.ts';
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
