// Many links of the scene to few drawn ones: all of one look between two boxes, or between two ports of them, are one.
import type { SceneEnd, SceneLink, ScenePart } from '../../server/protocol.ts';
import { type Boxing, blank, places } from './boxes.ts';
import type { Class } from './classes.ts';
import { isScaleUp, scaleTier } from './classes.ts';
import { type Box, isMesh, type Link } from './model.ts';
import { bandwidth, mediumWords } from './words.ts';

export type Owners = readonly (readonly (Box | undefined)[])[];

/** By part, then place: the box that stands for it. */
export function ownersOf(parts: readonly ScenePart[], boxes: readonly Box[]): Owners {
  const owners = parts.map((part) => new Array<Box | undefined>(part.count));
  for (const box of boxes)
    if (box.part >= 0 && !box.id.startsWith('~')) for (const place of box.places) owners[box.part][place] = box;
  return owners;
}

/** Cards tell at most so many inner ports apart. */
const mostPorts = 8;

/** What of a box a link ends at: an inner path, or the place of a member; empty for the whole box. */
export function portOf(box: Box, end: SceneEnd): string {
  switch (box.form) {
    case 'open':
      return end.inner;
    case 'card':
      return box.ports.length === 1 && box.ports[0] === '' ? '' : end.inner;
    case 'bus':
    case 'column':
      return String(end.place);
    default:
      return '';
  }
}

/** Fills in which inner ports each card shows. */
export function nameCardPorts(links: readonly SceneLink[], owners: Owners): void {
  const ports = new Map<Box, Set<string>>();
  for (const link of links)
    for (const end of [link.a, link.b]) {
      const box = owners[end.part][end.place];
      if (box?.form !== 'card') continue;
      const set = ports.get(box) ?? new Set();
      ports.set(box, set.add(end.inner));
    }
  for (const [box, set] of ports) box.ports = set.size > mostPorts ? [''] : [...set].sort(byNumber);
}

const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

export function linksOf(links: readonly SceneLink[], owners: Owners, cliques: ReadonlySet<number>): Link[] {
  const found = new Map<string, Link>();
  for (const link of links) {
    const a = owners[link.a.part][link.a.place];
    const b = owners[link.b.part][link.b.place];
    if (!a || !b) continue;
    if (a === b) {
      // Inside one box only the cells of a grid or mesh are joined; for the rest the sum is kept.
      const [from, to] = isMesh(a) ? [String(link.a.place), String(link.b.place)] : ['', ''];
      if (link.a.place !== link.b.place) addLink(found, a, from, a, to, link);
      continue;
    }
    if (link.a.part === link.b.part && cliques.has(link.a.part)) continue;
    addLink(found, a, portOf(a, link.a), b, portOf(b, link.b), link);
  }
  return [...found.values()];
}

function addLink(
  found: Map<string, Link>,
  a: Box,
  portA: string,
  b: Box,
  portB: string,
  link: SceneLink,
  back = false,
): void {
  const turned = a.id > b.id || (a.id === b.id && portA > portB);
  if (turned) {
    addLink(found, b, portB, a, portA, link, !back);
    return;
  }
  const key = `${a.id} ${portA} ${b.id} ${portB} ${link.look}`;
  const known = found.get(key);
  if (known) {
    known.pairs++;
    known.links += link.count;
    known.GBps += link.GBps;
    known.directed &&= link.directed && known.back === back;
    return;
  }
  const { look, medium, lanes, count, GBps, directed } = link;
  found.set(key, {
    ...{ a, portA, b, portB, look, medium, lanes, count, GBps, directed, back },
    pairs: 1,
    links: count,
    lateral: false,
    railed: false,
  });
}

/** A full mesh as one dashed bar that each member has all its links to. */
export function cliqueBox(b: Boxing): Box {
  const [first] = b.own;
  const each = b.part.count - 1;
  const pairs = (b.part.count * each) / 2;
  const links = b.own.reduce((sum, { count, lanes }) => sum + (lanes ? 1 : count), 0);
  const whole = b.own.length >= pairs;
  return {
    ...blank(b),
    id: `~mesh ${b.part.name}`,
    places: places(b.part),
    form: 'clique',
    class: cliqueClass(b.class, first),
    label: whole
      ? `full mesh · ${mediumWords({ medium: first.medium, lanes: false }, links)}`
      : `mesh · ${b.own.length} of ${pairs} pairs`,
    sub: `${whole ? '' : 'up to '}${mediumWords({ medium: first.medium, lanes: false }, each * first.count)} · ${bandwidth(each * first.GBps)} each way per ${b.part.kind === 'gpu' ? 'GPU' : b.part.name}`,
    tier: b.class === 'net' ? b.tier - 4 : scaleTier,
    depth: b.class === 'net' ? b.tier - 4 : scaleTier,
    flexible: true,
    width: 120,
    height: 36,
  };
}

const cliqueClass = (c: Class, { look }: SceneLink): Class => (isScaleUp(look) || c === 'gpu' ? 'scale' : c);

export function cliqueLinks(b: Boxing, bar: Box, owners: Owners): Link[] {
  const found = new Map<string, Link>();
  for (const link of b.own)
    for (const end of [link.a, link.b]) {
      const member = owners[b.number][end.place];
      if (member) addLink(found, member, '', bar, '', link);
    }
  return [...found.values()];
}

/** GB/s to pixels: 25 is 1, 100 is 2.5, 450 is 4.1, never more than 9. */
export const lineWidth = (GBps: number): number =>
  Math.min(9, Math.max(1, 1 + 0.75 * Math.log2(Math.max(GBps, 1) / 25)));
