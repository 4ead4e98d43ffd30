import { defineConfig } from 'vitest/config';

/** Loads a .topo file as its text, as scripts/build.mjs does with esbuild. */
const topoText = {
  name: 'topo-text',
  transform(code: string, id: string) {
    return id.endsWith('.topo') ? { code: `export default ${JSON.stringify(code)};`, map: null } : undefined;
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
