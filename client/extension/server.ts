// The language server as the extension sees it: started, watched, asked. It runs as a process of its own and comes back after a crash.
import * as vscode from 'vscode';
import {
  CloseAction,
  type CloseHandlerResult,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  State,
  TransportKind,
} from 'vscode-languageclient/node';
import {
  type Changed,
  changedNotification,
  explanationScheme,
  libraryScheme,
  type Method,
  type Requests,
  type StartOptions,
} from '../../server/protocol.ts';

export type Standing = 'starting' | 'running' | 'failed';

/** More than this many crashes in this time (ms): it would only crash again. */
const crashes = { most: 4, within: 3 * 60_000 };

export class Server implements vscode.Disposable {
  readonly output = vscode.window.createOutputChannel('Topo', { log: true });
  readonly #client: LanguageClient;
  readonly #changed = new vscode.EventEmitter<Changed>();
  readonly #standing = new vscode.EventEmitter<Standing>();
  #crashedAt: number[] = [];
  standing: Standing = 'starting';
  /** Answers about a document may have changed. */
  readonly onChanged = this.#changed.event;
  readonly onStanding = this.#standing.event;

  constructor(context: vscode.ExtensionContext) {
    const module = context.asAbsolutePath('dist/server.cjs');
    const messages = vscode.l10n.uri?.toString();
    const explanations = `${explanationScheme}:/{code}.md`;
    const start: StartOptions = messages === undefined ? { explanations } : { explanations, messages };
    const options: LanguageClientOptions = {
      documentSelector: ['file', 'untitled', libraryScheme].map((scheme) => ({ language: 'topo', scheme })),
      outputChannel: this.output,
      initializationOptions: start,
      errorHandler: { error: () => ({ action: ErrorAction.Continue }), closed: () => this.#closed() },
    };
    this.#client = new LanguageClient('topo', 'Topo', { module, transport: TransportKind.ipc }, options);
    this.#client.onNotification(changedNotification, (changed: Changed) => this.#changed.fire(changed));
    this.#client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) this.#stand('running');
      else if (newState === State.Starting) this.#stand('starting');
    });
  }

  async start(): Promise<void> {
    this.#stand('starting');
    try {
      await this.#client.start();
    } catch (error) {
      this.#fail(vscode.l10n.t('The Topo language server could not be started: {0}', String(error)));
    }
  }

  async restart(): Promise<void> {
    this.#crashedAt = [];
    try {
      if (this.#client.isRunning()) await this.#client.stop();
    } catch (error) {
      this.output.warn(String(error)); // it is gone one way or the other; a new one is started
    }
    await this.start();
  }

  /** Undefined where there is no answer to be had: the server is down, or the question was called off. */
  async ask<M extends Method>(
    method: M,
    params: Requests[M]['params'],
    token?: vscode.CancellationToken,
  ): Promise<Requests[M]['result'] | undefined> {
    if (this.standing !== 'running') return undefined;
    try {
      // An undefined third argument would be sent along as a second parameter.
      if (!token) return await this.#client.sendRequest<Requests[M]['result']>(method, params);
      return await this.#client.sendRequest<Requests[M]['result']>(method, params, token);
    } catch (error) {
      if (!token?.isCancellationRequested) this.output.error(`${method}: ${error}`);
      return undefined;
    }
  }

  async stop(): Promise<void> {
    if (this.#client.isRunning()) await this.#client.stop();
  }

  dispose(): void {
    this.#changed.dispose();
    this.#standing.dispose();
    this.output.dispose();
  }

  #closed(): CloseHandlerResult {
    const now = Date.now();
    this.#crashedAt = [...this.#crashedAt.filter((at) => now - at < crashes.within), now];
    if (this.#crashedAt.length <= crashes.most) {
      this.output.warn('The language server stopped; it is started again.');
      this.#stand('starting');
      return { action: CloseAction.Restart, handled: true };
    }
    this.#fail(
      vscode.l10n.t(
        'The Topo language server crashed {0} times in 3 minutes and is left alone now.',
        this.#crashedAt.length,
      ),
    );
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  #fail(message: string): void {
    this.#stand('failed');
    this.output.error(message);
    const restart = vscode.l10n.t('Start Again');
    const show = vscode.l10n.t('Show Output');
    void vscode.window.showErrorMessage(message, restart, show).then((chosen) => {
      if (chosen === restart) return this.restart();
      if (chosen === show) this.output.show();
      return undefined;
    });
  }

  #stand(standing: Standing): void {
    if (standing === this.standing) return;
    this.standing = standing;
    this.#standing.fire(standing);
  }
}
