// Paths of the language, `su[0].dgx[3].gpu[7]`, read against the templates of a scene.
import type { ScenePart, SceneTemplate } from '../../server/protocol.ts';

/** `[1][0]` for place 2 of dims [2, 2]; empty for a single thing. */
export function indexText(dims: readonly number[], place: number): string {
  return coordinates(dims, place)
    .map((at) => `[${at}]`)
    .join('');
}

/** Place in an array to its index in each dimension, the last fastest. */
export function coordinates(dims: readonly number[], place: number): number[] {
  const at: number[] = [];
  let rest = place;
  for (let d = dims.length - 1; d >= 0; d--) {
    at[d] = rest % dims[d];
    rest = Math.floor(rest / dims[d]);
  }
  return at;
}

/** `su[0]` and `dgx[3].gpu[7]` of `su[0].dgx[3].gpu[7]`; the rest is empty at the end. */
export function splitHead(path: string): [head: string, rest: string] {
  const dot = path.indexOf('.');
  return dot < 0 ? [path, ''] : [path.slice(0, dot), path.slice(dot + 1)];
}

export interface Spot {
  readonly part: number;
  /** Undefined: the whole array, or a range of it (`nvs[0]` of `nvs[2][6]`), which `from` and `to` bound. */
  readonly place?: number;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** What one step of a path names in a template; undefined where there is no such place. */
export function spotOf(template: SceneTemplate, step: string): Spot | undefined {
  const [, name, brackets] = /^([^[\].]+)((?:\[\d+\])*)$/.exec(step) ?? [];
  const number = template.parts.findIndex((part) => part.name === name);
  if (number < 0) return undefined;
  const part = template.parts[number];
  const index = [...brackets.matchAll(/\d+/g)].map(Number);
  if (index.length > part.dims.length || index.some((at, d) => at >= part.dims[d])) return undefined;
  const span = part.dims.slice(index.length).reduce((product, n) => product * n, 1);
  const from = index.reduce((sum, at, d) => sum * part.dims[d] + at, 0) * span;
  const whole = index.length < part.dims.length;
  return { part: number, from, to: from + span, ...(whole ? {} : { place: from }) };
}

export const memberPath = (part: ScenePart, place: number): string => part.name + indexText(part.dims, place);

export const join = (prefix: string, path: string): string => (prefix === '' ? path : `${prefix}.${path}`);

/** Whether `path` is `ancestor` or lies inside it: `dgx[1].gpu[0]` in `dgx[1]` and in `dgx`. */
export function within(path: string, ancestor: string): boolean {
  if (!path.startsWith(ancestor)) return false;
  const next = path[ancestor.length];
  return next === undefined || next === '.' || next === '[';
}
