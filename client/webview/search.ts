// Finding things in a scene by what they are called, what they are and their type, drawn or not. Pure.
import type { Scene, ScenePart } from '../../server/protocol.ts';
import { join, memberPath, splitHead, spotOf } from '../diagram/paths.ts';

/** More than anybody goes through one by one. */
export const mostFound = 500;

/**
 * Paths, from above down and in the order of the file: an array as one (`dgx[0].gpu`), a member where its number is named
 * (`gpu 3`, `gpu[3]`), exactly one thing where a whole path is written. At most `mostFound`.
 */
export function search(scene: Scene, query: string): string[] {
  const asked = query.trim();
  if (asked === '') return [];
  if (/[[.]/.test(asked) && exists(scene, asked)) return [asked];
  const words = asked
    .toLowerCase()
    .split(/[\s[\].,_]+/)
    .filter((word) => word !== '');
  return words.length === 0 ? [] : new Search(scene, words).run();
}

function exists({ templates }: Scene, path: string): boolean {
  let template = templates[0];
  for (let rest = path; ; ) {
    const [head, after] = splitHead(rest);
    const spot = spotOf(template, head);
    if (!spot) return false;
    if (after === '') return true;
    const inside = template.parts[spot.part].template;
    if (inside === undefined) return false;
    template = templates[inside];
    rest = after;
  }
}

class Search {
  readonly #scene: Scene;
  readonly #words: readonly string[];
  readonly #found: string[] = [];
  /** By template: whether something in it is meant, however deep. */
  readonly #holds = new Map<number, boolean>();

  constructor(scene: Scene, words: readonly string[]) {
    this.#scene = scene;
    this.#words = words;
  }

  run(): string[] {
    this.#walk(0, '');
    return this.#found;
  }

  /** What stands here before what is inside of it. */
  #walk(number: number, prefix: string): void {
    const { parts } = this.#scene.templates[number];
    for (const part of parts) {
      const path = this.#meant(part);
      if (path !== undefined) this.#found.push(join(prefix, path));
    }
    for (const part of parts) {
      if (part.template === undefined || !this.#holdsAny(part.template)) continue;
      for (let place = 0; place < part.count && this.#found.length < mostFound; place++)
        this.#walk(part.template, join(prefix, memberPath(part, place)));
    }
    if (this.#found.length > mostFound) this.#found.length = mostFound;
  }

  /** The array, or the member whose number is named; undefined: neither. */
  #meant(part: ScenePart): string | undefined {
    const said = `${part.name} ${part.kind} ${part.type}`.toLowerCase().replaceAll('_', ' ');
    const means = (words: readonly string[]): boolean => words.every((word) => said.includes(word));
    if (means(this.#words)) return part.name;
    const rest = this.#words.slice(0, -1);
    const place = Number(this.#words.at(-1));
    const numbered = rest.length > 0 && Number.isInteger(place) && part.dims.length > 0 && place < part.count;
    return numbered && means(rest) ? memberPath(part, place) : undefined;
  }

  #holdsAny(number: number): boolean {
    const known = this.#holds.get(number);
    if (known !== undefined) return known;
    const holds = this.#scene.templates[number].parts.some(
      (part) => this.#meant(part) !== undefined || (part.template !== undefined && this.#holdsAny(part.template)),
    );
    this.#holds.set(number, holds);
    return holds;
  }
}
