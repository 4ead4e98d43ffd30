// From a place in the diagram to its text: beside the diagram, never over it, and the focus stays unless it is wanted there.
import * as vscode from 'vscode';
import type { SourceRange } from '../../server/protocol.ts';

export async function reveal(source: SourceRange, take: boolean, beside: vscode.ViewColumn | undefined): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(source.uri));
  const selection = new vscode.Range(document.positionAt(source.start), document.positionAt(source.end));
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: columnFor(source.uri, beside),
    preserveFocus: !take,
    preview: true,
    selection,
  });
  editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Where the text already shows, else the first column that is not the diagram's own. */
function columnFor(uri: string, beside: vscode.ViewColumn | undefined): vscode.ViewColumn {
  const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri)?.viewColumn;
  if (shown !== undefined) return shown;
  const other = vscode.window.tabGroups.all.find(({ viewColumn }) => viewColumn !== beside);
  return other?.viewColumn ?? vscode.ViewColumn.Beside;
}
