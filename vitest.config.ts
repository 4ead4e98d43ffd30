import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliCompressSync, constants } from 'node:zlib';
import { defineConfig } from 'vitest/config';

/** Loads a .topo file, or a page of the documentation, as its text, as scripts/build.mjs does with esbuild. */
const topoText = {
  name: 'topo-text',
  transform(code: string, id: string) {
    return /\.(topo|md)$/.test(id) ? { code: `export default ${JSON.stringify(code)};`, map: null } : undefined;
  },
};

/** The solver's code as bytes, as scripts/build.mjs bundles it. */
const solverBytes = {
  name: 'solver-bytes',
  enforce: 'pre' as const,
  resolveId: (id: string) => (id === 'highs/runtime' ? '\0highs-runtime' : undefined),
  load(id: string) {
    if (id !== '\0highs-runtime') return undefined;
    const bytes = readFileSync(createRequire(import.meta.url).resolve('highs/runtime'));
    return `export default Uint8Array.from(atob('${bytes.toString('base64')}'), (c) => c.charCodeAt(0));`;
  },
};

/** Fonts, and a package's code packed, as bytes: as scripts/build.mjs bundles them for the rasteriser. */
const rasterBytes = {
  name: 'raster-bytes',
  enforce: 'pre' as const,
  resolveId: (id: string) =>
    /\.(woff2|wasm\.br)$/.test(id) && id.startsWith('@') ? `\0bytes:${id.replaceAll('.', '!')}` : undefined,
  load(id: string) {
    if (!id.startsWith('\0bytes:')) return undefined;
    const name = id.slice('\0bytes:'.length).replaceAll('!', '.');
    const bytes = readFileSync(createRequire(import.meta.url).resolve(name.replace(/\.br$/, '')));
    const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
    const taken = name.endsWith('.br') ? brotliCompressSync(bytes, quickly) : bytes;
    return `export default Uint8Array.from(atob('${taken.toString('base64')}'), (c) => c.charCodeAt(0));`;
  },
};

export default defineConfig({
  plugins: [topoText, solverBytes, rasterBytes],
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**', '**/node_modules/**'],
    benchmark: { include: ['test/bench/**/*.bench.ts'] },
    testTimeout: 60_000,
  },
});
