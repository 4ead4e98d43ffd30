// Finds a Chromium for the tests: the one named by CHROMIUM, the machine's own, Debian's package, Playwright's download.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { onPath, root, run, runTool, say } from './steps.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The program, undefined where there is none and none can be had. */
export async function findChromium() {
  if (process.env.CHROMIUM) return existsSync(process.env.CHROMIUM) ? process.env.CHROMIUM : undefined;
  return own() ?? (await fromDebian()) ?? (await fromPlaywright());
}

const own = () => names.map(onPath).find(Boolean) ?? applications.find((each) => existsSync(each));

async function fromDebian() {
  if (!onPath('apt-get') || process.getuid?.() !== 0) return undefined;
  say('no Chromium here: installing the package chromium (apt-get)');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { quiet: true, env });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { quiet: true, env });
  return own();
}

async function fromPlaywright() {
  const { chromium } = await import('playwright-core');
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  say('no Chromium here: downloading the one of Playwright');
  await runTool('playwright-core', ['install', 'chromium'], { quiet: true });
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

export const missingChromium = `No Chromium was found and none could be installed: set CHROMIUM to one, or install the package chromium (looked for ${names.join(', ')} on the PATH; ${join(root, 'node_modules')} has Playwright, whose download failed).`;
