// Boxes drawn: cards for devices, bars and buses for switches, stacks, blocks and mini cards for many.
import type { Box, Cell, Contents } from './model.ts';
import { busHeight, cardPort, feedPort } from './sizes.ts';
import { fitted, box as rect, type SvgNode, svg, text, textWidth } from './svg.ts';
import { thousands } from './words.ts';

/** Class, path, words and state of something that can be focused. */
export interface Touch {
  readonly name: string;
  readonly path: string;
  readonly words: string;
  /** Whether it opens or closes; undefined: it does neither. */
  readonly expanded?: boolean;
}

export function touchable(touch: Touch, ...children: readonly (SvgNode | undefined)[]): SvgNode {
  return svg(
    'g',
    {
      class: touch.name,
      'data-path': touch.path,
      role: touch.expanded === undefined ? 'img' : 'button',
      'aria-label': touch.words,
      'aria-expanded': touch.expanded === undefined ? undefined : String(touch.expanded),
      tabindex: '-1',
    },
    svg('title', {}, touch.words),
    ...children,
  );
}

/** A name, and a line under it where there is room. */
export function caption(x: number, y: number, width: number, height: number, label: string, sub: string): SvgNode[] {
  const middle = x + width / 2;
  const room = width - 8;
  const small = textWidth(label, 11.5, true) > room;
  const name = fitted(label, room, small ? 9.5 : 11.5, true);
  const under = height > 30 ? fitted(sub, room, 9.5) : '';
  if (under === '') return [text(middle, y + height / 2 + 4, name, small ? 'word small' : 'word')];
  return [
    text(middle, y + height / 2 - 2.2, name, small ? 'word small' : 'word'),
    text(middle, y + height / 2 + 11.5, under, 'sub'),
  ];
}

export function plainBox(b: Box, touch: Touch): SvgNode {
  return touchable(
    touch,
    rect(b.x, b.y, b.width, b.height, 6),
    ...caption(b.x, b.y, b.width, b.height, b.label, b.sub),
  );
}

export function cellBox(b: Box, cell: Cell, touch: Touch): SvgNode {
  const [x, y] = [b.x + cell.x, b.y + cell.y];
  return touchable(
    touch,
    rect(x, y, cell.width, cell.height, 6),
    ...caption(x, y, cell.width, cell.height, cell.label, cell.sub),
  );
}

export function busLine(b: Box, cell: Cell, touch: Touch): SvgNode {
  return touchable(touch, rect(b.x, b.y + cell.y, b.width, busHeight, 4));
}

export function stackBox(b: Box, touch: Touch): SvgNode {
  const count = `×${thousands(b.places.length)}`;
  const width = textWidth(count, 11, true) + 14;
  const { x, y } = b;
  const inside = b.contents
    ? [
        text(x + 16, y + 28, b.label, 'word large', 'start'),
        text(x + b.width - 14, y + 28, fitted(b.sub, b.width - 40 - textWidth(b.label, 13, true), 9.5), 'sub', 'end'),
        ...minis(b.contents, x, y + 42, b.width),
      ]
    : [
        text(x + b.width / 2, y + b.height / 2 - (b.sub ? 3 : -4), b.label, 'word large'),
        text(x + b.width / 2, y + b.height / 2 + 13, fitted(b.sub, b.width - 12, 9.5), 'sub'),
      ];
  return touchable(
    touch,
    rect(x + 10, y - 10, b.width, b.height, 8, 's'),
    rect(x + 5, y - 5, b.width, b.height, 8, 's'),
    rect(x, y, b.width, b.height, 8),
    ...inside,
    svg(
      'g',
      { class: 'cnt' },
      rect(x + b.width - width + 14, y - 19, width, 19, 9.5, ''),
      text(x + b.width - width / 2 + 14, y - 5.3, count),
    ),
  );
}

export function cardBox(b: Box, touch: Touch): SvgNode {
  const { x, y } = b;
  const ports = b.ports.length > 1 || b.ports[0] ? b.ports : [];
  return touchable(
    touch,
    rect(x, y, b.width, b.height, 6),
    text(x + 14, y + 28, b.label, 'word', 'start'),
    text(x + b.width - 14, y + 28, b.sub, 'sub', 'end'),
    ...(b.contents && !b.absent ? minis(b.contents, x, y + 42, b.width) : []),
    ...ports.map((port) => rect(x + cardPort(b, port) - 6, y - 4, 12, 8, 2, 'port')),
  );
}

/** Up to 16 GPUs as numbered squares over the switch that joins them; of bigger things their instances. */
function minis(
  { gpus, instances, scaleSwitches, scaleName, meshed, look }: Contents,
  x: number,
  y: number,
  width: number,
): SvgNode[] {
  const each = gpus > 16 && instances > 0;
  const count = Math.min(40, each ? instances : gpus);
  if (count === 0) return [];
  const columns = Math.min(8, count);
  const start = x + width / 2 - (columns - 1) * 12.5;
  const nodes: SvgNode[] = [];
  const joined = gpus <= 16 && (scaleSwitches > 0 || meshed);
  for (let i = 0; i < count; i++) {
    const [cx, cy] = [start + (i % 8) * 25, y + Math.floor(i / 8) * 25];
    nodes.push(rect(cx - 9.5, cy, 19, 19, 3, 'mini'));
    if (!each) nodes.push(text(cx, cy + 12.5, String(i), 'inv'));
    if (joined && i >= count - columns)
      nodes.push(
        svg('path', { class: `e l-${look} inner`, d: `M${cx} ${cy + 19}v14`, 'stroke-width': 2.4, opacity: '.8' }),
      );
  }
  if (!joined) return nodes;
  const top = y + (Math.ceil(count / 8) - 1) * 25 + 33;
  const words = scaleSwitches > 0 ? `${scaleName}${scaleSwitches > 1 ? ` ×${scaleSwitches}` : ''}` : 'GPU mesh';
  const span = (columns - 1) * 25 + 19;
  nodes.push(
    svg(
      'g',
      { class: `n c-${look} inner` },
      rect(start - 9.5, top, span, 17, 4),
      text(x + width / 2, top + 12, fitted(words, span, 9.5), 'sub'),
    ),
  );
  return nodes;
}

/** One cell of a block: a member's number, and its GPUs or switches as dots. */
export function blockCell(b: Box, cell: Cell, touch: Touch): SvgNode {
  const [x, y] = [b.x + cell.x, b.y + cell.y];
  if (!b.contents)
    return touchable(
      touch,
      rect(x, y, cell.width, cell.height, 5),
      text(x + cell.width / 2, y + cell.height / 2 + 4, cell.label, 'small'),
    );
  return touchable(
    touch,
    rect(x, y, cell.width, cell.height, 5),
    text(x + 5, y + 10, cell.label, 'sub tiny', 'start'),
    cell.absent
      ? undefined
      : svg('path', { class: 'mini fill', d: dots(b.contents, x + 5, y + 14, cell.width - 10, cell.height - 17) }),
  );
}

/** All dots of a cell as one path: a block of a thousand cells stays a thousand elements. */
function dots({ gpus, instances, switches }: Contents, x: number, y: number, width: number, height: number): string {
  const count = Math.min(gpus > 16 && instances > 0 ? instances : gpus || switches, 32);
  const perRow = count > 8 ? 16 : count > 4 ? 4 : Math.max(1, count);
  const rows = Math.ceil(count / perRow);
  const pitch = Math.min(7.4, width / perRow, height / Math.max(1, rows));
  const size = pitch * 0.74;
  let d = '';
  for (let i = 0; i < count; i++)
    d += `M${tidy(x + (i % perRow) * pitch)} ${tidy(y + Math.floor(i / perRow) * pitch)}h${tidy(size)}v${tidy(size)}h${tidy(-size)}z`;
  return d;
}

const tidy = (value: number): number => Math.round(value * 10) / 10;

/** The thick line over a block that switches feed, and its short drops. */
export function feedBar(b: Box, look: string): SvgNode {
  const y = b.y - 12;
  const drops = b.feeds.map((_, i) => `M${tidy(b.x + feedPort(b, i))} ${y}V${b.y}`).join('');
  return svg(
    'g',
    { class: `l-${look}`, 'aria-hidden': 'true' },
    svg('path', { class: 'e', d: drops, 'stroke-width': 1.8, opacity: '.7' }),
    svg('path', { class: 'e', d: `M${tidy(b.x)} ${y}H${tidy(b.x + b.width)}`, 'stroke-width': 4.5, opacity: '.9' }),
  );
}
