// How large boxes are before ELK widens switches, and where links enter cards and blocks.
import type { Class } from './classes.ts';
import type { Box, Contents } from './model.ts';

const sizes: Readonly<Record<Class, readonly [width: number, height: number]>> = {
  gpu: [80, 46],
  nic: [66, 34],
  cpu: [76, 40],
  memory: [66, 34],
  pcie: [84, 28],
  net: [96, 36],
  scale: [96, 36],
  node: [150, 60],
};
export const sizeOf = (c: Class): readonly [width: number, height: number] => sizes[c];

/** Every device takes a slot this wide, so that the columns of NICs and GPUs coincide. */
export const slot = 80;
/** One switch under another in a bus. */
export const busPitch = 26;
export const busHeight = 17;
export const railPitch = 13;
/** Between the columns of a block that switches feed, so that each column stands under its switch. */
export const feedGap = 12;

/** GPUs as numbered squares, or the instances of a bigger thing as squares. */
export function cardSize({ gpus, instances, scaleSwitches, meshed }: Contents, stack: boolean) {
  const squares = gpus > 16 && instances > 0 ? Math.min(40, instances) : Math.min(40, gpus);
  const columns = Math.min(8, Math.max(1, squares));
  const rows = Math.ceil(squares / 8);
  const joined = gpus <= 16 && (scaleSwitches > 0 || meshed);
  return {
    width: Math.max(columns * 25 + 36, stack ? 230 : 150),
    height: 50 + (rows ? rows * 25 : 0) + (joined ? 32 : 8),
  };
}

/** Columns of a block: near twice as wide as high, eight if it fits as well. */
export function blockColumns(count: number): number {
  if (count <= 10) return Math.max(1, count);
  if (count > 100) return Math.ceil(Math.sqrt(count * 2));
  let best = 8;
  let least = Number.POSITIVE_INFINITY;
  for (let columns = 6; columns <= 12; columns++) {
    const rows = Math.ceil(count / columns);
    const off = rows * columns - count + Math.abs(columns / rows - 2.2) * 2 - (columns === 8 ? 1 : 0);
    if (off < least) {
      least = off;
      best = columns;
    }
  }
  return best;
}

/** Where an inner port of a card sits, from the card's left edge. */
export function cardPort(box: Box, port: string): number {
  const at = Math.max(0, box.ports.indexOf(port));
  const step = box.ports.length > 1 ? Math.min(25, (box.width - 30) / (box.ports.length - 1)) : 0;
  return box.width / 2 + (at - (box.ports.length - 1) / 2) * step;
}

/** Where the switch over column `at` enters a block, from the block's left edge. */
export const feedPort = (box: Box, at: number): number =>
  ((at + 0.5) * (box.width + feedGap)) / box.feeds.length - feedGap / 2;
