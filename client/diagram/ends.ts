// Where links end: on a box, on an inner port of a card, on a NIC inside an open instance, on a cell of a mesh.
import { innerRect } from './elk.ts';
import { type Box, type Cell, type Link, right } from './model.ts';
import type { Rect } from './path.ts';
import { cardPort } from './sizes.ts';

export interface End extends Rect {
  readonly box: Box;
  /** Ends of equal keys share one edge of one thing. */
  readonly key: string;
  readonly cell?: Cell;
}

export function endOf(box: Box, port: string): End {
  if (box.form === 'open' && box.child && port !== '') {
    const inner = innerRect(box.child, port);
    if (inner)
      return {
        x: box.x + inner.x,
        y: box.y + inner.y,
        width: inner.width,
        height: inner.height,
        box,
        key: `${box.id} ${port}`,
      };
  }
  if (box.form === 'card' && (box.ports.length > 1 || port !== '')) {
    const middle = box.x + cardPort(box, port);
    return { x: middle - 6, y: box.y - 4, width: 12, height: box.height + 8, box, key: `${box.id} ${port}` };
  }
  if ((box.form === 'column' || box.form === 'mesh' || box.form === 'grid') && port !== '') {
    const cell = box.cells.find(({ place }) => String(place) === port);
    if (cell)
      return {
        x: box.x + cell.x,
        y: box.y + cell.y,
        width: cell.width,
        height: cell.height,
        box,
        cell,
        key: `${box.id} ${port}`,
      };
  }
  return { x: box.x, y: box.y, width: box.width, height: box.height, box, key: box.id };
}

export const endsOf = (link: Link): [End, End] => [endOf(link.a, link.portA), endOf(link.b, link.portB)];

/** Whether an upright at `x` between two heights is clear of all boxes. */
export function isClear(boxes: readonly Box[], x: number, top: number, end: number): boolean {
  return boxes.every(
    (box) =>
      box.form === 'rails' || box.y + box.height <= top + 1 || box.y >= end - 1 || x < box.x - 5 || x > right(box) + 5,
  );
}
