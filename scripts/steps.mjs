// What every script here does: say in a line what it is about to do, run it, and stop with a plain sentence when it can't.
// Only what Node brings: these run on a fresh clone, before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');

/** @param {string} line */
export function say(line) {
  console.error(`topo: ${line}`); // standard output is for results
}

/**
 * Ends the script: what is missing and what to do, in a sentence.
 * @param {string} sentence
 * @returns {never}
 */
export function fail(sentence) {
  console.error(`topo: ${sentence}`);
  process.exit(1);
}

/**
 * Runs a command to its end; its output goes where ours goes, or is kept when `quiet`.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, quiet?: boolean, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { cwd = root, quiet = false, env = process.env } = {}) {
  return new Promise((done) => {
    const windows = process.platform === 'win32'; // npm and code are .cmd files there
    const child = spawn(command, args, {
      cwd,
      env,
      shell: windows,
      stdio: [quiet ? 'ignore' : 'inherit', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    let output = '';
    child.stdout?.on('data', (data) => (output += data));
    child.stderr?.on('data', (data) => (output += data));
    child.on('error', (error) => done({ code: 127, output: `${command}: ${error.message}` }));
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });
}

/**
 * Runs a tool that node_modules brings.
 * @param {string} tool
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runTool(tool, args, options = {}) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  return run(tool, args, { ...options, env: { ...(options.env ?? process.env), PATH: path } });
}

/**
 * Whether a command of this name is on the PATH.
 * @param {string} name
 */
export function onPath(name) {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const ending of endings)
      if (folder && existsSync(join(folder, name + ending))) return join(folder, name + ending);
  return undefined;
}

/** The packages of package-lock.json; nothing is asked of the network when they are there. */
export async function installDependencies() {
  if (Number(process.versions.node.split('.')[0]) < 20) fail(`Node 20 or later is needed; this is ${process.version}.`);
  const wanted = statSync(join(root, 'package-lock.json')).mtimeMs;
  const installed = statSync(join(root, 'node_modules', '.package-lock.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0; // npm's own, written last
  if (installed >= wanted) return;
  say('installing the dependencies (npm ci)');
  const { code } = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) fail('npm could not install the dependencies; see above.');
}

/** All of dist/. */
export async function buildAll() {
  say('building');
  const { code } = await run(process.execPath, [join(root, 'scripts', 'build.mjs')]);
  if (code !== 0) fail('the build failed; see above.');
}

/** The extension as VS Code installs it. Returns the file. */
export async function packageExtension() {
  const file = join(root, 'dist', 'topo.vsix');
  say('packing the extension (dist/topo.vsix)');
  const { code, output } = await runTool(
    'vsce',
    ['package', '--no-dependencies', '--no-rewrite-relative-links', '--allow-missing-repository', '-o', file],
    { quiet: true },
  );
  if (code !== 0) fail(`the extension could not be packed:\n${output}`);
  return file;
}
