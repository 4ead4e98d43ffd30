// What the pointer or the focus is on: from elements of the picture to the places and links they stand for.
import type { Target } from './picture.ts';
import type { Placed } from './walk.ts';

/** What stands for something. */
export const marked = '[data-path], [data-link]';

export function targetOf(target: EventTarget | null): Target | undefined {
  const element = target instanceof Element ? target.closest<SVGElement>(marked) : null;
  const path = element?.dataset.path;
  if (path !== undefined) return { path };
  const link = element?.dataset.link;
  return link === undefined ? undefined : { link };
}

/** A picture that came between press and release leaves the event without what was pressed: what lies there now is meant. */
export const targetAt = (event: MouseEvent): Target | undefined =>
  targetOf(event.target) ?? targetOf(document.elementFromPoint(event.clientX, event.clientY));

export const keyOf = (target: Target): string => ('path' in target ? target.path : target.link);

export function placed(path: string, element: Element): Placed {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { path, x, y, width, height };
}

export const middle = ({ x, y, width, height }: DOMRect): { x: number; y: number } => ({
  x: x + width / 2,
  y: y + height / 2,
});
