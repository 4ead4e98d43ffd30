// From the diagram to the text: the line that says it is shown beside the diagram, never in its place.
import * as vscode from 'vscode';
import type { SourceRange } from '../../server/protocol.ts';

interface Wanted {
  readonly source: SourceRange;
  /** The focus goes along. */
  readonly take: boolean;
  /** In a column of its own, beside what is open there. */
  readonly beside: boolean;
}

/** `own`: the diagram's column. */
export async function reveal({ source, take, beside }: Wanted, own: vscode.ViewColumn | undefined): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(source.uri));
  const selection = new vscode.Range(document.positionAt(source.start), document.positionAt(source.end));
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: beside ? vscode.ViewColumn.Beside : columnFor(source.uri, own),
    preserveFocus: !take,
    preview: true,
    selection,
  });
  editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Where the text already shows, else the first column that is not the diagram's own. */
function columnFor(uri: string, own: vscode.ViewColumn | undefined): vscode.ViewColumn {
  const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri)?.viewColumn;
  if (shown !== undefined) return shown;
  const other = vscode.window.tabGroups.all.find(({ viewColumn }) => viewColumn !== own);
  return other?.viewColumn ?? vscode.ViewColumn.Beside;
}
