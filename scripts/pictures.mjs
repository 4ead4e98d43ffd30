// `npm run pictures`: takes the pictures of the README anew, of the extension as it is.
import { findChromium, missingChromium } from './chromium.mjs';
import { buildAll, fail, installDependencies, packageExtension, runTool } from './steps.mjs';
import { installVSCode } from './vscode.mjs';

await installDependencies();
await buildAll();
const chromium = await findChromium();
if (!chromium) fail(missingChromium);
await installVSCode();
const env = { ...process.env, CHROMIUM: chromium, TOPO_VSIX: await packageExtension(), UPDATE_PICTURES: '1' };
const { code } = await runTool('vitest', ['run', '--config', 'test/e2e/vitest.config.ts'], { env });
process.exit(code);
