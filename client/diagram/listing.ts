// All that is drawn as a list: for keys that walk through it, and for the picture in words.
import { expansion } from './drawBoxes.ts';
import { origin, pathIn } from './find.ts';
import type { Layout, Placed } from './model.ts';
import { join } from './paths.ts';
import { boxWords, cellWords } from './spoken.ts';
import { memberName } from './words.ts';

/** One thing that is drawn, for lists and for keys. */
export interface DrawnBox {
  readonly path: string;
  readonly words: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Whether it can be opened or closed. */
  readonly toggles: boolean;
}

/** All that is drawn, rows from above, left to right, an open instance before what is in it. */
export function boxesOf(layout: Layout): DrawnBox[] {
  const at = origin(layout);
  const out: DrawnBox[] = [];
  listBoxes(layout.root, '', at.x, at.y, out);
  return out;
}

function listBoxes(placed: Placed, prefix: string, x: number, y: number, out: DrawnBox[]): void {
  for (const row of placed.rows)
    for (const box of row) {
      if (box.form === 'rails' || box.form === 'clique') continue;
      const rest = { x: x + box.x, y: y + box.y, width: box.width, height: box.height };
      const cells = ['grid', 'mesh', 'column', 'block', 'bus'].includes(box.form);
      if (!cells) {
        const toggles = box.form === 'open' || expansion(placed, box).expanded !== undefined;
        const words =
          box.form === 'open'
            ? `${memberName(placed.template.parts[box.part], box.places[0])}, ${box.sub}`
            : boxWords(placed, box);
        out.push({ path: join(prefix, pathIn(placed, box)), words, ...rest, toggles });
        if (box.child) listBoxes(box.child, join(prefix, box.id), rest.x, rest.y, out);
        continue;
      }
      for (const cell of box.cells)
        out.push({
          path: join(prefix, pathIn(placed, box, cell.place)),
          words: cellWords(placed, box, cell.place, cell.absent),
          x: rest.x + cell.x,
          y: rest.y + cell.y,
          width: cell.width || box.width,
          height: cell.height,
          toggles: box.form === 'block' && box.contents !== undefined && !cell.absent,
        });
    }
}
