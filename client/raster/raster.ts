// A picture in SVG to one in PNG, without a browser: resvg in WebAssembly, and the one font that pictures are drawn with
// (Inter, SIL Open Font License 1.1). Both are in the bundle; whoever wants a PNG imports this file when it is wanted.
import { brotliDecompressSync } from 'node:zlib';
import regular from '@fontsource/inter/files/inter-latin-400-normal.woff2';
import bold from '@fontsource/inter/files/inter-latin-600-normal.woff2';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import packed from '@resvg/resvg-wasm/index_bg.wasm.br';

/** Points of the PNG for one of the SVG: sharp on today's screens and in print. */
const usualScale = 2;
/** No side is longer: beyond this viewers give up, and memory with them. */
const longestSide = 12_000;

let started: Promise<void> | undefined;

/** `svg`: a whole file with its size in `width` and `height`. The same bytes for the same picture. */
export async function pngOf(svg: string): Promise<Uint8Array> {
  started ??= initWasm(new Uint8Array(brotliDecompressSync(packed)));
  await started;
  const scale = scaleFor(svg);
  const font = { loadSystemFonts: false, fontBuffers: [regular, bold], defaultFontFamily: 'Inter' };
  const picture = new Resvg(svg, { fitTo: { mode: 'zoom', value: scale }, font });
  try {
    const image = picture.render();
    const bytes = image.asPng();
    image.free();
    return bytes;
  } finally {
    picture.free();
  }
}

function scaleFor(svg: string): number {
  const [, width = '1', height = '1'] = /<svg[^>]*? width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  return Math.min(usualScale, longestSide / Math.max(Number(width), Number(height)));
}
