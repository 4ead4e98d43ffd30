// What ELK leaves to be finished: switches as wide as what hangs on them, gutters, columns that all but coincide, even rows.
// Each pass is a general rule of a few lines; `stretch` runs after every other, as they move what it spans.
import type { Box, Link } from './model.ts';
import { centre, right } from './model.ts';
import { neighbours, passingLines, type Rows, rowGap, spanOf } from './rows.ts';
import { textWidth } from './svg.ts';

export function finishColumns(rows: Rows, laterals: readonly Link[]): void {
  stretch(rows);
  shareColumns(rows);
  openLaterals(rows, laterals);
  openGutters(rows);
  snap(rows);
  stretch(rows);
  for (const row of rows.rows) spread(rows, row);
  stretch(rows);
  widenRails(rows);
  for (let round = 0; round < 3; round++) for (const row of rows.rows) for (const box of row) centreOver(rows, box);
  stretch(rows);
  for (const row of rows.rows) centreRow(rows, row);
  pushApart(rows);
  widenRails(rows);
}

const isBar = (box: Box): boolean => box.flexible && box.form !== 'stack';
const all = (rows: Rows): Box[] => rows.rows.flat();

/** A switch spans the neighbours that no other of its row serves, as far as its row leaves room. */
function stretch(rows: Rows): void {
  for (const row of [...rows.rows].reverse()) {
    const spans = row.map((box) => (isBar(box) ? spanServed(rows, box) : undefined));
    const edges = row.map((box, i) => [...(spans[i] ?? [box.x, right(box)])] as [number, number]);
    for (let i = 0; i + 1 < row.length; i++) {
      if (edges[i][1] + rowGap <= edges[i + 1][0]) continue;
      const [a, b] = [row[i], row[i + 1]];
      const middle = (right(a) + b.x) / 2;
      const half = Math.min(rowGap, Math.max(0, b.x - right(a))) / 2;
      edges[i][1] = spans[i] ? Math.min(edges[i][1], middle - half) : right(a);
      edges[i + 1][0] = spans[i + 1] ? Math.max(edges[i + 1][0], middle + half) : b.x;
    }
    row.forEach((box, i) => {
      const [left, end] = edges[i];
      if (!spans[i] || end - left <= 30) return;
      box.x = left;
      box.width = end - left;
    });
  }
}

function spanServed(rows: Rows, box: Box): [number, number] | undefined {
  const lone = (side: 'above' | 'below'): Box[] => {
    const back = side === 'below' ? rows.above : rows.below;
    return [...(rows[side].get(box) ?? [])].filter((near) => {
      const shared = [...(back.get(near) ?? [])].some(
        (rival) => rival !== box && rival.flexible && rows.at.get(rival) === rows.at.get(box),
      );
      return !shared && near.class !== 'cpu' && !(side === 'above' && near.flexible);
    });
  };
  const below = lone('below');
  const above = lone('above');
  // A single thing above many below does not widen the switch.
  const served = below.length > 0 && above.length === 1 ? below : [...below, ...above];
  if (served.length === 0) return undefined;
  const span = spanOf(served);
  return span[1] - span[0] >= 40 ? span : undefined;
}

/** Neighbours of a row that are joined stand so far apart that their link can be seen. */
function openLaterals(rows: Rows, laterals: readonly Link[]): void {
  const boxes = all(rows);
  for (const { a, b } of laterals) {
    const row = rows.rows[rows.at.get(a) ?? 0];
    const [i, j] = [row.indexOf(a), row.indexOf(b)].sort((p, q) => p - q);
    if (i < 0 || j !== i + 1 || a.form === 'column') continue;
    const wanted = a.form === 'device' && b.form === 'device' ? 22 : 46;
    const missing = wanted - (row[j].x - right(row[i]));
    if (missing > 0) makeRoom(boxes, (right(row[i]) + row[j].x) / 2, missing);
  }
}

/** Room between neighbouring bars of one row: more where they belong to different CPUs, most where a bus below needs words. */
function openGutters(rows: Rows): void {
  const boxes = all(rows);
  const bus = boxes.find((box) => box.form === 'bus');
  const words = bus ? Math.max(...bus.cells.map(({ label }) => textWidth(label, 11.5, true))) + 26 : 34;
  for (const row of rows.rows) {
    const bars = row.filter(
      (box) => box.flexible && (box.class === 'pcie' || (box.class === 'net' && serves(rows, box, 'gpu'))),
    );
    for (let i = 0; i + 1 < bars.length; i++) {
      const [a, b] = [bars[i], bars[i + 1]];
      const wanted = cpusOver(rows, a) === cpusOver(rows, b) ? 20 : words;
      const missing = wanted - (b.x - right(a));
      if (missing > 0) makeRoom(boxes, (right(a) + b.x) / 2, missing);
    }
  }
}

const serves = (rows: Rows, box: Box, c: Box['class']): boolean =>
  [...(rows.below.get(box) ?? [])].some((near) => near.class === c);

const cpusOver = (rows: Rows, box: Box): string =>
  [...(rows.above.get(box) ?? [])]
    .filter((near) => near.class === 'cpu')
    .map((near) => near.id)
    .join(' ');

/** Everything right of the cut moves; wide bars across it grow, other things across it move half-way. */
function makeRoom(boxes: readonly Box[], cut: number, by: number): void {
  for (const box of boxes) {
    if (box.x >= cut - 7) box.x += by;
    else if (right(box) > cut + 7) {
      if (isBar(box)) box.width += by;
      else box.x += by / 2;
    }
  }
}

/**
 * Where as many devices stand above a switch as below it, NICs and GPUs, both share columns: those above, or, where the row below
 * has no room for that, those below. Where there are fewer on one side, these stand in the middle of the others.
 */
function shareColumns(rows: Rows): void {
  for (const row of rows.rows) {
    const pairs: [Box, Box][] = [];
    for (const bar of row) {
      if (!isBar(bar) || bar.class !== 'pcie') continue;
      const [above, below] = [devices(rows, bar, 'above'), devices(rows, bar, 'below')];
      if (above.length === below.length) above.forEach((box, i) => void pairs.push([box, below[i]]));
      else amidst(rows, ...(above.length > below.length ? ([below, above] as const) : ([above, below] as const)));
    }
    const backwards = pairs.map(([above, below]) => [below, above] as const);
    for (const way of [pairs, backwards]) {
      const wanted = new Map(way.map(([stays, moves]) => [moves, centre(stays) - moves.width / 2]));
      const [first] = wanted.keys();
      if (!first || !hasRoom(rows.rows[rows.at.get(first) ?? 0], wanted)) continue;
      for (const [box, x] of wanted) box.x = x;
      break;
    }
  }
}

function amidst(rows: Rows, few: readonly Box[], many: readonly Box[]): void {
  if (few.length === 0 || few.some((box) => neighbours(rows, box).some(isShared(rows, box)))) return;
  const [left, end] = spanOf(many);
  const pitch = (end - left) / many.length;
  const wanted = new Map<Box, number>();
  few.forEach((box, i) => {
    wanted.set(box, (left + end) / 2 + (i - (few.length - 1) / 2) * pitch - box.width / 2);
  });
  if (!hasRoom(rows.rows[rows.at.get(few[0]) ?? 0], wanted)) return;
  for (const [box, x] of wanted) box.x = x;
}

/** Whether a neighbour is one of several narrow ones: a CPU, or another PCIe switch beside the bar. */
const isShared =
  (rows: Rows, box: Box) =>
  (near: Box): boolean =>
    near.class === 'pcie' && neighbours(rows, box).some((other) => other !== near && other.class === 'pcie');

function devices(rows: Rows, bar: Box, side: 'above' | 'below'): Box[] {
  return [...(rows[side].get(bar) ?? [])]
    .filter(({ form, class: c }) => form === 'device' && c !== 'cpu')
    .sort((a, b) => a.x - b.x);
}

function hasRoom(row: readonly Box[], wanted: ReadonlyMap<Box, number>): boolean {
  const at = (box: Box): number => wanted.get(box) ?? box.x;
  return row.every((box, i) => i === 0 || at(row[i - 1]) + row[i - 1].width + rowGap <= at(box) + 0.01);
}

/** Columns that all but coincide with a GPU's do. */
function snap(rows: Rows): void {
  const boxes = all(rows);
  const columns = boxes.filter((box) => box.class === 'gpu' && box.form === 'device').map(centre);
  for (const box of boxes) {
    if (box.form !== 'device' || box.class === 'gpu' || box.class === 'cpu') continue;
    const x = columns.find((column) => Math.abs(column - centre(box)) <= 6);
    if (x !== undefined) box.x = x - box.width / 2;
  }
}

/** A row of equal switches that share what they serve is spread evenly over the whole width. */
function spread(rows: Rows, row: readonly Box[]): void {
  if (row.length < 2 || !row.every((box) => box.class === 'net' && box.form === 'bar')) return;
  if (row.every((box) => box.width === fedWidth && box.label.length <= 4)) return;
  const own = row.every((box) =>
    neighbours(rows, box).some((near) => neighbours(rows, near).filter((rival) => row.includes(rival)).length === 1),
  );
  if (own) return;
  const [left, end] = spanOf(all(rows));
  const full = end - left;
  const widest = Math.max(...row.map((box) => box.label.length * 7 + 20), 96);
  const even = Math.min(150, Math.max(Math.min(widest, 150), (full - (row.length - 1) * 14) / row.length));
  const total = row.length * even;
  // From edge to edge where they fill the width; else each in the middle of its share of it.
  const gap = Math.max(rowGap, even < 150 ? (full - total) / (row.length - 1) : full / row.length - even);
  const start = left + (full - total - gap * (row.length - 1)) / 2;
  row.forEach((box, i) => {
    box.width = even;
    box.x = start + i * (even + gap);
  });
}

/** Switches over a fed block are this wide: a column. */
export const fedWidth = 44;

function widenRails(rows: Rows): void {
  const boxes = all(rows);
  const [left, end] = spanOf(boxes.filter((box) => box.form !== 'rails'));
  for (const box of boxes)
    if (box.form === 'rails') {
      box.x = left;
      box.width = end - left;
    }
}

/** What is free to move stands over the middle of what it serves, clear of its row and of lines that pass it. */
function centreOver(rows: Rows, box: Box): void {
  const row = rows.rows[rows.at.get(box) ?? 0];
  if (box.form === 'rails' || (isBar(box) && row.length > 1) || (isBar(box) && spanServed(rows, box))) return;
  const near = neighbours(rows, box);
  if (near.length === 0) return;
  const alone = (other: Box): boolean =>
    neighbours(rows, other).filter((rival) => rows.at.get(rival) === rows.at.get(box)).length === 1;
  if (box.class !== 'cpu' && box.form !== 'stack' && row.length > 1 && !near.every(alone)) return;
  const i = row.indexOf(box);
  let low = i > 0 ? right(row[i - 1]) + rowGap : Number.NEGATIVE_INFINITY;
  let high = i + 1 < row.length ? row[i + 1].x - rowGap : Number.POSITIVE_INFINITY;
  for (const x of passingLines(rows, box)) {
    if (x < centre(box)) low = Math.max(low, x + 9);
    else high = Math.min(high, x - 9);
  }
  if (high - low < box.width) return;
  const [left, end] = spanOf(near);
  box.x = Math.max(low, Math.min(high - box.width, (left + end) / 2 - box.width / 2));
}

/** Instances that hang on rails alone stand in the middle of the picture together. */
function centreRow(rows: Rows, row: readonly Box[]): void {
  const hanging = (box: Box) =>
    box.absent || (neighbours(rows, box).length > 0 && neighbours(rows, box).every(({ form }) => form === 'rails'));
  if (!row.every((box) => (box.form === 'card' || box.form === 'open') && hanging(box))) return;
  const [left, end] = spanOf(all(rows).filter((box) => box.form !== 'rails'));
  const [from, to] = spanOf(row);
  const shift = (left + end) / 2 - (from + to) / 2;
  for (const box of row) box.x += shift;
}

/** The last word: whatever the passes did, no two boxes of a row lie on one another. */
function pushApart({ rows }: Rows): void {
  for (const row of rows) {
    row.sort((a, b) => a.x - b.x);
    for (let i = 1; i < row.length; i++) {
      const over = right(row[i - 1]) + 8 - row[i].x;
      if (over > 0) row[i].x += over;
    }
  }
}
