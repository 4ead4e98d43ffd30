// Paths and links of the language to what is drawn for them: the box itself, or the card, bar or stack it disappeared in.

import { portOf } from './links.ts';
import type { Box, Layout, Link, Placed } from './model.ts';
import { outwardLinks } from './outward.ts';
import type { Rect } from './path.ts';
import { join, memberPath, splitHead, spotOf } from './paths.ts';

/** Where the picture's frame begins: left of it stand the names of the rows. */
export const origin = (layout: Layout): { x: number; y: number } => ({
  x: layout.width - layout.root.width - 20,
  y: 20,
});

export interface Found {
  readonly box: Box;
  readonly placed: Placed;
  /** Path of the template the box is in; empty for the root. */
  readonly prefix: string;
  /** Absolute, of the box or the cell in it. */
  readonly rect: Rect;
  /** The place in the box's part, where the path names one. */
  readonly place?: number;
  /** What of the path lies inside the box and is not drawn by itself. */
  readonly rest: string;
}

export function locate(layout: Layout, path: string): Found | undefined {
  const at = origin(layout);
  return locateIn(layout.root, '', at.x, at.y, path);
}

function locateIn(placed: Placed, prefix: string, x: number, y: number, path: string): Found | undefined {
  const [head, rest] = splitHead(path);
  const spot = spotOf(placed.template, head);
  const box = spot && placed.owners[spot.part][spot.from];
  if (!box) return undefined;
  if (box.form === 'open' && box.child && rest !== '')
    return locateIn(box.child, join(prefix, head), x + box.x, y + box.y, rest);
  const cell =
    spot.place === undefined || box.form === 'bar' ? undefined : box.cells.find((each) => each.place === spot.place);
  const rect = cell
    ? { x: x + box.x + cell.x, y: y + box.y + cell.y, width: cell.width || box.width, height: cell.height }
    : { x: x + box.x, y: y + box.y, width: box.width, height: box.height };
  return { box, placed, prefix, rect, rest, ...(spot.place === undefined ? {} : { place: spot.place }) };
}

/** Where a path is drawn, or what it is drawn as part of. */
export const find = (layout: Layout, path: string): Rect | undefined => locate(layout, path)?.rect;

/** `data-path` of what stands for a path. */
export function drawnPath(layout: Layout, path: string): string | undefined {
  const found = locate(layout, path);
  return found && join(found.prefix, pathIn(found.placed, found.box, found.place));
}

/** The path a box, or one member drawn in it, is known by inside its template. */
export function pathIn(placed: Placed, box: Box, place?: number): string {
  const part = placed.template.parts[box.part];
  if (!part) return box.id;
  const apart = ['block', 'grid', 'mesh', 'column', 'bus'].includes(box.form);
  if (place !== undefined && apart) return memberPath(part, place);
  return box.form === 'column' || box.form === 'clique' ? part.name : box.id;
}

export interface FoundLinks {
  readonly placed: Placed;
  readonly prefix: string;
  readonly links: readonly Link[];
  /** Where no line is drawn: the box that hides both ends. */
  readonly within?: Box;
}

/** The lines that stand for a link between two devices: one, or two through the bar of a full mesh. */
export function linesFor(layout: Layout, a: string, b: string): FoundLinks | undefined {
  let placed = layout.root;
  let prefix = '';
  let [restA, restB] = [a, b];
  for (;;) {
    const [headA, afterA] = splitHead(restA);
    const [headB, afterB] = splitHead(restB);
    const [spotA, spotB] = [spotOf(placed.template, headA), spotOf(placed.template, headB)];
    const boxA = spotA && placed.owners[spotA.part][spotA.from];
    const boxB = spotB && placed.owners[spotB.part][spotB.from];
    if (!boxA || !boxB) return undefined;
    if (headA === headB && boxA.form === 'open' && boxA.child && afterA !== '' && afterB !== '') {
      prefix = join(prefix, headA);
      placed = boxA.child;
      [restA, restB] = [afterA, afterB];
      continue;
    }
    const endA = { part: spotA.part, place: spotA.from, inner: afterA };
    const endB = { part: spotB.part, place: spotB.from, inner: afterB };
    const same = boxA === boxB;
    const portA = same ? String(endA.place) : portOf(boxA, endA);
    const portB = same ? String(endB.place) : portOf(boxB, endB);
    const links = linksAt(placed, `${boxA.id} ${portA}`, `${boxB.id} ${portB}`);
    if (links.length > 0) return { placed, prefix, links };
    const through = viaClique(placed, boxA, boxB);
    if (through.length > 0) return { placed, prefix, links: through };
    return same ? { placed, prefix, links: [], within: boxA } : undefined;
  }
}

const indexes = new WeakMap<Placed, Map<string, Link[]>>();

function linksAt(placed: Placed, a: string, b: string): readonly Link[] {
  let index = indexes.get(placed);
  if (!index) {
    index = new Map();
    for (const link of placed.links) {
      const [x, y] = [`${link.a.id} ${link.portA}`, `${link.b.id} ${link.portB}`];
      for (const key of x === y ? [`${x}|${y}`] : [`${x}|${y}`, `${y}|${x}`]) {
        const known = index.get(key);
        if (known) known.push(link);
        else index.set(key, [link]);
      }
    }
    indexes.set(placed, index);
  }
  return index.get(`${a}|${b}`) ?? [];
}

function viaClique(placed: Placed, a: Box, b: Box): readonly Link[] {
  if (a === b || a.part !== b.part) return [];
  const id = `~mesh ${placed.template.parts[a.part].name}`;
  return [a, b].flatMap((box) => linksAt(placed, `${box.id} `, `${id} `));
}

/** `dgx[0].nic[2] -- leaf[2]`: a link's two ends as paths, the mark of its line. */
export function linkName(placed: Placed, prefix: string, link: Link): string {
  return `${endName(placed, prefix, link.a, link.portA)} -- ${endName(placed, prefix, link.b, link.portB)}`;
}

function endName(placed: Placed, prefix: string, box: Box, port: string): string {
  if (box.form === 'card' || box.form === 'open') return join(prefix, port === '' ? box.id : `${box.id}.${port}`);
  return join(prefix, pathIn(placed, box, port === '' ? undefined : Number(port)));
}

/** The `data-link` of the line between two devices, wherever it is drawn. */
export function edgeFor(layout: Layout, a: string, b: string): string | undefined {
  const found = linesFor(layout, a, b);
  const link = found?.links[0];
  return found && link && linkName(found.placed, found.prefix, link);
}

/** Of an end of a link: the thing itself, where it is drawn; else what it is in. */
function endPath(placed: Placed, box: Box, port: string): string {
  if (box.form === 'open' && port !== '') return `${box.id}.${port}`;
  return pathIn(placed, box, port === '' || Number.isNaN(Number(port)) ? undefined : Number(port));
}

/** What a box is joined to: for keys that walk along links. */
export function neighbours(layout: Layout, path: string): { path: string; link: string }[] {
  const found = locate(layout, path);
  if (!found) return [];
  const { placed, prefix, box, place } = found;
  const out: { path: string; link: string }[] = [];
  const apart = place !== undefined && ['grid', 'mesh', 'column', 'bus'].includes(box.form);
  for (const link of placed.links) {
    const ends = [
      { box: link.a, port: link.portA },
      { box: link.b, port: link.portB },
    ];
    const mine = ends.findIndex((end) => end.box === box && (!apart || end.port === String(place)));
    if (mine < 0) continue;
    const other = ends[1 - mine];
    if (other.box.form === 'clique') continue;
    out.push({ path: join(prefix, endPath(placed, other.box, other.port)), link: linkName(placed, prefix, link) });
  }
  for (const { placed: around, prefix: of, link, far } of outwardLinks(layout, path))
    out.push({ path: join(of, endPath(around, far.box, far.port)), link: linkName(around, of, link) });
  return out;
}
