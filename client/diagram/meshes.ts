// Boxes for an array whose members are joined among themselves: a grid as it is indexed, a small mesh as the search laid it,
// a long ring as a racetrack. A mesh that hangs on switches becomes one box a column, so that the switches stand above.
import type { SceneEnd } from '../../server/protocol.ts';
import { arcHeight, arcLevels } from './arcs.ts';
import { type Arrangement, arrange, type Tie } from './arrange.ts';
import { type Boxing, blank, cell, places } from './boxes.ts';
import type { Box } from './model.ts';
import { coordinates } from './paths.ts';
import { sizeOf } from './sizes.ts';

export function meshBoxes(b: Boxing): Box[] {
  if (b.shape.kind === 'grid') return [gridBox(b, b.shape.dims)];
  const parents = parentsOf(b);
  if (b.shape.kind === 'search') {
    const arrangement = arrange(b.part.count, tiesOf(b), parents);
    return parents ? columnBoxes(b, arrangement) : [meshBox(b, arrangement)];
  }
  return [meshBox(b, racetrack(b))];
}

/** Columns and rows by index; the planes of three dimensions side by side. */
function gridBox(b: Boxing, dims: readonly number[]): Box {
  const deep = dims.length === 3;
  const pitchX = deep ? 58 : 78;
  const pitchY = deep ? 50 : 62;
  const width = 44;
  const height = 30;
  const [nx, ny, nz] = [dims[dims.length - 1], dims[dims.length - 2], deep ? dims[0] : 1];
  const plane = nx * pitchX + (nz > 1 ? 40 : 0);
  return {
    ...blank(b),
    places: places(b.part),
    form: 'grid',
    label: b.part.name,
    cells: places(b.part).map((place) => {
      const at = coordinates(dims, place);
      const x = 24 + (deep ? at[0] : 0) * plane + at[at.length - 1] * pitchX;
      return { ...cell(b, place), label: at.join(','), x, y: 20 + at[at.length - 2] * pitchY, width, height };
    }),
    width: nz * plane - (pitchX - width) - (nz > 1 ? 40 : 0) + 48,
    height: ny * pitchY - (pitchY - height) + 40,
  };
}

function tiesOf(b: Boxing): Tie[] {
  const counts = new Map<string, [number, number, number]>();
  for (const { a, b: other, count, lanes } of b.own) {
    if (a.place === other.place) continue;
    const [low, high] = a.place < other.place ? [a.place, other.place] : [other.place, a.place];
    const key = `${low} ${high}`;
    const tie = counts.get(key) ?? [low, high, 0];
    tie[2] += lanes ? 1 : count;
    counts.set(key, tie);
  }
  return [...counts.values()].map(([a, c, n]) => [a, c, 1 + 0.1 * (n - 1)] as const);
}

/** What each member hangs on first; undefined where the array hangs on nothing. */
function parentsOf(b: Boxing): (string | undefined)[] | undefined {
  const parents = new Array<string | undefined>(b.part.count);
  let any = false;
  const note = (member: SceneEnd, other: SceneEnd) => {
    if (member.part !== b.number || other.part === b.number) return;
    any = true;
    parents[member.place] ??= `${other.part} ${other.place}`;
  };
  for (const link of b.links) {
    note(link.a, link.b);
    note(link.b, link.a);
  }
  return any ? parents : undefined;
}

/** Two rows, back along the second; a path that does not close runs back too. */
function racetrack(b: Boxing): Arrangement {
  const { count } = b.part;
  const order = ringOrder(b);
  const columns = Math.ceil(count / 2);
  const cells = new Array<readonly [number, number]>(count);
  order.forEach((place, i) => {
    cells[place] = i < columns ? [i, 0] : [count - 1 - i, 1];
  });
  return { rows: 2, columns, cells };
}

/** Members in the order the ring or path runs, from the first one that has one neighbour, else from 0. */
function ringOrder(b: Boxing): number[] {
  const near = places(b.part).map(() => new Set<number>());
  for (const { a, b: other } of b.own) {
    near[a.place].add(other.place);
    near[other.place].add(a.place);
  }
  const start = Math.max(
    0,
    near.findIndex((set) => set.size === 1),
  );
  const seen = new Set([start]);
  for (let at: number | undefined = start; at !== undefined; ) {
    at = [...near[at]].sort((x, y) => x - y).find((next) => !seen.has(next));
    if (at !== undefined) seen.add(at);
  }
  return [...seen, ...places(b.part).filter((place) => !seen.has(place))];
}

/** What the arcs along one row need above it, or below it. */
function arcRoom(b: Boxing, cells: Arrangement['cells'], row: number, rows: number): number {
  // Only the top row of several has its arcs above it.
  const spans = tiesOf(b).flatMap(([p, q]) => {
    const [[x1, y1], [x2, y2]] = [cells[p], cells[q]];
    const outer = rows > 1 && row === 0 ? y1 === 0 : y1 > 0 || rows === 1;
    return outer && y1 === y2 && Math.abs(x1 - x2) > 1
      ? [{ row: y1, from: Math.min(x1, x2), to: Math.max(x1, x2) }]
      : [];
  });
  return spans.length === 0 ? 0 : arcHeight(Math.max(...arcLevels(spans))) + 10;
}

function meshBox(b: Boxing, { rows, columns, cells }: Arrangement): Box {
  const [width, height] = sizeOf(b.class);
  const pitchX = width + 90;
  const pitchY = height + 70;
  const margin = Math.max(30, arcRoom(b, cells, 0, rows), arcRoom(b, cells, rows - 1, rows));
  const inRow = Array.from({ length: rows }, (_, row) => cells.filter(([, y]) => y === row).length);
  return {
    ...blank(b),
    places: places(b.part),
    form: 'mesh',
    label: b.part.name,
    cells: places(b.part).map((place) => {
      const [column, row] = cells[place];
      const x = 30 + (column + (columns - inRow[row]) / 2) * pitchX;
      return { ...cell(b, place), row, x, y: margin + row * pitchY, width, height };
    }),
    width: 60 + (columns - 1) * pitchX + width,
    height: 2 * margin + (rows - 1) * pitchY + height,
  };
}

function columnBoxes(b: Boxing, { rows, columns, cells }: Arrangement): Box[] {
  const [width, height] = sizeOf(b.class);
  const pitch = 140;
  const [above, below] = [Math.max(26, arcRoom(b, cells, 0, rows)), Math.max(26, arcRoom(b, cells, rows - 1, rows))];
  return Array.from({ length: columns }, (_, column) => {
    const members = places(b.part)
      .filter((place) => cells[place][0] === column)
      .sort((p, q) => cells[p][1] - cells[q][1]);
    return {
      ...blank(b),
      id: `${b.part.name}|${column}`,
      places: members,
      form: 'column' as const,
      column,
      cells: members.map((place) => {
        const row = cells[place][1];
        return { ...cell(b, place), row, x: 58, y: above + row * pitch, width, height };
      }),
      width: width + 116,
      height: above + below + (rows - 1) * pitch + height,
    };
  });
}
