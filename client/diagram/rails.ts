// Rails: several network switches that each reach the instances through a port of their own are drawn as one horizontal line
// a switch, with a drop to each instance. They take one place in ELK's picture, so that room is kept for them.
import { railTier } from './classes.ts';
import type { Box, Link, Rail } from './model.ts';
import { railPitch } from './sizes.ts';

export function railsOf(links: readonly Link[]): Box[] {
  const bundles = new Map<string, Map<Box, { box: Box; port: string; link: Link }[]>>();
  for (const link of links) {
    const tap = tapOf(link);
    if (!tap) continue;
    const key = `${tap.from.part} ${tap.box.part}`;
    const bundle = bundles.get(key) ?? new Map<Box, { box: Box; port: string; link: Link }[]>();
    bundles.set(key, bundle);
    const taps = bundle.get(tap.from);
    if (taps) taps.push(tap);
    else bundle.set(tap.from, [tap]);
  }
  const boxes: Box[] = [];
  for (const [key, bundle] of bundles) {
    if (
      bundle.size < 2 ||
      bundle.size > 32 ||
      [...bundle.values()].some((taps) => taps.length < 2) ||
      sharesPorts(bundle)
    )
      continue;
    const rails: Rail[] = [...bundle].map(([from, taps]) => ({ from, link: taps[0].link, taps }));
    for (const { taps } of rails) for (const { link } of taps) link.railed = true;
    boxes.push(railBox(key, rails));
  }
  return boxes;
}

/** A switch at one end, an inner port of a card or an open instance at the other. */
function tapOf(link: Link): { from: Box; box: Box; port: string; link: Link } | undefined {
  for (const [from, box, port] of [
    [link.a, link.b, link.portB],
    [link.b, link.a, link.portA],
  ] as const)
    if (
      from.class === 'net' &&
      from.form === 'bar' &&
      from.places.length === 1 &&
      (box.form === 'card' || box.form === 'open') &&
      box.class === 'node' &&
      port !== ''
    )
      return { from, box, port, link };
  return undefined;
}

/** Where switches share a port there are no rails but a mesh of them. */
function sharesPorts(bundle: ReadonlyMap<Box, readonly { box: Box; port: string }[]>): boolean {
  const seen = new Set<string>();
  for (const taps of bundle.values())
    for (const { box, port } of taps) {
      const key = `${box.id} ${port}`;
      if (seen.has(key)) return true;
      seen.add(key);
    }
  return false;
}

function railBox(key: string, rails: readonly Rail[]): Box {
  return {
    id: `~rails ${key}`,
    part: -1,
    places: [],
    form: 'rails',
    class: 'net',
    label: '',
    sub: '',
    absent: false,
    tier: railTier,
    depth: railTier,
    x: 0,
    y: 0,
    width: 120,
    height: rails.length * railPitch + 6,
    flexible: true,
    cells: [],
    ports: [],
    feeds: [],
    rails,
    column: 0,
  };
}
