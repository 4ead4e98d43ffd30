// Bundles speed.ts as the server is bundled, and runs it in a process of its own.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

const folder = mkdtempSync(join(tmpdir(), 'topo-speed-'));
try {
  const outfile = join(folder, 'speed.cjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'speed.ts')],
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minify: true,
    loader: { '.topo': 'text' },
    logLevel: 'warning',
  });
  process.exitCode = spawnSync(process.execPath, [outfile], { stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
