// A layout to a picture: frames, then lines, then boxes, then dots and pills. Instances are groups moved into place.

import { gist } from './contents.ts';
import { cutLines } from './cutLine.ts';
import { touchable } from './drawBox.ts';
import { drawBox, looksOf } from './drawBoxes.ts';
import { byHeat, drawRoute } from './drawLines.ts';
import { origin } from './find.ts';
import { labelsOf } from './labels.ts';
import { hotWords, type Marked, type Marks, markUp, stateOf } from './marks.ts';
import type { Box, Layout, Placed } from './model.ts';
import type { ThemeName } from './palette.ts';
import { join } from './paths.ts';
import { themeCss } from './style.ts';
import { fitted, pill, box as rect, type SvgNode, svg, textWidth } from './svg.ts';
import { bandwidth, typeName } from './words.ts';

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
    options.theme && svg('rect', { class: 'paper', width: '100%', height: '100%' }),
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
    else drawBox(drawing.marked, placed, prefix, box, looks, layers);
    // Across the lower edge of a closed box: which link it is the panel says.
    if (drawing.marked.hotBox(join(prefix, box.id)))
      layers.top.push(pill(box.x + box.width / 2, box.y + box.height, hotWords(drawing.marked.hotShare), 'hot', 28));
  }
  for (const route of byHeat(drawing.marked, prefix, placed.routes)) drawRoute(drawing, placed, prefix, route, layers);
  const { cutRate } = drawing.marked;
  if (cutRate !== undefined) layers.top.push(...cutLines(drawing.marked, placed, prefix, cutWords(cutRate)));
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

/** As the bottleneck's, in one language: an exported picture has no other. */
const cutWords = (GBps: number): string => `cut · ${bandwidth(GBps)}`;

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
