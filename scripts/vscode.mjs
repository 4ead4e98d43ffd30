// A real VS Code without a desktop: the server inside the npm package code-server, in test/e2e/vscode, installed when first
// needed. Its own scripts are not run: they build what is not needed here and fetch from places other than the registry.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fail, root, run, say } from './steps.mjs';

const home = join(root, 'test', 'e2e', 'vscode');
const modules = join(home, 'node_modules');
const server = join(modules, 'code-server', 'lib', 'vscode');
const main = join(server, 'out', 'server-main.js');
const stamp = join(modules, '.topo-installed');

/** Installs VS Code's server where it is not there yet; asks nothing of the network where it is. */
export async function installVSCode() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(home, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  if (process.platform === 'win32')
    fail('there is no VS Code server for Windows: install VS Code and put `code` on the PATH.');
  say('installing a VS Code server from npm into test/e2e/vscode (once; about 500 MB, a minute or two)');
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await must(run('npm', ['ci', ...quietly], { cwd: home, quiet: true }));
  // Its versions are pinned by the shrinkwrap it ships, which lacks a package: so not `npm ci`.
  await must(run('npm', ['install', '--omit=dev', '--no-save', ...quietly], { cwd: server, quiet: true }));
  const rebuilt = await run('npm', ['rebuild', '@vscode/spdlog', '@vscode/native-watchdog'], {
    cwd: server,
    quiet: true,
  });
  if (rebuilt.code !== 0) say('no C++ compiler for the logs of the VS Code server: going on without them');
  // The AI parts: large, and nothing here uses them.
  for (const unused of ['node_modules/@github', 'node_modules/@microsoft/mxc-sdk', 'extensions/copilot'])
    rmSync(join(server, unused), { recursive: true, force: true });
  node();
  writeFileSync(stamp, wanted);
}

/** @param {Promise<{ code: number, output: string }>} command */
async function must(command) {
  const { code, output } = await command;
  if (code !== 0) fail(`npm could not install the VS Code server:\n${output}`);
}

/** The Node that runs it: a package where there is one for this machine, else the one we run on. */
function node() {
  const packaged = join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(packaged)) return packaged;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return fail(
    `the VS Code server needs Node 24 or later on this machine; this is ${process.version}. Or put \`code\` on the PATH.`,
  );
}

/**
 * Where a server keeps what is its own.
 * @typedef {{ data: string, env?: NodeJS.ProcessEnv }} Place
 */

/** @param {Place} place */
const folders = ({ data }) => [
  '--server-data-dir',
  data,
  '--user-data-dir',
  join(data, 'user'),
  '--extensions-dir',
  join(data, 'extensions'),
  '--accept-server-license-terms',
];

/**
 * @param {Place} place
 * @param {string} vsix
 */
export async function installExtension(place, vsix) {
  const env = place.env ?? process.env;
  const { code, output } = await run(node(), [main, ...folders(place), '--install-extension', vsix, '--force'], {
    quiet: true,
    env,
  });
  if (code !== 0) throw new Error(`VS Code did not take the extension:\n${output}`);
}

/**
 * Settings of the user, where none are there yet.
 * @param {Place} place
 * @param {Record<string, unknown>} settings
 */
export function writeSettings({ data }, settings) {
  const folder = join(data, 'user', 'User');
  const file = join(folder, 'settings.json');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`);
}

/** Nothing that asks, greets or looks for news, and nothing written until it is saved, as on a desktop. */
export const quietSettings = {
  'workbench.startupEditor': 'none',
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'chat.disableAIFeatures': true,
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'git.openRepositoryInParentFolders': 'never',
  'files.autoSave': 'off',
};

/**
 * Starts the server; it answers when this returns. `close` ends it and all it started.
 * @param {Place} place
 * @param {number} port
 */
export async function startVSCode(place, port) {
  const log = openSync(join(place.data, 'server.log'), 'w');
  const child = spawn(
    node(),
    [
      main,
      ...folders(place),
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--without-connection-token',
      '--telemetry-level',
      'off',
      '--disable-workspace-trust',
    ],
    { env: place.env ?? process.env, stdio: ['ignore', log, log], detached: true },
  );
  const close = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // it has ended already
    }
  };
  const ended = new Promise((done) => child.on('exit', done));
  for (let tries = 0; tries < 600 && child.exitCode === null; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/version`).catch(() => undefined);
    if (answer?.ok) return { ended, close };
    await new Promise((later) => setTimeout(later, 100));
  }
  close();
  throw new Error(`The VS Code server did not start:\n${readFileSync(join(place.data, 'server.log'), 'utf8')}`);
}

/**
 * The port asked for, or the next one that is free; 0 takes any.
 * @param {number} wanted
 * @returns {Promise<number>}
 */
export function freePort(wanted) {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.on('error', () => (wanted >= 65535 ? failed(new Error('no port is free')) : done(freePort(wanted + 1))));
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : wanted;
      probe.close(() => done(port));
    });
  });
}
