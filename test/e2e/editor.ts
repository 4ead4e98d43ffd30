// A real VS Code in a real browser, with the extension installed from its package: started once for a suite, in a home and a
// workspace of its own, and driven by what a person would press and see.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type FrameLocator, type Locator, type Page } from 'playwright-core';
import { freePort, installExtension, quietSettings, startVSCode, writeSettings } from '../../scripts/vscode.mjs';

const patience = 45_000;
const pictures = 'test/e2e/shots';

/** Only what is quick to look at and does not move: nothing that changes what is tested. */
const settings = {
  ...quietSettings,
  'security.workspace.trust.enabled': false,
  'editor.minimap.enabled': false,
  'editor.hover.delay': 100,
  'editor.cursorBlinking': 'solid',
  'workbench.reduceMotion': 'on',
  'git.enabled': false,
  'files.autoSave': 'off',
};

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Whatever asks for another machine finds none.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

/** What this VS Code server says at every start, with any extension or none: files it lacks, and a login it waits for in vain. */
const noise = [
  /^Failed to load resource: .* 404 .*\(http:\/\/localhost:\d+\/(_static\/|update\/|stable-\w+\/static\/node_modules\/vsda\/)/,
  /^A bad HTTP response code \(404\) was received when fetching the script/,
  /registration TypeError: Failed to register a ServiceWorker .*_static/,
  /Timed out waiting for authentication provider 'github'/,
  // VS Code's own clock over what is asked before a save: a busy machine, and the save goes on.
  /Aborted onWillSaveTextDocument-event after \d+ms/,
  // What a browser tab cannot wait for when the window is loaded anew.
  /\[lifecycle\] Long running operations during shutdown are unsupported in the web/,
];

export class Editor {
  readonly page: Page;
  /** The folder that is open: a copy of examples/. */
  readonly folder: string;
  /** Addresses outside this machine that the page asked for. */
  readonly outside: string[] = [];
  /** Errors of the page and its frames, but for VS Code's own noise. */
  readonly errors: string[] = [];

  constructor(page: Page, folder: string) {
    this.page = page;
    this.folder = folder;
    page.setDefaultTimeout(patience);
    page.on('request', (request) => {
      const { protocol, hostname, href } = new URL(request.url());
      // VS Code serves the files of a page under this name, out of its own service worker.
      const served = hostname.endsWith('.vscode-resource.vscode-cdn.net');
      if (/^(https?|wss?):$/.test(protocol) && !served && !['localhost', '127.0.0.1'].includes(hostname))
        this.outside.push(href);
    });
    page.on('console', (message) => {
      const said = `${message.text()} (${message.location().url})`;
      if (message.type() === 'error' && !noise.some((each) => each.test(said))) this.errors.push(said);
    });
    page.on('pageerror', (error) => this.errors.push(String(error)));
  }

  async command(title: string): Promise<void> {
    await this.#pick('F1', `>${title}`, title);
  }

  /** Opens a file of the folder, or brings it to the front. */
  async open(name: string): Promise<void> {
    await this.#pick('Control+P', name, name);
    await this.tab(name).waitFor();
  }

  /** Writes a new file into the folder and opens it. */
  async openNew(name: string, text: string): Promise<void> {
    writeFileSync(join(this.folder, name), text);
    await this.page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).waitFor();
    await this.open(name);
    await this.line(text.split('\n')[0]).waitFor();
  }

  /**
   * Opens the quick input by a key, types, and presses Enter on the row that is meant. All again where the key went into
   * the void (a page that was just taking the focus) or the list is older than what was typed.
   */
  async #pick(key: string, typed: string, row: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input').first();
    const meant = this.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: row });
    const timeout = 8_000;
    for (let tries = 1; ; tries++)
      try {
        await this.page.keyboard.press(key);
        await input.waitFor({ timeout });
        await input.fill(typed, { timeout });
        await meant.waitFor({ timeout });
        await this.page.keyboard.press('Enter');
        await input.waitFor({ state: 'hidden', timeout });
        return;
      } catch (thrown) {
        if (tries === 6) throw thrown;
        await this.page.keyboard.press('Escape');
      }
  }

  /** The window from the beginning, as VS Code does it: the command's own list goes with it, so nobody waits for its end. */
  async reload(): Promise<void> {
    await Promise.all([this.page.waitForEvent('load'), this.command('Developer: Reload Window').catch(() => {})]);
    await this.page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
  }

  /** Takes a row of the list that is asking. */
  async choose(row: string): Promise<void> {
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: row }).first().click();
  }

  /** Says yes to the place that a save dialog offers. */
  async confirmDialog(): Promise<void> {
    const button = this.page.locator('.quick-input-widget .monaco-button', { hasText: /^(OK|Save)$/ }).first();
    await button.click();
    await button.waitFor({ state: 'hidden' });
  }

  /** Puts the cursor there; lines and columns from 1, as VS Code shows them. */
  async goTo(line: number, column: number): Promise<void> {
    await this.page.keyboard.press('Control+G');
    const input = this.page.locator('.quick-input-widget input').first();
    await input.waitFor();
    await input.fill(`:${line}:${column}`);
    await this.page.keyboard.press('Enter');
    await this.at(line, column);
  }

  /** Waits until the cursor stands there. */
  async at(line: number, column: number): Promise<void> {
    await this.page
      .locator('.statusbar-item', { hasText: `Ln ${line}, Col ${column}` })
      .first()
      .waitFor();
  }

  /** The tab of a file, in front of its group. */
  tab(name: string): Locator {
    return this.page.locator(`.tabs-container .tab.active[data-resource-name="${name}"]`).first();
  }

  /** A line of the text in front, by what it holds. */
  line(text: string): Locator {
    return this.page.locator('.editor-instance .view-line', { hasText: text.replaceAll(/\s+/g, ' ') }).first();
  }

  /** The lines on the screen, from above; the page keeps them in the order they came. */
  async lines(): Promise<string[]> {
    const lines = await this.page.locator('.editor-instance .view-line').evaluateAll((all) =>
      all
        .map((line) => ({ top: line.getBoundingClientRect().top, text: line.textContent ?? '' }))
        .sort((a, b) => a.top - b.top)
        .map(({ text }) => text),
    );
    return lines.map((line) => line.replaceAll('\u00a0', ' '));
  }

  /** Line and column, from 1, of the first `text` in a file as it was saved. */
  place(name: string, text: string): { line: number; column: number } {
    const before = readFileSync(join(this.folder, name), 'utf8').split(text)[0].split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  }

  /** Opens a file with the cursor before the first `text` of it, or `after` characters further on. */
  async openAt(name: string, text: string, after = 0): Promise<void> {
    await this.open(name);
    const { line, column } = this.place(name, text);
    await this.goTo(line, column + after);
  }

  /** What the hover at the cursor says, once it says `expected`. */
  async hover(expected: string | RegExp): Promise<string> {
    await this.command('Show or Focus Hover');
    const hover = this.page.locator('.monaco-hover:not(.hidden) .hover-contents', { hasText: expected }).first();
    await hover.waitFor();
    const text = (await hover.textContent()) ?? '';
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press('Escape');
    return text;
  }

  suggestion(label: string): Locator {
    return this.page.locator('.suggest-widget.visible .monaco-list-row', { hasText: label }).first();
  }

  problem(message: string | RegExp): Locator {
    return this.page.locator('.markers-panel .monaco-list-row', { hasText: message }).first();
  }

  get squiggles(): Locator {
    return this.page.locator('.editor-instance .squiggly-error');
  }

  get warnings(): Locator {
    return this.page.locator('.editor-instance .squiggly-warning');
  }

  /** The page of a Markdown preview. */
  get preview(): FrameLocator {
    return this.diagram;
  }

  /** The page inside the diagram's panel. */
  get diagram(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  }

  /** A box of the diagram, by its path. */
  box(path: string): Locator {
    return this.diagram.locator(`[data-path="${path}"]`).first();
  }

  /** What stands in the corner of the screen and asks for attention. */
  async toasts(): Promise<string[]> {
    return this.page.locator('.notification-toast').allInnerTexts();
  }

  async closeAll(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.command('File: Revert File');
    await this.command('View: Close All Editors');
    await this.page.locator('.tabs-container .tab').first().waitFor({ state: 'detached' });
  }

  async picture(name: string, folder = pictures): Promise<void> {
    mkdirSync(folder, { recursive: true });
    await this.page.screenshot({ path: join(folder, `${name}.png`) });
  }
}

/** `close` ends everything and leaves nothing behind. */
export async function startEditor(
  more: Record<string, unknown> = {},
): Promise<{ editor: Editor; close: () => Promise<void> }> {
  const vsix = process.env.TOPO_VSIX ?? 'dist/topo.vsix';
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const home = mkdtempSync(join(tmpdir(), 'topo-e2e-'));
  const folder = join(home, 'examples');
  cpSync('examples', folder, { recursive: true });
  const place = { data: join(home, 'vscode'), env: { PATH: process.env.PATH ?? '', HOME: home, LANG: 'C.UTF-8' } };
  mkdirSync(place.data);
  writeSettings(place, { ...settings, ...more });
  await installExtension(place, vsix);
  const port = await freePort(0);
  const server = await startVSCode(place, port);
  let browser: Browser | undefined;
  const close = async (): Promise<void> => {
    await browser?.close();
    server.close();
    await server.ended;
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    browser = await chromium.launch({ executablePath, args: flags });
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const editor = new Editor(await context.newPage(), folder);
    await editor.page.goto(`http://localhost:${port}/?folder=${encodeURIComponent(folder)}`);
    await editor.page
      .locator('.explorer-folders-view .monaco-list-row')
      .first()
      .waitFor({ timeout: 2 * patience });
    return { editor, close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}
