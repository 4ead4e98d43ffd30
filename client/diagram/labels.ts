// The column left of the picture: what each row is, and once for each gap what one of its lines is. So lines need no labels.
import { alikeLaterals } from './laterals.ts';
import type { Box, Link, Placed } from './model.ts';
import { bottom } from './model.ts';
import { straight } from './path.ts';
import { join } from './paths.ts';
import { line, type SvgNode, svg, text, textWidth } from './svg.ts';
import { bandwidth, mediumWords, spoken, typeName } from './words.ts';

interface Label {
  /** From the picture's top. */
  y: number;
  readonly height: number;
  readonly width: number;
  readonly draw: (y: number) => SvgNode;
}

const left = 18;

export function labelsOf(placed: Placed): Label[] {
  const labels: Label[] = [];
  collect(placed, '', 0, labels);
  return settle(labels);
}

export const labelColumn = (labels: readonly Label[]): number =>
  labels.length === 0 ? 20 : Math.max(110, left + 18 + Math.max(...labels.map(({ width }) => width)));

/** Down from above, each moved below the one it would lie on. */
function settle(labels: Label[]): Label[] {
  const sorted = labels.sort((a, b) => a.y - b.y);
  for (let i = 1; i < sorted.length; i++) {
    const least = sorted[i - 1].y + (sorted[i - 1].height + sorted[i].height) / 2;
    sorted[i].y = Math.max(sorted[i].y, least);
  }
  return sorted;
}

function collect(placed: Placed, prefix: string, top: number, out: Label[]): void {
  for (const row of placed.rows) {
    const open = row.find((box) => box.form === 'open' && box.child);
    if (open?.child) collect(open.child, join(prefix, open.id), top + open.y, out);
    else if (!row.some((box) => box.form === 'grid' || box.form === 'mesh'))
      out.push(rowLabel(placed, row, prefix, top));
  }
  for (const lane of lanesOf(placed)) out.push(laneLabel(lane, top));
}

function rowLabel(placed: Placed, row: readonly Box[], prefix: string, top: number): Label {
  const y0 = Math.min(...row.map((box) => box.y));
  const y1 = Math.max(...row.map(bottom));
  const names = [...new Set(row.map((box) => rowName(placed, box)))].slice(0, 2);
  const words = names.join(' · ').toUpperCase();
  const parts = new Set(row.map((box) => box.part));
  const part = parts.size === 1 ? placed.template.parts[row[0].part] : undefined;
  const path = part && part.count > 1 ? join(prefix, part.name) : undefined;
  return {
    y: top + (y0 + y1) / 2,
    height: 18,
    width: textWidth(words, 10, true) + words.length * 0.9,
    draw: (y) => svg('text', { class: 'tier', x: left, y: y + 3.5, 'data-array': path }, words),
  };
}

function rowName(placed: Placed, box: Box): string {
  if (box.form === 'rails') return 'rails';
  if (box.form === 'clique') return 'mesh';
  const part = placed.template.parts[box.part];
  switch (box.class) {
    case 'gpu':
    case 'cpu':
    case 'nic':
    case 'memory':
      return box.class;
    case 'pcie':
      return 'PCIe';
    case 'scale':
      return part.type === part.kind ? part.name : typeName(part.type).replace(/\d+$/, '');
    default:
      return spoken(part.name);
  }
}

// ---- Lanes: what one line of a gap is

interface Lane {
  readonly link: Link;
  readonly y: number;
  readonly words: string;
  readonly GBps: number;
  readonly width: number;
}

function lanesOf(placed: Placed): Lane[] {
  const rowAt = new Map(placed.rows.flatMap((row, i) => row.map((box) => [box, i] as const)));
  const groups = new Map<string, { links: Link[]; upper: number; lower: number }>();
  const lateral: Link[] = [];
  for (const link of placed.links) {
    const [a, b] = [rowAt.get(link.a) ?? 0, rowAt.get(link.b) ?? 0];
    if (link.lateral) {
      if (link.portA !== link.portB && ['column', 'mesh', 'grid'].includes(link.a.form)) lateral.push(link);
      continue;
    }
    const [upper, lower] = [Math.min(a, b), Math.max(a, b)];
    const key = `${upper} ${lower} ${link.look}`;
    const group = groups.get(key) ?? { links: [], upper, lower };
    groups.set(key, group);
    group.links.push(link);
  }
  const lanes = [...groups.values()].flatMap(({ links, upper, lower }) => laneOf(placed, links, upper, lower) ?? []);
  return [...onlyOnce(lanes), ...rowLanes(placed), ...meshLanes(lateral), ...insideLanes(placed)];
}

function laneOf(placed: Placed, links: readonly Link[], upper: number, lower: number): Lane | undefined {
  if (links.length < 2 || links.some(({ a, b }) => a.form === 'stack' || b.form === 'stack')) return undefined;
  const each = links.some(({ a, b }) => a.form === 'bus' || b.form === 'bus') ? perDevice(links) : links;
  const first = usual(each);
  if (!first) return undefined;
  const over = Math.max(...placed.rows[upper].map(bottom));
  const under = Math.min(...placed.rows[lower].map((box) => box.y));
  // A long line is named under the row it starts from.
  const y = lower - upper === 1 ? (over + under) / 2 : over + 22;
  const words = mediumWords(first, first.lanes ? first.count : first.links, first.lanes ? first.pairs : 1);
  return { link: first, y, words, GBps: first.GBps, width: 3 };
}

/** A line as nearly all are; undefined where they differ much. Those that differ say so themselves. */
export function usual(links: readonly Link[]): Link | undefined {
  const byRate = new Map<number, Link[]>();
  for (const link of links) {
    const rate = Math.round(link.GBps * 1e6);
    byRate.set(rate, [...(byRate.get(rate) ?? []), link]);
  }
  const [most] = [...byRate.values()].sort((a, b) => b.length - a.length);
  return most && links.length - most.length <= links.length / 8 ? most[0] : undefined;
}

/** What joins neighbours of a row, said once for all that are joined alike. */
function rowLanes(placed: Placed): Lane[] {
  return alikeLaterals(placed).map(([link]) => ({
    link,
    y: link.a.y + link.a.height / 2 + 26,
    words: mediumWords(link, link.lanes ? link.count : link.links, link.lanes ? link.pairs : 1),
    GBps: link.GBps,
    width: 3,
  }));
}

/** To buses: what one device has to all of them together. */
function perDevice(links: readonly Link[]): Link[] {
  const sums = new Map<string, Link>();
  for (const link of links) {
    const [device, port] = link.a.form === 'bus' ? [link.b, link.portB] : [link.a, link.portA];
    const key = `${device.id} ${port}`;
    const sum = sums.get(key);
    if (sum)
      Object.assign(sum, { GBps: sum.GBps + link.GBps, links: sum.links + link.links, pairs: sum.pairs + link.pairs });
    else sums.set(key, { ...link });
  }
  return [...sums.values()];
}

/** What NIC and CPU rows both say of their PCIe is said once. */
function onlyOnce(lanes: readonly Lane[]): Lane[] {
  const kept: Lane[] = [];
  for (const lane of lanes.toSorted((a, b) => a.y - b.y)) {
    const same = (other: Lane) => other.words === lane.words && other.link.look === lane.link.look;
    const cpu = lane.link.a.class === 'cpu' || lane.link.b.class === 'cpu';
    if (cpu && lanes.some((other) => other !== lane && same(other))) continue;
    if (kept.some((other) => same(other) && Math.abs(other.y - lane.y) < 30)) continue;
    kept.push(lane);
  }
  return kept;
}

function meshLanes(links: readonly Link[]): Lane[] {
  const kinds = new Map<string, Link>();
  for (const link of links) {
    const key = `${link.a.part} ${link.medium} ${link.links} ${link.look}`;
    if (!kinds.has(key)) kinds.set(key, link);
  }
  const sorted = [...kinds.values()].sort((a, b) => b.links - a.links).slice(0, 4);
  const least = sorted[sorted.length - 1]?.links ?? 1;
  return sorted.map((link, i) => ({
    link,
    y: link.a.y + link.a.height / 2 + 18 + i * 30 - (['mesh', 'grid'].includes(link.a.form) ? 18 : 0),
    words:
      link.links > 1 || sorted.length === 1
        ? mediumWords(link, link.lanes ? link.count : link.links)
        : `1 × ${mediumWords(link, 1)}`,
    GBps: link.GBps,
    width: sorted.length > 1 ? (link.links / least > 1.5 ? 5.5 : 2.2) : 3,
  }));
}

/** What joins the members of a block or stack, which is not drawn. */
function insideLanes(placed: Placed): Lane[] {
  return placed.links
    .filter(({ a, b, portA, portB }) => a === b && portA === portB)
    .map((link) => ({
      link,
      y: link.a.y + link.a.height / 2 + 26,
      words: `${mediumWords(link, link.lanes ? link.count : link.links, link.lanes ? link.pairs : 1)} inside`,
      GBps: link.GBps,
      width: 3,
    }));
}

function laneLabel({ link, y, words, GBps, width }: Lane, top: number): Label {
  return {
    y: top + y,
    height: 28,
    width: 24 + textWidth(words, 11, true),
    draw: (at) =>
      svg(
        'g',
        { class: `lane l-${link.look}` },
        line(straight({ x: left, y: at }, { x: left + 16, y: at }), 'e', width),
        text(left + 24, at - 1, words, 'ln', 'start'),
        text(left + 24, at + 11, `${bandwidth(GBps)}`, 'sub', 'start'),
      ),
  };
}
