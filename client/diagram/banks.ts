// Switches side by side that join the same things: NVSwitches of a box, spines. They are one bar, or one bus under another.
import type { SceneEnd, SceneTemplate } from '../../server/protocol.ts';
import { memberPath, within } from './paths.ts';

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
  const groups = new Map<string, number[]>();
  const gone = absentPlaces(template, number);
  for (let place = 0; place < part.count; place++) {
    if (gone.has(place)) continue;
    const key = joins.get(place);
    if (key === undefined || !key.includes(' ')) return undefined; // fewer than two neighbours: a leaf of a tree
    const group = groups.get(key);
    if (group) group.push(place);
    else groups.set(key, [place]);
  }
  const bank = [...groups.values()];
  if (bank.length === 0 || bank.some((group) => group.length < 2)) return undefined;
  const groupAt = new Map(bank.flatMap((group, i) => group.map((place) => [place, i] as const)));
  // A link inside a group would vanish in its bar.
  const inside = (a: SceneEnd, b: SceneEnd) =>
    a.part === number && b.part === number && groupAt.get(a.place) === groupAt.get(b.place);
  return template.links.some(({ a, b }) => inside(a, b)) ? undefined : bank;
}

/** Links whose both ends are there. */
export function liveLinks(template: SceneTemplate) {
  if (template.absent.length === 0) return template.links;
  const gone = (end: SceneEnd) => {
    const member = memberPath(template.parts[end.part], end.place);
    const path = end.inner === '' ? member : `${member}.${end.inner}`;
    return template.absent.some((absent) => within(path, absent));
  };
  return template.links.filter((link) => !gone(link.a) && !gone(link.b));
}

/** Members of an array that `without` takes out as a whole. */
export function absentPlaces(template: SceneTemplate, number: number): ReadonlySet<number> {
  const part = template.parts[number];
  const gone = new Set<number>();
  if (!template.absent.some((path) => path.startsWith(part.name))) return gone;
  for (let place = 0; place < part.count; place++)
    if (template.absent.includes(memberPath(part, place))) gone.add(place);
  return gone;
}
