// One diagram of one document: a page beside the text that follows its edits. It only reads: opening it changes no file.
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Scene } from '../../server/protocol.ts';
import type { FromPage, ToPage } from '../webview/messages.ts';
import { english, type Strings } from '../webview/strings.ts';
import { pageHtml } from './page.ts';
import { reveal } from './reveal.ts';
import type { Server } from './server.ts';

export class DiagramPanel {
  readonly uri: vscode.Uri;
  readonly #panel: vscode.WebviewPanel;
  readonly #server: Server;
  readonly #subscriptions: vscode.Disposable[] = [];
  /** Said once the page listens. */
  #waiting: ToPage[] | undefined = [];
  /** The root asked for; undefined: the file's first. */
  #root: string | undefined;
  #asking = false;
  #askAgain = false;
  #sources: ReadonlySet<string> = new Set();

  constructor(server: Server, panel: vscode.WebviewPanel, uri: vscode.Uri, dist: vscode.Uri) {
    this.uri = uri;
    this.#server = server;
    this.#panel = panel;
    panel.webview.options = { enableScripts: true, localResourceRoots: [dist] };
    this.#subscriptions.push(
      panel.webview.onDidReceiveMessage((message: FromPage) => this.#hear(message)),
      server.onChanged((changed) => changed.uri === uri.toString() && this.#draw()),
      server.onStanding(() => this.#draw()),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.#pointAt(textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => editor && this.#pointAt(editor)),
    );
    panel.webview.html = htmlFor(panel.webview, dist, uri);
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  show(): void {
    this.#panel.reveal(undefined, true);
  }

  /** Brings the cost panel forward, on `root` where one was chosen. */
  analyze(root: string | undefined): void {
    if (root !== undefined && root !== this.#root) {
      this.#root = root;
      void this.#draw();
    }
    this.#panel.reveal(undefined, false);
    this.#say({ type: 'showPanel' });
  }

  exportSvg(): void {
    this.#panel.reveal(undefined, true);
    this.#say({ type: 'export' });
  }

  onDidDispose(listener: () => void): void {
    this.#panel.onDidDispose(() => {
      for (const subscription of this.#subscriptions) subscription.dispose();
      listener();
    });
  }

  #say(message: ToPage): void {
    if (this.#waiting) this.#waiting.push(message);
    else void this.#panel.webview.postMessage(message);
  }

  #hear(message: FromPage): void {
    switch (message.type) {
      case 'ready': {
        this.#root ??= message.root;
        const waiting = this.#waiting ?? [];
        this.#waiting = undefined;
        for (const each of waiting) this.#say(each);
        void this.#draw();
        for (const editor of vscode.window.visibleTextEditors) this.#pointAt(editor);
        return;
      }
      case 'drawRoot':
        this.#root = message.root;
        void this.#draw();
        return;
      case 'reveal':
        reveal(message.source, message.take, this.#panel.viewColumn).catch((error) => {
          void vscode.window.showWarningMessage(vscode.l10n.t('The source cannot be shown: {0}', String(error)));
        });
        return;
      case 'analyze':
        void this.#analyze(message);
        return;
      case 'explain':
        void this.#explain(message);
        return;
      case 'exported':
        void this.#save(message.svg, message.name);
    }
  }

  /** One question at a time: what changes meanwhile is asked for when the answer is there, so the newest text always wins. */
  async #draw(): Promise<void> {
    if (this.#waiting) return; // the page asks when it is ready
    if (this.#asking) {
      this.#askAgain = true;
      return;
    }
    this.#asking = true;
    do {
      this.#askAgain = false;
      const message = await this.#scene();
      if (!this.#askAgain) this.#say(message);
    } while (this.#askAgain);
    this.#asking = false;
  }

  async #scene(): Promise<ToPage> {
    const uri = this.uri.toString();
    if (this.#server.standing === 'running')
      await vscode.workspace.openTextDocument(this.uri).then(undefined, () => undefined);
    const root = this.#root;
    let answer = await this.#server.ask('topo/scene', { uri, ...(root === undefined ? {} : { root }) });
    if (answer && 'refused' in answer && root !== undefined) {
      const first = await this.#server.ask('topo/scene', { uri });
      // Renamed or taken out, not merely broken: what is left is drawn.
      if (first && 'roots' in first && !first.roots.includes(root)) {
        this.#root = undefined;
        answer = first;
      }
    }
    if (!answer) return { type: 'noScene', why: this.#whyNoAnswer() };
    if ('refused' in answer) return { type: 'noScene', why: answer.refused };
    this.#sources = sourcesOf(answer);
    return { type: 'scene', scene: answer };
  }

  #whyNoAnswer(): string {
    return this.#server.standing === 'failed'
      ? vscode.l10n.t('The Topo language server is not running.')
      : vscode.l10n.t('The Topo language server is starting.');
  }

  async #analyze({ slot, id, params }: Extract<FromPage, { type: 'analyze' }>): Promise<void> {
    const answer = await this.#server.ask('topo/analyze', { ...params, uri: this.uri.toString() });
    this.#say({ type: 'analysis', slot, id, answer: answer ?? { refused: this.#whyNoAnswer() } });
  }

  async #explain({ id, params }: Extract<FromPage, { type: 'explain' }>): Promise<void> {
    const answer = await this.#server.ask('topo/explain', { ...params, uri: this.uri.toString() });
    this.#say({ type: 'explanation', id, answer: answer ?? { refused: this.#whyNoAnswer() } });
  }

  #pointAt({ document, selection }: vscode.TextEditor): void {
    const uri = document.uri.toString();
    if (uri !== this.uri.toString() && !this.#sources.has(uri)) return;
    this.#say({ type: 'cursor', uri, ...(followsCursor() ? { offset: document.offsetAt(selection.active) } : {}) });
  }

  async #save(svg: string, name: string): Promise<void> {
    const target = await vscode.window.showSaveDialog({
      defaultUri: vscode.Uri.joinPath(this.uri, '..', `${name}.svg`),
      filters: { SVG: ['svg'] },
    });
    if (target) await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(svg));
  }
}

function htmlFor(webview: vscode.Webview, dist: vscode.Uri, document: vscode.Uri): string {
  const at = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(dist, file)).toString();
  return pageHtml({
    source: webview.cspSource,
    script: at('webview.js'),
    styles: at('webview.css'),
    nonce: randomBytes(16).toString('base64url'),
    language: vscode.env.language,
    start: {
      uri: document.toString(),
      title: document.path.slice(document.path.lastIndexOf('/') + 1),
      elkWorker: at('elk-worker.js'),
      strings: localised(),
    },
  });
}

function localised(): Strings {
  const words = Object.entries(english).map(([key, word]) => [key, vscode.l10n.t(word)]);
  return { ...english, ...Object.fromEntries(words) };
}

const followsCursor = (): boolean => vscode.workspace.getConfiguration('topo').get('diagram.followCursor', true);

function sourcesOf(scene: Scene): Set<string> {
  const uris = new Set<string>();
  for (const { source, parts, links } of scene.templates) {
    uris.add(source.uri);
    for (const part of parts) uris.add(part.source.uri);
    for (const link of links) uris.add(link.source.uri);
  }
  return uris;
}
