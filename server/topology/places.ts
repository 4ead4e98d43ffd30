// Sets of devices in the language's words: `dgx[0..3]`, `dgx[*].gpu[0, 4]`. A node or cluster stands for what is in it.
import type { Part, Template } from '../semantics/template.ts';

/** Ranges of a set of indices that are told; the rest is `…`. */
const mostRanges = 4;

/** `*`, `3`, `0..3, 6`: the indices, each once, of a dimension of `size`. */
export function indexSet(indices: ArrayLike<number>, size: number): string {
  const among = new Uint8Array(size);
  for (let i = 0; i < indices.length; i++) among[indices[i]] = 1;
  const distinct: number[] = [];
  for (let index = 0; index < size; index++) if (among[index] === 1) distinct.push(index);
  if (distinct.length === size && size > 1) return '*';
  const ranges: string[] = [];
  for (let i = 0; i < distinct.length; ) {
    let end = i;
    while (distinct[end + 1] === distinct[end] + 1) end++;
    ranges.push(end === i ? `${distinct[i]}` : `${distinct[i]}..${distinct[end]}`);
    i = end + 1;
  }
  return ranges.length > mostRanges ? `${ranges.slice(0, mostRanges).join(', ')}, …` : ranges.join(', ');
}

/** How many of the devices asked about, and of those meant, come before each number. */
interface Counts {
  readonly among: Int32Array;
  readonly chosen: Int32Array;
}

/** Names that together mean the `chosen`, and of the devices `among` no others; few where they lie in order. */
export function placesName(template: Template, chosen: ArrayLike<number>, among: ArrayLike<number>): string[] {
  const counts = { among: before(template.deviceCount, among), chosen: before(template.deviceCount, chosen) };
  return inTemplate(template, 0, counts);
}

function before(count: number, devices: ArrayLike<number>): Int32Array {
  const sums = new Int32Array(count + 1);
  for (let i = 0; i < devices.length; i++) sums[devices[i] + 1] = 1;
  for (let d = 0; d < count; d++) sums[d + 1] += sums[d];
  return sums;
}

function inTemplate(template: Template, offset: number, counts: Counts): string[] {
  return template.parts.flatMap(
    (part) => alongDims(part, offset + part.first, 0, 0, counts)?.map((rest) => part.name + rest) ?? [],
  );
}

/** What of the places that begin with these indices is chosen, as endings of a name; undefined where nobody asked. */
function alongDims(part: Part, first: number, level: number, place: number, counts: Counts): string[] | undefined {
  if (level === part.dims.length) return atPlace(part, first + place * part.stride, counts);
  const size = part.dims[level];
  const groups = new Map<string, { endings: string[]; indices: number[] }>();
  let asked = 0;
  for (let index = 0; index < size; index++) {
    const endings = alongDims(part, first, level + 1, place * size + index, counts);
    if (!endings) continue;
    asked++;
    if (endings.length === 0) continue;
    const key = endings.join('|');
    const group = groups.get(key) ?? { endings, indices: [] };
    groups.set(key, group);
    group.indices.push(index);
  }
  if (asked === 0) return undefined;
  return [...groups.values()].flatMap(({ endings, indices }) => {
    const set = indices.length === asked && asked > 1 ? '*' : indexSet(indices, size);
    return endings.map((ending) => `[${set}]${ending}`);
  });
}

function atPlace({ type, stride }: Part, at: number, { among, chosen }: Counts): string[] | undefined {
  const asked = among[at + stride] - among[at];
  if (asked === 0) return undefined;
  const found = chosen[at + stride] - chosen[at];
  if (found === 0) return [];
  if (found === asked || type.sort === 'device') return [''];
  return inTemplate(type, at, { among, chosen }).map((name) => `.${name}`);
}
