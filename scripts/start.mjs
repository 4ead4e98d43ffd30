// `npm start`: whatever is missing is installed, the extension is built, and VS Code opens on examples/ with it. The VS Code
// of this machine where there is one, else a VS Code server in the browser. `--browser` takes the server in any case,
// `--port N` says where.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll, fail, installDependencies, onPath, packageExtension, root, run, say } from './steps.mjs';
import { freePort, installExtension, installVSCode, quietSettings, startVSCode, writeSettings } from './vscode.mjs';

const args = process.argv.slice(2);
let port = 8765;
let inBrowser = false;
while (args.length > 0) {
  const arg = args.shift();
  if (arg === '--browser') inBrowser = true;
  else if (arg === '--port') port = Number(args.shift());
  else fail(`start knows --browser and --port N, not ${arg}.`);
}
if (!Number.isInteger(port) || port < 1 || port > 65535) fail('--port wants a number from 1 to 65535.');

const examples = join(root, 'examples');
await installDependencies();
await buildAll();
const code = inBrowser ? undefined : desktop();
if (code) {
  say(`opening examples/ in ${code}`);
  const opened = await run(code, [`--extensionDevelopmentPath=${root}`, examples]);
  if (opened.code !== 0) fail(`${code} did not start; \`npm start -- --browser\` needs none.`);
} else await openServer();

/** VS Code on this machine, where there is a screen to show it on. */
function desktop() {
  const screen = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  return screen ? ['code', 'code-insiders', 'codium'].map(onPath).find(Boolean) : undefined;
}

async function openServer() {
  const place = { data: join(root, '.vscode-server') };
  mkdirSync(place.data, { recursive: true });
  if (!inBrowser) say('no VS Code on this machine (or no screen for it): it will open in the browser');
  await installVSCode();
  writeSettings(place, quietSettings);
  await installExtension(place, await packageExtension());
  port = await freePort(port);
  const server = await startVSCode(place, port);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      server.close();
      process.exit(0);
    });
  process.on('exit', server.close);
  say(`VS Code is at http://127.0.0.1:${port}/?folder=${encodeURIComponent(examples)}`);
  say('Ctrl+C ends it');
  await server.ended;
  fail('the VS Code server ended by itself; .vscode-server/server.log says why.');
}
