// One box for each device, or one for many: which of the two the view says, or the counts where it says nothing.
import type { Scene, SceneLink, ScenePart, SceneTemplate } from '../../server/protocol.ts';
import { bankOf, groupsOf, isUniform } from './banks.ts';
import { type Class, isSwitch } from './classes.ts';
import { contentsOf } from './contents.ts';
import { instanceBoxes } from './instances.ts';
import { meshBoxes } from './meshes.ts';
import type { Box, Cell, Placed } from './model.ts';
import { coordinates, memberPath } from './paths.ts';
import type { Shape } from './shapes.ts';
import { blockColumns, busHeight, busPitch, cardSize, sizeOf, slot } from './sizes.ts';
import { textWidth } from './svg.ts';
import { mannerOf, type ViewState } from './view.ts';
import { arrayName, bandwidth, kindName, mediumWords, memberName, spoken, typeName } from './words.ts';

/** One part and all that decides how it is boxed. */
export interface Boxing {
  readonly scene: Scene;
  readonly template: SceneTemplate;
  readonly number: number;
  readonly part: ScenePart;
  readonly class: Class;
  readonly tier: number;
  readonly links: readonly SceneLink[];
  /** Links between its own members, and the shape they make. */
  readonly own: readonly SceneLink[];
  readonly shape: Shape;
  readonly gone: ReadonlySet<number>;
}

/** Lays out the inside of an instance drawn open. */
export type Inside = (member: string, template: SceneTemplate) => Promise<Placed>;

/** More devices than this are drawn together where several hang on one thing. */
const mostDevices = 16;
/** Larger grids are a stack that says their shape. */
const mostGridCells = 256;

export async function boxesOf(b: Boxing, view: ViewState, depth: number, inside: Inside): Promise<Box[]> {
  const manner = mannerOf(view, b.template, b.number, depth);
  if (b.part.count === 0) return [];
  if (b.part.template !== undefined) return instanceBoxes(b, view, manner, inside);
  if (manner === 'stack' && view.manners[b.part.name] === 'stack') return [stackBox(b)];
  const { kind } = b.shape;
  const bank = bankOf(b.template, b.number);
  if (bank && manner !== 'boxes') return bank.map((places) => bankBox(b, places, manner === 'bus'));
  if (kind === 'grid') return b.part.count > mostGridCells ? [stackBox(b)] : meshBoxes(b);
  if (
    kind === 'search' ||
    (kind === 'race' && b.part.count <= 128) ||
    (kind === 'path' && b.part.count > 8 && b.part.count <= 128)
  )
    return meshBoxes(b);
  if (manner === 'stack') return [stackBox(b)];
  const many = b.part.count > 8 && isUniform(b.template, b.number) && kind === 'none' && !isSwitch(b.class);
  if (manner === 'block' || (many && manner !== 'boxes') || (many && view.manners[b.part.name] === undefined))
    return [blockBox(b, places(b.part))];
  const crowd = b.part.count > mostDevices && kind === 'none' && !isSwitch(b.class) && b.gone.size === 0;
  const groups = crowd && view.manners[b.part.name] !== 'boxes' ? groupsOf(b.template, b.number) : undefined;
  if (groups) return groups.map((group) => groupBox(b, group));
  return places(b.part).map((place) => memberBox(b, place));
}

export const places = (part: ScenePart): number[] => Array.from({ length: part.count }, (_, i) => i);

/** The properties all boxes of a part share, to be filled in. */
export function blank(b: Boxing): Box {
  return {
    id: b.part.name,
    part: b.number,
    places: [],
    form: 'device',
    class: b.class,
    label: '',
    sub: '',
    absent: false,
    tier: b.tier,
    depth: b.tier,
    x: 0,
    y: 0,
    width: 0,
    height: 0,
    flexible: false,
    cells: [],
    ports: [],
    feeds: [],
    rails: [],
    column: 0,
    shape: b.shape,
  };
}

function memberBox(b: Boxing, place: number): Box {
  const [width, height] = sizeOf(b.class);
  const label = memberName(b.part, place);
  const sub = kindName(b.part);
  return {
    ...blank(b),
    id: memberPath(b.part, place),
    places: [place],
    form: isSwitch(b.class) ? 'bar' : 'device',
    flexible: isSwitch(b.class),
    label,
    sub,
    absent: b.gone.has(place),
    width: b.class === 'net' ? Math.max(width, label.length * 7 + 20) : deviceWidth(width, sub),
    height,
  };
}

/** Wide enough for the type, up to a slot. */
const deviceWidth = (width: number, sub: string): number =>
  Math.max(width, Math.min(slot, Math.ceil(textWidth(sub, 9.5)) + 10));

/** Devices that hang on one thing, as one box: thirty-two NICs in a row would be wider than any screen. */
function groupBox(b: Boxing, group: readonly number[]): Box {
  const [first] = group.map((place) => coordinates(b.part.dims, place));
  const path = rangePath(b.part, group);
  const shared = path === b.part.name ? 0 : (path.match(/\[/g)?.length ?? 0);
  const whole = shared < b.part.dims.length;
  const number = whole ? first.slice(0, shared).join(',') : `${group[0]}\u2013${group[group.length - 1]}`;
  const type = kindName(b.part);
  return {
    ...memberBox(b, group[0]),
    id: path,
    places: group,
    label: `${arrayName(b.part)} ${number}`,
    sub: `${group.length} × ${type === '' ? spoken(b.part.kind) : type}`,
  };
}

/** Parallel switches as one: a bar, or one bus under another. */
function bankBox(b: Boxing, group: readonly number[], bus: boolean): Box {
  const whole = group.length + b.gone.size >= b.part.count;
  const members = whole ? places(b.part) : group;
  const name = b.class === 'scale' ? typeName(b.part.type) : spoken(b.part.name);
  const inGroup = new Set(group);
  const touching = b.links.filter(
    ({ a, b: e }) =>
      a.part !== e.part &&
      ((a.part === b.number && inGroup.has(a.place)) || (e.part === b.number && inGroup.has(e.place))),
  );
  const total = touching.reduce((sum, link) => sum + link.GBps, 0);
  const count = touching.reduce((sum, link) => sum + link.count, 0);
  const [first] = touching;
  const sum = first ? `${mediumWords({ ...first, lanes: false }, count)} · ${bandwidth(total)} each way` : '';
  const out = members.length - group.length;
  return {
    ...blank(b),
    id: whole ? b.part.name : rangePath(b.part, group),
    places: members,
    form: bus ? 'bus' : 'bar',
    flexible: true,
    label: `${group.length} × ${name}${out > 0 ? ` · ${out} out` : ''}`,
    sub: b.class === 'scale' ? sum : kindName(b.part),
    cells: members.map((place, i) => ({
      ...cell(b, place),
      label: `${name.replace(/\d+$/, '')} ${coordinates(b.part.dims, place).join(',')}`,
      y: i * busPitch,
      height: busHeight,
    })),
    width: 120,
    height: bus ? members.length * busPitch - 9 : 36,
  };
}

/** `nvs[0]` where the members are all that begin so; else the first one's path. */
function rangePath(part: ScenePart, group: readonly number[]): string {
  const indexes = group.map((place) => coordinates(part.dims, place));
  const shared: number[] = [];
  for (let d = 0; d < part.dims.length - 1 && indexes.every((at) => at[d] === indexes[0][d]); d++)
    shared.push(indexes[0][d]);
  const rest = part.dims.slice(shared.length).reduce((product, n) => product * n, 1);
  return rest === group.length ? part.name + shared.map((at) => `[${at}]`).join('') : memberPath(part, group[0]);
}

export const cell = (b: Boxing, place: number): Cell => ({
  place,
  x: 0,
  y: 0,
  width: 0,
  height: 0,
  row: 0,
  label: memberName(b.part, place),
  sub: kindName(b.part),
  absent: b.gone.has(place),
});

export function stackBox(b: Boxing): Box {
  const grid =
    b.shape.kind === 'grid' ? `${b.shape.dims.join(' × ')} ${b.shape.wraps.some(Boolean) ? 'torus' : 'grid'}` : '';
  const contents = b.part.template === undefined ? undefined : contentsOf(b.scene, b.scene.templates[b.part.template]);
  const size = contents ? cardSize(contents, true) : { width: 150, height: 56 };
  return {
    ...blank(b),
    places: places(b.part),
    form: 'stack',
    label: arrayName(b.part),
    sub: grid || kindName(b.part),
    ...size,
    ...(contents ? { contents } : {}),
    flexible: isSwitch(b.class),
  };
}

/** Cells in rows, for what is joined alike. */
export function blockBox(b: Boxing, members: readonly number[]): Box {
  const contents = b.part.template === undefined ? undefined : contentsOf(b.scene, b.scene.templates[b.part.template]);
  const columns = blockColumns(members.length);
  const width = !contents ? 44 : contents.gpus > 16 ? 62 : 44;
  const height = contents ? 30 : 28;
  const gap = 6;
  return {
    ...blank(b),
    places: members,
    form: 'block',
    label: arrayName(b.part),
    sub: typeName(b.part.type),
    ...(contents ? { contents } : {}),
    ...blockSize(members.length, columns, width, height, gap),
    cells: blockCells(b, members, columns, width, height, gap),
  };
}

export const blockSize = (count: number, columns: number, width: number, height: number, gap: number) => ({
  width: columns * (width + gap) - gap,
  height: Math.ceil(count / columns) * (height + 6) - 6,
});

function blockCells(
  b: Boxing,
  members: readonly number[],
  columns: number,
  width: number,
  height: number,
  gap: number,
): Cell[] {
  return members.map((place, i) => ({
    ...cell(b, place),
    label: coordinates(b.part.dims, place).join(','),
    x: (i % columns) * (width + gap),
    y: Math.floor(i / columns) * (height + 6),
    width,
    height,
  }));
}
