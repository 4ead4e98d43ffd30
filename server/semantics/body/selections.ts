// Places and cables that an expression selects: `su[0].dgx[0..7]`, `leaf[0] -- spine[*]`, `a -- b x3`. How many there are is
// known before any is made; places are made when somebody looks at them, and told by their path when somebody reads it.
import * as l10n from '@vscode/l10n';
import type { Expr, IndexExpr } from '../../syntax/tree.ts';
import type { Environment } from '../environment.ts';
import type { DeviceType } from '../hardware.ts';
import { type Part, placeIndex } from '../template.ts';
import type { SelectedCable, SelectedPlace, Selection } from '../values.ts';
import { pairKey } from './pairs.ts';
import { mostPlaces, setPlaces, tooMany, type Walk, walkPlace } from './places.ts';
import { evaluateWhole } from './scope.ts';

/**
 * The places or cables an expression selects, in the order of its sets, the last varying fastest. Undefined after a finding.
 * A member of a device is a property, not a place: the caller's.
 */
export function selectPlaces(expr: Expr, env: Environment, owner?: string): Selection | undefined {
  if (expr.kind === 'group') return selectPlaces(expr.inner, env, owner);
  if (expr.kind === 'counted') {
    const count = evaluateWhole(expr.count, env, aCount);
    const of = selectPlaces(expr.of, env, owner);
    if (count === undefined || !of) return undefined;
    return { places: of.places, cables: of.cables.map((cable) => ({ ...cable, count })) };
  }
  if (expr.kind !== 'cable') return placesAt(expr, env, owner);
  const a = placesAt(expr.left, env, owner);
  const b = placesAt(expr.right, env, owner);
  if (!a || !b || !isDevice(a, expr.left, env) || !isDevice(b, expr.right, env)) return undefined;
  if (a.count * b.count > mostPlaces) return tooMany(expr, env);
  return { places: [], cables: cablesBetween(a, b, expr.operator === '->') };
}

const aCount = (): string => l10n.t('a count');

function placesAt(expr: Expr, env: Environment, owner: string | undefined): Places | undefined {
  if (expr.kind === 'group') return placesAt(expr.inner, env, owner);
  const walk = walkPlace(expr, env, owner);
  if (!walk) return undefined;
  const places = new Places(walk);
  for (const { indices, part, span } of walk.steps)
    if (!places.take(part, indices, env)) return undefined;
    else if (places.count > mostPlaces) return tooMany(span, env);
  return places;
}

/** The places of one place expression. */
class Places implements Selection {
  readonly cables: readonly SelectedCable[] = [];
  count = 1;
  readonly #walk: Walk;
  /** For each step the values of each of its indices. */
  readonly #sets: Int32Array[][] = [];
  #made: readonly SelectedPlace[] | undefined;

  constructor(walk: Walk) {
    this.#walk = walk;
  }

  /** The next step; false after a finding. */
  take(part: Part, indices: readonly IndexExpr[], env: Environment): boolean {
    const sets: Int32Array[] = [];
    for (let d = 0; d < indices.length; d++) {
      const set = setPlaces(indices[d].items, { part, size: part.dims[d] }, env);
      if (!set) return false;
      this.count *= set.length;
      sets.push(set);
    }
    this.#sets.push(sets);
    return true;
  }

  get of(): DeviceType | 'template' {
    return this.#walk.last.sort === 'device' ? this.#walk.last : 'template';
  }

  get places(): readonly SelectedPlace[] {
    this.#made ??= this.#make();
    return this.#made;
  }

  #make(): SelectedPlace[] {
    const { of } = this;
    const { steps } = this.#walk;
    const devices = steps[steps.length - 1].part.stride;
    const parts = steps.map(({ part }) => part);
    let found = [new Place(0, devices, of, parts, 0)];
    steps.forEach(({ part }, k) => {
      const inPart = placesIn(part, this.#sets[k]);
      const next: Place[] = [];
      for (const { first, number } of found)
        for (const place of inPart)
          next.push(
            new Place(first + part.first + place * part.stride, devices, of, parts, number * part.count + place),
          );
      found = next;
    });
    return found;
  }
}

/** Places of a part by number, the last index varying fastest. */
function placesIn(part: Part, sets: readonly Int32Array[]): number[] {
  let places = [0];
  sets.forEach((set, d) => {
    const next: number[] = [];
    for (const place of places) for (let i = 0; i < set.length; i++) next.push(place * part.dims[d] + set[i]);
    places = next;
  });
  return places;
}

class Place implements SelectedPlace {
  readonly first: number;
  readonly devices: number;
  readonly of: DeviceType | 'template';
  /** Its places in all parts as one number, the last part's fastest. */
  readonly number: number;
  readonly #parts: readonly Part[];

  constructor(first: number, devices: number, of: DeviceType | 'template', parts: readonly Part[], number: number) {
    this.first = first;
    this.devices = devices;
    this.of = of;
    this.#parts = parts;
    this.number = number;
  }

  get path(): string {
    let rest = this.number;
    let path = '';
    for (let k = this.#parts.length - 1; k >= 0; k--) {
      const { name, dims, count } = this.#parts[k];
      const place = rest % count;
      rest = (rest - place) / count;
      path = name + placeIndex(dims, place) + (path && `.${path}`);
    }
    return path;
  }
}

function isDevice(places: Places, { start, end }: Expr, env: Environment): boolean {
  const group = places.of === 'template' && places.count > 0 ? places.places[0] : undefined;
  if (!group) return true;
  const message = l10n.t('a cable ends at a device: which one in `{0}`?', group.path);
  env.report({ start, end, severity: 'error', code: 'wiring.group', message });
  return false;
}

function cablesBetween(a: Selection, b: Selection, directed: boolean): SelectedCable[] {
  const cables: SelectedCable[] = [];
  const seen = new Set<number>();
  for (const { first: from } of a.places)
    for (const { first: to } of b.places) {
      if (from === to) continue;
      const key = !directed && from > to ? pairKey(to, from) : pairKey(from, to);
      if (seen.has(key)) continue;
      seen.add(key);
      cables.push({ a: from, b: to, directed });
    }
  return cables;
}
