// A place that lacks a family of links which all its siblings have: most often an index that stops one short.
// How many links each has doesn't matter, and cables that `without` takes out count as laid.
import * as l10n from '@vscode/l10n';
import type { Fix } from '../../syntax/finding.ts';
import { replacement } from '../../syntax/fixes.ts';
import { devicePath, type Part, partNumber, placeIndex, type Template } from '../template.ts';
import type { Joined } from './connect.ts';
import { type End, variablesIn } from './ends.ts';
import { partSpan, placeList } from './reach.ts';
import type { BodyScope } from './scope.ts';
import { Scratch } from './scratch.ts';

/** With fewer siblings one without is as likely meant. */
const fewest = 3;

export function checkSiblings(template: Template, joined: readonly Joined[], scope: BodyScope): void {
  if (!joined.some(({ ends: { a, b } }) => a.parts[0].count >= fewest || b.parts[0].count >= fewest)) return;
  const families: string[] = [];
  for (const each of joined) if (!families.includes(familyOf(each))) families.push(familyOf(each));
  const seen = marks.take(template.deviceCount, 0);
  let mark = 0;
  for (const family of families) {
    const own = joined.filter((each) => familyOf(each) === family);
    const has = new Touched(template, family, seen, ++mark);
    for (const part of ownParts(own)) {
      const lacking = has.lacking(part);
      if (lacking) reportLack(template, part, family, lacking, own, scope);
    }
  }
}

const familyOf = ({ connection }: Joined): string => connection.medium?.family ?? '';

/** The parts that a body's own statements reach into, of several places; of those that only its base joins the base was told. */
function ownParts(joined: readonly Joined[]): Iterable<Part> {
  const parts = new Set<Part>();
  for (const { ends } of joined)
    for (const {
      parts: [part],
    } of [ends.a, ends.b])
      if (part.count >= fewest) parts.add(part);
  return parts;
}

const [marks, totals] = [new Scratch(), new Scratch()];

interface Lacking {
  readonly place: number;
  /** The device in it that the siblings have joined; undefined where nothing in the place is. */
  readonly device?: number;
}

/** The devices a family of links ends at. */
class Touched {
  /** `mark` at each of them; shared by all families of a body, each with a mark of its own. */
  readonly #seen: Int32Array;
  readonly #mark: number;
  readonly #template: Template;
  /** Of each part by number, how many of its devices are joined. */
  readonly #totals: Int32Array;
  /** Of nodes and clusters, how many places have each of their devices joined; and which have any. */
  #counts: Map<Part, Map<number, number>> | undefined;
  #places: Map<Part, Set<number>> | undefined;

  constructor(template: Template, family: string, seen: Int32Array, mark: number) {
    this.#template = template;
    this.#seen = seen;
    this.#mark = mark;
    this.#totals = totals.take(template.parts.length, 0);
    for (const { medium, a, b } of template.connections) {
      if ((medium?.family ?? '') !== family) continue;
      for (let k = 0; k < a.length; k++) {
        if (seen[a[k]] !== mark) this.#add(a[k]);
        if (seen[b[k]] !== mark) this.#add(b[k]);
      }
    }
  }

  #add(device: number): void {
    this.#seen[device] = this.#mark;
    const number = partNumber(this.#template, device);
    this.#totals[number]++;
    const part = this.#template.parts[number];
    if (part.count < fewest || part.type.sort === 'device') return;
    this.#counts ??= new Map();
    this.#places ??= new Map();
    const offset = (device - part.first) % part.stride;
    const counts = this.#counts.get(part) ?? new Map<number, number>();
    this.#counts.set(part, counts.set(offset, (counts.get(offset) ?? 0) + 1));
    const places = this.#places.get(part) ?? new Set<number>();
    this.#places.set(part, places.add(Math.floor((device - part.first) / part.stride)));
  }

  /** The only place of a part that lacks what all others have. */
  lacking(part: Part): Lacking | undefined {
    const has = (device: number) => this.#seen[device] === this.#mark;
    if (part.type.sort === 'device') {
      if (this.#totals[partNumber(this.#template, part.first)] !== part.count - 1) return undefined;
      return { place: firstMissing(part.count, (place) => has(part.first + place)) };
    }
    const counts = this.#counts?.get(part);
    const places = this.#places?.get(part);
    if (places?.size === part.count - 1) return { place: firstMissing(part.count, (place) => places.has(place)) };
    for (const [offset, count] of counts ?? []) {
      if (count !== part.count - 1) continue;
      const deviceIn = (place: number) => part.first + place * part.stride + offset;
      const place = firstMissing(part.count, (each) => has(deviceIn(each)));
      return { place, device: deviceIn(place) };
    }
    return undefined;
  }
}

function firstMissing(count: number, has: (place: number) => boolean): number {
  let place = 0;
  while (place < count && has(place)) place++;
  return place;
}

function reportLack(
  template: Template,
  part: Part,
  family: string,
  lacking: Lacking,
  own: readonly Joined[],
  scope: BodyScope,
): void {
  const where = own.flatMap((each) =>
    [each.ends.a, each.ends.b].filter(({ parts }) => parts[0] === part).map((end) => ({ each, end })),
  );
  const only = where.length === 1 ? where[0] : undefined;
  const term = only?.end.terms[0];
  const { start, end } = term && part.dims.length === 1 ? term.at : partSpan(part, scope);
  const message = lackMessage(template, part, family, lacking);
  const isAlone = only && term && part.dims.length === 1 && lacking.device === undefined;
  const isPlain = isAlone && variablesIn(term, only.each.ends.slots).length === 0;
  const fixes = isPlain ? fixesFor(part, lacking.place, only, scope) : [];
  scope.report({ start, end, severity: 'hint', code: 'wiring.sibling', message, fixes });
}

function lackMessage(template: Template, part: Part, family: string, { place, device }: Lacking): string {
  const link = family || l10n.t('link');
  if (device === undefined && part.dims.length === 1) {
    const has = Array.from({ length: part.count }, (_, each) => each).filter((each) => each !== place);
    const words = [`${part.name}[${place}]`, link, `${part.name}[${placeList(has)}]`];
    return l10n.t('`{0}` lacks the {1} that `{2}` have.', ...words);
  }
  const path = device === undefined ? part.name + placeIndex(part.dims, place) : devicePath(template, device);
  return l10n.t('`{0}` lacks the {1} that the other {2} have.', path, link, part.count - 1);
}

function fixesFor(part: Part, lacking: number, { each, end }: { each: Joined; end: End }, scope: BodyScope): Fix[] {
  const [{ at }] = end.terms;
  const fix = replacement(at, '*', `${part.name}[*]`);
  const { statement, ends } = each;
  const other = end === ends.a ? ends.b : ends.a;
  if (other.terms.length > 0) return [fix];
  const text = scope.context.text(scope.uri);
  const place = scope.textOf(end.at).replace(scope.textOf(at), String(lacking));
  const words = `without ${place} ${statement.cable.operator} ${scope.textOf(other.at)}`;
  const indent = /[ \t]*$/.exec(text.slice(0, statement.start))?.[0] ?? '';
  const line = { start: statement.end, end: statement.end, text: `\n${indent}${words}` };
  return [fix, { title: words, edits: [...fix.edits, line] }];
}
