// Allgather by exchange between partners whose numbers differ in one bit; ranks beyond the largest power of two fold into
// a partner first and get everything from it at the end. Halving-doubling and recursive doubling differ in the order of bits.
import type { Schedule, Step } from './schedule.ts';
import { powerBelow, step } from './schedule.ts';

/** Bits of the partner's number: near to far (1, 2, 4, ...) or far to near. */
export type BitOrder = 'near-first' | 'far-first';

/** The ranks of the core, `power` of them; rank 2i + 1 folds into 2i for i < n - power. */
export function coreOf(n: number): Int32Array {
  const power = powerBelow(n);
  const folded = n - power;
  return Int32Array.from({ length: power }, (_, i) => (i < folded ? 2 * i : i + folded));
}

/** The folded ranks give `bytes` to their partners. */
export function foldIn(n: number, bytes: number): Schedule {
  const folded = n - powerBelow(n);
  return folded === 0 ? [] : [step(folded, (i) => [2 * i + 1, 2 * i, bytes])];
}

/** The folded ranks get `bytes` from their partners. */
export function foldOut(n: number, bytes: number): Schedule {
  const folded = n - powerBelow(n);
  return folded === 0 ? [] : [step(folded, (i) => [2 * i, 2 * i + 1, bytes])];
}

/** `size`: the whole result. */
export const exchangeAllgather = (n: number, size: number, order: BitOrder): Schedule =>
  exchangeBlocks(new Float64Array(n).fill(1), size / n, order);

/** Allgather of blocks of any size: `blocks[r]` times `unit` bytes of rank r. */
export function exchangeBlocks(blocks: Float64Array, unit: number, order: BitOrder): Schedule {
  const n = blocks.length;
  const core = coreOf(n);
  const folded = n - core.length;
  const all = blocks.reduce((sum, block) => sum + block, 0);
  let held = Float64Array.from(core, (r, i) => (i < folded ? blocks[r] + blocks[r + 1] : blocks[r]));
  const bits = Math.log2(core.length);
  const steps = Array.from({ length: bits }, (_, k) => {
    const mask = 1 << (order === 'near-first' ? k : bits - 1 - k);
    const before = held;
    held = before.map((b, i) => b + before[i ^ mask]);
    return exchange(
      core,
      mask,
      before.map((b) => b * unit),
    );
  });
  if (folded === 0) return steps;
  return [
    step(folded, (i) => [2 * i + 1, 2 * i, blocks[2 * i + 1] * unit]),
    ...steps,
    step(folded, (i) => [2 * i, 2 * i + 1, (all - blocks[2 * i + 1]) * unit]),
  ];
}

/** Place i of the core sends `bytes[i]` to the place whose number differs in `mask`, and gets as much as that one sends. */
export function exchange(core: Int32Array, mask: number, bytes: Float64Array): Step {
  const mutual = bytes.every((each, i) => each === bytes[i ^ mask]);
  return { from: core, to: core.map((_, i) => core[i ^ mask]), bytes, repeat: 1, ...(mutual ? { mutual } : {}) };
}
