// PNG without a browser: the size, the font, the ground, and the same bytes for the same picture.
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { draw, svgText } from '../../client/diagram/diagram.ts';
import { pngOf } from '../../client/raster/raster.ts';
import { ring } from '../diagram/scenes.ts';
import { lay } from '../diagram/support.ts';

const picture = (inside: string, width = 120, height = 40): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" class="topo" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${inside}</svg>`;
const words = (family: string, weight = 400): string =>
  picture(`<text x="4" y="20" font-size="14" font-family="${family}" font-weight="${weight}">GPU 3 × 8 · 450</text>`);

/** Width and height stand in the first chunk, 16 bytes into the file (PNG specification, 11.2.2). */
function sizeOf(png: Uint8Array): [number, number] {
  expect([...png.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
  const view = new DataView(png.buffer, png.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
}

test('two points for one of the picture, and no side longer than viewers take', async () => {
  expect(sizeOf(await pngOf(picture('')))).toEqual([240, 80]);
  expect(sizeOf(await pngOf(picture('', 24_000, 100)))).toEqual([12_000, 50]);
});

test('words are drawn, in the font that is brought along, whatever the picture names before it', async () => {
  const plain = await pngOf(words('Inter'));
  expect(plain).not.toEqual(await pngOf(picture('')));
  expect(await pngOf(words('Segoe UI'))).toEqual(plain);
  expect(await pngOf(words('Inter', 600))).not.toEqual(plain);
});

test('the same picture makes the same bytes', async () => {
  expect(await pngOf(words('Inter', 600))).toEqual(await pngOf(words('Inter', 600)));
});

/** Red, green, blue, opacity of the first pixel: whatever filter a row has, before it there is nothing (PNG specification, 9). */
function cornerOf(png: Uint8Array): number[] {
  const view = new DataView(png.buffer, png.byteOffset);
  const data: Uint8Array[] = [];
  for (let at = 8; at < png.length; at += view.getUint32(at) + 12)
    if (String.fromCharCode(...png.subarray(at + 4, at + 8)) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + view.getUint32(at)));
  return [...inflateSync(Buffer.concat(data)).subarray(1, 5)];
}

// The grounds of VS Code's own themes: Light Modern, Dark Modern, and both high contrasts.
test.each([
  ['light', [255, 255, 255, 255]],
  ['dark', [31, 31, 31, 255]],
  ['hc-dark', [0, 0, 0, 255]],
  ['hc-light', [255, 255, 255, 255]],
] as const)('a picture stands on the ground of its theme: %s', async (theme, ground) => {
  expect(cornerOf(await pngOf(svgText(draw(await lay(ring(4)), { theme }))))).toEqual(ground);
});

test('what is no picture is refused', async () => {
  await expect(pngOf('<svg')).rejects.toThrow();
});
