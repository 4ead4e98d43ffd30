// One template to its layout: boxes, links, one ELK run, the passes after it, routes. Kept by the template's key and what the
// view says inside it, so that equal instances, in this scene and in the next, are laid out once.
import type { Scene, SceneLink, SceneTemplate } from '../../server/protocol.ts';
import { type Boxing, boxesOf } from './boxes.ts';
import { type Class, classesOf, isSwitch, tiersOf } from './classes.ts';
import { gist } from './contents.ts';
import { type Elk, runElk } from './elk.ts';
import { feedBlocks } from './feeds.ts';
import { absentPlaces, liveLinks } from './gaps.ts';
import { cliqueBox, cliqueLinks, linksOf, nameCardPorts, ownersOf } from './links.ts';
import type { Box, Link, Placed } from './model.ts';
import { orderBoxes } from './order.ts';
import { finishColumns } from './passes.ts';
import { railsOf } from './rails.ts';
import { routesOf } from './routes.ts';
import { rowsOf } from './rows.ts';
import { shapeOf } from './shapes.ts';
import { padding, stackRows } from './spacing.ts';
import { textWidth } from './svg.ts';
import { type ViewState, viewInside, viewKey } from './view.ts';
import { typeName } from './words.ts';

/** Asked between ELK runs; a run itself can't be stopped but by ending its worker. */
export interface Token {
  readonly cancelled: boolean;
}

export class Cancelled extends Error {
  constructor() {
    super('a newer picture was asked for');
  }
}

/** Layouts by template key and view; `runs` counts what ELK was asked for. */
export interface LayoutCache {
  readonly placed: Map<string, Placed>;
  runs: number;
}
export const makeLayoutCache = (): LayoutCache => ({ placed: new Map(), runs: 0 });
/** So many are kept; the longest unused go first. */
const mostKept = 200;

export interface Placing {
  readonly scene: Scene;
  readonly elk: Elk;
  readonly token: Token | undefined;
  readonly cache: LayoutCache;
}

export async function place(on: Placing, template: SceneTemplate, view: ViewState, depth: number): Promise<Placed> {
  const key = `${depth === 0 ? 'root' : 'inside'} ${template.key} ${viewKey(view)}`;
  const known = on.cache.placed.get(key);
  const placed = known ?? (await placeAnew(on, template, view, depth));
  on.cache.placed.delete(key);
  on.cache.placed.set(key, placed);
  for (const oldest of on.cache.placed.keys()) {
    if (on.cache.placed.size <= mostKept) break;
    on.cache.placed.delete(oldest);
  }
  return placed;
}

async function placeAnew(on: Placing, template: SceneTemplate, view: ViewState, depth: number): Promise<Placed> {
  const live = liveLinks(template);
  const parts = boxingsOf(on.scene, template, live);
  const boxes: Box[] = [];
  for (const part of parts)
    boxes.push(
      ...(await boxesOf(part, view, depth, (member, inner) => place(on, inner, viewInside(view, member), depth + 1))),
    );
  if (on.token?.cancelled) throw new Cancelled();
  const owners = ownersOf(template.parts, boxes);
  fanOut(parts, boxes);
  nameCardPorts(live, owners);
  const cliques = parts.filter(
    ({ shape, number, own }) => shape.kind === 'clique' && own.length > 0 && allApart(owners[number]),
  );
  const links = linksOf(live, owners, new Set(cliques.map(({ number }) => number)));
  for (const part of cliques) {
    const bar = cliqueBox(part);
    boxes.push(bar);
    links.push(...cliqueLinks(part, bar, owners));
  }
  feedBlocks(boxes, links);
  boxes.push(...railsOf(links));
  settleLinks(links);
  settleBars(boxes, links);
  const ordered = orderBoxes(boxes, links);
  if (ordered.length > 1) {
    on.cache.runs++;
    await runElk(on.elk, ordered, links);
    if (on.token?.cancelled) throw new Cancelled();
  }
  return finish(on.scene, template, ordered, links, owners, depth);
}

function boxingsOf(scene: Scene, template: SceneTemplate, live: readonly SceneLink[]): Boxing[] {
  const classes = classesOf(scene, template, live);
  const tiers = tiersOf(classes, live);
  const own: SceneLink[][] = template.parts.map(() => []);
  const touching: SceneLink[][] = template.parts.map(() => []);
  for (const link of live) {
    const { a, b } = link;
    touching[a.part].push(link);
    if (a.part !== b.part) touching[b.part].push(link);
    else if (a.inner === '' && b.inner === '' && a.place !== b.place) own[a.part].push(link);
  }
  return template.parts.map((part, number) => ({
    ...{ scene, template, number, part, class: classes[number], tier: tiers[number] },
    links: touching[number],
    own: own[number],
    shape: part.count > 1 ? shapeIn(classes, number, part, own[number], touching[number]) : { kind: 'none' as const },
    gone: absentPlaces(template, number),
  }));
}

/** Switches joined among themselves stay in their row: what they serve hangs on them. */
function shapeIn(
  classes: readonly Class[],
  number: number,
  part: SceneTemplate['parts'][number],
  own: readonly SceneLink[],
  touching: readonly SceneLink[],
) {
  const shape = shapeOf(part, own, touching.length > own.length);
  const mesh = shape.kind === 'search' || shape.kind === 'race';
  return mesh && (isSwitch(classes[number]) || part.template !== undefined) ? { kind: 'arcs' as const } : shape;
}

/** Members of a hub stand one row lower for each hop from the middle one. */
function fanOut(parts: readonly Boxing[], boxes: readonly Box[]): void {
  for (const { shape, number } of parts) {
    if (shape.kind !== 'tree') continue;
    for (const box of boxes)
      if (box.part === number && box.places.length === 1) {
        box.tier += Math.min(99, shape.depths[box.places[0]]) * 0.01;
        box.depth = box.tier;
      }
  }
}

const allApart = (owners: readonly (Box | undefined)[]): boolean =>
  new Set(owners).size === owners.length && owners.every((box) => box !== undefined);

/** Links inside one row are lateral, but for cascades of PCIe switches, which ELK layers. */
function settleLinks(links: readonly Link[]): void {
  for (const link of links) {
    const cascade = link.a.class === 'pcie' && link.b.class === 'pcie' && link.look === 'pcie';
    link.lateral = !link.railed && link.a.tier === link.b.tier && !cascade;
  }
}

/** A network or scale-up switch may widen only if it alone serves something: shared ones would be blown up. */
function settleBars(boxes: readonly Box[], links: readonly Link[]): void {
  const near = new Map<Box, Set<Box>>();
  for (const { a, b, lateral, railed } of links) {
    if (lateral || railed) continue;
    near.set(a, (near.get(a) ?? new Set()).add(b));
    near.set(b, (near.get(b) ?? new Set()).add(a));
  }
  const alone = new Map<number, number>();
  for (const box of boxes) alone.set(box.part, (alone.get(box.part) ?? 0) + 1);
  for (const box of boxes) {
    const single = box.places.length === 1;
    if ((box.class !== 'net' && box.class !== 'scale') || box.form !== 'bar') continue;
    if (!single && (alone.get(box.part) ?? 0) < 2) continue;
    box.flexible = [...(near.get(box) ?? [])].some(
      (other) =>
        (box.class === 'scale' || other.tier > box.tier) &&
        [...(near.get(other) ?? [])].filter((rival) => rival.part === box.part).length === 1,
    );
  }
}

function finish(
  scene: Scene,
  template: SceneTemplate,
  boxes: readonly Box[],
  links: readonly Link[],
  owners: Placed['owners'],
  depth: number,
): Placed {
  const rows = rowsOf(boxes, links);
  const laterals = links.filter((link) => link.lateral);
  if (boxes.length > 0) finishColumns(rows, laterals);
  const title = textWidth(typeName(template.name), 12.5, true) + textWidth(gist(scene, template), 11) + 70;
  const frame = depth === 0 ? { top: 48, bottom: padding } : { top: padding, bottom: 44 };
  const size = stackRows(rows, laterals, { ...frame, least: Math.min(title, 900) });
  const placed: Placed = {
    ...{ template, boxes, links, owners, rows: rows.rows, routes: [], titleBottom: depth > 0 },
    ...size,
  };
  placed.routes = routesOf(placed, rows);
  return placed;
}
