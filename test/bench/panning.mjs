// Runs panning.ts, which prints a line a zoom: bundled, as the page is, with the packages where they are.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const folder = mkdtempSync(join(tmpdir(), 'topo-bench-'));
try {
  const outfile = join(folder, 'bench.cjs');
  const entry = join(import.meta.dirname, 'panning.ts');
  const contents = `import { main } from ${JSON.stringify(entry)};\nvoid main();`;
  await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
    ...{ outfile, bundle: true, format: 'cjs', platform: 'node', target: 'node20', packages: 'external' },
    logLevel: 'warning',
  });
  const env = { ...process.env, NODE_PATH: resolve('node_modules') };
  process.exitCode = spawnSync(process.execPath, [outfile], { stdio: 'inherit', env }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
