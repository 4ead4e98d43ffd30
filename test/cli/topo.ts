// The command as a user runs it: the built file, alone in an empty folder, with no node_modules near it.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}

/** A folder with the command and the files named; `run` runs it there. */
export class Sandbox {
  readonly folder = mkdtempSync(join(tmpdir(), 'topo-cli-'));

  constructor(files: Readonly<Record<string, string>> = {}) {
    copyFileSync(built(), join(this.folder, 'topo.js'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.folder, name), text);
  }

  run(args: readonly string[], input = ''): Ran {
    const { stdout, stderr, status } = spawnSync(process.execPath, ['topo.js', ...args], {
      cwd: this.folder,
      input,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NO_COLOR: '1' },
    });
    return { stdout, stderr, status };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

let file: string | undefined;

/** dist/topo.js, built once for the run. */
function built(): string {
  if (file === undefined) {
    execFileSync(process.execPath, ['scripts/build.mjs', 'topo'], { stdio: 'pipe' });
    file = resolve('dist/topo.js');
  }
  return file;
}
