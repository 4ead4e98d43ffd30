// One diagram: a page beside the text that follows its edits, and the editor from file to file unless it is locked. Opening
// it changes no file; only what has failed by hand is written there, when asked for.
import * as vscode from 'vscode';
import type { Scene } from '../../server/protocol.ts';
import type { ThemeName } from '../diagram/diagram.ts';
import type { FromPage, PageDocument, PictureFormat, ToPage } from '../webview/messages.ts';
import { pageFor } from './pageFor.ts';
import { pickAndExport, pngFor, savePicture, tellCopied } from './pictures.ts';
import { reveal } from './reveal.ts';
import type { Server } from './server.ts';
import { writeFailures } from './writing.ts';

export class DiagramPanel {
  readonly #panel: vscode.WebviewPanel;
  readonly #server: Server;
  readonly #subscriptions: vscode.Disposable[] = [];
  #uri: vscode.Uri;
  #locked: boolean;
  /** Said once the page listens. */
  #waiting: ToPage[] | undefined = [];
  /** The root asked for; undefined: the file's first. */
  #root: string | undefined;
  #asking = false;
  #askAgain = false;
  #sources: ReadonlySet<string> = new Set();

  constructor(server: Server, panel: vscode.WebviewPanel, uri: vscode.Uri, dist: vscode.Uri, locked: boolean) {
    this.#uri = uri;
    this.#locked = locked;
    this.#server = server;
    this.#panel = panel;
    panel.webview.options = { enableScripts: true, localResourceRoots: [dist] };
    this.#subscriptions.push(
      panel.webview.onDidReceiveMessage((message: FromPage) => this.#hear(message)),
      server.onChanged((changed) => changed.uri === this.#uri.toString() && this.#draw()),
      server.onStanding(() => this.#draw()),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.#pointAt(textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => editor && this.#pointAt(editor)),
      // A page that is hidden is gone, and says that it is ready when it has been made anew.
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#waiting ??= [];
      }),
    );
    panel.title = titleOf(this.#document);
    panel.webview.html = pageFor(panel.webview, dist, this.#document);
  }

  get uri(): vscode.Uri {
    return this.#uri;
  }

  get locked(): boolean {
    return this.#locked;
  }

  /** Whether a document is one of those that the picture is made of. */
  draws(uri: vscode.Uri): boolean {
    return uri.toString() === this.#uri.toString() || this.#sources.has(uri.toString());
  }

  /** Shows another document from now on. */
  follow(uri: vscode.Uri): void {
    if (uri.toString() === this.#uri.toString()) return;
    this.#uri = uri;
    this.#root = undefined;
    this.#sources = new Set();
    this.#askAgain = this.#asking;
    this.#tellDocument();
    this.#waiting ??= []; // what is said from here on is for the page of the new document
  }

  lock(locked: boolean): void {
    this.#locked = locked;
    this.#tellDocument();
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

  /** `theme` left out: the one in force. */
  exportPicture(format: PictureFormat, theme?: ThemeName): void {
    this.#panel.reveal(undefined, true);
    this.#say({ type: 'export', format, ...(theme ? { theme } : {}) });
  }

  copyPicture(): void {
    this.#panel.reveal(undefined, false);
    this.#say({ type: 'copyPicture' });
  }

  onDidDispose(listener: () => void): void {
    this.#panel.onDidDispose(() => {
      for (const subscription of this.#subscriptions) subscription.dispose();
      listener();
    });
  }

  get #document(): PageDocument {
    const { path } = this.#uri;
    return { uri: this.#uri.toString(), title: path.slice(path.lastIndexOf('/') + 1), locked: this.#locked };
  }

  #tellDocument(): void {
    this.#panel.title = titleOf(this.#document);
    this.#say({ type: 'document', ...this.#document });
  }

  #say(message: ToPage): void {
    if (this.#waiting) this.#waiting.push(message);
    else void this.#panel.webview.postMessage(message);
  }

  #hear(message: FromPage): void {
    switch (message.type) {
      case 'ready': {
        if (message.uri !== this.#uri.toString()) {
          // Made for the document before: it is told, and is ready again then.
          void this.#panel.webview.postMessage({ type: 'document', ...this.#document } satisfies ToPage);
          return;
        }
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
        reveal(message, this.#panel.viewColumn).catch((error) => {
          void vscode.window.showWarningMessage(vscode.l10n.t('The source cannot be shown: {0}', String(error)));
        });
        return;
      case 'analyze':
        void this.#analyze(message);
        return;
      case 'explain':
        void this.#explain(message);
        return;
      case 'steps':
        void this.#steps(message);
        return;
      case 'hover':
        void this.#hover(message);
        return;
      case 'lock':
        this.lock(message.locked);
        return;
      case 'savePicture':
        void pickAndExport(this);
        return;
      case 'exported':
        void savePicture(this.#uri, message);
        return;
      case 'raster':
        void pngFor(message.svg).then((png) =>
          this.#say({ type: 'rastered', id: message.id, ...(png ? { png } : {}) }),
        );
        return;
      case 'copied':
        tellCopied(message.ok);
        return;
      case 'writeFailures':
        void writeFailures(this.#server, this.#uri, message).then((done) => done && this.#say({ type: 'written' }));
        return;
      case 'copyReport':
        void this.#copyReport(message);
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
    const uri = this.#uri.toString();
    if (this.#server.standing === 'running')
      await vscode.workspace.openTextDocument(this.#uri).then(undefined, () => undefined);
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
    const answer = await this.#server.ask('topo/analyze', { ...params, uri: this.#uri.toString() });
    this.#say({ type: 'analysis', slot, id, answer: answer ?? { refused: this.#whyNoAnswer() } });
  }

  async #explain({ id, params }: Extract<FromPage, { type: 'explain' }>): Promise<void> {
    const answer = await this.#server.ask('topo/explain', { ...params, uri: this.#uri.toString() });
    this.#say({ type: 'explanation', id, answer: answer ?? { refused: this.#whyNoAnswer() } });
  }

  async #steps({ id, params }: Extract<FromPage, { type: 'steps' }>): Promise<void> {
    const answer = await this.#server.ask('topo/steps', { ...params, uri: this.#uri.toString() });
    this.#say({ type: 'steps', id, answer: answer ?? { refused: this.#whyNoAnswer() } });
  }

  async #hover({ id, source: { uri, start, end } }: Extract<FromPage, { type: 'hover' }>): Promise<void> {
    const markdown = await this.#server.ask('topo/hover', { uri, start, end });
    this.#say({ type: 'hover', id, markdown: markdown ?? null });
  }

  async #copyReport({ params }: Extract<FromPage, { type: 'copyReport' }>): Promise<void> {
    const answer = await this.#server.ask('topo/report', { ...params, uri: this.#uri.toString() });
    if (!answer || 'refused' in answer) {
      void vscode.window.showWarningMessage(answer ? answer.refused : this.#whyNoAnswer());
      return;
    }
    await vscode.env.clipboard.writeText(answer.text);
    vscode.window.setStatusBarMessage(vscode.l10n.t('The analysis is in the clipboard.'), 4000);
  }

  #pointAt({ document, selection }: vscode.TextEditor): void {
    const uri = document.uri.toString();
    if (!this.draws(document.uri)) return;
    this.#say({ type: 'cursor', uri, ...(followsCursor() ? { offset: document.offsetAt(selection.active) } : {}) });
  }
}

const titleOf = ({ title, locked }: PageDocument): string =>
  locked ? vscode.l10n.t('Diagram of {0} (locked)', title) : vscode.l10n.t('Diagram of {0}', title);

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
