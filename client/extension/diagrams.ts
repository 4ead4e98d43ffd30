// All diagrams that are open, one a document; opened by a command, or brought back by VS Code after a reload.
import * as vscode from 'vscode';
import type { KeptPage } from '../webview/messages.ts';
import { DiagramPanel } from './diagramPanel.ts';
import type { Server } from './server.ts';

const viewType = 'topo.diagram';

export class Diagrams implements vscode.WebviewPanelSerializer<KeptPage> {
  readonly #server: Server;
  readonly #dist: vscode.Uri;
  readonly #open = new Map<string, DiagramPanel>();

  constructor(server: Server, extension: vscode.Uri) {
    this.#server = server;
    this.#dist = vscode.Uri.joinPath(extension, 'dist');
  }

  register(): vscode.Disposable {
    return vscode.window.registerWebviewPanelSerializer(viewType, this);
  }

  /** The diagram of a document, beside it; the one there is comes forward, a second column is never opened. */
  open(document: vscode.Uri): DiagramPanel {
    const there = this.#open.get(document.toString());
    if (there) {
      there.show();
      return there;
    }
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    return this.#adopt(vscode.window.createWebviewPanel(viewType, titleOf(document), column), document);
  }

  /** The diagram in front, else that of the document in front. */
  get active(): DiagramPanel | undefined {
    const document = vscode.window.activeTextEditor?.document.uri.toString();
    return [...this.#open.values()].find(({ isActive }) => isActive) ?? this.#open.get(document ?? '');
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, kept: KeptPage | undefined): Promise<void> {
    if (!kept?.uri || this.#open.has(kept.uri))
      panel.dispose(); // the page had not come far enough to say whose it was
    else this.#adopt(panel, vscode.Uri.parse(kept.uri));
  }

  #adopt(panel: vscode.WebviewPanel, document: vscode.Uri): DiagramPanel {
    const key = document.toString();
    const diagram = new DiagramPanel(this.#server, panel, document, this.#dist);
    this.#open.set(key, diagram);
    diagram.onDidDispose(() => this.#open.delete(key));
    return diagram;
  }
}

const titleOf = ({ path }: vscode.Uri): string =>
  vscode.l10n.t('Diagram of {0}', path.slice(path.lastIndexOf('/') + 1));
