// Links inside a row: straight to the neighbour, in an arc over what lies between.
import { type End, endsOf } from './ends.ts';
import { gridRoutes } from './gridRoutes.ts';
import { lineWidth } from './links.ts';
import { meshRoutes } from './meshRoutes.ts';
import { centre, isMesh, type Link, type Placed, type Route, right, route } from './model.ts';
import { type Course, drop, middle, rounded, straight } from './path.ts';
import { arches, arcsBelow, isBeside } from './spacing.ts';
import { pillWords } from './words.ts';

export function lateralRoutes(placed: Placed): Route[] {
  const laterals = placed.links.filter((link) => link.lateral && !isInside(link));
  const inMesh = (link: Link) => link.portA !== '' && link.a.part === link.b.part && isMesh(link.a) && isMesh(link.b);
  const meshes = new Map<number, Link[]>();
  for (const link of laterals.filter(inMesh)) meshes.set(link.a.part, [...(meshes.get(link.a.part) ?? []), link]);
  const others = laterals.filter((link) => !inMesh(link));
  const told = new Set(alikeLaterals(placed).flat());
  return [
    ...[...meshes.values()].flatMap((links) =>
      links[0].a.form === 'grid' ? gridRoutes(links) : meshRoutes(placed, links),
    ),
    ...others.map((link) => rowRoute(placed, link, told.has(link))),
  ];
}

/** Between members of a block or stack: named in the column at the left, not drawn. */
const isInside = ({ a, b, portA, portB }: Link): boolean => a === b && portA === portB;

/** Links in rows that say the same: they are named once, in the column at the left. */
export function alikeLaterals(placed: Placed): Link[][] {
  const groups = new Map<string, Link[]>();
  for (const link of placed.links) {
    if (!link.lateral || isInside(link) || isMesh(link.a) || link.medium === '') continue;
    const key = `${placed.rows.findIndex((row) => row.includes(link.a))} ${pillWords(link)}`;
    groups.set(key, [...(groups.get(key) ?? []), link]);
  }
  return [...groups.values()].filter((links) => links.length > 1);
}

function rowRoute(placed: Placed, link: Link, told: boolean): Route {
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
  if (arches(row, link)) return route(link, arc(left, end, arcsBelow(link)), width, 0.9);
  const y = left.y + left.height / 2;
  const course = straight({ x: right(left), y }, { x: end.x, y });
  const plain = route(link, course, width, 0.95);
  if (told || link.medium === '') return plain;
  const at = middle(course);
  if (!isBeside(link)) return { ...plain, pill: { at, words: pillWords(link) } };
  const beside = arcsBelow(link)
    ? Math.max(left.y + left.height, end.y + end.height) + 14
    : Math.min(left.y, end.y) - 13;
  return { ...plain, pill: { at: { x: at.x, y: beside }, words: pillWords(link) } };
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
