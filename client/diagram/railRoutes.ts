// Rails drawn: from each switch down to its own height, along it, and a drop with a dot to each instance.
import { endOf } from './ends.ts';
import { lineWidth } from './links.ts';
import { type Box, centre, type Link, type Rail, type Route } from './model.ts';
import { type Course, type Point, straight } from './path.ts';
import { railPitch } from './sizes.ts';

export function railRoutes(box: Box): Route[] {
  const taps = box.rails.flatMap(({ taps }) => taps.map((tap) => centre(endOf(tap.box, tap.port))));
  return box.rails.flatMap((rail, i) => routesOfRail(rail, box.y + 3 + i * railPitch, taps));
}

function routesOfRail({ from, link, taps }: Rail, y: number, all: readonly number[]): Route[] {
  const x = clearDrop(from, all);
  const drops = taps.map(({ box, port, link: tapped }) => {
    const end = endOf(box, port);
    return { at: { x: centre(end), y }, to: { x: centre(end), y: end.y }, link: tapped };
  });
  const xs = [x, ...drops.map(({ at }) => at.x)];
  const also = taps.map((tap) => tap.link);
  const start = { x, y: from.y + from.height };
  return [
    ...drops.map(({ at, to, link: tapped }) => route(tapped, straight(to, at), 2, 0.65, 1, [at])),
    { ...route(link, straight(start, { x, y }), Math.min(4, lineWidth(link.GBps) + 1.2), 0.95, 2, [{ x, y }]), also },
    { ...route(link, straight({ x: Math.min(...xs), y }, { x: Math.max(...xs), y }), 2.6, 0.9, 2, []), also },
  ];
}

/** Under the switch, at least ten pixels from every drop to an instance if there is room. */
function clearDrop(from: Box, drops: readonly number[]): number {
  const middle = centre(from);
  let best = middle;
  let most = -1;
  for (let off = 0; off <= from.width / 2 - 10; off += 2)
    for (const x of [middle + off, middle - off]) {
      const least = Math.min(...drops.map((drop) => Math.abs(drop - x)));
      if (least > most) {
        most = least;
        best = x;
      }
      if (least >= 10) return x;
    }
  return best;
}

const route = (
  link: Link,
  course: Course,
  width: number,
  opacity: number,
  layer: number,
  dots: readonly Point[],
): Route => ({
  link,
  course,
  width,
  opacity,
  layer,
  dots,
});
