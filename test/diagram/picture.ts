// What a drawn picture holds, each thing where it lies on the page: boxes with the words in them, words by themselves, pills.
// Sizes of letters are those of the stylesheet (client/diagram/style.ts).
import type { SvgNode } from '../../client/diagram/diagram.ts';
import type { Rect } from '../../client/diagram/path.ts';
import { textWidth } from '../../client/diagram/svg.ts';

export interface Words extends Rect {
  readonly words: string;
  /** The box or pill they are written in. */
  readonly inside?: Rect;
}

interface Pill extends Rect {
  readonly name: string;
  /** Of the members of a stack. */
  readonly isCount: boolean;
}

export interface Picture extends Rect {
  /** What can be touched; what is drawn inside a card is not. */
  readonly boxes: readonly (Rect & { readonly name: string })[];
  readonly words: readonly Words[];
  readonly pills: readonly Pill[];
}

export function readPicture(root: SvgNode): Picture {
  const boxes: (Rect & { name: string })[] = [];
  const words: Words[] = [];
  const pills: Pill[] = [];
  const visit = (node: SvgNode, x: number, y: number, around: string, inside: Rect | undefined): void => {
    const [dx, dy] = /translate\(([-\d.]+) ([-\d.]+)\)/
      .exec(node.attributes.transform ?? '')
      ?.slice(1)
      .map(Number) ?? [0, 0];
    const [left, top] = [x + dx, y + dy];
    const { class: own = '', 'data-path': path } = node.attributes;
    const rects = node.children.filter((child): child is SvgNode => typeof child !== 'string' && child.name === 'rect');
    const face = rects.find(({ attributes }) => attributes.class === 'b' || /badge|cnt|frame/.test(own));
    const area = face ? rectOf(face, left, top) : inside;
    if (face && /badge|cnt/.test(own))
      pills.push({ ...rectOf(face, left, top), name: textOf(node), isCount: own.includes('cnt') });
    else if (face && path && !own.includes('frame')) boxes.push({ ...rectOf(face, left, top), name: path });
    for (const child of node.children) {
      if (typeof child === 'string' || child.name === 'title') continue;
      if (child.name === 'text') words.push(wordsOf(child, left, top, own || around, area));
      else visit(child, left, top, own || around, area);
    }
  };
  visit(root, 0, 0, '', undefined);
  const [width, height] = [Number(root.attributes.width), Number(root.attributes.height)];
  return { x: 0, y: 0, width, height, boxes, words, pills };
}

function rectOf({ attributes }: SvgNode, x: number, y: number): Rect {
  const [left, top, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(attributes[name] ?? 0));
  return { x: x + left, y: y + top, width, height };
}

const textOf = (node: SvgNode): string =>
  node.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');

function wordsOf(node: SvgNode, x: number, y: number, around: string, inside: Rect | undefined): Words {
  const size = sizeOf(node.attributes.class ?? '', around);
  const width = widthOf(node, around);
  const anchor = node.attributes['text-anchor'] ?? 'start';
  const left = x + Number(node.attributes.x) - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0);
  // From the top of a capital to the baseline: 0.73 of the size in Inter.
  const rect = { x: left, y: y + Number(node.attributes.y) - size * 0.73, width, height: size * 0.73 };
  return { words: textOf(node), ...rect, ...(inside ? { inside } : {}) };
}

function widthOf(node: SvgNode, around: string): number {
  const name = node.attributes.class ?? '';
  const size = sizeOf(name, around);
  let width = Number(node.attributes.dx ?? 0);
  for (const child of node.children)
    if (typeof child !== 'string') width += widthOf(child, around);
    else width += textWidth(child, size, !/sub/.test(name)) + (name.includes('tier') ? child.length * 0.08 * size : 0);
  return width;
}

function sizeOf(name: string, around: string): number {
  const own = { sub: around.includes('frame') ? 11 : 9.5, small: 9.5, large: 13, inv: 8.5, tier: 10, ln: 11 };
  if (name.includes('tiny')) return 7.5;
  for (const [word, size] of Object.entries(own)) if (name.split(' ').includes(word)) return size;
  if (around.includes('frame')) return 12.5;
  if (around.includes('badge')) return 10.5;
  return around.includes('cnt') ? 11 : 11.5;
}

const slack = 0.6;

export const meet = (a: Rect, b: Rect): boolean =>
  a.x + slack < b.x + b.width &&
  b.x + slack < a.x + a.width &&
  a.y + slack < b.y + b.height &&
  b.y + slack < a.y + a.height;

export const holds = (outer: Rect, inner: Rect): boolean =>
  inner.x >= outer.x - slack &&
  inner.y >= outer.y - slack &&
  inner.x + inner.width <= outer.x + outer.width + slack &&
  inner.y + inner.height <= outer.y + outer.height + slack;

/** What a reader would stumble over: words over their box or the edge, words on words, pills on words, boxes on boxes. */
export function faultsOf(picture: Picture): string[] {
  const { boxes, words, pills } = picture;
  const faults: string[] = [];
  for (const text of words) if (!holds(text.inside ?? picture, text)) faults.push(`"${text.words}" leaves its box`);
  for (const thing of [...boxes, ...pills]) if (!holds(picture, thing)) faults.push(`${thing.name} leaves the picture`);
  const pairs = <T>(things: readonly T[], fault: (a: T, b: T) => string | undefined): void => {
    things.forEach((a, i) => {
      for (const b of things.slice(i + 1)) faults.push(...[fault(a, b)].flatMap((each) => each ?? []));
    });
  };
  pairs(words, (a, b) => (meet(a, b) ? `"${a.words}" on "${b.words}"` : undefined));
  pairs(boxes, (a, b) => (meet(a, b) ? `${a.name} on ${b.name}` : undefined));
  pairs(pills, (a, b) => (meet(a, b) ? `${a.name} on ${b.name}` : undefined));
  for (const box of boxes) {
    const isOwn = ({ inside }: Words): boolean => inside?.x === box.x && inside.y === box.y;
    for (const text of words)
      if (meet(text, box) && !holds(box, text) && !isOwn(text)) faults.push(`"${text.words}" over ${box.name}`);
    // The count of a stack hangs on its corner.
    for (const pill of pills) if (!pill.isCount && meet(pill, box)) faults.push(`${pill.name} over ${box.name}`);
  }
  for (const pill of pills)
    for (const text of words)
      if (text.words !== pill.name && meet(pill, text)) faults.push(`${pill.name} on "${text.words}"`);
  return faults;
}
