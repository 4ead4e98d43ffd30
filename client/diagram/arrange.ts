// A small mesh laid into rows and columns by search: swaps from fixed starts, the cheapest arrangement wins. Deterministic.
// It finds the two quads of a DGX-1, the square of a 4-ring, the two rows of an 8-ring without being told of either.

export interface Arrangement {
  readonly rows: number;
  readonly columns: number;
  /** Column and row of each member. */
  readonly cells: readonly (readonly [column: number, row: number])[];
}

/** A link between two members; `weight` 1 for one, a little more for more. */
export type Tie = readonly [a: number, b: number, weight: number];

interface Board {
  readonly rows: number;
  readonly columns: number;
  readonly full: boolean;
  readonly ties: readonly Tie[];
  /** What each member hangs on; members of one parent want one column. */
  readonly parents: readonly (string | undefined)[] | undefined;
}

export function arrange(
  count: number,
  ties: readonly Tie[],
  parents: readonly (string | undefined)[] | undefined,
): Arrangement {
  let best: { cost: number; board: Board; order: number[] } | undefined;
  for (const [rows, columns] of boards(count, parents ? 2 : 4)) {
    const board = { rows, columns, full: rows * columns === count, ties, parents };
    const random = fixedSequence();
    for (let start = 0; start < (count <= 8 ? 40 : 12); start++) {
      const order = Array.from({ length: count }, (_, i) => i);
      if (start > 0) shuffle(order, random);
      improve(board, order);
      if (board.full) turn(board, order);
      const cost = costOf(board, order);
      if (!best || cost < best.cost - 1e-9) best = { cost, board, order };
    }
  }
  if (!best) return { rows: 1, columns: count, cells: Array.from({ length: count }, (_, i) => [i, 0] as const) };
  const { board, order } = best;
  return { rows: board.rows, columns: board.columns, cells: order.map((at) => cellOf(board, at)) };
}

/** Grids that hold `count` with at most part of one row empty, wide ones only. */
function boards(count: number, mostRows: number): [number, number][] {
  const found: [number, number][] = [];
  for (let rows = 1; rows <= Math.min(count, mostRows); rows++) {
    const columns = Math.ceil(count / rows);
    const spare = rows * columns - count;
    if (spare < rows && columns >= rows && !(rows > 2 && spare > 0)) found.push([rows, columns]);
  }
  return found;
}

/** Full boards are counted down the columns, others along the rows so that the last row is the short one. */
function cellOf({ full, rows, columns }: Board, at: number): readonly [number, number] {
  return full ? [Math.floor(at / rows), at % rows] : [at % columns, Math.floor(at / columns)];
}

function costOf(board: Board, order: readonly number[]): number {
  const cells = order.map((at) => cellOf(board, at));
  const diagonals: [number, number][] = [];
  let cost = 0;
  for (const [a, b, weight] of board.ties) {
    const [x1, y1] = cells[a];
    const [x2, y2] = cells[b];
    const dx = Math.abs(x1 - x2);
    const dy = Math.abs(y1 - y2);
    if (dx === 1 && dy === 1) diagonals.push([x1 + x2, y1 + y2]);
    cost += weight * tieCost(dx, dy, y1 > 0 && y1 < board.rows - 1);
  }
  for (let i = 0; i < diagonals.length; i++)
    for (let j = i + 1; j < diagonals.length; j++)
      if (diagonals[i][0] === diagonals[j][0] && diagonals[i][1] === diagonals[j][1]) cost += 0.5;
  return cost + parentCost(board, cells) + orderCost(board, order, cells);
}

/** Side by side is best, then the diagonal, then an arc along the outer row; an arc through an inner row is worst. */
function tieCost(dx: number, dy: number, inner: boolean): number {
  if (dx + dy === 1) return 1;
  if (dx === 1 && dy === 1) return 2.2;
  if (dy === 0) return 2.6 + 0.3 * dx + (inner ? 3 : 0);
  if (dx === 0) return 2.8 + 0.5 * dy;
  return 2.5 + 1.5 * (dx + dy);
}

function parentCost({ parents, rows }: Board, cells: readonly (readonly [number, number])[]): number {
  if (!parents) return 0;
  const spans = new Map<string, [number, number]>();
  cells.forEach(([x], i) => {
    const parent = parents[i];
    if (parent === undefined) return;
    const span = spans.get(parent) ?? [x, x];
    spans.set(parent, [Math.min(span[0], x), Math.max(span[1], x)]);
  });
  let cost = 0.6 * (rows - 1);
  for (const [low, high] of spans.values()) cost += 3 * (high - low);
  return cost;
}

/** Ties are broken by file order, and the first member wants the top left. */
function orderCost(board: Board, order: readonly number[], cells: readonly (readonly [number, number])[]): number {
  let cost = order[0] === 0 ? 0 : 0.3;
  cells.forEach(([x, y], i) => {
    cost += 0.012 * Math.abs((board.parents ? order[i] : y * board.columns + x) - i);
  });
  return cost;
}

function improve(board: Board, order: number[]): void {
  let cost = costOf(board, order);
  for (let better = true; better; ) {
    better = false;
    for (let i = 0; i < order.length; i++)
      for (let j = i + 1; j < order.length; j++) {
        [order[i], order[j]] = [order[j], order[i]];
        const next = costOf(board, order);
        if (next < cost - 1e-9) {
          cost = next;
          better = true;
        } else [order[i], order[j]] = [order[j], order[i]];
      }
  }
}

/** Of the four ways to mirror a full board, the one that keeps file order best. */
function turn(board: Board, order: number[]): void {
  const { rows, columns } = board;
  let best: { off: number; order: number[] } | undefined;
  for (const flipX of [false, true])
    for (const flipY of [false, true]) {
      const turned = order.map((at) => {
        const [x, y] = cellOf(board, at);
        return (flipX ? columns - 1 - x : x) * rows + (flipY ? rows - 1 - y : y);
      });
      const off = disorder(board, turned);
      if (!best || off < best.off) best = { off, order: turned };
    }
  best?.order.forEach((at, i) => {
    order[i] = at;
  });
}

function disorder(board: Board, order: readonly number[]): number {
  const cells = order.map((at) => cellOf(board, at));
  const [firstX, firstY] = cells[0];
  let off = (firstY ? 50 : 0) + (firstX ? 20 : 0) + (!board.parents && cells[1]?.[1] ? 5 : 0);
  cells.forEach(([x, y], i) => {
    off += Math.abs((board.parents ? order[i] : y * board.columns + x) - i);
  });
  return off;
}

/** Park and Miller's generator from seed 1: the same starts every time. */
function fixedSequence(): () => number {
  let seed = 1;
  return () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
}

function shuffle(order: number[], random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
}
