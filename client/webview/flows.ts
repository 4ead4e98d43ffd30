// What a step of an algorithm sends, over the picture: an arrow from each rank to the one it sends to, and in each rank's box
// how complete its pieces are. A rank in a closed box is shown at that box.

import { arrayOf } from './picture.ts';
import type { Playing } from './playing.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';

/** In the picture's own units. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where things stand in the picture, by path; undefined: they are not drawn. */
export type PlaceOf = (path: string) => Box | undefined;

/** More pieces than this are one bar. */
const mostCells = 16;
const barHeight = 7;
const headSize = 6;

/**
 * A group to be put on top of the picture; labels only where they have room. `scale`: from afar arrows and bars are drawn larger,
 * or they would not be seen.
 */
export function drawFlows({ flows, fills }: Playing, placeOf: PlaceOf, scale: number): SVGGElement {
  const group = made('g', { class: 'playing', 'aria-hidden': 'true' });
  for (const [path, pieces] of byBox(fills, placeOf)) {
    const box = placeOf(path);
    if (box) group.append(bar(box, pieces, Math.min(barHeight * scale, box.height / 2)));
  }
  const labelled = flows.length <= mostCells;
  for (const { from, to, words } of flows) {
    const [a, b] = [drawnAt(from, placeOf), drawnAt(to, placeOf)];
    const [here, there] = [a && placeOf(a), b && placeOf(b)];
    if (here && there && a !== b) group.append(...arrowBetween(here, there, labelled ? words : '', scale));
  }
  return group;
}

/** The box that stands for a path: its own, or the innermost closed one around it. */
function drawnAt(path: string, placeOf: PlaceOf): string | undefined {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    if (placeOf(at)) return at;
    if (placeOf(arrayOf(at))) return arrayOf(at);
  }
  return undefined;
}

/** By box; of several ranks in one how complete they are together. */
function byBox(fills: Playing['fills'], placeOf: PlaceOf): Map<string, readonly number[]> {
  const boxes = new Map<string, (readonly number[])[]>();
  for (const { path, pieces } of fills) {
    const box = drawnAt(path, placeOf);
    if (box !== undefined) boxes.set(box, [...(boxes.get(box) ?? []), pieces]);
  }
  return new Map(
    [...boxes].map(([path, [first, ...others]]) => [
      path,
      others.length === 0 && first.length <= mostCells ? first : [mean([first, ...others].flat())],
    ]),
  );
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Cells from left to right, a piece each, filled from below; what is complete has a line over it too. */
function bar({ x, y, width, height }: Box, pieces: readonly number[], barHeight: number): SVGGElement {
  const all = made('g', { class: 'fill' });
  const [left, top, room] = [x + 3, y + height - barHeight / 2, width - 6];
  all.append(made('rect', { class: 'room', x: left, y: top, width: room, height: barHeight }));
  const cell = room / pieces.length;
  pieces.forEach((share, i) => {
    if (share <= 0) return;
    const tall = barHeight * Math.max(0.2, share);
    const at = { x: left + i * cell + 0.5, y: top + barHeight - tall, width: Math.max(0.5, cell - 1), height: tall };
    all.append(made('rect', { class: share >= 1 ? 'done' : 'part', ...at }));
  });
  return all;
}

/** Curved to one side, so that what goes back is told from what goes there. */
function arrowBetween(a: Box, b: Box, words: string, scale: number): SVGElement[] {
  const [from, to] = [centre(a), centre(b)];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const away = Math.hypot(dx, dy) || 1;
  const bend = Math.min(60, 10 + away * 0.16);
  const control = { x: (from.x + to.x) / 2 + (dy / away) * bend, y: (from.y + to.y) / 2 - (dx / away) * bend };
  const [start, end] = [onEdge(a, control), onEdge(b, control)];
  const [size, width] = [headSize * scale, 1.6 * scale];
  const line = made('path', {
    class: 'flow',
    'stroke-width': width,
    d: `M${start.x} ${start.y}Q${control.x} ${control.y} ${end.x} ${end.y}`,
  });
  const angle = (Math.atan2(end.y - control.y, end.x - control.x) * 180) / Math.PI;
  const head = made('path', {
    class: 'head',
    d: `M0 0L${-size} ${-size / 2}V${size / 2}Z`,
    transform: `translate(${end.x} ${end.y}) rotate(${angle})`,
  });
  if (words === '') return [line, head];
  const label = made('text', {
    'font-size': 10 * scale,
    x: (start.x + 2 * control.x + end.x) / 4,
    y: (start.y + 2 * control.y + end.y) / 4 + 3,
  });
  label.textContent = words;
  return [line, head, label];
}

const centre = ({ x, y, width, height }: Box): { x: number; y: number } => ({ x: x + width / 2, y: y + height / 2 });

/** Where the line from a box's middle to a point outside leaves it. */
function onEdge(box: Box, to: { x: number; y: number }): { x: number; y: number } {
  const middle = centre(box);
  const [dx, dy] = [to.x - middle.x, to.y - middle.y];
  const part = Math.min(1, box.width / 2 / (Math.abs(dx) || 1e-9), box.height / 2 / (Math.abs(dy) || 1e-9));
  return { x: middle.x + dx * part, y: middle.y + dy * part };
}

function made<Name extends 'g' | 'path' | 'rect' | 'text'>(
  name: Name,
  attributes: Readonly<Record<string, string | number>>,
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
