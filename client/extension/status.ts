// One item in the status bar while a topology is in sight: how the server fares; a click shows its output.
import * as vscode from 'vscode';
import type { Server, Standing } from './server.ts';

export function showStatus(server: Server): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('topo.status', vscode.StatusBarAlignment.Right, 90);
  item.name = 'Topo';
  item.command = 'topo.showOutput';
  const show = (): void => {
    const { text, tooltip } = look(server.standing);
    item.text = text;
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: tooltip };
    item.backgroundColor =
      server.standing === 'failed' ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
    if (vscode.window.visibleTextEditors.some(({ document }) => document.languageId === 'topo')) item.show();
    else item.hide();
  };
  show();
  return vscode.Disposable.from(item, server.onStanding(show), vscode.window.onDidChangeVisibleTextEditors(show));
}

function look(standing: Standing): { text: string; tooltip: string } {
  if (standing === 'running') return { text: '$(circuit-board) Topo', tooltip: vscode.l10n.t('Topo checks this file') };
  if (standing === 'starting') return { text: '$(loading~spin) Topo', tooltip: vscode.l10n.t('Topo is starting') };
  return { text: '$(error) Topo', tooltip: vscode.l10n.t('Topo is not running; click for its output') };
}
