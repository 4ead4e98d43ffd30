// Where an arrow key leads from a box: along a link if one goes that way, else to the nearest box that way. Pure geometry.

export interface Placed {
  readonly path: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Another place, and the line that leads there. */
export interface Linked {
  readonly path: string;
  readonly link: string;
}

/** The line after this one, round and round; undefined: there is none. */
export function nextLink(linked: readonly Linked[], from: string | undefined, by: 1 | -1): string | undefined {
  const lines = [...new Set(linked.map(({ link }) => link))];
  const at = from === undefined ? -1 : lines.indexOf(from);
  if (at < 0) return by > 0 ? lines[0] : lines.at(-1);
  return lines[(at + by + lines.length) % lines.length];
}

export type Direction = 'left' | 'right' | 'up' | 'down';

const ways: Record<Direction, readonly [number, number]> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/** The path to go to; undefined: nothing lies that way. */
export function step(
  boxes: readonly Placed[],
  from: Placed,
  direction: Direction,
  linked: (path: string) => boolean,
): string | undefined {
  const [dx, dy] = ways[direction];
  const at = centre(from);
  let best: { path: string; cost: number } | undefined;
  for (const box of boxes) {
    if (box.path === from.path || contains(box, from) || contains(from, box)) continue;
    const to = centre(box);
    const along = (to.x - at.x) * dx + (to.y - at.y) * dy;
    const across = Math.abs((to.x - at.x) * dy) + Math.abs((to.y - at.y) * dx);
    // A wide bar above is "up" for all that stands under it, however far its middle is.
    const aside = Math.max(0, across - (dx === 0 ? box.width : box.height) / 2);
    if (along <= 1 || aside > along * 2) continue;
    const cost = (along + aside * 2) * (linked(box.path) ? 0.4 : 1);
    if (!best || cost < best.cost) best = { path: box.path, cost };
  }
  return best?.path;
}

export const centre = ({ x, y, width, height }: Placed): { x: number; y: number } => ({
  x: x + width / 2,
  y: y + height / 2,
});

const contains = (outer: Placed, inner: Placed): boolean =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height;
