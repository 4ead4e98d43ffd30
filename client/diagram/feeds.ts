// A block of instances that separate switches feed: as many columns as switches, each narrow switch over its column, and one
// thick line along the block's top, for every cell is joined to every switch.

import { blockSize } from './boxes.ts';
import type { Box, Link } from './model.ts';
import { fedWidth } from './passes.ts';
import { feedGap } from './sizes.ts';
import { initialed } from './words.ts';

export function feedBlocks(boxes: readonly Box[], links: readonly Link[]): void {
  for (const box of boxes) {
    if (box.form !== 'block' || box.contents === undefined) continue;
    const feeds = boxes.filter(
      (other) =>
        other.class === 'net' &&
        other.form === 'bar' &&
        other.places.length === 1 &&
        links.some(({ a, b }) => (a === box && b === other) || (b === box && a === other)),
    );
    if (feeds.length < 2 || feeds.length > 16) continue;
    box.feeds = feeds;
    for (const feed of feeds) narrow(feed);
    if (feeds.length >= 4 && box.cells.length >= feeds.length) recolumn(box, feeds.length);
  }
}

function narrow(feed: Box): void {
  feed.width = fedWidth;
  feed.height = 28;
  feed.label = initialed(feed.label);
  feed.sub = '';
}

function recolumn(box: Box, columns: number): void {
  Object.assign(box, blockSize(box.cells.length, columns, fedWidth, 30, feedGap));
  box.cells = box.cells.map((cell, i) => ({
    ...cell,
    x: (i % columns) * (fedWidth + feedGap),
    y: Math.floor(i / columns) * 36,
    width: fedWidth,
    height: 30,
  }));
}
