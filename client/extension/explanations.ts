// What a code of a finding means, as read-only pages out of the server: a click on the code opens its page. No network, no file.
import * as vscode from 'vscode';
import { explanationScheme } from '../../server/protocol.ts';
import type { Server } from './server.ts';

export function showExplanations(server: Server): vscode.Disposable {
  const provider: vscode.TextDocumentContentProvider = {
    async provideTextDocumentContent({ path }, token) {
      const code = path.replace(/^\//, '').replace(/\.md$/, '');
      const text = await server.ask('topo/explanation', { code }, token);
      return text ?? vscode.l10n.t('There is nothing to read about `{0}`.', code);
    },
  };
  return vscode.workspace.registerTextDocumentContentProvider(explanationScheme, provider);
}
