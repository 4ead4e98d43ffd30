// `npm test`: all set-up and all tests. Types, lint and every test run even where one before failed; the last line is
// `N passed, N failed`: the tests of both suites, and one failed for each check that is no test (types, lint).
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium, missingChromium } from './chromium.mjs';
import { buildAll, installDependencies, packageExtension, root, runTool, say } from './steps.mjs';
import { installVSCode } from './vscode.mjs';

let passed = 0;
let failed = 0;
// Ended early, by a build that failed or anything else: that is a failure too, and never a run without a closing line.
process.on('exit', (code) => {
  if (code !== 0 && failed === 0) failed = 1;
  if (passed === 0 && failed === 0) failed = 1;
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
});

await installDependencies();
await buildAll();
await check('types', [
  ['tsc', '-p', 'server'],
  ['tsc', '-p', '.'],
]);
await check('lint', [['biome', 'check', '.']]);
const chromium = await findChromium();
if (chromium) process.env.CHROMIUM = chromium;
await suite('unit tests', 'vitest.config.ts');
if (chromium) {
  await installVSCode();
  process.env.TOPO_VSIX = await packageExtension();
  await suite('end-to-end tests in VS Code', 'test/e2e/vitest.config.ts');
} else {
  say(missingChromium);
  failed++;
}

/**
 * @param {string} name
 * @param {[string, ...string[]][]} commands
 */
async function check(name, commands) {
  say(name);
  for (const [tool, ...args] of commands) {
    const { code, output } = await runTool(tool, args, { quiet: true });
    if (code === 0) continue;
    console.error(output);
    failed++;
    return;
  }
}

/**
 * @param {string} name
 * @param {string} config
 */
async function suite(name, config) {
  say(name);
  const report = join(root, 'dist', 'test-report.json');
  mkdirSync(join(root, 'dist'), { recursive: true });
  rmSync(report, { force: true });
  const { code } = await runTool('vitest', [
    'run',
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  const told = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { numPassedTests: 0, numFailedTests: 0 };
  passed += told.numPassedTests;
  // A suite that broke before its tests ran, or ran none, has failed all the same.
  failed += told.numFailedTests === 0 && (code !== 0 || told.numPassedTests === 0) ? 1 : told.numFailedTests;
}
