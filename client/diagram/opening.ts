// The view in which a thing can be seen: everything on the way to it is opened, nothing else is touched.
import type { Scene } from '../../server/protocol.ts';
import { splitHead, spotOf } from './paths.ts';
import { isOpen, mannerOf, toggle, type ViewState, viewInside } from './view.ts';

/** The same view where all is open already, or where nothing more can be opened. */
export function openTo(scene: Scene, view: ViewState, path: string): ViewState {
  let now = view;
  let inside = view;
  let template = scene.templates[0];
  let prefix = '';
  let rest = path;
  for (let depth = 0; ; depth++) {
    const [head, after] = splitHead(rest);
    const spot = spotOf(template, head);
    if (!spot) return now;
    const manner = mannerOf(inside, template, spot.part, depth);
    const { name, template: next } = template.parts[spot.part];
    if (after !== '' && next === undefined) return now;
    const closed = after === '' ? manner === 'stack' && spot.place !== undefined : !isOpen(inside, head, manner);
    // Of a stack whose member is meant the stack is opened; to look into a member, that one.
    if (closed || (after !== '' && manner === 'stack')) now = toggle(scene, now, prefix + (after === '' ? name : head));
    if (after === '' || next === undefined) return now;
    prefix += `${head}.`;
    inside = viewInside(now, prefix.slice(0, -1));
    template = scene.templates[next];
    rest = after;
  }
}
