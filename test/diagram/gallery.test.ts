// The pictures of docs/gallery.md: as the code draws them now, and without a fault that one could see.
import { readdirSync, readFileSync } from 'node:fs';
import ELK from 'elkjs/lib/elk.bundled.js';
import { describe, expect, it } from 'vitest';
import { openSource, openWorkspace } from '../../client/cli/sources.ts';
import { draw, type Layout, layOut, plainView, svgText } from '../../client/diagram/diagram.ts';
import { endsOf } from '../../client/diagram/ends.ts';
import { type Box, centre, type Route } from '../../client/diagram/model.ts';
import { end, type Point, pointsAlong, type Rect } from '../../client/diagram/path.ts';
import { box, svg, text } from '../../client/diagram/svg.ts';
import { scene } from '../../server/features/scene.ts';
import { faultsOf, readPicture } from './picture.ts';
import { crossings, overlaps, placedIn } from './support.ts';

const page = readFileSync('docs/gallery.md', 'utf8');
const names = [...page.matchAll(/gallery\/(\w+)-light\.svg/g)].map(([, name]) => name);
const workspace = openWorkspace();
const { uri } = openSource(workspace, 'docs/gallery.topo');
const elk = new ELK();

async function layoutOf(name: string): Promise<Layout> {
  const drawn = scene(workspace, uri, name);
  if ('refused' in drawn) throw new Error(drawn.refused);
  return layOut(drawn, plainView, elk);
}

it('shows every system of its text, light and dark, and no other', () => {
  const defined = [...readFileSync('docs/gallery.topo', 'utf8').matchAll(/^(?:node|cluster) (\w+)/gm)].map(
    ([, name]) => name,
  );
  expect(names).toEqual(defined);
  expect(names.length).toBeGreaterThanOrEqual(12);
  const wanted = names.flatMap((name) => [`${name}-dark.svg`, `${name}-light.svg`]);
  expect(readdirSync('docs/pictures/gallery').sort()).toEqual(wanted.sort());
});

it('a picture with faults has them told', () => {
  const card = (path: string, x: number, words: string) =>
    svg('g', { class: 'n', 'data-path': path }, box(x, 10, 80, 40, 6), text(x + 40, 34, words));
  const picture = svg(
    'svg',
    { width: 200, height: 60 },
    card('a', 10, 'A'),
    card('b', 85, 'B'),
    card('c', 130, 'far too long'),
  );
  expect(faultsOf(readPicture(picture))).toEqual(['c leaves the picture', 'a on b', 'b on c', '"far too long" over b']);
  const words = svg(
    'svg',
    { width: 200, height: 60 },
    card('c', 10, 'much too long for its box'),
    text(100, 34, 'over'),
  );
  expect(faultsOf(readPicture(words))).toEqual([
    '"much too long for its box" leaves its box',
    '"much too long for its box" on "over"',
    '"over" over c',
  ]);
});

describe.each(names)('%s', (name) => {
  it.each(['light', 'dark'] as const)('%s, as the code draws it (else: npm run gallery)', async (theme) => {
    const kept = readFileSync(`docs/pictures/gallery/${name}-${theme}.svg`, 'utf8');
    // Not compared by `toBe`: the difference of two pictures is no message.
    expect(kept === `${svgText(draw(await layoutOf(name), { theme }))}\n`).toBe(true);
  });

  it('boxes apart, words in their boxes, lines round what they do not join', async () => {
    const layout = await layoutOf(name);
    expect(overlaps(layout)).toEqual([]);
    expect(crossings(layout)).toEqual([]);
    expect(faultsOf(readPicture(draw(layout)))).toEqual([]);
  });

  it('lines end on sides, inside the frame', async () => {
    const layout = await layoutOf(name);
    for (const { routes, width, height } of placedIn(layout.root))
      for (const route of routes) {
        expect(looseEnds(route)).toEqual([]);
        for (const { x, y } of pointsAlong(route.course))
          expect([x >= 0, y >= 0, x <= width, y <= height]).toEqual([true, true, true, true]);
      }
  });

  it('members of a row stand in the order of the file', async () => {
    const layout = await layoutOf(name);
    for (const { rows } of placedIn(layout.root)) {
      const meshed = rows.some((row) => row.some(({ form }) => form === 'column'));
      // Above a mesh, what serves it stands as the mesh is arranged.
      if (!meshed) for (const row of rows) expect(outOfOrder(row)).toEqual([]);
    }
  });
});

/** Over a block lies the line that feeds it, with which it begins. */
const feedGap = 12;

/** Ends of a line that touch neither of the things it joins. Rails end on each other. */
function looseEnds({ link, course, also }: Route): string[] {
  if (also !== undefined || link.railed) return [];
  const sides = endsOf(link).map((side) =>
    side.box.feeds.length > 0 ? { ...side, y: side.y - feedGap, height: side.height + feedGap } : side,
  );
  return [course.from, end(course)]
    .filter((point) => !sides.some((side) => isOnSide(side, point)))
    .map(({ x, y }) => `${link.a.id} -- ${link.b.id}: ${x} ${y}`);
}

function isOnSide({ x, y, width, height }: Rect, point: Point): boolean {
  const [left, top] = [Math.abs(point.x - x), Math.abs(point.y - y)];
  const [right, bottom] = [Math.abs(point.x - x - width), Math.abs(point.y - y - height)];
  const within = point.x >= x - 1 && point.x <= x + width + 1 && point.y >= y - 1 && point.y <= y + height + 1;
  return within && Math.min(left, top, right, bottom) < 1;
}

function outOfOrder(row: readonly Box[]): string[] {
  const faults: string[] = [];
  const last = new Map<number, Box>();
  for (const box of [...row].sort((a, b) => centre(a) - centre(b))) {
    const before = last.get(box.part);
    if (before && before.places[0] > box.places[0]) faults.push(`${box.id} after ${before.id}`);
    last.set(box.part, box);
  }
  return faults;
}
