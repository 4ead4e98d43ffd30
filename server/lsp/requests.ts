// Our own requests: the scene to draw, the cost of a collective, the text of a library file.
import * as l10n from '@vscode/l10n';
import type { CancellationToken, Connection } from 'vscode-languageserver';
import { analysis } from '../features/analysis.ts';
import { scene } from '../features/scene.ts';
import { libraryScheme, type Method, type Refusal, type Requests } from '../protocol.ts';
import type { Workspace } from '../workspace.ts';
import { guarded } from './guard.ts';

export function registerOwnRequests(connection: Connection, workspace: Workspace): void {
  function on<M extends Method>(
    method: M,
    safe: Requests[M]['result'],
    handler: (params: Requests[M]['params'], cancelled: () => boolean) => Requests[M]['result'],
  ): void {
    const name: string = method;
    const answer = guarded(connection, name, safe, handler);
    connection.onRequest(
      name,
      (params: Requests[M]['params'], token: CancellationToken): Promise<unknown> =>
        answer(params, () => token.isCancellationRequested),
    );
  }
  const sorry: Refusal = { refused: l10n.t('Topo made a mistake here; the "Topo" output has the details.') };

  on('topo/scene', sorry, ({ uri, root }) => scene(workspace, uri, root));
  on('topo/analyze', sorry, (params, cancelled) => analysis(workspace, params, cancelled));
  on('topo/libraryText', null, ({ uri }) =>
    uri.startsWith(`${libraryScheme}:`) ? (workspace.document(uri)?.text ?? null) : null,
  );
}
