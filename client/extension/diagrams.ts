// All diagrams that are open: one that follows the editor from file to file, and those that are locked to theirs. Opened by a
// command, or brought back by VS Code after a reload.
import * as vscode from 'vscode';
import { libraryScheme } from '../../server/protocol.ts';
import type { KeptPage } from '../webview/messages.ts';
import { DiagramPanel } from './diagramPanel.ts';
import type { Server } from './server.ts';

const viewType = 'topo.diagram';

export class Diagrams implements vscode.WebviewPanelSerializer<KeptPage> {
  readonly #server: Server;
  readonly #dist: vscode.Uri;
  readonly #open = new Set<DiagramPanel>();

  constructor(server: Server, extension: vscode.Uri) {
    this.#server = server;
    this.#dist = vscode.Uri.joinPath(extension, 'dist');
  }

  register(): vscode.Disposable {
    return vscode.Disposable.from(
      vscode.window.registerWebviewPanelSerializer(viewType, this),
      vscode.window.onDidChangeActiveTextEditor((editor) => editor && this.#follow(editor.document)),
    );
  }

  /** The diagram of a document: the one there is, else the one that follows, else a new one beside the document. */
  open(document: vscode.Uri): DiagramPanel {
    const there = this.#of(document) ?? this.#following();
    if (there) {
      there.follow(document);
      there.show();
      return there;
    }
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    return this.#adopt(vscode.window.createWebviewPanel(viewType, 'Topo', column), document, false);
  }

  /** The diagram in front, else that of the document in front. */
  get active(): DiagramPanel | undefined {
    const document = vscode.window.activeTextEditor?.document.uri;
    return [...this.#open].find(({ isActive }) => isActive) ?? (document && this.#of(document));
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, kept: KeptPage | undefined): Promise<void> {
    if (!kept?.uri || this.#of(vscode.Uri.parse(kept.uri)))
      panel.dispose(); // the page had not come far enough to say whose it was
    else this.#adopt(panel, vscode.Uri.parse(kept.uri), kept.locked);
  }

  #of(document: vscode.Uri): DiagramPanel | undefined {
    return [...this.#open].find(({ uri }) => uri.toString() === document.toString());
  }

  #following(): DiagramPanel | undefined {
    return [...this.#open].find(({ locked }) => !locked);
  }

  /** Another file in front is drawn, unless it is part of the picture already, has a diagram of its own, or is the library's. */
  #follow({ languageId, uri }: vscode.TextDocument): void {
    if (languageId !== 'topo' || uri.scheme === libraryScheme || this.#of(uri)) return;
    for (const diagram of this.#open) if (!diagram.locked && !diagram.draws(uri)) diagram.follow(uri);
  }

  #adopt(panel: vscode.WebviewPanel, document: vscode.Uri, locked: boolean): DiagramPanel {
    const diagram = new DiagramPanel(this.#server, panel, document, this.#dist, locked);
    this.#open.add(diagram);
    diagram.onDidDispose(() => this.#open.delete(diagram));
    return diagram;
  }
}
