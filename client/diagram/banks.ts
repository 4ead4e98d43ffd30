// Switches side by side that join the same things: NVSwitches of a box, spines. They are one bar, or one bus under another.
import type { SceneEnd, SceneTemplate } from '../../server/protocol.ts';
import { absentPlaces, liveLinks } from './gaps.ts';

/** Places of a switch array, grouped by what they join; every group of at least two. */
export type Bank = readonly (readonly number[])[];

interface Study {
  readonly banks: ReadonlyMap<number, Bank>;
  /** By part, then by place: what the member joins outside its array, as one comparable text. */
  readonly joins: readonly (ReadonlyMap<number, string> | undefined)[];
}

const studies = new WeakMap<SceneTemplate, Study>();

/** The bank a switch array makes; undefined where its members lead to different things. */
export const bankOf = (template: SceneTemplate, part: number): Bank | undefined => study(template).banks.get(part);

/** Whether all members of an array lead to the same things. */
export function isUniform(template: SceneTemplate, part: number): boolean {
  const joins = study(template).joins[part];
  const { count } = template.parts[part];
  if (!joins) return true;
  return joins.size === count && new Set(joins.values()).size === 1;
}

function study(template: SceneTemplate): Study {
  let found = studies.get(template);
  if (!found) {
    const joins = joinsOf(template);
    const banks = new Map<number, Bank>();
    for (let i = 0; i < template.parts.length; i++) {
      const bank = bankAmong(template, i, joins[i]);
      if (bank) banks.set(i, bank);
    }
    found = { banks, joins };
    studies.set(template, found);
  }
  return found;
}

function joinsOf(template: SceneTemplate): (Map<number, string> | undefined)[] {
  const numbers = new Map<string, number>();
  const ends: (Map<number, Set<number>> | undefined)[] = template.parts.map(() => undefined);
  const name = ({ part, place, inner }: SceneEnd) => {
    const key = `${part} ${place} ${inner}`;
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  };
  const note = (from: SceneEnd, to: SceneEnd) => {
    ends[from.part] ??= new Map();
    const members = ends[from.part];
    const set = members?.get(from.place) ?? new Set<number>();
    members?.set(from.place, set.add(name(to)));
  };
  for (const link of liveLinks(template)) {
    if (link.a.part === link.b.part) continue;
    note(link.a, link.b);
    note(link.b, link.a);
  }
  return ends.map(
    (members) =>
      members &&
      new Map([...members].map(([place, set]) => [place, [...set].sort((a, b) => a - b).join(' ')] as const)),
  );
}

function bankAmong(template: SceneTemplate, number: number, joins: ReadonlyMap<number, string> | undefined) {
  const part = template.parts[number];
  if (part.kind !== 'switch' || part.count < 2 || !joins) return undefined;
  const gone = absentPlaces(template, number);
  const there = Array.from({ length: part.count }, (_, place) => place).filter((place) => !gone.has(place));
  // Fewer than two neighbours: a leaf of a tree.
  if (there.some((place) => !joins.get(place)?.includes(' '))) return undefined;
  const bank = alike(there, joins);
  if (bank.length === 0 || bank.some((group) => group.length < 2)) return undefined;
  const groupAt = new Map(bank.flatMap((group, i) => group.map((place) => [place, i] as const)));
  // A link inside a group would vanish in its bar.
  const inside = (a: SceneEnd, b: SceneEnd) =>
    a.part === number && b.part === number && groupAt.get(a.place) === groupAt.get(b.place);
  return template.links.some(({ a, b }) => inside(a, b)) ? undefined : bank;
}

/** Above this many members only those that lead to the very same things are alike. */
const mostCompared = 64;

/** Members by what they lead to; a few cables less, up to a quarter, make no difference. */
function alike(places: readonly number[], joins: ReadonlyMap<number, string>): number[][] {
  const groups: { key: string; joined: ReadonlySet<string>; places: number[] }[] = [];
  const byKey = new Map<string, number[]>();
  for (const place of places) {
    const key = joins.get(place) ?? '';
    const same = byKey.get(key);
    if (same) {
      same.push(place);
      continue;
    }
    const joined = new Set(key.split(' '));
    const near = places.length <= mostCompared ? groups.find((group) => areClose(group.joined, joined)) : undefined;
    const members = near?.places ?? [];
    members.push(place);
    byKey.set(key, members);
    if (!near) groups.push({ key, joined, places: members });
  }
  return groups.map((group) => group.places.sort((a, b) => a - b));
}

function areClose(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  let shared = 0;
  for (const each of b) if (a.has(each)) shared++;
  return shared >= 0.75 * Math.max(a.size, b.size);
}

/** Places of a device array by what they hang on, every group of at least two; undefined where they do not group so. */
export function groupsOf(template: SceneTemplate, part: number): readonly (readonly number[])[] | undefined {
  const joins = study(template).joins[part];
  if (!joins) return undefined;
  const groups = new Map<string, number[]>();
  for (let place = 0; place < template.parts[part].count; place++) {
    const key = joins.get(place) ?? '';
    groups.set(key, [...(groups.get(key) ?? []), place]);
  }
  const all = [...groups.values()];
  return all.length > 1 && all.every((group) => group.length > 1) ? all : undefined;
}
