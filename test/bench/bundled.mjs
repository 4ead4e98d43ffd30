// A bench as it ships: bundled as the server is, each run in a process of its own.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Runs `file` of this folder once for each list of arguments; the process fails if one of them does.
 * @param {string} file
 * @param {readonly (readonly string[])[]} runs
 */
export async function runBundled(file, runs) {
  const folder = mkdtempSync(join(tmpdir(), 'topo-bench-'));
  try {
    const outfile = join(folder, 'bench.cjs');
    await build({
      entryPoints: [join(import.meta.dirname, file)],
      outfile,
      bundle: true,
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      minify: true,
      loader: { '.topo': 'text' },
      logLevel: 'warning',
    });
    for (const args of runs)
      process.exitCode ||= spawnSync(process.execPath, [outfile, ...args], { stdio: 'inherit' }).status ?? 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
