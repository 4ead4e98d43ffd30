// What lies over the picture: the selection, where the cursor stands, loads of a collective and its bottleneck. All come as
// paths of devices and are put on whatever box or line stands for them.
import type { LinkLoad } from '../../server/protocol.ts';
import { drawnPath, linesFor, locate, pathIn } from './find.ts';
import type { Layout, Link } from './model.ts';
import { join } from './paths.ts';

export interface Marks {
  readonly selected?: readonly string[];
  readonly cursor?: { readonly paths: readonly string[]; readonly links: readonly string[] };
  /** Busy: share of the time, 0..1. */
  readonly bottleneck?: { readonly a: string; readonly b: string; readonly busy: number };
  readonly loads?: readonly LinkLoad[];
  /** Links that the optimum's cut severs, as paths joined by ` -- `, and GB/s over all of them. */
  readonly cut?: { readonly links: readonly string[]; readonly GBps: number };
}

/** Marks by what is drawn. Keys of `links` are `data-link`'s prefix and the link itself. */
export interface Marked {
  readonly heat: boolean;
  readonly selected: ReadonlySet<string>;
  readonly cursor: ReadonlySet<string>;
  readonly cursorLinks: (prefix: string, link: Link) => boolean;
  readonly busyLink: (prefix: string, link: Link) => number | undefined;
  readonly busyBox: (path: string) => number | undefined;
  readonly hotLink: (prefix: string, link: Link) => boolean;
  readonly hotBox: (path: string) => boolean;
  readonly hotShare: number;
  readonly cutLink: (prefix: string, link: Link) => boolean;
  /** GB/s; undefined: there is no cut to show. */
  readonly cutRate: number | undefined;
}

export function markUp(layout: Layout, marks: Marks): Marked {
  const lines = new LinkValues();
  const boxes = new Map<string, number>();
  for (const { a, b, busy } of marks.loads ?? []) {
    const found = linesFor(layout, a, b);
    if (!found) continue;
    for (const link of found.links) lines.raise(found.prefix, link, busy);
    if (found.within) raise(boxes, join(found.prefix, pathIn(found.placed, found.within)), busy);
  }
  const hot = new LinkValues();
  const hotBoxes = new Set<string>();
  const { bottleneck } = marks;
  if (bottleneck) {
    const found = linesFor(layout, bottleneck.a, bottleneck.b);
    for (const link of found?.links ?? []) hot.raise(found?.prefix ?? '', link, bottleneck.busy);
    if (found?.within) hotBoxes.add(join(found.prefix, pathIn(found.placed, found.within)));
  }
  const cursor = named(layout, marks.cursor?.links ?? []);
  const cut = named(layout, marks.cut?.links ?? []);
  return {
    heat: (marks.loads?.length ?? 0) > 0,
    selected: drawnPaths(layout, marks.selected ?? []),
    cursor: drawnPaths(layout, marks.cursor?.paths ?? []),
    cursorLinks: (prefix, link) => cursor.get(prefix, link) !== undefined,
    busyLink: (prefix, link) => lines.get(prefix, link),
    busyBox: (path) => boxes.get(path),
    hotLink: (prefix, link) => hot.get(prefix, link) !== undefined,
    hotBox: (path) => hotBoxes.has(path),
    hotShare: bottleneck?.busy ?? 0,
    cutLink: (prefix, link) => cut.get(prefix, link) !== undefined,
    cutRate: marks.cut?.GBps,
  };
}

/** Links by name, 1 for each. */
function named(layout: Layout, names: readonly string[]): LinkValues {
  const values = new LinkValues();
  for (const name of names) {
    const [a, b] = name.split(' -- ');
    const found = b === undefined ? undefined : linesFor(layout, a, b);
    for (const link of found?.links ?? []) values.raise(found?.prefix ?? '', link, 1);
  }
  return values;
}

/** Paths as drawn: a member named, where it is drawn by itself; a whole array, where its members are. */
function drawnPaths(layout: Layout, paths: readonly string[]): Set<string> {
  const out = new Set<string>();
  for (const path of paths) {
    const found = locate(layout, path);
    if (!found) continue;
    const drawn = drawnPath(layout, path);
    if (drawn !== undefined) out.add(drawn);
    if (found.place === undefined && found.rest === '')
      for (const box of found.placed.boxes)
        if (box.part === found.box.part && !box.id.startsWith('~')) {
          out.add(join(found.prefix, pathIn(found.placed, box)));
          if (box.form === 'column' || box.form === 'mesh' || box.form === 'grid')
            for (const { place } of box.cells) out.add(join(found.prefix, pathIn(found.placed, box, place)));
        }
  }
  return out;
}

/** The stamped instances of a layout share links; the prefix tells them apart. */
class LinkValues {
  readonly #values = new Map<string, Map<Link, number>>();

  raise(prefix: string, link: Link, value: number): void {
    const here = this.#values.get(prefix) ?? new Map<Link, number>();
    this.#values.set(prefix, here);
    raise(here, link, value);
  }

  get(prefix: string, link: Link): number | undefined {
    return this.#values.get(prefix)?.get(link);
  }
}

function raise<Key>(values: Map<Key, number>, key: Key, value: number): void {
  values.set(key, Math.max(values.get(key) ?? 0, value));
}

/** The step of the heat ramp, 0 to 4. */
export const heatStep = (busy: number): number => Math.max(0, Math.min(4, Math.floor(busy * 5)));

/** Classes of what is selected or marked by the cursor, with a space before each. */
export const stateOf = (marked: Marked, path: string): string =>
  path === '' ? '' : `${marked.selected.has(path) ? ' selected' : ''}${marked.cursor.has(path) ? ' cursor' : ''}`;

/** What is written beside the bottleneck. */
export const hotWords = (share: number): string => `${Math.round(share * 100)} % · bottleneck`;
