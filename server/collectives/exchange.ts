// Allgather by exchange between partners whose numbers differ in one bit; ranks beyond the largest power of two fold into
// a partner first and get everything from it at the end. Halving-doubling and recursive doubling differ in the order of bits.
import type { Schedule, Step } from './schedule.ts';
import { powerBelow, step } from './schedule.ts';

/** Bits of the partner's number: near to far (1, 2, 4, ...) or far to near. */
export type BitOrder = 'near-first' | 'far-first';

/** The ranks of the core, `power` of them; rank 2i + 1 folds into 2i for i < n - power. */
export function coreOf(n: number): Int32Array {
  const core = new Int32Array(powerBelow(n));
  const folded = n - core.length;
  for (let i = 0; i < core.length; i++) core[i] = i < folded ? 2 * i : i + folded;
  return core;
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
export function exchangeAllgather(n: number, size: number, order: BitOrder): Schedule {
  if (powerBelow(n) < n) return exchangeBlocks(new Float64Array(n).fill(1), size / n, order);
  const core = coreOf(n);
  const bits = Math.log2(n);
  return Array.from({ length: bits }, (_, k) => {
    const held = (2 ** k * size) / n;
    return exchange(core, 1 << (order === 'near-first' ? k : bits - 1 - k), new Float64Array(n).fill(held));
  });
}

/** Allgather of blocks of any size: `blocks[r]` times `unit` bytes of rank r. */
export function exchangeBlocks(blocks: Float64Array, unit: number, order: BitOrder): Schedule {
  const n = blocks.length;
  const core = coreOf(n);
  const folded = n - core.length;
  const all = blocks.reduce((sum, block) => sum + block, 0);
  let held = new Float64Array(core.length);
  for (let i = 0; i < core.length; i++) held[i] = blocks[core[i]] + (i < folded ? blocks[core[i] + 1] : 0);
  const bits = Math.log2(core.length);
  const steps = Array.from({ length: bits }, (_, k) => {
    const mask = 1 << (order === 'near-first' ? k : bits - 1 - k);
    const before = held;
    const bytes = new Float64Array(before.length);
    held = new Float64Array(before.length);
    for (let i = 0; i < before.length; i++) {
      bytes[i] = before[i] * unit;
      held[i] = before[i] + before[i ^ mask];
    }
    return exchange(core, mask, bytes);
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
  const to = new Int32Array(core.length);
  let mutual = true;
  for (let i = 0; i < core.length; i++) {
    to[i] = core[i ^ mask];
    if (bytes[i] !== bytes[i ^ mask]) mutual = false;
  }
  return { from: core, to, bytes, repeat: 1, ...(mutual ? { mutual } : {}) };
}
