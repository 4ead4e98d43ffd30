// The order boxes are handed to ELK in, which is the order it keeps in a row: down the tree from the CPUs and the top
// switches, children by the smallest GPU under them, so that subtrees stay together and GPUs in file order where wiring allows.
import type { Box, Link } from './model.ts';

export function orderBoxes(boxes: readonly Box[], links: readonly Link[]): Box[] {
  sinkCascades(boxes, links);
  const forest = treeOf(boxes, links);
  const number = new Map(boxes.map((box, i) => [box, i]));
  const first = firstGpus(boxes, forest);
  const before = (a: Box, b: Box): number =>
    (first.get(a) ?? 0) - (first.get(b) ?? 0) || (number.get(a) ?? 0) - (number.get(b) ?? 0);
  const order: Box[] = [];
  const seen = new Set<Box>();
  const visit = (box: Box): void => {
    if (seen.has(box)) return;
    seen.add(box);
    order.push(box);
    for (const child of upOnesAmid(box, [...(forest.children.get(box) ?? [])].sort(before))) visit(child);
  };
  for (const box of boxes.filter((each) => !forest.parents.has(each)).sort(before)) visit(box);
  for (const box of boxes) visit(box);
  const place = new Map(order.map((box, i) => [box, i]));
  return order.sort((a, b) => a.tier - b.tier || a.depth - b.depth || (place.get(a) ?? 0) - (place.get(b) ?? 0));
}

/** PCIe switches under PCIe switches share a tier; ELK layers them, and here they are told apart by depth. */
function sinkCascades(boxes: readonly Box[], links: readonly Link[]): void {
  const near = new Map<Box, Box[]>();
  for (const { a, b, look } of links) {
    if (look !== 'pcie') continue;
    near.set(a, [...(near.get(a) ?? []), b]);
    near.set(b, [...(near.get(b) ?? []), a]);
  }
  const open = boxes.filter((box) => box.class === 'cpu');
  const distance = new Map(open.map((box) => [box, 0]));
  for (const at of open)
    for (const next of near.get(at) ?? [])
      if (next.class === 'pcie' && !distance.has(next)) {
        distance.set(next, (distance.get(at) ?? 0) + 1);
        open.push(next);
      }
  for (const [box, d] of distance) if (box.class === 'pcie') box.depth = box.tier + Math.min(9, d) * 0.1;
}

interface Forest {
  readonly parents: ReadonlyMap<Box, Box>;
  readonly children: ReadonlyMap<Box, readonly Box[]>;
}

/** The first link upwards makes the parent. Scale-up switches join everything and so order nothing. */
function treeOf(boxes: readonly Box[], links: readonly Link[]): Forest {
  const parents = new Map<Box, Box>();
  const children = new Map<Box, Box[]>();
  const adopt = (parent: Box, child: Box) => {
    parents.set(child, parent);
    const siblings = children.get(parent);
    if (siblings) siblings.push(child);
    else children.set(parent, [child]);
  };
  for (const { a, b, lateral, railed } of links) {
    if (lateral || railed || a.class === 'scale' || b.class === 'scale') continue;
    let [parent, child] = a.depth <= b.depth ? [a, b] : [b, a];
    if (parent.class === 'nic' && child.class !== 'nic') [parent, child] = [child, parent];
    if (!parents.has(child) && !parents.has(parent)) adopt(parent, child);
    else if (!parents.has(child) && !isUnder(parents, parent, child)) adopt(parent, child);
  }
  adoptUnlinked(boxes, links, parents, adopt);
  return { parents, children };
}

/** What hangs above a box, a CPU's own NIC, goes to the middle of its children, so that what hangs below stays even. */
function upOnesAmid(box: Box, children: readonly Box[]): Box[] {
  const below = children.filter((child) => child.tier >= box.tier);
  const above = children.filter((child) => child.tier < box.tier);
  const half = Math.ceil(below.length / 2);
  return [...below.slice(0, half), ...above, ...below.slice(half)];
}

function isUnder(parents: ReadonlyMap<Box, Box>, box: Box, ancestor: Box): boolean {
  for (let at = parents.get(box); at; at = parents.get(at)) if (at === ancestor) return true;
  return false;
}

/** What has no link follows its predecessor in the array. */
function adoptUnlinked(
  boxes: readonly Box[],
  links: readonly Link[],
  parents: ReadonlyMap<Box, Box>,
  adopt: (parent: Box, child: Box) => void,
): void {
  const linked = new Set(links.flatMap(({ a, b }) => [a, b]));
  for (let i = 1; i < boxes.length; i++) {
    const before = boxes[i - 1];
    if (boxes[i].part !== before.part || linked.has(boxes[i]) || parents.has(boxes[i])) continue;
    const parent = parents.get(before);
    if (parent) adopt(parent, boxes[i]);
  }
}

/** The number of the first GPU at or under each box; what has none comes after, in file order. */
function firstGpus(boxes: readonly Box[], { children }: Forest): Map<Box, number> {
  const first = new Map<Box, number>();
  boxes.forEach((box, i) => {
    first.set(box, box.form === 'column' ? box.column : box.class === 'gpu' ? i : 1e6 + i);
  });
  const settled = new Set<Box>();
  const settle = (box: Box): number => {
    const own = first.get(box) ?? 0;
    if (settled.has(box)) return own;
    settled.add(box);
    let least = own;
    for (const child of children.get(box) ?? []) least = Math.min(least, settle(child));
    first.set(box, least);
    return least;
  };
  for (const box of boxes) settle(box);
  return first;
}
