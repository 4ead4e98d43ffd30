// The library's files as read-only documents, so that "go to definition" has somewhere to go.
import * as vscode from 'vscode';
import { libraryScheme } from '../../server/protocol.ts';
import type { Server } from './server.ts';

export function showLibrary(server: Server): vscode.Disposable {
  const anew = new vscode.EventEmitter<vscode.Uri>();
  const waited = new Set<string>();
  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: anew.event,
    async provideTextDocumentContent(uri, token) {
      const text = await server.ask('topo/libraryText', { uri: uri.toString() }, token);
      if (text === undefined) waited.add(uri.toString()); // asked before the server was there, as after a reload
      if (typeof text === 'string') return text;
      return text === null ? vscode.l10n.t('// The library has no file {0}.', uri.path) : '';
    },
  };
  const ready = server.onStanding((standing) => {
    if (standing !== 'running') return;
    for (const uri of waited) anew.fire(vscode.Uri.parse(uri));
    waited.clear();
  });
  return vscode.Disposable.from(
    anew,
    ready,
    vscode.workspace.registerTextDocumentContentProvider(libraryScheme, provider),
  );
}
