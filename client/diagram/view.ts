// Which arrays and instances are open, and how arrays are drawn: plain data, by path, that can be kept and sent.
// What is not said here follows the defaults: few things one by one, many as a block, very many as one stack.
import type { Scene, ScenePart, SceneTemplate } from '../../server/protocol.ts';
import { bankOf } from './banks.ts';
import { splitHead, spotOf } from './paths.ts';

/** `cards`: instances closed, one by one; `boxes`: devices one by one; `bar`, `bus`: parallel switches together, or one under another. */
export type Manner = 'stack' | 'block' | 'cards' | 'open' | 'boxes' | 'bar' | 'bus';

export interface ViewState {
  /** By path: of an array (`su[0].dgx`) its manner, of one instance (`su[0].dgx[5]`) `open` or `cards`. */
  readonly manners: Readonly<Record<string, Manner>>;
}

export const plainView: ViewState = { manners: {} };

/** Above this many cells a block says no more than a stack, and costs as much as all else together. */
export const mostCells = 1024;

/** Above these counts a manner isn't followed: neither an eye nor ELK could take in so many boxes in a row. */
const mostApart: Readonly<Record<Manner, number>> = {
  stack: Number.POSITIVE_INFINITY,
  block: mostCells,
  bar: mostCells,
  boxes: 64,
  cards: 32,
  bus: 32,
  open: 16,
};

/** What the view says inside one instance, paths cut to start there. */
export function viewInside(view: ViewState, path: string): ViewState {
  const manners: Record<string, Manner> = {};
  for (const [key, manner] of Object.entries(view.manners))
    if (key.startsWith(`${path}.`)) manners[key.slice(path.length + 1)] = manner;
  return { manners };
}

export const viewKey = (view: ViewState): string => JSON.stringify(Object.entries(view.manners).sort());

/** How an array is drawn, or a single instance. */
export function mannerOf(view: ViewState, template: SceneTemplate, number: number, depth: number): Manner {
  const part = template.parts[number];
  const said = view.manners[part.name];
  if (said !== undefined && fits(said, part)) return said;
  if (part.template !== undefined) return instanceManner(part, depth);
  if (bankOf(template, number)) return part.count > 1 ? 'bar' : 'boxes';
  return part.count > 32 ? 'stack' : 'boxes';
}

/** Units of units are opened at the top, where there are few: what they hold collapses by itself. */
function instanceManner(part: ScenePart, depth: number): Manner {
  if (part.count === 1 || (part.kind === 'cluster' && depth === 0 && part.count <= 4)) return 'open';
  if (part.count <= 8) return 'cards';
  return part.count <= 64 ? 'block' : 'stack';
}

function fits(manner: Manner, part: ScenePart): boolean {
  if (part.count > mostCells) return manner === 'stack';
  if (part.count > mostApart[manner]) return false;
  if (part.template !== undefined) return manner !== 'boxes' && manner !== 'bar' && manner !== 'bus';
  return manner !== 'open' && manner !== 'cards';
}

/** Whether one member of an instance array is drawn open. */
export function isOpen(view: ViewState, member: string, manner: Manner): boolean {
  const said = view.manners[member];
  return said === undefined ? manner === 'open' : said === 'open';
}

/** The view after the thing at `path` was opened or closed; the same view where there is nothing to open. */
export function toggle(scene: Scene, view: ViewState, path: string): ViewState {
  let template = scene.templates[0];
  let inside = view;
  let prefix = '';
  let rest = path;
  for (let depth = 0; ; depth++) {
    const [head, after] = splitHead(rest);
    const spot = spotOf(template, head);
    if (!spot) return view;
    const part = template.parts[spot.part];
    if (after === '') {
      const next = toggled(inside, template, spot.part, spot.place === undefined ? undefined : head, depth);
      return next === undefined ? view : withManners(view, prefix, next);
    }
    if (part.template === undefined) return view;
    inside = viewInside(inside, head);
    prefix += `${head}.`;
    template = scene.templates[part.template];
    rest = after;
  }
}

function toggled(
  view: ViewState,
  template: SceneTemplate,
  number: number,
  member: string | undefined,
  depth: number,
): Readonly<Record<string, Manner>> | undefined {
  const part = template.parts[number];
  const manner = mannerOf(view, template, number, depth);
  if (member !== undefined && part.template !== undefined) {
    if (part.count > mostCells) return undefined;
    const open = isOpen(view, member, manner) && manner !== 'stack';
    return {
      [member]: open ? 'cards' : 'open',
      ...(manner === 'stack' ? { [part.name]: opened(part, 'stack') } : {}),
    };
  }
  if (part.count > mostCells || part.count < 2) return undefined;
  const next =
    manner === 'stack' ? opened(part, mannerOf(plainView, template, number, depth)) : closed(template, number, manner);
  return { [part.name]: next };
}

/** From a stack to what shows the members. */
function opened(part: ScenePart, usual: Manner): Manner {
  if (usual !== 'stack') return usual;
  if (part.template !== undefined) return part.count <= 8 ? 'cards' : 'block';
  return part.count <= 16 ? 'boxes' : 'block';
}

function closed(template: SceneTemplate, number: number, manner: Manner): Manner {
  // Switches over what they join open to a fan, switches under it to buses.
  if (manner === 'bar') return mayFan(template, number) ? 'boxes' : 'bus';
  return bankOf(template, number) ? 'bar' : 'stack';
}

/** A network's switches, few enough for each line to be seen. */
function mayFan(template: SceneTemplate, number: number): boolean {
  const { count } = template.parts[number];
  const network = template.links.some(
    ({ a, b, look }) => (a.part === number || b.part === number) && look !== 'nvlink' && look !== 'scaleup',
  );
  return network && count <= 8;
}

function withManners(view: ViewState, prefix: string, more: Readonly<Record<string, Manner>>): ViewState {
  const manners: Record<string, Manner> = { ...view.manners };
  for (const [key, manner] of Object.entries(more)) manners[prefix + key] = manner;
  return { manners };
}
