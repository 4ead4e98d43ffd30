// The ends of a connection and its index variables: what each index is a function of, and how far each variable runs
// (rules 1 and 2 of "What a statement makes" in docs/language.md).
import * as l10n from '@vscode/l10n';
import type { Fix, Span } from '../../syntax/finding.ts';
import { insertion, replacement } from '../../syntax/fixes.ts';
import type { ConnectionStatement, Expr, ForClause, Name } from '../../syntax/tree.ts';
import type { DeviceType } from '../hardware.ts';
import { nearest } from '../nearest.ts';
import type { Part } from '../template.ts';
import { type Compiled, compile, mentions, namesIn, type Slots } from './indices.ts';
import { counting, placesText, setPlaces, soleIndex, type Walk, walkPlace } from './places.ts';
import type { BodyScope } from './scope.ts';

/** One index variable and the values it takes, in order. A set in an index is one without a name. */
export interface Axis {
  readonly name: string;
  readonly at: Span;
  readonly values: Int32Array;
  /** The `for` that gives its values. */
  readonly clause?: ForClause;
}

/** One index of an end: which place along one dimension, and how many devices further each place lies. */
export interface Term {
  /** Where the index is one axis and nothing else: its slot. Else `run` tells the place. */
  readonly axis?: number | undefined;
  readonly run?: Compiled | undefined;
  readonly size: number;
  readonly factor: number;
  readonly part: Part;
  /** Undefined: a set. */
  readonly expr?: Expr | undefined;
  /** What stands in the index. */
  readonly at: Span;
}

/** The place along its dimension that a term means, whole and inside its array or not. */
export function placeOf({ axis, run }: Term, values: Int32Array): number {
  if (axis !== undefined) return values[axis];
  return run ? run(values) : Number.NaN;
}

export interface End {
  readonly at: Span;
  readonly device: DeviceType;
  readonly parts: readonly Part[];
  /** The device where every index is 0. */
  readonly base: number;
  readonly terms: readonly Term[];
}

export interface Ends {
  readonly axes: readonly Axis[];
  /** Slot of each named axis. */
  readonly slots: Slots;
  readonly a: End;
  readonly b: End;
}

/** A dimension some index stands in; a set has its axis at once, other indices when the variables are known. */
type Place = { -readonly [P in keyof Term]: Term[P] };

/** Both ends with all variables ranged; undefined after a finding, or silently where something used is broken. */
export function readEnds(statement: ConnectionStatement, scope: BodyScope): Ends | undefined {
  const { left, right } = statement.cable;
  const a = walkEnd(left, scope);
  const b = walkEnd(right, scope);
  if (!a || !b) return undefined;
  const variables = new Variables(statement, scope);
  const placesA = variables.read(a);
  const placesB = placesA && variables.read(b);
  const axes = placesB && variables.range(placesA.concat(placesB));
  if (!placesB || !axes) return undefined;
  const slots = slotsOf(axes);
  const endA = makeEnd(a, left, placesA, slots, scope);
  const endB = makeEnd(b, right, placesB, slots, scope);
  return endA && endB && { axes, slots, a: endA, b: endB };
}

const noSlots: Slots = new Map();
/** The last one of one variable: most often the next is called so too. */
let lone = noSlots;

function slotsOf(axes: readonly Axis[]): Slots {
  if (axes.every(({ name }) => !name)) return noSlots;
  if (axes.length === 1 && lone.has(axes[0].name)) return lone;
  const slots = new Map<string, number>();
  axes.forEach(({ name }, slot) => {
    if (name) slots.set(name, slot);
  });
  if (axes.length === 1) lone = slots;
  return slots;
}

/** A walk that ends at a device. */
function walkEnd(expr: Expr, scope: BodyScope): Walk | undefined {
  const walk = walkPlace(expr, scope, scope.type.name);
  if (!walk || walk.last.sort === 'device') return walk;
  const inside = walk.last;
  const first = walk.steps.map(({ part }) => part.name + part.dims.map(() => '[0]').join('')).join('.');
  const message =
    inside.of === 'node'
      ? l10n.t('`{0}` is a node: which device in it?', first)
      : l10n.t('`{0}` is a cluster: which device in it?', first);
  const devices = inside.parts.filter(({ type }) => type.sort === 'device').slice(0, 3);
  const fixes = devices.map((part) => {
    const text = `.${part.name}${part.dims.map(() => '[*]').join('')}`;
    return insertion(expr.end, text, scope.textOf(expr) + text);
  });
  return scope.error(expr, 'wiring.group', message, { fixes });
}

function makeEnd({ steps, last }: Walk, at: Span, places: Place[], slots: Slots, scope: BodyScope): End | undefined {
  if (last.sort !== 'device') return undefined;
  for (const place of places) {
    const { expr } = place;
    if (!expr) continue;
    const alone = loneName(expr);
    place.axis = alone && slots.get(alone.text);
    if (place.axis !== undefined) continue;
    const run = compile(expr, 'number', slots, scope);
    if (!run) return undefined;
    place.run = run;
  }
  const parts = new Array<Part>(steps.length);
  let base = 0;
  for (let k = 0; k < steps.length; k++) {
    parts[k] = steps[k].part;
    base += steps[k].part.first;
  }
  return { at, device: last, parts, base, terms: places };
}

/** The variables in an index by name, each once. */
export function variablesIn({ expr }: Term, slots: Slots): readonly string[] {
  const found: string[] = [];
  if (!expr) return found;
  for (const { text } of namesIn(expr)) if (slots.has(text) && !found.includes(text)) found.push(text);
  return found;
}

function loneName(expr: Expr): Name | undefined {
  if (expr.kind === 'group') return loneName(expr.inner);
  return expr.kind === 'name' ? expr.name : undefined;
}

const noClauses: ReadonlyMap<string, ForClause> = new Map();

/** Finds a statement's variables in the order of their first appearance, and their ranges. */
class Variables {
  readonly #statement: ConnectionStatement;
  readonly #scope: BodyScope;
  #clauses = noClauses;
  /** Named ones by name; sets as arrays of values. */
  readonly #order: (Name | { readonly at: Span; readonly values: Int32Array })[] = [];

  constructor(statement: ConnectionStatement, scope: BodyScope) {
    this.#statement = statement;
    this.#scope = scope;
    if (statement.clauses.length > 0) this.#takeClauses();
  }

  #takeClauses(): void {
    const scope = this.#scope;
    const clauses = new Map<string, ForClause>();
    for (const clause of this.#statement.clauses) {
      if (clause.kind !== 'for') continue;
      const { name } = clause;
      if (clauses.has(name.text) || scope.has(name.text)) {
        scope.error(name, 'name.duplicate', l10n.t('`{0}` is already a name here.', name.text));
      }
      if (!clauses.has(name.text)) clauses.set(name.text, clause);
    }
    this.#clauses = clauses;
  }

  /** The dimensions of an end. Undefined after a finding. */
  read({ steps }: Walk): Place[] | undefined {
    let count = 0;
    for (const { indices } of steps) count += indices.length;
    const places = new Array<Place>(count);
    let k = 0;
    for (const { part, indices } of steps) {
      let factor = part.count === 0 ? 0 : part.count * part.stride;
      for (let d = 0; d < indices.length; d++) {
        const size = part.dims[d];
        factor = size === 0 ? 0 : factor / size;
        const expr = soleIndex(indices[d]);
        const { indexSpan, items } = indices[d];
        if (expr) {
          if (expr.kind === 'name') this.#note(expr.name);
          else if (expr.kind !== 'number') for (const name of namesIn(expr)) this.#note(name);
          this.#hintParameter(expr, part, size);
          places[k++] = { axis: undefined, run: undefined, part, size, factor, expr, at: expr };
          continue;
        }
        const at = { start: items[0]?.start ?? indexSpan.start, end: items[items.length - 1]?.end ?? indexSpan.end };
        const values = setPlaces(items, { part, size }, this.#scope);
        if (!values) return undefined;
        places[k++] = { axis: this.#order.length, run: undefined, part, size, factor, expr: undefined, at };
        this.#order.push({ at, values });
      }
    }
    return places;
  }

  #isVariable(name: string): boolean {
    if (this.#clauses.has(name)) return true;
    if (this.#scope.has(name)) return false;
    const value = this.#scope.lookup(name);
    return value === undefined || value.type === 'definition' || value.type === 'kind' || value.type === 'word';
  }

  #note(name: Name): void {
    if (name.text === '' || this.#isNoted(name.text) || !this.#isVariable(name.text)) return;
    this.#order.push(name);
    if (!this.#clauses.has(name.text)) this.#warnSpelling(name);
  }

  #isNoted(name: string): boolean {
    for (const noted of this.#order) if ('text' in noted && noted.text === name) return true;
    return false;
  }

  /** `name.variable`: a new variable whose name is one letter off a name that was meant. */
  #warnSpelling(name: Name): void {
    if (name.text.length < 3) return;
    const near = nearest(name.text, this.#scope.constantNames());
    if (!near) return;
    const { start, end } = name;
    const message = this.#scope.isParameter(near)
      ? l10n.t('`{0}` is taken for a new index variable; did you mean the parameter `{1}`?', name.text, near)
      : l10n.t('`{0}` is taken for a new index variable; did you mean `{1}`?', name.text, near);
    const fixes = [near, '*'].map((text) => replacement(name, text));
    this.#scope.report({ start, end, severity: 'warning', code: 'name.variable', message, fixes });
  }

  /** `index.parameter`: a parameter alone in an index looks like a variable and is none. */
  #hintParameter(expr: Expr, part: Part, size: number): void {
    const name = loneName(expr);
    if (!name || this.#clauses.has(name.text) || !this.#scope.isParameter(name.text)) return;
    const value = this.#scope.lookup(name.text);
    if (value?.type !== 'number') return;
    const { start, end } = expr;
    const inside = value.value >= 0 && value.value < size;
    const message = inside
      ? l10n.t('`{0}` is the parameter here ({1}), not a variable.', name.text, value.value)
      : l10n.t(
          '`{0}` is the parameter here ({1}), not a variable; `{2}` ends at {3}.',
          ...[name.text, value.value, part.name, size - 1],
        );
    if (size === 0) return;
    const free = ['i', 'j', 'k', 'm', 'p', 'q'].find((letter) => this.#isVariable(letter)) ?? 'index';
    const fixes = ['*', free].map((text) => replacement(expr, text, `${part.name}[${text}]`));
    this.#scope.report({ start, end, severity: inside ? 'hint' : 'error', code: 'index.parameter', message, fixes });
  }

  /** All axes, the slowest first. Undefined after a finding. */
  range(places: readonly Place[]): Axis[] | undefined {
    if (this.#clauses.size > 0) for (const { name } of this.#clauses.values()) this.#note(name);
    const axes = new Array<Axis>(this.#order.length);
    for (let k = 0; k < axes.length; k++) {
      const found = this.#order[k];
      const axis = 'values' in found ? { name: '', ...found } : this.#rangeNamed(found, places);
      if (!axis) return undefined;
      axes[k] = axis;
    }
    return axes;
  }

  /** `for i in 0..3`: as far as every index stays in its array. */
  #rangeFixes(name: Name, places: readonly Place[]): Fix[] {
    const slots = new Map([[name.text, 0]]);
    const runs: { readonly run: Compiled; readonly size: number }[] = [];
    for (const { expr, size } of places) {
      if (!expr || !mentions(expr, slots)) continue;
      if (namesIn(expr).some(({ text }) => text !== name.text && this.#isVariable(text))) return [];
      const run = compile(expr, 'number', slots, this.#scope);
      if (!run) return [];
      runs.push({ run, size });
    }
    const fits = (value: number) => {
      const values = Int32Array.of(value);
      return runs.every(({ run, size }) => run(values) >= 0 && run(values) < size);
    };
    let count = 0;
    while (count < 10_000 && fits(count)) count++;
    if (count === 0 || count === 10_000) return [];
    const text = `for ${name.text} in 0..${count - 1}`;
    return [insertion(this.#statement.end, ` ${text}`, text)];
  }

  #rangeNamed(name: Name, places: readonly Place[]): Axis | undefined {
    const clause = this.#clauses.get(name.text);
    if (clause) {
      const values = setPlaces(clause.items, undefined, this.#scope);
      return values && { name: name.text, at: name, values, clause };
    }
    const isAlone = ({ expr }: Place): boolean => expr !== undefined && loneName(expr)?.text === name.text;
    const first = places.find(isAlone);
    if (!first) {
      const message = l10n.t('`{0}` stands alone in no index, so nothing says how far it runs.', name.text);
      return this.#scope.error(name, 'index.no-range', message, { fixes: this.#rangeFixes(name, places) });
    }
    const other = places.find((place) => place.size !== first.size && isAlone(place));
    if (other) {
      const message = l10n.t(
        '`{0}` runs over both, but {1} and {2}.',
        ...[name.text, placesText(first.part, first.size), placesText(other.part, other.size)],
      );
      return this.#scope.error(other.at, 'index.ranges', message);
    }
    return { name: name.text, at: name, values: counting(first.part.count === 0 ? 0 : first.size) };
  }
}
