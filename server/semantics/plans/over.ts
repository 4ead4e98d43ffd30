// Places of a body that hold so many ranks: what `over` would have to be.
import type { Part, Template } from '../template.ts';
import { placesIn } from './ranks.ts';

/** `su[0..1]`, `su[*].dgx[0..29]`: the first places of one part with exactly `count` ranks; undefined where none come out. */
export function placesFor(template: Template, count: number, kind: 'gpu' | 'cpu'): string | undefined {
  const { types } = placesIn(template);
  const ranksIn = (first: number, devices: number): number => {
    let found = 0;
    for (let device = first; device < first + devices; device++) if (types[device]?.kind === kind) found++;
    return found;
  };
  return firstPlaces(template, [0], count, ranksIn)?.join('.');
}

/** `offsets`: the first devices of the places of `template` that are meant, all of which give the same share. */
function firstPlaces(
  template: Template,
  offsets: readonly number[],
  count: number,
  ranksIn: (first: number, devices: number) => number,
): string[] | undefined {
  for (const part of template.parts) {
    if (part.dims.length > 1 || part.stride === 0 || part.count === 0) continue;
    const firstOf = (place: number): number[] => offsets.map((offset) => offset + part.first + place * part.stride);
    let held = 0;
    let place = 0;
    for (; place < part.count && held < count; place++) {
      const shares = firstOf(place).map((first) => ranksIn(first, part.stride));
      // A place without one would stand for its CPUs.
      if (shares.includes(0)) break;
      held += shares.reduce((sum, share) => sum + share);
    }
    if (held === count) return [part.name + indexText(part, place - 1)];
    if (held < count || part.type.sort === 'device') continue;
    // Some of what lies in all of them, or else in the first.
    const all = Array.from({ length: part.count }, (_, each) => firstOf(each)).flat();
    const even = firstPlaces(part.type, all, count, ranksIn);
    if (even) return [part.name + indexText(part, part.count - 1), ...even];
    const inFirst = firstPlaces(part.type, firstOf(0), count, ranksIn);
    if (inFirst) return [part.name + indexText(part, 0), ...inFirst];
  }
  return undefined;
}

function indexText({ dims, count }: Part, to: number): string {
  if (dims.length === 0) return '';
  if (to === count - 1) return '[*]';
  return to === 0 ? '[0]' : `[0..${to}]`;
}
