// Our own requests: the scene to draw, the cost of a collective, the text of a library file.
import * as l10n from '@vscode/l10n';
import type { CancellationToken, Connection } from 'vscode-languageserver';
import { analysisInPieces } from '../features/analysis.ts';
import { explained } from '../features/codes.ts';
import { explanation } from '../features/explaining.ts';
import { failuresWritten } from '../features/failures.ts';
import { statementHover } from '../features/hover.ts';
import { reportCsv } from '../features/reportCsv.ts';
import { reportText } from '../features/reportText.ts';
import { scene } from '../features/scene.ts';
import { steps } from '../features/steps.ts';
import {
  type AnalyzeParams,
  type AnalyzeResult,
  libraryScheme,
  type Method,
  type Refusal,
  type Requests,
  type SweepRow,
} from '../protocol.ts';
import type { Workspace } from '../workspace.ts';
import { guarded } from './guard.ts';
import { idle } from './idle.ts';
import { patience, wantedSeconds } from './patience.ts';
import { startSolver } from './solver.ts';

export function registerOwnRequests(connection: Connection, workspace: Workspace): void {
  function on<M extends Method>(
    method: M,
    safe: () => Requests[M]['result'],
    handler: (
      params: Requests[M]['params'],
      cancelled: () => boolean,
    ) => Requests[M]['result'] | Promise<Requests[M]['result']>,
  ): void {
    const name: string = method;
    const answer = guarded(connection, name, safe, handler);
    connection.onRequest(
      name,
      (params: Requests[M]['params'], token: CancellationToken): Promise<unknown> =>
        answer(params, () => token.isCancellationRequested),
    );
  }
  const sorry = (): Refusal => ({
    refused: l10n.t('Topo made a mistake here; the "Topo" output has the details.'),
  });

  on('topo/scene', sorry, ({ uri, root }) => scene(workspace, uri, root));
  on('topo/analyze', sorry, (params, cancelled) => analyzeBetween(workspace, params, cancelled));
  on('topo/explain', sorry, (params, cancelled) => {
    const { isOver } = patience(wantedSeconds);
    let tooLong = false;
    const stops = (): boolean => {
      tooLong ||= isOver();
      return tooLong || cancelled();
    };
    const found = explanation(workspace, params, stops);
    return tooLong ? tooMuch() : found;
  });
  on('topo/steps', sorry, (params, cancelled) => {
    const { isOver } = patience(wantedSeconds);
    return steps(workspace, params, () => isOver() || cancelled());
  });
  on('topo/writeFailures', sorry, (params) => failuresWritten(workspace, params));
  on('topo/report', sorry, async ({ format, ...params }, cancelled) => {
    const result = await analyzeBetween(workspace, params, cancelled);
    if ('refused' in result) return result;
    const [best] = result.algorithms;
    const { isOver } = patience(wantedSeconds);
    const why = best && explanation(workspace, { ...params, algorithm: best.name }, () => isOver() || cancelled());
    const answer = why && !('refused' in why) ? { result, explanation: why } : { result };
    const run = { set: params.set ?? {}, answers: [answer] };
    return { text: format === 'csv' ? reportCsv([run]) : reportText(run, 'markdown') };
  });
  on(
    'topo/hover',
    () => null,
    ({ uri, ...statement }) => statementHover(workspace, uri, statement) ?? null,
  );
  on(
    'topo/libraryText',
    () => null,
    ({ uri }) => (uri.startsWith(`${libraryScheme}:`) ? (workspace.document(uri)?.text ?? null) : null),
  );
  on(
    'topo/explanation',
    () => null,
    ({ code }) => explained.get(code)?.section ?? null,
  );
}

/** A curve is many analyses: between them, typing and other requests are answered first. */
async function analyzeBetween(
  workspace: Workspace,
  params: AnalyzeParams,
  cancelled: () => boolean,
): Promise<AnalyzeResult | Refusal> {
  await startSolver();
  let result: AnalyzeResult | Refusal | undefined;
  let { isOver } = patience(wantedSeconds);
  let tooLong = false;
  const stops = (): boolean => {
    tooLong ||= isOver();
    return tooLong || cancelled();
  };
  const sweep: SweepRow[] = [];
  for (const piece of analysisInPieces(workspace, params, stops)) {
    if ('timesUs' in piece) sweep.push(piece);
    else result = piece;
    await idle();
    if (cancelled()) break;
    ({ isOver } = patience(wantedSeconds));
  }
  if (tooLong && (!result || 'refused' in result)) return tooMuch();
  if (!result) return { refused: l10n.t('no answer is wanted any more.') };
  return 'refused' in result || params.sizes === undefined ? result : { ...result, sweep };
}

function tooMuch(): Refusal {
  const message = l10n.t(
    'this takes more than {0} s and would keep you from typing: `topo analyze` on the command line answers it.',
    wantedSeconds,
  );
  return { refused: message };
}
