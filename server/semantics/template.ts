// A node or cluster with its parameters given: parts, connections and questions, checked once however often it is used.
// Devices of a template are numbered from 0 in the order of its parts, the last index fastest, depth first; so a part's
// place and everything in it is a range, and a parent turns a child's number into its own by adding an offset.
import type { Expr } from '../syntax/tree.ts';
import type { DeviceType, LinkType, ModelType, Source } from './hardware.ts';
import type { Value } from './values.ts';

/** What a name of the file can define, beside a constant. */
export type Definable = LinkType | DeviceType | ModelType | BodyType;

/** A `node` or `cluster` before its parameters are given. */
export interface BodyType {
  readonly sort: 'body';
  readonly of: 'node' | 'cluster';
  readonly name: string;
  readonly doc?: string;
  /** The definition's name. */
  readonly source: Source;
  readonly parameters: readonly { readonly name: string; readonly default: Value }[];
}

export interface Part {
  readonly name: string;
  readonly doc?: string;
  /** The part's name in the statement that declares it. */
  readonly source: Source;
  /** Empty for a single thing. */
  readonly dims: readonly number[];
  /** Product of dims. */
  readonly count: number;
  readonly type: DeviceType | Template;
  /** Template-local number of its first device. */
  readonly first: number;
  /** Devices in one place: 1 for a device. */
  readonly stride: number;
}

/** What one statement makes, of one medium: pairs of template-local device numbers, each pair joined alike. */
export interface Connection {
  /** The whole statement. */
  readonly source: Source;
  /** Undefined for a bare rate. */
  readonly medium?: LinkType;
  /** The N of `xN`: links, or lanes where the medium has a width. */
  readonly count: number;
  /** Bytes/s, one direction, after encoding, all N together. */
  readonly rate: number;
  /** What software gets of it: `rate` times the medium's efficiency. */
  readonly effectiveRate: number;
  /** Seconds: of the medium, plus the `, TIME`. */
  readonly latency: number;
  /** `->`: only from a to b. */
  readonly directed: boolean;
  readonly a: Int32Array;
  readonly b: Int32Array;
}

/** Taken out by `without`, in template-local numbers; instances of this template in a parent keep it. */
export interface Absence {
  readonly source: Source;
  readonly devices: Int32Array;
  /** Links between two devices; `count` undefined: all of them. */
  readonly links: readonly { readonly a: number; readonly b: number; readonly count?: number }[];
}

export interface Question {
  readonly kind: 'show' | 'expect';
  readonly expr: Expr;
  /** The whole statement. */
  readonly source: Source;
}

export interface Template {
  readonly sort: 'template';
  readonly of: 'node' | 'cluster';
  readonly name: string;
  readonly doc?: string;
  readonly type: BodyType;
  readonly source: Source;
  /** Equal keys: the same definition with the same arguments, and the same object. */
  readonly key: string;
  /** Base's first. */
  readonly parts: readonly Part[];
  /** All devices, nested ones too. */
  readonly deviceCount: number;
  /** Base's first; those of parts stay with the parts' templates. */
  readonly connections: readonly Connection[];
  readonly absences: readonly Absence[];
  /** Its own only, never the base's. */
  readonly questions: readonly Question[];
  /** False where it, its base or a part has an error: then wiring is not checked, and questions answer with a warning. */
  readonly sound: boolean;
}

/** The path of a device from the template: `su[0].dgx[3].gpu[7]`. */
export function devicePath(template: Template, device: number): string {
  let path = '';
  let at: Template = template;
  let local = device;
  for (;;) {
    const part = partOf(at, local);
    const place = Math.floor((local - part.first) / part.stride);
    path += part.name + placeIndex(part.dims, place);
    if (part.type.sort === 'device') return path;
    path += '.';
    local -= part.first + place * part.stride;
    at = part.type;
  }
}

/** What stands at a device number. */
export function deviceAt(template: Template, device: number): DeviceType {
  const part = partOf(template, device);
  return part.type.sort === 'device' ? part.type : deviceAt(part.type, (device - part.first) % part.stride);
}

/** The part a template-local device number lies in. Throws where there is none: a fault of ours. */
export const partOf = (template: Template, device: number): Part => template.parts[partNumber(template, device)];

/** The same part as a number in `parts`. */
export function partNumber(template: Template, device: number): number {
  const { parts } = template;
  let low = 0;
  let high = parts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (parts[middle].first <= device) low = middle;
    else high = middle - 1;
  }
  const part = parts[low];
  // Parts of size 0 share their `first` with the next one; the last of these is the one that holds the device.
  if (!part || device < part.first || device >= part.first + part.count * part.stride)
    throw new RangeError(`no device ${device} in ${template.name}`);
  return low;
}

/** `[1][0]` for place 2 of dims [2, 2]; empty for a single thing. */
export function placeIndex(dims: readonly number[], place: number): string {
  return placeIndices(dims, place)
    .map((index) => `[${index}]`)
    .join('');
}

/** [1, 0] for place 2 of dims [2, 2]. */
export function placeIndices(dims: readonly number[], place: number): number[] {
  const indices = new Array<number>(dims.length);
  let rest = place;
  for (let d = dims.length - 1; d >= 0; d--) {
    indices[d] = rest % dims[d];
    rest = Math.floor(rest / dims[d]);
  }
  return indices;
}
