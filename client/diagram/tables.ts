// The picture as two tables, of boxes and of links, for those who would rather read: rows as they are drawn.

import { linkName, locate } from './find.ts';
import { boxesOf } from './listing.ts';
import type { Layout, Placed } from './model.ts';
import { outwardWords } from './outward.ts';
import { join, splitHead, spotOf } from './paths.ts';
import { endWords } from './spoken.ts';
import { kindName, mediumWords } from './words.ts';

export interface BoxRow {
  readonly path: string;
  readonly name: string;
  readonly kind: string;
  readonly type: string;
  /** What is said of it, its name left out. */
  readonly words: string;
  /** Whether it is open or closed; undefined: it is neither. */
  readonly open: boolean | undefined;
}

export interface LinkRow {
  /** The line's `data-link`. */
  readonly link: string;
  readonly from: string;
  readonly to: string;
  readonly medium: string;
  /** Links in all; of PCIe, links of so many lanes. */
  readonly count: number;
  /** All together, one direction. */
  readonly GBps: number;
  readonly directed: boolean;
}

export function boxRows(layout: Layout): BoxRow[] {
  return boxesOf(layout).map(({ path, words, toggles }) => {
    const part = partAt(layout, path);
    const type = part ? kindName(part) : '';
    const [name, ...more] = words.split(', ');
    const count = /^[\d\u2009]+$/.test(more[0] ?? '') ? more.shift() : undefined;
    if (more[0] === type) more.shift();
    const form = locate(layout, path)?.box.form;
    return {
      path,
      name: `${before(path)}${name}${count === undefined ? '' : ` (${count})`}`,
      kind: part?.kind ?? '',
      type,
      words: [...more, ...outwardWords(layout, path)].join(', '),
      open: toggles ? form === 'open' || form === 'bus' : undefined,
    };
  });
}

/** What it is in: `su[0].dgx[3] ` of `su[0].dgx[3].gpu[7]`. */
const before = (path: string): string => {
  const dot = path.lastIndexOf('.');
  return dot < 0 ? '' : `${path.slice(0, dot)} `;
};

function partAt({ scene }: Layout, path: string) {
  let template = scene.templates[0];
  let rest = path;
  for (;;) {
    const [head, after] = splitHead(rest);
    const spot = spotOf(template, head);
    const part = spot && template.parts[spot.part];
    if (!part || after === '') return part;
    if (part.template === undefined) return undefined;
    template = scene.templates[part.template];
    rest = after;
  }
}

export function linkRows(layout: Layout): LinkRow[] {
  const out: LinkRow[] = [];
  listLinks(layout.root, '', out);
  return out;
}

function listLinks(placed: Placed, prefix: string, out: LinkRow[]): void {
  const inside = prefix === '' ? '' : `${prefix} `;
  for (const link of placed.links)
    out.push({
      link: linkName(placed, prefix, link),
      from: inside + endWords(placed, link.a, link.portA),
      to: inside + endWords(placed, link.b, link.portB),
      medium: link.lanes ? mediumWords(link, link.count) : mediumWords(link, 1),
      count: link.lanes ? link.pairs : link.links,
      GBps: link.GBps,
      directed: link.directed,
    });
  for (const box of placed.boxes) if (box.child) listLinks(box.child, join(prefix, box.id), out);
}
