import { defineConfig } from 'vitest/config';

/** Loads a .topo file, or a page of the documentation, as its text, as scripts/build.mjs does with esbuild. */
const topoText = {
  name: 'topo-text',
  transform(code: string, id: string) {
    return /\.(topo|md)$/.test(id) ? { code: `export default ${JSON.stringify(code)};`, map: null } : undefined;
  },
};

export default defineConfig({
  plugins: [topoText],
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**', '**/node_modules/**'],
    benchmark: { include: ['test/bench/**/*.bench.ts'] },
    testTimeout: 60_000,
  },
});
