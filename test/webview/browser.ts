// The built page in a real Chromium, under the content policy it has in VS Code, with a host that is played by the test.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BuildResult, build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import { pageHtml } from '../../client/extension/page.ts';
import type { FromPage, ToPage } from '../../client/webview/messages.ts';
import { english } from '../../client/webview/strings.ts';
import { uri } from './fakes.ts';
import { bodyClass, type Theme, themeCss, themeNames } from './themes.ts';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const hasChromium = existsSync(executablePath);

const flags =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

/** Chromium and the page's files, for a whole module of tests. */
export interface Site {
  readonly browser: Browser;
  readonly origin: string;
  close(): Promise<void>;
}

export async function openSite(): Promise<Site> {
  const files = await bundle();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const { port } = server.address() as AddressInfo;
    if (pathname === '/') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(htmlOf(`http://127.0.0.1:${port}`, (searchParams.get('theme') ?? 'dark') as Theme));
      return;
    }
    const file = files.get(pathname);
    response.statusCode = file ? 200 : 404;
    response.setHeader('content-type', pathname.endsWith('.css') ? 'text/css' : 'text/javascript');
    response.end(file ?? '');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const browser = await chromium.launch({ executablePath, args: flags.split(' ') });
  return {
    browser,
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      await browser.close();
      await closeServer(server);
    },
  };
}

const closeServer = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.closeAllConnections();
    server.close(() => done());
  });

async function bundle(): Promise<Map<string, string>> {
  const built: BuildResult<{ write: false }> = await build({
    entryPoints: ['client/webview/main.tsx'],
    outfile: 'webview.js',
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  });
  const files = new Map(
    built.outputFiles.map(({ path, text }) => [path.endsWith('.css') ? '/webview.css' : '/webview.js', text]),
  );
  files.set('/elk-worker.js', await readFile('node_modules/elkjs/lib/elk-worker.min.js', 'utf8'));
  for (const theme of themeNames) files.set(`/${theme}.css`, themeCss(theme));
  return files;
}

/** As in VS Code, but for the theme: there it stands in the root's style, put there from outside the policy. */
function htmlOf(origin: string, theme: Theme): string {
  const html = pageHtml({
    source: origin,
    script: `${origin}/webview.js`,
    styles: `${origin}/webview.css`,
    nonce: 'test',
    language: 'en',
    start: { uri, title: 'cluster.topo', locked: false, elkWorker: `${origin}/elk-worker.js`, strings: english },
  });
  return html
    .replace('</title>', `</title><link id="theme" rel="stylesheet" href="${origin}/${theme}.css">`)
    .replace('<body>', `<body class="${bodyClass(theme)}">`);
}

/** The page and the host's side of the talk. */
export class Desk {
  readonly page: Page;
  /** What the page said, in order. */
  readonly heard: FromPage[] = [];
  /** What must never happen: refused by the policy, thrown, written to the console as an error. */
  readonly faults: string[] = [];
  /** What is answered at once when the page says something. */
  readonly #answer: (message: FromPage) => ToPage | undefined;
  #waiting: { wanted: (message: FromPage) => boolean; done: () => void }[] = [];

  private constructor(page: Page, answer: (message: FromPage) => ToPage | undefined) {
    this.page = page;
    this.#answer = answer;
  }

  static async open(
    site: Site,
    answer: (message: FromPage) => ToPage | undefined,
    theme: Theme = 'dark',
  ): Promise<Desk> {
    const page = await site.browser.newPage({ viewport: { width: 1435, height: 840 } });
    const desk = new Desk(page, answer);
    page.on('pageerror', (error) => desk.faults.push(String(error)));
    page.on('console', (line) => line.type() === 'error' && desk.faults.push(line.text()));
    await page.exposeFunction('hostHears', (message: FromPage) => desk.#hear(message));
    await page.addInitScript(playHost);
    await page.goto(`${site.origin}/?theme=${theme}`);
    return desk;
  }

  async say(message: ToPage): Promise<void> {
    await this.page.evaluate((data) => postMessage(data, '*'), message);
  }

  /** Waits until the page has said such a thing, now or before. */
  async told<T extends FromPage['type']>(
    type: T,
    ok: (message: Extract<FromPage, { type: T }>) => boolean = () => true,
  ) {
    const wanted = (message: FromPage): message is Extract<FromPage, { type: T }> =>
      message.type === type && ok(message as Extract<FromPage, { type: T }>);
    if (!this.heard.some(wanted)) await new Promise<void>((done) => this.#waiting.push({ wanted, done }));
    return this.heard.filter(wanted)[0];
  }

  #hear(message: FromPage): void {
    this.heard.push(message);
    const reply = this.#answer(message);
    // A page that is closed meanwhile needs no answer any more.
    if (reply)
      this.say(reply).catch((fault: unknown) => {
        if (!this.page.isClosed()) throw fault;
      });
    for (const { wanted, done } of this.#waiting) if (wanted(message)) done();
    this.#waiting = this.#waiting.filter(({ wanted }) => !wanted(message));
  }
}

/** Runs in the page before its own script: VS Code's side, with a state that outlives a reload. */
function playHost(): void {
  const hears = (message: unknown) => (globalThis as unknown as { hostHears(m: unknown): void }).hostHears(message);
  const api = {
    postMessage: hears,
    getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
    setState: (state: unknown) => sessionStorage.setItem('state', JSON.stringify(state)),
  };
  Object.assign(globalThis, { acquireVsCodeApi: () => api });
  addEventListener('securitypolicyviolation', (event) =>
    console.error(`refused: ${event.violatedDirective} ${event.blockedURI}`),
  );
}
