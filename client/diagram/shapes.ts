// How the members of one array are joined among themselves: a grid, a full mesh, a path, a ring... ELK knows no links
// inside a row, so they are taken out before it runs and drawn by rules of their own.
import type { SceneLink, ScenePart } from '../../server/protocol.ts';
import { coordinates } from './paths.ts';

export type Shape =
  | { readonly kind: 'none' | 'clique' | 'path' | 'pairs' | 'arcs' | 'search' | 'race' }
  /** `wraps`: per dimension, whether it closes to a ring. */
  | { readonly kind: 'grid'; readonly dims: readonly number[]; readonly wraps: readonly boolean[] }
  /** One that fans out: depth of each member from the middle one. */
  | { readonly kind: 'tree'; readonly depths: readonly number[] };

/** `links` are those between members of the array; `hangs`: its members are also joined to something else. */
export function shapeOf(part: ScenePart, links: readonly SceneLink[], hangs: boolean): Shape {
  const near = adjacency(part.count, links);
  const edges = near.reduce((sum, set) => sum + set.size, 0) / 2;
  if (edges === 0) return { kind: 'none' };
  const grid = part.dims.length >= 2 && part.dims.length <= 3 ? gridOf(part, links) : undefined;
  if (grid) return grid;
  if (isClique(part, edges, hangs)) return { kind: 'clique' };
  const widest = Math.max(...near.map((set) => set.size));
  const whole = componentCount(near) === 1;
  if (whole && edges === part.count - 1) {
    if (widest <= 2) return { kind: 'path' };
    return hangs
      ? { kind: 'arcs' }
      : {
          kind: 'tree',
          depths: depthsFrom(
            near,
            near.findIndex((s) => s.size === widest),
          ),
        };
  }
  if (!whole) return { kind: 'pairs' };
  if (part.count <= 16) return { kind: 'search' };
  return { kind: widest <= 2 ? 'race' : 'arcs' };
}

/**
 * A full mesh, or one with a link in ten missing at most: a node that lost one keeps its picture. Four that hang on nothing are
 * drawn as the square with its diagonals.
 */
function isClique({ count, kind }: ScenePart, edges: number, hangs: boolean): boolean {
  const all = (count * (count - 1)) / 2;
  if (count === 4) return hangs && kind === 'gpu' && edges >= all - 1;
  return count >= 5 && edges >= Math.ceil(0.9 * all);
}

function adjacency(count: number, links: readonly SceneLink[]): Set<number>[] {
  const near = Array.from({ length: count }, () => new Set<number>());
  for (const { a, b } of links) {
    if (a.place === b.place) continue;
    near[a.place].add(b.place);
    near[b.place].add(a.place);
  }
  return near;
}

/** A grid if more than four fifths of the links change one index by one, around the end or not. */
function gridOf(part: ScenePart, links: readonly SceneLink[]): Shape | undefined {
  const wraps = part.dims.map(() => false);
  let steps = 0;
  for (const { a, b } of links) {
    const from = coordinates(part.dims, a.place);
    const to = coordinates(part.dims, b.place);
    let moved = 0;
    for (let d = 0; d < part.dims.length; d++) {
      const by = Math.abs(from[d] - to[d]);
      const around = by === part.dims[d] - 1 && part.dims[d] > 2;
      if (around) wraps[d] = true;
      moved += around ? 1 : by;
    }
    if (moved === 1) steps++;
  }
  return steps > 0.8 * links.length ? { kind: 'grid', dims: part.dims, wraps } : undefined;
}

function componentCount(near: readonly ReadonlySet<number>[]): number {
  const seen = new Set<number>();
  let count = 0;
  for (let start = 0; start < near.length; start++) {
    if (seen.has(start)) continue;
    count++;
    seen.add(start);
    const open = [start];
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const next of near[at])
        if (!seen.has(next)) {
          seen.add(next);
          open.push(next);
        }
  }
  return count;
}

function depthsFrom(near: readonly ReadonlySet<number>[], root: number): number[] {
  const depths = near.map(() => -1);
  depths[root] = 0;
  const open = [root];
  for (const at of open)
    for (const next of near[at])
      if (depths[next] < 0) {
        depths[next] = depths[at] + 1;
        open.push(next);
      }
  return depths;
}
