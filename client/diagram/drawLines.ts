// Lines drawn: halo and glow under, dots and pills over them; under a heat overlay the busiest on top.
import type { Layers } from './drawBoxes.ts';
import { linkName } from './find.ts';
import { heatStep, type Marked } from './marks.ts';
import type { Link, Placed, Route } from './model.ts';
import { middle } from './path.ts';
import { linkWords } from './spoken.ts';
import { dot, line, pill, svg, textWidth } from './svg.ts';

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
    ),
  );
  for (const { x, y } of route.dots) layers.top.push(dot(x, y, `l-${link.look}`));
  if (hot) {
    const at = middle(course);
    const words = `${Math.round(marked.hotShare * 100)} % · bottleneck`;
    // Beside the line, not on it; left of it where the picture ends.
    const off = textWidth(words, 10.5, true) / 2 + 18;
    const x = at.x + 2 * off > placed.width ? at.x - off : at.x + off;
    layers.top.push(pill(x, at.y, words, 'hot'));
  } else if (route.pill) layers.top.push(pill(route.pill.at.x, route.pill.at.y, route.pill.words, `l-${link.look}`));
}
