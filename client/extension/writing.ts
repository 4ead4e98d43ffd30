// The one thing of the diagram that changes a file, and only when asked to: what is supposed to have failed becomes text.
import * as vscode from 'vscode';
import type { Server } from './server.ts';

interface Failures {
  readonly root: string;
  readonly places: readonly string[];
}

/** Whether it stands there now. */
export async function writeFailures(server: Server, uri: vscode.Uri, { root, places }: Failures): Promise<boolean> {
  const document = await vscode.workspace.openTextDocument(uri);
  const answer = await server.ask('topo/writeFailures', { uri: uri.toString(), root, places });
  if (!answer || 'refused' in answer || answer.version !== document.version) {
    const why = answer && 'refused' in answer ? answer.refused : vscode.l10n.t('the text has moved on; try again.');
    void vscode.window.showWarningMessage(vscode.l10n.t('Nothing was written: {0}', why));
    return false;
  }
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, document.positionAt(answer.offset), answer.text);
  return vscode.workspace.applyEdit(edit);
}
