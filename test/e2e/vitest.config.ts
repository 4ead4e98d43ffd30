// The end-to-end suite: one real VS Code, one page, steps one after another.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/e2e/*.test.ts'],
    fileParallelism: false,
    // A busy machine takes its time; nothing here waits longer than it must.
    testTimeout: 90_000,
    hookTimeout: 240_000,
  },
});
