// The lines between rows. At the narrow end ports are spread in the order of the other ends; at the wide end, a switch, a line
// arrives straight below or above where it left, so that lines are upright wherever a switch spans what it serves.
import { busRoutes } from './busRoutes.ts';
import { type End, endOf, isClear } from './ends.ts';
import { usual } from './labels.ts';
import { lateralRoutes } from './laterals.ts';
import { lineWidth } from './links.ts';
import { type Box, centre, type Link, type Placed, type Route, right } from './model.ts';
import { type Course, chain, drop, end, middle, type Point, rounded, straight } from './path.ts';
import { railRoutes } from './railRoutes.ts';
import type { Rows } from './rows.ts';
import { feedGap, feedPort } from './sizes.ts';
import { landsInMiddle } from './spacing.ts';
import { textWidth } from './svg.ts';
import { pillWords, thousands } from './words.ts';

interface Run {
  readonly link: Link;
  readonly upper: End;
  readonly lower: End;
  x1: number;
  x2: number;
  /** Which end is the wide one, that follows the other. */
  wide: 'upper' | 'lower' | undefined;
  /** To the middle of the wide end, as a tree. */
  readonly middle: boolean;
  /** Where the line turns into the side of a member of a mesh that is not in its top row. */
  readonly turn?: Point;
}

export function routesOf(placed: Placed, rows: Rows): Route[] {
  const routes: Route[] = [];
  const runs: Run[] = [];
  const tree = placed.links.filter((link) => !link.lateral && !link.railed);
  for (const link of tree) {
    const own = busRoutes(link) ?? feedRoute(link);
    if (own) routes.push(...own);
    else runs.push(makeRun(rows, link, runs));
  }
  settlePorts(runs);
  const busy = runs.length;
  const odd = oddOnes(rows, tree);
  for (const run of runs) {
    const route = runRoute(placed, run, busy);
    routes.push(odd.has(run.link) && !route.pill ? { ...route, pill: oddPill(run, route) } : route);
  }
  for (const box of placed.boxes) if (box.form === 'rails') routes.push(...railRoutes(box));
  return [...routes, ...lateralRoutes(placed)].sort((a, b) => a.layer - b.layer);
}

function upperLower(link: Link): [End, End] {
  const [a, b] = [endOf(link.a, link.portA), endOf(link.b, link.portB)];
  return a.y <= b.y ? [a, b] : [b, a];
}

function makeRun(rows: Rows, link: Link, runs: readonly Run[]): Run {
  const [upper, lower] = upperLower(link);
  const side = sideOf(lower, runs);
  return {
    link,
    upper,
    lower: side?.end ?? lower,
    x1: centre(upper),
    x2: centre(side?.end ?? lower),
    wide: undefined,
    middle: landsInMiddle(rows, upper.box, lower.box),
    ...(side ? { turn: side.turn } : {}),
  };
}

/** Down beside the column, to a member that is not in the top row; the second line to one a little further out. */
function sideOf(lower: End, runs: readonly Run[]): { end: End; turn: Point } | undefined {
  if (!lower.cell || lower.cell.row === 0 || lower.box.form !== 'column') return undefined;
  const before = runs.filter(
    ({ turn, lower: { box, cell } }) => turn && box === lower.box && cell === lower.cell,
  ).length;
  const left = lower.box.column % 2 === 0;
  const out = 16 + 11 * before;
  const x = left ? lower.x - out : right(lower) + out;
  const y = lower.y + lower.height - 11 - 10 * before;
  const key = `${lower.key} side ${before}`;
  return { end: { ...lower, x, y, width: 0, height: 0, key }, turn: { x: left ? lower.x : right(lower), y } };
}

/** Of the lines of a gap that are all but equal, those that are not: a link of theirs is missing. */
function oddOnes(rows: Rows, links: readonly Link[]): Set<Link> {
  const gaps = new Map<string, Link[]>();
  for (const link of links) {
    const key = `${[rows.at.get(link.a), rows.at.get(link.b)].sort().join(' ')} ${link.look}`;
    gaps.set(key, [...(gaps.get(key) ?? []), link]);
  }
  const odd = new Set<Link>();
  for (const gap of gaps.values()) {
    const most = gap.length > 2 ? usual(gap) : undefined;
    if (most) for (const link of gap) if (Math.abs(link.GBps - most.GBps) > 1e-6) odd.add(link);
  }
  return odd;
}

const oddPill = ({ link }: Run, { course }: Route) => ({
  at: middle(course),
  words: link.lanes ? `×${link.count}` : `${link.links} ×`,
});

/** To the thick line over a block that several switches feed. */
function feedRoute(link: Link): Route[] | undefined {
  const [upper, lower] = upperLower(link);
  const at = lower.box.feeds.indexOf(upper.box);
  if (at < 0) return undefined;
  const target = lower.x + feedPort(lower.box, at);
  const x = centre(upper);
  const to = { x: Math.abs(target - x) < 3 ? x : target, y: lower.y - feedGap };
  return [plain(link, drop({ x, y: upper.y + upper.height }, to), Math.min(3, lineWidth(link.GBps)), 0.85)];
}

const plain = (link: Link, course: Course, width: number, opacity: number): Route => ({
  ...{ link, course, width, opacity },
  layer: 1,
  dots: [],
});

// ---- Where lines leave and arrive

function settlePorts(runs: readonly Run[]): void {
  const edges = new Map<string, { run: Run; at: 'upper' | 'lower' }[]>();
  for (const run of runs)
    for (const at of ['upper', 'lower'] as const) {
      const key = `${at} ${run[at].key}`;
      const edge = edges.get(key);
      if (edge) edge.push({ run, at });
      else edges.set(key, [{ run, at }]);
    }
  for (const run of runs)
    run.wide = wideEnd(
      run,
      edges.get(`upper ${run.upper.key}`)?.length ?? 0,
      edges.get(`lower ${run.lower.key}`)?.length ?? 0,
    );
  for (const edge of edges.values()) spreadPorts(edge);
  followPorts(runs);
}

const isWide = ({ box }: End): boolean =>
  box.flexible || ['block', 'stack', 'grid', 'mesh', 'bus', 'clique'].includes(box.form);

/** The end that is a switch or a block, is wider, and the other of which has few lines or is much narrower. */
function wideEnd({ upper, lower }: Run, atUpper: number, atLower: number): Run['wide'] {
  const ratio = upper.width / lower.width;
  const up = isWide(upper) && ratio >= 1 && (atLower <= 1 || ratio >= 3);
  const down = isWide(lower) && ratio <= 1 && (atUpper <= 1 || ratio <= 1 / 3);
  if (up || (isWide(upper) && lower.box.class === 'cpu')) return 'upper';
  return down || (isWide(lower) && upper.box.class === 'cpu') ? 'lower' : undefined;
}

function spreadPorts(edge: readonly { run: Run; at: 'upper' | 'lower' }[]): void {
  const other = ({ run, at }: { run: Run; at: 'upper' | 'lower' }) => centre(at === 'upper' ? run.lower : run.upper);
  const sorted = [...edge].sort((a, b) => other(a) - other(b));
  const end = sorted[0].run[sorted[0].at];
  const step = Math.min(sorted.length > 6 ? 14 : 24, (end.width * 0.7) / Math.max(1, sorted.length - 1));
  sorted.forEach(({ run, at }, i) => {
    if (run.wide === at) return;
    const x = centre(end) + (i - (sorted.length - 1) / 2) * step;
    if (at === 'upper') run.x1 = x;
    else run.x2 = x;
  });
}

/** First the upright ones take their places, then the others the nearest that is free. */
function followPorts(runs: readonly Run[]): void {
  const taken = new Map<string, number[]>();
  const inside = (run: Run): boolean => {
    const x = run.wide === 'upper' ? run.x2 : run.x1;
    const [low, high] = roomOn(run, 7);
    return x > low && x < high && !run.middle;
  };
  for (const upright of [true, false])
    for (const run of runs) {
      if (run.wide === undefined || inside(run) !== upright) continue;
      const wide = run.wide === 'upper' ? run.upper : run.lower;
      const key = `${run.wide} ${wide.key}`;
      const others = taken.get(key) ?? [];
      const from = run.wide === 'upper' ? run.x2 : run.x1;
      const x = upright ? from : freePort(roomOn(run, 5), run.middle ? centre(wide) : from, others);
      taken.set(key, [...others, x]);
      if (run.wide === 'upper') run.x1 = x;
      else run.x2 = x;
    }
}

/** Between which lines meet the wide end. At the top of a stack its count hangs at the right, and a corner looks out at the left. */
function roomOn({ wide, upper, lower }: Run, inset: number): [low: number, high: number] {
  const end = wide === 'upper' ? upper : lower;
  const stacked = wide === 'lower' && end.box.form === 'stack';
  const count = stacked ? textWidth(`×${thousands(end.box.places.length)}`, 11, true) + 10 : 0;
  return [end.x + (stacked ? 14 : 0) + inset, right(end) - Math.min(count, end.width / 3) - inset];
}

function freePort([low, high]: readonly [number, number], wanted: number, taken: readonly number[]): number {
  const nearest = Math.max(low + 5, Math.min(high - 5, wanted));
  for (const off of [0, 8, -8, 14, -14, 20, -20, 28, -28]) {
    const x = nearest + off;
    if (x > low && x < high && taken.every((other) => Math.abs(other - x) >= 7)) return x;
  }
  return nearest;
}

// ---- Courses

function runRoute(placed: Placed, run: Run, busy: number): Route {
  const { link, upper, lower } = run;
  const boxes = run.turn ? placed.boxes.filter((box) => box !== lower.box) : placed.boxes;
  // Beside a column the line is upright: it bends above it.
  const down = longCourse(boxes, run.x1, upper.y + upper.height, run.x2, run.turn ? lower.box.y + 4 : lower.y);
  const course = run.turn ? chain(down, rounded([end(down), { x: run.x2, y: lower.y }, run.turn], 8)) : down;
  const own = lineWidth(link.GBps);
  const bent = Math.abs(run.x1 - run.x2) > 1;
  const width =
    busy > 12 && own > 3 && link.look !== 'nvlink' && link.look !== 'scaleup'
      ? 3
      : busy > 3
        ? Math.min(bent && busy > 20 ? 1.8 : 6, own)
        : own;
  const route = plain(link, course, width, bent && busy > 20 ? 0.65 : 0.9);
  const many = (box: Box) => box.form === 'stack' || box.form === 'block';
  const told = link.pairs >= 16 || many(upper.box) || many(lower.box);
  return told && busy <= 3 ? { ...route, pill: { at: middle(course), words: pillWords(link) } } : route;
}

/** A line over several rows bends in one gap only and runs upright where the rows between leave room. */
function longCourse(boxes: readonly Box[], x1: number, y1: number, x2: number, y2: number): Course {
  const [from, to] = [
    { x: x1, y: y1 },
    { x: x2, y: y2 },
  ];
  const gapEnd = Math.min(
    y1 + 1e6,
    ...boxes.filter((box) => box.y > y1 + 1 && box.form !== 'rails').map((box) => box.y),
  );
  const gapStart = Math.max(
    y2 - 1e6,
    ...boxes.filter((box) => box.y + box.height < y2 - 1 && box.form !== 'rails').map((box) => box.y + box.height),
  );
  if (gapEnd >= y2 - 1 || y2 <= y1) return drop(from, to);
  if (Math.abs(x1 - x2) < 1 && isClear(boxes, x1, y1, y2)) return drop(from, to);
  if (isClear(boxes, x2, gapEnd - 4, y2))
    return chain(drop(from, { x: x2, y: gapEnd }), straight({ x: x2, y: gapEnd }, to));
  if (isClear(boxes, x1, y1, gapStart + 4))
    return chain(straight(from, { x: x1, y: gapStart }), drop({ x: x1, y: gapStart }, to));
  for (let off = 8; off < 2000; off += 8)
    for (const x of [x2 + off, x2 - off])
      if (isClear(boxes, x, gapEnd - 4, gapStart + 4))
        return chain(
          drop(from, { x, y: gapEnd }),
          straight({ x, y: gapEnd }, { x, y: gapStart }),
          drop({ x, y: gapStart }, to),
        );
  return drop(from, to);
}
