// The end-to-end suite: one real VS Code, one page, steps one after another.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Pictures are taken when asked for, by `npm run pictures`, and are no test.
    include: process.env.UPDATE_PICTURES
      ? ['test/e2e/pictures.test.ts']
      : ['test/e2e/{editing,diagram,reading,watching,whatIf}.test.ts'],
    fileParallelism: false,
    // A busy machine takes its time; nothing here waits longer than it must.
    testTimeout: 150_000,
    hookTimeout: 240_000,
  },
});
