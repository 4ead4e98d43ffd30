// Which drawing each box gets, its colour, and what it says and does when touched.
import { blockCell, busLine, cardBox, cellBox, feedBar, plainBox, stackBox, type Touch } from './drawBox.ts';
import { pathIn } from './find.ts';
import { heatStep, type Marked, stateOf } from './marks.ts';
import type { Box, Cell, Placed } from './model.ts';
import { join } from './paths.ts';
import { boxWords, cellWords } from './spoken.ts';
import { type SvgNode, svg, text, textWidth } from './svg.ts';

/** What is drawn over what: from buses at the bottom to dots and pills on top. */
export interface Layers {
  readonly lines: SvgNode[];
  readonly buses: SvgNode[];
  readonly boxes: SvgNode[];
  readonly top: SvgNode[];
}

/** The look of the first link of each box: a switch has the colour of what it switches. */
export function looksOf(placed: Placed): Map<Box, string> {
  const looks = new Map<Box, string>();
  for (const { a, b, look } of placed.links)
    for (const box of [a, b]) {
      const scale = look === 'nvlink' || look === 'scaleup';
      if (!looks.has(box) || (box.class === 'scale' && scale)) looks.set(box, look);
    }
  return looks;
}

function tintOf(box: Box, look: string | undefined): string {
  switch (box.class) {
    case 'scale':
      return look === undefined || look === 'pcie' ? 'nvlink' : look;
    case 'net':
      return look === undefined || look === 'pcie' ? 'infiniband' : look;
    case 'node':
      return box.form === 'block' && (box.contents?.gpus ?? 0) > 0 ? 'gpu' : 'node';
    default:
      return box.class;
  }
}

export function drawBox(
  marked: Marked,
  placed: Placed,
  prefix: string,
  box: Box,
  looks: ReadonlyMap<Box, string>,
  layers: Layers,
): void {
  const tint = tintOf(box, looks.get(box));
  const path = join(prefix, pathIn(placed, box));
  const busy = marked.busyBox(path);
  const heat = busy === undefined ? '' : ` h${heatStep(busy)}`;
  const name = `n c-${tint}${box.form === 'clique' ? ' virtual' : ''}${box.absent ? ' gap' : ''}${heat}${marked.hotBox(path) ? ' hotbox' : ''}`;
  const touch = (): Touch => ({
    name: name + stateOf(marked, path),
    path,
    words: boxWords(placed, box),
    ...expansion(placed, box),
  });
  const cellTouch = (cell: Cell, opens: boolean): Touch => {
    const own = join(prefix, pathIn(placed, box, cell.place));
    return {
      name: `n c-${tint}${cell.absent ? ' gap' : ''}${stateOf(marked, own)}`,
      path: own,
      words: cellWords(placed, box, cell.place, cell.absent),
      ...(opens && !cell.absent ? { expanded: false } : {}),
    };
  };
  switch (box.form) {
    case 'rails':
    case 'open':
      return;
    case 'bus':
      for (const cell of box.cells) layers.buses.push(busLine(box, cell, cellTouch(cell, false)));
      layers.top.push(...busWords(placed, box));
      return;
    case 'stack':
      layers.boxes.push(stackBox(box, touch()));
      return;
    case 'card':
      layers.boxes.push(cardBox(box, touch()));
      return;
    case 'block': {
      if (box.feeds.length > 0) layers.lines.push(feedBar(box, looks.get(box) ?? 'infiniband'));
      const cells = box.cells.map((cell) => blockCell(box, cell, cellTouch(cell, box.contents !== undefined)));
      layers.boxes.push(svg('g', { class: tint === 'gpu' ? 'dense' : '' }, ...cells));
      return;
    }
    case 'grid':
    case 'mesh':
    case 'column':
      for (const cell of box.cells) layers.boxes.push(cellBox(box, cell, cellTouch(cell, false)));
      return;
    default:
      layers.boxes.push(plainBox(box, touch()));
  }
}

/** What opens says that it is closed; bars of several switches open to buses. */
export function expansion(placed: Placed, box: Box): { expanded?: boolean } {
  if (box.absent) return {};
  if (box.form === 'card' || box.form === 'stack') return { expanded: false };
  const part = placed.template.parts[box.part];
  return box.form === 'bar' && part && box.places.length > 1 ? { expanded: false } : {};
}

/** Names of buses in the space between what hangs on them that is nearest to the middle and wide enough, else the widest. */
function busWords(placed: Placed, box: Box): SvgNode[] {
  const hanging = new Set(
    placed.links.filter(({ a, b }) => a === box || b === box).map(({ a, b }) => (a === box ? b : a)),
  );
  const sorted = [...hanging].sort((a, b) => a.x - b.x);
  const wanted = Math.max(...box.cells.map(({ label }) => textWidth(label, 11.5, true))) + 8;
  const middleX = box.x + box.width / 2;
  const gaps = sorted.slice(1).map((next, i) => {
    const from = sorted[i].x + sorted[i].width;
    return { x: (from + next.x) / 2, short: Math.max(0, wanted - (next.x - from)) };
  });
  gaps.sort((a, b) => a.short - b.short || Math.abs(a.x - middleX) - Math.abs(b.x - middleX));
  return box.cells.map((cell) => text(gaps[0]?.x ?? middleX, box.y + cell.y + 12.5, cell.label, 'word'));
}
