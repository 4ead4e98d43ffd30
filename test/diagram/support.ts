// Layouts for tests, and the faults one can see in a picture: boxes on boxes, lines through boxes, words over the edge.
import ELK from 'elkjs/lib/elk.bundled.js';
import {
  type Layout,
  type LayoutCache,
  layOut,
  plainView,
  type SvgNode,
  type ViewState,
} from '../../client/diagram/diagram.ts';
import type { Box, Placed, Route } from '../../client/diagram/model.ts';
import { pointsAlong } from '../../client/diagram/path.ts';
import type { Body } from './scenes.ts';

export const elk = new ELK();

export const lay = (body: Body, view: ViewState = plainView, cache?: LayoutCache): Promise<Layout> =>
  layOut(body.scene(), view, elk, undefined, cache);

/** The layout and those of open instances, each once. */
export function placedIn(placed: Placed, found = new Set<Placed>()): Set<Placed> {
  found.add(placed);
  for (const { child } of placed.boxes) if (child && !found.has(child)) placedIn(child, found);
  return found;
}

export function overlaps(layout: Layout): string[] {
  const faults: string[] = [];
  for (const { boxes, width, height, template } of placedIn(layout.root))
    boxes.forEach((a, i) => {
      if (a.x < -0.5 || a.y < -0.5 || a.x + a.width > width + 0.5 || a.y + a.height > height + 0.5)
        faults.push(`${template.name}: ${a.id} leaves its frame`);
      for (const b of boxes.slice(i + 1))
        if (
          a.x < b.x + b.width - 0.5 &&
          b.x < a.x + a.width - 0.5 &&
          a.y < b.y + b.height - 0.5 &&
          b.y < a.y + a.height - 0.5
        )
          faults.push(`${template.name}: ${a.id} on ${b.id}`);
    });
  return faults;
}

/** Lines that run through a box at which they do not end. */
export function crossings(layout: Layout): string[] {
  const faults: string[] = [];
  for (const placed of placedIn(layout.root))
    for (const route of placed.routes) {
      const struck = placed.boxes.find(
        (box) => isForeign(box, route) && pointsAlong(route.course).some((p) => isInside(box, p)),
      );
      if (struck) faults.push(`${route.link.a.id} -- ${route.link.b.id} through ${struck.id}`);
    }
  return faults;
}

function isForeign(box: Box, { link, also }: Route): boolean {
  if (box.form === 'rails' || box.form === 'bus' || box.form === 'column' || box.form === 'mesh' || box.form === 'grid')
    return false;
  return [link, ...(also ?? [])].every(({ a, b }) => a !== box && b !== box);
}

const isInside = (box: Box, { x, y }: { x: number; y: number }): boolean =>
  x > box.x + 1.5 && x < box.x + box.width - 1.5 && y > box.y + 1.5 && y < box.y + box.height - 1.5;

export function nodesOf(root: SvgNode): SvgNode[] {
  const out = [root];
  for (const node of out) for (const child of node.children) if (typeof child !== 'string') out.push(child);
  return out;
}
