// Place expressions walked down through parts: `su[s].dgx[n].nic[r]`. A walk knows parts and sizes; what the indices
// mean (sets and numbers in a selection, variables in a connection) is for its two readers to say.
import * as l10n from '@vscode/l10n';
import type { Fix, Span } from '../../syntax/finding.ts';
import { insertion, removal, replacement } from '../../syntax/fixes.ts';
import type { Expr, IndexExpr, Name, SetItem } from '../../syntax/tree.ts';
import type { Environment } from '../environment.ts';
import type { DeviceType } from '../hardware.ts';
import { nearest } from '../nearest.ts';
import { type Part, placeIndex, type Template } from '../template.ts';
import type { SelectedCable, SelectedPlace, Selection } from '../values.ts';
import { brokenParts } from './kept.ts';
import { evaluateWhole } from './scope.ts';

export interface Step {
  readonly part: Part;
  readonly name: Name;
  /** One for each dimension of the part. */
  readonly indices: readonly IndexExpr[];
  /** From the start of the place to the end of this step. */
  readonly span: Span;
}

export interface Walk {
  readonly steps: readonly Step[];
  readonly last: DeviceType | Template;
}

interface Link {
  readonly name: Name;
  readonly indices: IndexExpr[];
  span: Span;
}

/** The names of a place with their indices, outermost first; undefined where the expression is no place. */
function linksOf(expr: Expr): Link[] | undefined {
  if (expr.kind === 'group') return linksOf(expr.inner);
  if (expr.kind === 'name') return [{ name: expr.name, indices: [], span: expr }];
  if (expr.kind !== 'member' && expr.kind !== 'index') return undefined;
  const links = linksOf(expr.of);
  if (!links) return undefined;
  if (expr.kind === 'member') {
    links.push({ name: expr.name, indices: [], span: expr });
    return links;
  }
  const last = links[links.length - 1];
  last.indices.push(expr);
  last.span = expr;
  return links;
}

/** The first name of a place; undefined where the expression is none. */
export function headOf(expr: Expr): Name | undefined {
  if (expr.kind === 'group') return headOf(expr.inner);
  if (expr.kind === 'name') return expr.name;
  return expr.kind === 'member' || expr.kind === 'index' ? headOf(expr.of) : undefined;
}

/** Follows a place down from the body of `env`. Undefined after a finding, or silently where a part is broken. */
export function walkPlace(expr: Expr, env: Environment, owner: string): Walk | undefined {
  const links = linksOf(expr);
  if (!links || links.some(({ name }) => name.text === '')) return undefined;
  const steps: Step[] = [];
  let last: DeviceType | Template | undefined;
  for (const { name, indices, span } of links) {
    const part = last ? partIn(last, name, env) : headPart(name, env, owner);
    if (!part || !indexed(part, indices, span, env)) return undefined;
    steps.push({ part, name, indices, span: { start: expr.start, end: span.end } });
    last = part.type;
  }
  return last && { steps, last };
}

function headPart(name: Name, env: Environment, owner: string): Part | undefined {
  const part = env.part(name.text);
  if (part) return part;
  const other = env.lookup(name.text);
  if (other?.type === 'error') return undefined;
  const parts = [...env.names()].filter((known) => env.part(known));
  return unknownPart(name, owner, parts, env);
}

function partIn(inside: DeviceType | Template, name: Name, env: Environment): Part | undefined {
  if (inside.sort === 'device') {
    const message = l10n.t('{0} is a device: it has no parts.', inside.name);
    env.report({ start: name.start, end: name.end, severity: 'error', code: 'name.part', message });
    return undefined;
  }
  const part = inside.parts.find((candidate) => candidate.name === name.text);
  if (part || brokenParts(inside).has(name.text)) return part;
  const parts = inside.parts.map((candidate) => candidate.name);
  return unknownPart(name, inside.name, parts, env);
}

function unknownPart(name: Name, owner: string, parts: readonly string[], env: Environment): undefined {
  const { text, start, end } = name;
  const near = nearest(text, parts);
  const message = near
    ? l10n.t('`{0}` has no part `{1}`; the nearest is `{2}`.', owner, text, near)
    : l10n.t('`{0}` has no part `{1}`.', owner, text);
  const fixes = near ? [replacement(name, near)] : [];
  env.report({ start, end, severity: 'error', code: 'name.part', message, fixes });
}

/** Whether every dimension has its index. */
function indexed(part: Part, indices: readonly IndexExpr[], span: Span, env: Environment): boolean {
  if (indices.length === part.dims.length) return true;
  if (indices.length > part.dims.length) {
    const { start, end } = indices[part.dims.length].indexSpan;
    const message =
      part.dims.length === 0
        ? l10n.t('`{0}` is one thing: it takes no index.', part.name)
        : l10n.t('`{0}` takes {1} indices.', part.name, part.dims.length);
    const fixes = [removal({ start, end }, l10n.t('Remove it'))];
    env.report({ start, end, severity: 'error', code: 'index.single', message, fixes });
    return false;
  }
  const lacking = part.dims.slice(indices.length);
  const insert = (index: string): Fix => {
    const text = index.repeat(lacking.length);
    return insertion(span.end, text, part.name + text);
  };
  const message =
    indices.length === 0
      ? l10n.t('`{0}` has {1} places: which of them?', part.name, part.count)
      : l10n.t('`{0}` takes {1} indices.', part.name, part.dims.length);
  const fixes = part.count > 0 ? [insert('[*]'), insert('[0]')] : [insert('[*]')];
  env.report({ start: span.start, end: span.end, severity: 'error', code: 'index.missing', message, fixes });
  return false;
}

/** The one expression of an index such as `[i + 1]`; undefined for a set. */
export function soleIndex({ items }: IndexExpr): Expr | undefined {
  const [item] = items;
  return items.length === 1 && item.kind === 'range' && !item.to ? item.from : undefined;
}

/** Most values of one set; with more, a statement could not be built anyway. */
const mostPlaces = 1_000_000;

/** The places a set names, in its order. `bounds` undefined: any whole numbers (a `for`). Undefined after a finding. */
export function setPlaces(
  items: readonly SetItem[],
  bounds: { readonly part: Part; readonly size: number } | undefined,
  env: Environment,
): Int32Array | undefined {
  if (bounds && items.length === 1 && items[0].kind === 'star') return counting(bounds.size);
  const places: number[] = [];
  for (const item of items) {
    if (item.kind === 'star') {
      if (!bounds) {
        const message = l10n.t('`*` says nothing here: write a range, as in `0..3`.');
        env.report({ start: item.start, end: item.end, severity: 'error', code: 'index.no-range', message });
        return undefined;
      }
      for (let i = 0; i < bounds.size; i++) places.push(i);
    } else {
      const range = rangeOf(item, env);
      if (!range) return undefined;
      if (bounds && range.from <= range.to && !within(range, item, bounds, env)) return undefined;
      for (let i = range.from; i <= range.to; i++) places.push(i);
    }
    if (places.length > mostPlaces) return tooMany(item, env);
  }
  return Int32Array.from(places);
}

/** A set, or places of several dimensions, that could not be built anyway. */
function tooMany({ start, end }: Span, env: Environment): undefined {
  const message = l10n.t('more than {0} values; nothing was built.', mostPlaces);
  env.report({ start, end, severity: 'error', code: 'size.links', message });
}

/** 0, 1, … as many as `size`. Nobody writes into it: short ones are kept. */
export function counting(size: number): Int32Array {
  const known = short[size];
  if (known) return known;
  const all = new Int32Array(size);
  for (let i = 0; i < size; i++) all[i] = i;
  if (size < 1024) short[size] = all;
  return all;
}

const short: Int32Array[] = [];

interface Range {
  readonly from: number;
  readonly to: number;
}

function rangeOf(item: SetItem & { kind: 'range' }, env: Environment): Range | undefined {
  const from = evaluateWhole(item.from, env, l10n.t('an index'));
  const to = item.to ? evaluateWhole(item.to, env, l10n.t('an index')) : from;
  if (from === undefined || to === undefined) return undefined;
  const range = { from, to: Math.min(to, from + mostPlaces) };
  // A range one short of nothing is how `0..n - 1` says none.
  const written = item.from.kind === 'number' && item.to?.kind === 'number';
  if (to < from && (written || to < from - 1)) {
    const message = l10n.t('nothing lies between {0} and {1}.', from, to);
    const text = `${to}..${from}`;
    const fixes = written ? [replacement(item, text)] : [];
    env.report({ start: item.start, end: item.end, severity: 'warning', code: 'index.empty', message, fixes });
  }
  return range;
}

function within(
  { from, to }: Range,
  at: Span,
  { part, size }: { readonly part: Part; readonly size: number },
  env: Environment,
): boolean {
  if (from >= 0 && to < size) return true;
  const message = l10n.t('{0}.', placesText(part, size));
  // Where a range begins inside, only its end is too far.
  const reach = from === to ? String(size - 1) : `${from}..${size - 1}`;
  const fixes = from >= 0 && from <= to && (from < size || from === to) && size > 0 ? [replacement(at, reach)] : [];
  env.report({ start: at.start, end: at.end, severity: 'error', code: 'index.range', message, fixes });
  return false;
}

/** "`g` has 4 places, 0 to 3", of one dimension. */
export function placesText(part: Part, size: number): string {
  if (size === 0) return l10n.t('`{0}` has no places', part.name);
  if (size === 1) return l10n.t('`{0}` has 1 place, 0', part.name);
  return l10n.t('`{0}` has {1} places, 0 to {2}', part.name, size, size - 1);
}

// ---- Selections

/**
 * The places or cables an expression selects, in the order of its sets, the last varying fastest: `su[0].dgx[0..7]`,
 * `leaf[0] -- spine[*]`, `a -- b x3`. Undefined after a finding. A member of a device is a property, not a place: the caller's.
 */
export function selectPlaces(expr: Expr, env: Environment, owner = l10n.t('this body')): Selection | undefined {
  if (expr.kind === 'group') return selectPlaces(expr.inner, env, owner);
  if (expr.kind === 'counted') {
    const count = evaluateWhole(expr.count, env, l10n.t('a count'));
    const of = selectPlaces(expr.of, env, owner);
    return count === undefined || !of ? undefined : { ...of, cables: of.cables.map((cable) => ({ ...cable, count })) };
  }
  if (expr.kind === 'cable') {
    const a = selectPlaces(expr.left, env, owner);
    const b = selectPlaces(expr.right, env, owner);
    if (!a || !b || !areDevices(a, expr.left, env) || !areDevices(b, expr.right, env)) return undefined;
    if (a.places.length * b.places.length > mostPlaces) return tooMany(expr, env);
    return { places: [], cables: cablesBetween(a, b, expr.operator === '->') };
  }
  const walk = walkPlace(expr, env, owner);
  if (!walk) return undefined;
  const places = placesOf(walk, env);
  return places && { places, cables: [] };
}

function areDevices({ places }: Selection, { start, end }: Expr, env: Environment): boolean {
  const group = places.find(({ of }) => of === 'template');
  if (!group) return true;
  const message = l10n.t('a cable ends at a device: which one in `{0}`?', group.path);
  env.report({ start, end, severity: 'error', code: 'wiring.group', message });
  return false;
}

function cablesBetween(a: Selection, b: Selection, directed: boolean): SelectedCable[] {
  const cables: SelectedCable[] = [];
  const seen = new Set<string>();
  for (const from of a.places)
    for (const to of b.places) {
      if (from.first === to.first) continue;
      const swap = !directed && from.first > to.first;
      const key = swap ? `${to.first} ${from.first}` : `${from.first} ${to.first}`;
      if (seen.has(key)) continue;
      seen.add(key);
      cables.push({ a: from.first, b: to.first, directed });
    }
  return cables;
}

function placesOf({ steps, last }: Walk, env: Environment): SelectedPlace[] | undefined {
  const of = last.sort === 'device' ? last : 'template';
  const devices = steps[steps.length - 1].part.stride;
  let found: SelectedPlace[] = [{ path: '', first: 0, devices, of }];
  for (const { part, indices, span } of steps) {
    const inPart = partPlaces(part, indices, span, env);
    if (!inPart) return undefined;
    if (found.length * inPart.length > mostPlaces) return tooMany(span, env);
    const names = inPart.map((place) => part.name + placeIndex(part.dims, place));
    const next: SelectedPlace[] = [];
    for (const { path, first } of found)
      inPart.forEach((place, k) => {
        const inside = path ? `${path}.${names[k]}` : names[k];
        next.push({ path: inside, first: first + part.first + place * part.stride, devices, of });
      });
    found = next;
  }
  return found;
}

/** Places of a part by number, the last index varying fastest. */
function partPlaces(
  part: Part,
  indices: readonly IndexExpr[],
  span: Span,
  env: Environment,
): readonly number[] | undefined {
  let places = [0];
  for (let d = 0; d < indices.length; d++) {
    const size = part.dims[d];
    const set = setPlaces(indices[d].items, { part, size }, env);
    if (!set) return undefined;
    if (places.length * set.length > mostPlaces) return tooMany(span, env);
    const next: number[] = [];
    for (const place of places) for (let i = 0; i < set.length; i++) next.push(place * size + set[i]);
    places = next;
  }
  return places;
}
