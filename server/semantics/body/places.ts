// Place expressions walked down through parts: `su[s].dgx[n].nic[r]`. A walk knows parts and sizes; what the indices
// mean (sets and numbers in a selection, variables in a connection) is for its two readers to say.
import * as l10n from '@vscode/l10n';
import type { Fix, Span } from '../../syntax/finding.ts';
import { insertion, removal, replacement } from '../../syntax/fixes.ts';
import type { Expr, IndexExpr, Name, SetItem } from '../../syntax/tree.ts';
import type { Environment } from '../environment.ts';
import type { DeviceType } from '../hardware.ts';
import { meant } from '../meant.ts';
import type { Part, Template } from '../template.ts';
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

/** A step while its indices are read. */
interface Open {
  readonly part: Part;
  readonly name: Name;
  /** The step it goes on from. */
  readonly before: Open | undefined;
  indices: readonly IndexExpr[];
  span: Span;
}

const noIndices: readonly IndexExpr[] = [];

/** How many names a place has; NaN where the expression is none, or a name is not written. */
function namesOf(expr: Expr): number {
  if (expr.kind === 'group') return namesOf(expr.inner);
  if (expr.kind === 'index') return namesOf(expr.of);
  if (expr.kind === 'name' && expr.name.text !== '') return 1;
  return expr.kind === 'member' && expr.name.text !== '' ? namesOf(expr.of) + 1 : Number.NaN;
}

/** The first name of a place; undefined where the expression is none. */
export function headOf(expr: Expr): Name | undefined {
  if (expr.kind === 'group') return headOf(expr.inner);
  if (expr.kind === 'name') return expr.name;
  return expr.kind === 'member' || expr.kind === 'index' ? headOf(expr.of) : undefined;
}

/** Follows a place down from the body of `env`. Undefined after a finding, or silently where a part is broken. */
export function walkPlace(expr: Expr, env: Environment, owner: string | undefined): Walk | undefined {
  const count = namesOf(expr);
  if (Number.isNaN(count)) return undefined;
  const last = stepDown(expr, env, owner);
  if (!last || !indexed(last.part, last.indices, last.span, env)) return undefined;
  const steps = new Array<Step>(count);
  let at: Open | undefined = last;
  for (let k = count - 1; at; k--) {
    // In brackets the first step begins behind where the place does.
    if (at.span.start !== expr.start) at.span = { start: expr.start, end: at.span.end };
    steps[k] = at;
    at = at.before;
  }
  return { steps, last: last.part.type };
}

/** Walks down to the last step of a place, whose indices are not looked at yet; undefined after a finding. */
function stepDown(expr: Expr, env: Environment, owner: string | undefined): Open | undefined {
  if (expr.kind === 'group') return stepDown(expr.inner, env, owner);
  if (expr.kind === 'name') return enter(headPart(expr.name, env, owner), expr.name, expr, undefined);
  if (expr.kind !== 'member' && expr.kind !== 'index') return undefined;
  const step = stepDown(expr.of, env, owner);
  if (!step) return undefined;
  if (expr.kind === 'index') {
    step.indices = step.indices === noIndices ? [expr] : [...step.indices, expr];
    step.span = expr;
    return step;
  }
  if (!indexed(step.part, step.indices, step.span, env)) return undefined;
  return enter(partIn(step.part.type, expr.name, env), expr.name, expr, step);
}

const enter = (part: Part | undefined, name: Name, span: Span, before: Open | undefined): Open | undefined =>
  part && { part, name, before, indices: noIndices, span };

function headPart(name: Name, env: Environment, owner: string | undefined): Part | undefined {
  const part = env.part(name.text);
  if (part) return part;
  const other = env.lookup(name.text);
  if (other?.type === 'error') return undefined;
  const parts = [...env.names()].filter((known) => env.part(known));
  return unknownPart(name, owner ?? l10n.t('this body'), parts, env);
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
  const near = meant(text, name, parts);
  const message = near
    ? l10n.t('`{0}` has no part `{1}`; the nearest is {2}.', owner, text, near.text)
    : l10n.t('`{0}` has no part `{1}`.', owner, text);
  env.report({ start, end, severity: 'error', code: 'name.part', message, fixes: near?.fixes ?? [] });
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
  const usual = part.count > 0 ? [insert('[*]'), insert('[0]')] : [insert('[*]')];
  const apart = indices.length === 1 ? takenApart(indices[0], part) : undefined;
  const fixes = apart ? [apart] : usual;
  env.report({ start: span.start, end: span.end, severity: 'error', code: 'index.missing', message, fixes });
  return false;
}

/** `c[x, y]` for the two dimensions of `c` meant `c[x][y]`. */
function takenApart({ items }: IndexExpr, part: Part): Fix | undefined {
  const alone = items.every((item) => item.kind === 'star' || !item.to);
  if (items.length !== part.dims.length || !alone) return undefined;
  const edits = items.slice(1).map((item, k) => ({ start: items[k].end, end: item.start, text: '][' }));
  return { title: l10n.t('Use `[ ][ ]`'), edits };
}

/** The one expression of an index such as `[i + 1]`; undefined for a set. */
export function soleIndex({ items }: IndexExpr): Expr | undefined {
  const [item] = items;
  return items.length === 1 && item.kind === 'range' && !item.to ? item.from : undefined;
}

/** Most values of one set; with more, a statement could not be built anyway. */
export const mostPlaces = 1_000_000;

/** The places a set names, in its order. `bounds` undefined: any whole numbers (a `for`). Undefined after a finding. */
export function setPlaces(
  items: readonly SetItem[],
  bounds: { readonly part: Part; readonly size: number } | undefined,
  env: Environment,
): Int32Array | undefined {
  if (bounds && items.length === 1 && items[0].kind === 'star')
    return counting(bounds.part.count === 0 ? 0 : bounds.size);
  const ranges: Range[] = [];
  let count = 0;
  for (const item of items) {
    const range = item.kind === 'star' ? wholeRange(item, bounds, env) : rangeOf(item, env);
    if (!range) return undefined;
    if (bounds && range.from <= range.to && !within(range, item, bounds, env)) return undefined;
    count += Math.max(0, range.to - range.from + 1);
    if (count > mostPlaces) return tooMany(item, env);
    ranges.push(range);
  }
  const places = new Int32Array(count);
  let k = 0;
  for (const { from, to } of ranges) for (let i = from; i <= to; i++) places[k++] = i;
  return places;
}

function wholeRange({ start, end }: Span, bounds: { readonly size: number } | undefined, env: Environment) {
  if (bounds) return { from: 0, to: bounds.size - 1 };
  const message = l10n.t('`*` says nothing here: write a range, as in `0..3`.');
  env.report({ start, end, severity: 'error', code: 'index.no-range', message });
  return undefined;
}

/** A set, or places of several dimensions, that could not be built anyway. */
export function tooMany({ start, end }: Span, env: Environment): undefined {
  const message = l10n.t('more than {0} values; nothing was built.', mostPlaces);
  env.report({ start, end, severity: 'error', code: 'size.links', message });
}

/** 0, 1, … as many as `size`: the beginning of one array, into which nobody writes. */
export function counting(size: number): Int32Array {
  const known = short[size];
  if (known) return known;
  if (size > all.length) {
    all = new Int32Array(size);
    for (let i = 0; i < size; i++) all[i] = i;
  }
  const part = all.subarray(0, size);
  if (size < 1024) short[size] = part;
  return part;
}

let all = Int32Array.from({ length: 1024 }, (_, i) => i);
const short: Int32Array[] = [];

interface Range {
  readonly from: number;
  readonly to: number;
}

const anIndex = (): string => l10n.t('an index');

function rangeOf(item: SetItem & { kind: 'range' }, env: Environment): Range | undefined {
  const from = evaluateWhole(item.from, env, anIndex);
  const to = item.to ? evaluateWhole(item.to, env, anIndex) : from;
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
