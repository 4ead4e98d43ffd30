// A picture as plain data: no DOM, so that the page, the command line and the tests share one renderer.
// Styles are classes and presentation attributes; a `style` attribute would be refused by the page's content policy.
import { advance } from './metrics.ts';
import { type Course, courseText, tenth } from './path.ts';

export interface SvgNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (SvgNode | string)[];
}

export type Attributes = Readonly<Record<string, string | number | undefined>>;
type Child = SvgNode | string | undefined | false;

export function svg(name: string, attributes: Attributes = {}, ...children: readonly Child[]): SvgNode {
  const kept: Record<string, string> = {};
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== '') kept[key] = typeof value === 'number' ? String(tenth(value)) : value;
  return { name, attributes: kept, children: children.filter((child): child is SvgNode | string => !!child) };
}

export function svgText(node: SvgNode): string {
  const out: string[] = [];
  write(node, out);
  return out.join('');
}

function write(node: SvgNode, out: string[]): void {
  out.push('<', node.name);
  for (const [key, value] of Object.entries(node.attributes)) out.push(' ', key, '="', escaped(value), '"');
  if (node.children.length === 0) {
    out.push('/>');
    return;
  }
  out.push('>');
  for (const child of node.children) {
    if (typeof child !== 'string') write(child, out);
    else out.push(node.name === 'style' ? child : escaped(child));
  }
  out.push('</', node.name, '>');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Control characters are no XML, escaped or not. */
const escaped = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').replace(/[&<>"]/g, (sign) => entities[sign]);

export const box = (x: number, y: number, width: number, height: number, rx: number, name = 'b'): SvgNode =>
  svg('rect', { class: name, x, y, width, height, rx });

export function text(x: number, y: number, words: string, name = '', anchor: 'start' | 'middle' | 'end' = 'middle') {
  return svg('text', { class: name, x, y, 'text-anchor': anchor }, words);
}

export const line = (course: Course, name: string, width: number, opacity = 1): SvgNode =>
  svg('path', {
    class: name,
    d: courseText(course),
    'stroke-width': width,
    ...(opacity < 1 ? { opacity: String(opacity) } : {}),
  });

export const dot = (x: number, y: number, name: string, r = 2.6): SvgNode =>
  svg('circle', { class: `dot ${name}`, cx: x, cy: y, r });

/** The letter-spacing of the stylesheet. */
const spacing = 0.01;

/** How wide text comes out, at most: in Inter, which is wider than the fonts of editors. */
export const textWidth = (words: string, size: number, bold = false): number => advance(words, size, bold, spacing);

/** The text, cut with an ellipsis to fit `width`; empty where not even three letters would. */
export function fitted(words: string, width: number, size: number, bold = false): string {
  if (textWidth(words, size, bold) <= width) return words;
  const signs = [...words];
  let room = width - textWidth('\u2026', size, bold);
  let kept = 0;
  while (kept < signs.length && room >= 0) room -= textWidth(signs[kept++], size, bold);
  return kept - 1 < 3
    ? ''
    : `${signs
        .slice(0, kept - 1)
        .join('')
        .trimEnd()}\u2026`;
}

/** `room`: beside the words, as drawn; a page whose font is wider than the one that is measured needs more. */
export function pill(x: number, y: number, words: string, name: string, room = 16): SvgNode {
  const width = textWidth(words, 10.5, true) + room;
  return svg('g', { class: `badge ${name}` }, box(x - width / 2, y - 9, width, 18, 9, ''), text(x, y + 3.8, words));
}
