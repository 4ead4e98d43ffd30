// Lines drawn: halo and glow under, dots and pills over them; under a heat overlay the busiest on top.
import type { Layers } from './drawBoxes.ts';
import { endOf } from './ends.ts';
import { linkName } from './find.ts';
import { heatStep, hotWords, type Marked } from './marks.ts';
import type { Link, Placed, Route } from './model.ts';
import { middle, type Point, pointsAlong, tenth } from './path.ts';
import { linkWords } from './spoken.ts';
import { dot, line, pill, type SvgNode, svg, textWidth } from './svg.ts';

interface Over {
  readonly marked: Marked;
  /** Wide unseen strokes under the lines, to point at. */
  readonly hits: boolean;
}

const linksIn = (route: Route): readonly Link[] => route.also ?? [route.link];

function busyOf(marked: Marked, prefix: string, route: Route): number | undefined {
  let most: number | undefined;
  for (const link of linksIn(route)) {
    const busy = marked.busyLink(prefix, link);
    if (busy !== undefined) most = Math.max(most ?? 0, busy);
  }
  return most;
}

/** Under a heat overlay the busiest lie on top. */
export function byHeat(marked: Marked, prefix: string, routes: readonly Route[]): readonly Route[] {
  if (!marked.heat) return routes;
  const value = (route: Route): number => busyOf(marked, prefix, route) ?? 0;
  return [...routes].sort((a, b) => value(a) - value(b));
}

/** The arrowhead of a link that goes one way: at the end of the line that is nearer to where it leads. */
function head({ link, course }: Route, width: number): SvgNode {
  const to = link.back ? endOf(link.a, link.portA) : endOf(link.b, link.portB);
  const points = pointsAlong(course, 8);
  const first = points[0];
  const last = points[points.length - 1];
  const away = ({ x, y }: Point): number =>
    Math.hypot(Math.max(to.x - x, 0, x - to.x - to.width), Math.max(to.y - y, 0, y - to.y - to.height));
  const [tip, before] = away(first) < away(last) ? [first, points[1]] : [last, points[points.length - 2]];
  const length = Math.hypot(tip.x - before.x, tip.y - before.y) || 1;
  const [dx, dy] = [(tip.x - before.x) / length, (tip.y - before.y) / length];
  const [long, half] = [7 + width, 3 + width * 0.8];
  const [bx, by] = [tip.x - dx * long, tip.y - dy * long];
  const at = (x: number, y: number): string => `${tenth(x)} ${tenth(y)}`;
  return svg('path', {
    class: 'head',
    d: `M${at(tip.x, tip.y)}L${at(bx - dy * half, by + dx * half)}L${at(bx + dy * half, by - dx * half)}z`,
  });
}

export function drawRoute({ marked, hits }: Over, placed: Placed, prefix: string, route: Route, layers: Layers): void {
  const { link, course } = route;
  const busy = busyOf(marked, prefix, route);
  // Of a rail only the drop is one link.
  const hot = route.also === undefined && marked.hotLink(prefix, link);
  const width = busy === undefined ? route.width : route.width + busy * 1.2;
  const opacity = marked.heat || hot ? 0.8 + 0.2 * (busy ?? 0) : route.opacity;
  const cursor = linksIn(route).some((each) => marked.cursorLinks(prefix, each));
  const step = marked.heat ? ` h${heatStep(busy ?? 0)}` : '';
  layers.lines.push(
    svg(
      'g',
      {
        class: `wire l-${link.look}${step}`,
        'data-link': linkName(placed, prefix, link),
        role: 'img',
        'aria-label': linkWords(placed, link),
      },
      svg('title', {}, linkWords(placed, link)),
      hits && line(course, 'hit', 10),
      hot && line(course, 'halo', width + 9),
      cursor && line(course, 'glow', width + 6),
      line(course, width > 5 ? 'e butt' : 'e', width, Math.round(opacity * 100) / 100),
      link.directed && route.also === undefined && head(route, width),
    ),
  );
  for (const { x, y } of route.dots) layers.top.push(dot(x, y, `l-${link.look}`));
  if (hot) {
    const at = middle(course);
    const words = hotWords(marked.hotShare);
    // Beside the line, not on it; left of it where the picture ends.
    const off = textWidth(words, 10.5, true) / 2 + 24;
    const x = at.x + 2 * off > placed.width ? at.x - off : at.x + off;
    layers.top.push(pill(x, at.y, words, 'hot', 28));
  } else if (route.pill) layers.top.push(pill(route.pill.at.x, route.pill.at.y, route.pill.words, `l-${link.look}`));
}
