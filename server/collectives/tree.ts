// Double binary tree: two trees that each carry half of the data, built so that a rank is a leaf in one of them at least.
// Sanders, Speck, Traeff, "Two-tree algorithms for full bandwidth broadcast, reduction and scan", 2009; the shape is that
// of NCCL's trees.cc, where the lowest set bit of a rank is its height.
import type { MakeSchedule, Schedule, Step } from './schedule.ts';
import { stepOf, thereAndBack } from './schedule.ts';

/** The parent of rank r in the first tree over n ranks; -1 for its root, 0. */
export function parentOf(r: number, n: number): number {
  if (r === 0) return -1;
  const bit = r & -r;
  const up = (r ^ bit) | (bit << 1);
  return up < n ? up : r ^ bit;
}

/** The second tree is the first mirrored, or shifted by one where n is odd. */
export const twin = (r: number, n: number): number => (n % 2 === 0 ? n - 1 - r : (r + 1) % n);

/** Both trees downwards, a step a depth: `size` / 2 on each edge of each tree, ranks renamed by `name`. */
function downwards(n: number, size: number, name: (r: number) => number): Schedule {
  const depth = new Int32Array(n).fill(-1);
  const depthOf = (r: number): number => {
    if (depth[r] < 0) {
      const parent = parentOf(r, n);
      depth[r] = parent < 0 ? 0 : depthOf(parent) + 1;
    }
    return depth[r];
  };
  const levels: [number, number, number][][] = [];
  for (let r = 1; r < n; r++) {
    const parent = parentOf(r, n);
    levels[depthOf(r) - 1] ??= [];
    levels[depthOf(r) - 1].push([name(parent), name(r), size / 2]);
    levels[depthOf(r) - 1].push([name(twin(parent, n)), name(twin(r, n)), size / 2]);
  }
  return levels.map(inTurn);
}

/** Flows that belong to the first tree and the second in turn. */
const inTurn = (flows: [number, number, number][]): Step => ({
  ...stepOf(flows),
  parts: Int32Array.from(flows, (_, i) => i % 2),
});

/** Both trees over n ranks downwards, from a root each. */
export const treesDown: MakeSchedule = ({ n, size }) => downwards(n, size, (r) => r);

/** Up to the root of each tree, and down again. */
export const treeAllreduce: MakeSchedule = (shape) => thereAndBack(treesDown(shape));

/** The root feeds the roots of two trees over the others. */
export const treeBroadcast: MakeSchedule = ({ n, size, root }) => {
  const others = n - 1;
  const name = (r: number) => (root + 1 + r) % n;
  const first = inTurn([
    [root, name(0), size / 2],
    [root, name(twin(0, others)), size / 2],
  ]);
  return [first, ...downwards(others, size, name)];
};

/** A ring as a tree: both ways round from the root, to where they meet. Over direct links no link carries two edges. */
export const ringBroadcast: MakeSchedule = ({ n, size, root }) => {
  const middle = Math.floor(n / 2);
  return Array.from({ length: middle }, (_, k) => {
    const flows: [number, number, number][] = [[(root + k) % n, (root + k + 1) % n, size]];
    if (n - k - 1 > middle) flows.push([(root + n - k) % n, (root + n - k - 1) % n, size]);
    return stepOf(flows);
  });
};
