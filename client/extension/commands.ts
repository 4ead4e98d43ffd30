// What can be called from the palette, the editor's title bar and menus.
import * as vscode from 'vscode';
import type { DiagramPanel } from './diagramPanel.ts';
import type { Diagrams } from './diagrams.ts';
import { pickAndExport } from './pictures.ts';
import type { Server } from './server.ts';

export function registerCommands(server: Server, diagrams: Diagrams): vscode.Disposable {
  const commands: Record<string, (uri?: vscode.Uri) => unknown> = {
    'topo.openDiagram': (uri) => {
      const document = documentFor(uri);
      if (document) diagrams.open(document);
    },
    'topo.analyzeCollective': (uri) => analyze(server, diagrams, uri),
    'topo.exportSvg': () => {
      const diagram = inFront(diagrams);
      if (diagram) return pickAndExport(diagram, 'svg');
    },
    'topo.exportPng': () => {
      const diagram = inFront(diagrams);
      if (diagram) return pickAndExport(diagram, 'png');
    },
    'topo.copyPicture': () => inFront(diagrams)?.copyPicture(),
    'topo.toggleLock': () => {
      const diagram = inFront(diagrams);
      diagram?.lock(!diagram.locked);
    },
    'topo.showOutput': () => server.output.show(),
    'topo.restartServer': () => server.restart(),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run)),
  );
}

async function analyze(server: Server, diagrams: Diagrams, uri?: vscode.Uri): Promise<void> {
  const document = uri ?? diagrams.active?.uri ?? documentFor();
  if (!document) return;
  const answer = await server.ask('topo/scene', { uri: document.toString() });
  const roots = answer && 'roots' in answer ? answer.roots : [];
  const placeHolder = vscode.l10n.t('Which one is the collective run on?');
  const root = roots.length > 1 ? await vscode.window.showQuickPick(roots, { placeHolder }) : undefined;
  if (roots.length > 1 && root === undefined) return;
  diagrams.open(document).analyze(root);
}

/** The diagram meant: the one in front, else that of the document in front, opened where it is not. */
function inFront(diagrams: Diagrams): DiagramPanel | undefined {
  if (diagrams.active) return diagrams.active;
  const document = documentFor();
  return document && diagrams.open(document);
}

/** The document meant: the one clicked on, else the one in front. Says so where there is none. */
function documentFor(uri?: vscode.Uri): vscode.Uri | undefined {
  if (uri) return uri;
  const inFront = vscode.window.activeTextEditor?.document;
  if (inFront?.languageId === 'topo') return inFront.uri;
  void vscode.window.showInformationMessage(vscode.l10n.t('Open a .topo file first.'));
  return undefined;
}
