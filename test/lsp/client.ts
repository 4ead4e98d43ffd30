// The built server as any client meets it: a process, spoken to over stdio.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type {
  Diagnostic,
  InitializeResult,
  MessageConnection,
  PublishDiagnosticsParams,
} from 'vscode-languageserver/node';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import type { StartOptions } from '../../server/protocol.ts';

/** A text that is right but for what it expects: the farthest of four are two links apart. */
export const ring = `cluster Ring {
  g[4] : gpu
  g[i] -- g[(i + 1) % 4] : 50 GB/s, 1 us
  show bisection
  expect diameter == 3
}
`;

export interface Client {
  /** A folder of its own, for files on disk. */
  readonly folder: string;
  readonly connection: MessageConnection;
  readonly server: InitializeResult;
  readonly process: ChildProcessWithoutNullStreams;
  uri(name: string): string;
  write(name: string, text: string): string;
  open(name: string, text: string): string;
  /** Replaces the whole text. */
  change(uri: string, text: string, version: number): void;
  close(uri: string): void;
  request<R>(method: string, params?: unknown): Promise<R>;
  notify(method: string, params?: unknown): void;
  at(
    uri: string,
    line: number,
    character: number,
  ): { textDocument: { uri: string }; position: { line: number; character: number } };
  /** The first diagnostics of this version, sent already or still to come, that fulfil `wanted`. */
  diagnostics(uri: string, version: number, wanted?: (found: readonly Diagnostic[]) => boolean): Promise<Diagnostic[]>;
  /** Everything that was published, in order. */
  readonly published: readonly PublishDiagnosticsParams[];
  readonly changes: readonly { uri: string; version: number }[];
  readonly logs: readonly string[];
  /** Ends the process, and the folder with it. */
  end(): Promise<void>;
  /** Its exit code, when it has ended. */
  readonly ended: Promise<number | null>;
}

let bundle: Promise<string> | undefined;

/** The server as it ships, made once for all tests of a file. */
function built(): Promise<string> {
  bundle ??= (async () => {
    const outfile = join(mkdtempSync(join(tmpdir(), 'topo-server-')), 'server.cjs');
    await build({
      entryPoints: ['server/lsp/node.ts'],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      loader: { '.topo': 'text', '.md': 'text', '.wasm': 'binary' },
      logLevel: 'error',
    });
    process.on('exit', () => rmSync(join(outfile, '..'), { recursive: true, force: true }));
    return outfile;
  })();
  return bundle;
}

/** `setting`: what it answers when it is asked for a section of its settings. */
export async function start(
  capabilities: object = {},
  options: StartOptions = {},
  setting: (section: unknown) => unknown = () => null,
  rootUri: string | null = null,
): Promise<Client> {
  const server = spawn(process.execPath, [await built(), '--stdio']);
  const folder = mkdtempSync(join(tmpdir(), 'topo-files-'));
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const published: PublishDiagnosticsParams[] = [];
  const changes: { uri: string; version: number }[] = [];
  const logs: string[] = [];
  const waiting = new Set<(params: PublishDiagnosticsParams) => void>();
  connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
    published.push(params);
    for (const look of [...waiting]) look(params);
  });
  connection.onNotification('topo/changed', (params: { uri: string; version: number }) => void changes.push(params));
  connection.onNotification('window/logMessage', ({ message }: { message: string }) => void logs.push(message));
  connection.onRequest('client/registerCapability', () => null);
  connection.onRequest('workspace/inlayHint/refresh', () => null);
  connection.onRequest('workspace/configuration', ({ items }: { items: { section?: string }[] }) =>
    items.map(({ section }) => setting(section)),
  );
  connection.listen();
  const ended = new Promise<number | null>((done) => server.on('exit', (code) => done(code)));

  const result = await connection.sendRequest<InitializeResult>('initialize', {
    processId: process.pid,
    rootUri,
    capabilities,
    initializationOptions: options,
  });
  await connection.sendNotification('initialized', {});
  const uri = (name: string): string => pathToFileURL(join(folder, name)).href;
  const notify = (method: string, params?: unknown): void => void connection.sendNotification(method, params);
  return {
    folder,
    connection,
    server: result,
    process: server,
    published,
    changes,
    logs,
    ended,
    uri,
    notify,
    write(name, text) {
      writeFileSync(join(folder, name), text);
      return uri(name);
    },
    open(name, text) {
      notify('textDocument/didOpen', { textDocument: { uri: uri(name), languageId: 'topo', version: 1, text } });
      return uri(name);
    },
    change: (of, text, version) =>
      notify('textDocument/didChange', { textDocument: { uri: of, version }, contentChanges: [{ text }] }),
    close: (of) => notify('textDocument/didClose', { textDocument: { uri: of } }),
    request: (method, params) => connection.sendRequest(method, params),
    at: (of, line, character) => ({ textDocument: { uri: of }, position: { line, character } }),
    diagnostics: (of, version, wanted = () => true) =>
      new Promise((found) => {
        const look = (params: PublishDiagnosticsParams): boolean => {
          const fits = params.uri === of && params.version === version && wanted(params.diagnostics);
          if (fits) {
            waiting.delete(look);
            found(params.diagnostics);
          }
          return fits;
        };
        waiting.add(look);
        published.some(look);
      }),
    async end() {
      server.kill();
      await ended;
      connection.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The text after edits of the protocol. */
export function applied(
  text: string,
  edits: readonly { range: { start: Position; end: Position }; newText: string }[],
): string {
  const lines = text.split('\n');
  const offset = ({ line, character }: Position): number =>
    lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + character;
  let out = text;
  for (const { range, newText } of [...edits].sort((a, b) => offset(b.range.start) - offset(a.range.start)))
    out = out.slice(0, offset(range.start)) + newText + out.slice(offset(range.end));
  return out;
}

interface Position {
  readonly line: number;
  readonly character: number;
}
