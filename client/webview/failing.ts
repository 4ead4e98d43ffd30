// What is supposed to have failed: places and links in the words of the language, which the server takes as `without`.

import type { Scene } from '../../server/protocol.ts';
import { splitHead, spotOf } from '../diagram/paths.ts';

/** One expression for all of them; undefined: nothing has failed. */
export function withoutOf(failed: readonly string[]): string | undefined {
  if (failed.length === 0) return undefined;
  return failed.length === 1 ? failed[0] : failed.map((each) => `(${each})`).join(' + ');
}

/** Whether the scene still has the place, or both ends of the link. */
export const isIn = (scene: Scene, failed: string): boolean =>
  failed.split(' -- ').every((path) => hasPlace(scene, path));

function hasPlace({ templates }: Scene, path: string): boolean {
  let template = templates[0];
  let rest = path;
  for (;;) {
    const [head, after] = splitHead(rest);
    const spot = spotOf(template, head);
    if (!spot) return false;
    if (after === '') return true;
    const inner = template.parts[spot.part].template;
    if (inner === undefined) return false;
    template = templates[inner];
    rest = after;
  }
}
