// A layout to a picture: frames, then lines, then boxes, then dots and pills. Instances are groups moved into place.

import { gist } from './contents.ts';
import { blockCell, busLine, cardBox, cellBox, feedBar, plainBox, stackBox, type Touch, touchable } from './drawBox.ts';
import { linkName, origin, pathIn } from './find.ts';
import { labelsOf } from './labels.ts';
import { heatStep, type Marked, type Marks, markUp } from './marks.ts';
import type { Box, Cell, Layout, Link, Placed, Route } from './model.ts';
import type { ThemeName } from './palette.ts';
import { middle } from './path.ts';
import { join } from './paths.ts';
import { boxWords, cellWords, linkWords } from './spoken.ts';
import { themeCss } from './style.ts';
import { dot, fitted, line, pill, box as rect, type SvgNode, svg, text, textWidth } from './svg.ts';
import { memberName, typeName } from './words.ts';

export interface DrawOptions {
  readonly marks?: Marks;
  /** For a file: the theme's colours are written into the picture, and its background is painted. */
  readonly theme?: ThemeName;
  /** The accessible name; the root's name and gist without it. */
  readonly title?: string;
}

interface Drawing {
  readonly layout: Layout;
  readonly marked: Marked;
  /** Wide unseen strokes under the lines, to point at; not where there are very many. */
  readonly hits: boolean;
}

export function draw(layout: Layout, options: DrawOptions = {}): SvgNode {
  const marked = markUp(layout, options.marks ?? {});
  const { root } = layout;
  const drawing = { layout, marked, hits: root.routes.length <= 600 && options.theme === undefined };
  const { width, height } = layout;
  const at = origin(layout);
  const name = `${typeName(root.template.name)}: ${gist(layout.scene, root.template)}`;
  const labels = labelsOf(root).map((label) => label.draw(at.y + label.y));
  return svg(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      class: `topo${marked.heat ? ' heat' : ''}`,
      viewBox: `0 0 ${Math.round(width)} ${Math.round(height)}`,
      width: Math.round(width),
      height: Math.round(height),
      role: 'group',
      'aria-label': options.title ?? name,
    },
    options.theme && svg('style', {}, themeCss(options.theme)),
    options.theme && svg('rect', { class: 'paper', width: '100%', height: '100%', fill: 'none' }),
    svg(
      'g',
      { class: 'canvas' },
      svg('g', { class: 'labels', 'aria-hidden': 'true' }, ...labels),
      drawPlaced(drawing, root, '', at.x, at.y, undefined),
    ),
  );
}

function drawPlaced(
  drawing: Drawing,
  placed: Placed,
  prefix: string,
  x: number,
  y: number,
  as: Box | undefined,
): SvgNode {
  const layers = { lines: [] as SvgNode[], buses: [] as SvgNode[], boxes: [] as SvgNode[], top: [] as SvgNode[] };
  const looks = looksOf(placed);
  const inside: SvgNode[] = [];
  for (const box of placed.boxes) {
    if (box.form === 'open' && box.child)
      inside.push(drawPlaced(drawing, box.child, join(prefix, box.id), box.x, box.y, box));
    else drawBox(drawing, placed, prefix, box, looks, layers);
  }
  for (const route of byHeat(drawing.marked, prefix, placed.routes)) drawRoute(drawing, placed, prefix, route, layers);
  return svg(
    'g',
    { transform: `translate(${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10})` },
    frame(drawing, placed, prefix, as),
    ...inside,
    ...layers.buses,
    ...layers.lines,
    ...layers.boxes,
    ...layers.top,
  );
}

function frame({ layout, marked }: Drawing, placed: Placed, prefix: string, as: Box | undefined): SvgNode {
  const name = as ? as.label : typeName(placed.template.name);
  const sub = as ? as.sub : gist(layout.scene, placed.template);
  const y = placed.titleBottom ? placed.height - 16 : 26;
  const beside = fitted(sub, placed.width - 42 - textWidth(name, 12.5, true), 11);
  return touchable(
    {
      name: `frame${stateOf(marked, prefix)}`,
      path: prefix,
      words: sub === '' ? name : `${name}, ${sub}`,
      ...(as ? { expanded: true } : {}),
    },
    rect(0, 0, placed.width, placed.height, 10, ''),
    svg('text', { x: 16, y }, name, beside !== '' && svg('tspan', { class: 'sub', dx: 10 }, beside)),
  );
}

const stateOf = (marked: Marked, path: string): string =>
  path === '' ? '' : `${marked.selected.has(path) ? ' selected' : ''}${marked.cursor.has(path) ? ' cursor' : ''}`;

// ---- Boxes

interface Layers {
  readonly lines: SvgNode[];
  readonly buses: SvgNode[];
  readonly boxes: SvgNode[];
  readonly top: SvgNode[];
}

/** The look of the first link of each box: a switch has the colour of what it switches. */
function looksOf(placed: Placed): Map<Box, string> {
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

function drawBox(
  drawing: Drawing,
  placed: Placed,
  prefix: string,
  box: Box,
  looks: ReadonlyMap<Box, string>,
  layers: Layers,
): void {
  const { marked } = drawing;
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
function expansion(placed: Placed, box: Box): { expanded?: boolean } {
  if (box.absent) return {};
  if (box.form === 'card' || box.form === 'stack') return { expanded: false };
  const part = placed.template.parts[box.part];
  return box.form === 'bar' && part && box.places.length > 1 ? { expanded: false } : {};
}

/** Names of buses in the widest space between what hangs on them, near the middle if there are several. */
function busWords(placed: Placed, box: Box): SvgNode[] {
  const spans = placed.links
    .filter(({ a, b }) => a === box || b === box)
    .map(({ a, b }) => (a === box ? b : a))
    .filter((other, i, others) => others.indexOf(other) === i)
    .map(({ x, width }) => [x, x + width] as const)
    .sort((a, b) => a[0] - b[0]);
  const middleX = box.x + box.width / 2;
  let at = middleX;
  let best = Number.NEGATIVE_INFINITY;
  for (let i = 0; i + 1 < spans.length; i++) {
    const gap = spans[i + 1][0] - spans[i][1];
    const x = (spans[i + 1][0] + spans[i][1]) / 2;
    if (gap - Math.abs(x - middleX) * 0.05 > best) {
      best = gap - Math.abs(x - middleX) * 0.05;
      at = x;
    }
  }
  return box.cells.map((cell) => text(at, box.y + cell.y + 12.5, cell.label, 'word'));
}

// ---- Lines

const linksIn = (route: Route): readonly Link[] => route.also ?? [route.link];

function busyOf(marked: Marked, prefix: string, route: Route): number | undefined {
  let most: number | undefined;
  for (const link of linksIn(route)) {
    const busy = marked.busyLink(prefix, link);
    if (busy !== undefined) most = Math.max(most ?? 0, busy);
  }
  return most;
}

/** Under a heat overlay the busiest lie on top. */
function byHeat(marked: Marked, prefix: string, routes: readonly Route[]): readonly Route[] {
  if (!marked.heat) return routes;
  const value = (route: Route): number => busyOf(marked, prefix, route) ?? 0;
  return [...routes].sort((a, b) => value(a) - value(b));
}

function drawRoute({ marked, hits }: Drawing, placed: Placed, prefix: string, route: Route, layers: Layers): void {
  const { link, course } = route;
  const busy = busyOf(marked, prefix, route);
  // Of a rail only the drop is one link.
  const hot = route.also === undefined && marked.hotLink(prefix, link);
  const width = busy === undefined ? route.width : route.width + busy * 1.2;
  const opacity = marked.heat || hot ? 0.8 + 0.2 * (busy ?? 0) : route.opacity;
  const cursor = linksIn(route).some((each) => marked.cursorLinks(prefix, each));
  const step = marked.heat ? ` h${heatStep(busy ?? 0)}` : '';
  layers.lines.push(
    svg(
      'g',
      {
        class: `wire l-${link.look}${step}`,
        'data-link': linkName(placed, prefix, link),
        role: 'img',
        'aria-label': linkWords(placed, link),
      },
      svg('title', {}, linkWords(placed, link)),
      hits && line(course, 'hit', 10),
      hot && line(course, 'halo', width + 9),
      cursor && line(course, 'glow', width + 6),
      line(course, width > 5 ? 'e butt' : 'e', width, Math.round(opacity * 100) / 100),
    ),
  );
  for (const { x, y } of route.dots) layers.top.push(dot(x, y, `l-${link.look}`));
  if (hot) {
    const at = middle(course);
    const words = `${Math.round(marked.hotShare * 100)} % · bottleneck`;
    // Beside the line, not on it; left of it where the picture ends.
    const off = textWidth(words, 10.5, true) / 2 + 18;
    const x = at.x + 2 * off > placed.width ? at.x - off : at.x + off;
    layers.top.push(pill(x, at.y, words, 'hot'));
  } else if (route.pill) layers.top.push(pill(route.pill.at.x, route.pill.at.y, route.pill.words, `l-${link.look}`));
}

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
