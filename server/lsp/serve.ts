// A language server on a connection: what the editor asks goes to a feature, what the feature says goes back.
import * as l10n from '@vscode/l10n';
import {
  CodeActionKind,
  type Connection,
  DidChangeWatchedFilesNotification,
  type InitializeResult,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { Answers } from '../features/answers.ts';
import { changedNotification, type StartOptions } from '../protocol.ts';
import { type Outside, Workspace } from '../workspace.ts';
import { Checker } from './checker.ts';
import { registerLanguageFeatures } from './language.ts';
import { registerOwnRequests } from './requests.ts';
import { Settings } from './settings.ts';

export function serve(connection: Connection, outside: Outside): void {
  const workspace = new Workspace(outside);
  const documents = new TextDocuments(TextDocument);
  const answers = new Answers();
  const settings = new Settings(connection, () => {
    for (const uri of workspace.openUris()) checker.check(uri);
  });
  const checker = new Checker(connection, workspace, answers, settings);
  let watches = false;
  let refreshes = false;

  connection.onInitialize(({ capabilities, initializationOptions, rootUri, workspaceFolders }): InitializeResult => {
    const roots = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
    workspace.folders = roots.map((uri) => uri.replace(/\/+$/, ''));
    speak(connection, outside, initializationOptions as StartOptions | undefined);
    watches = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    refreshes = capabilities.workspace?.inlayHint?.refreshSupport === true;
    settings.prepare(capabilities, initializationOptions as StartOptions | undefined);
    return {
      serverInfo: { name: 'topo' },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        hoverProvider: true,
        completionProvider: { triggerCharacters: ['.', ':', '=', '[', '"', ' '] },
        definitionProvider: true,
        documentSymbolProvider: true,
        foldingRangeProvider: true,
        documentFormattingProvider: true,
        documentRangeFormattingProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.SourceFixAll] },
        inlayHintProvider: true,
      },
    };
  });
  connection.onInitialized(() => {
    settings.start();
    if (watches)
      connection.client
        .register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: '**/*.topo' }] })
        .catch(() => {
          watches = false;
        });
  });

  documents.onDidChangeContent(({ document }) => {
    workspace.update(document.uri, document.getText(), document.version);
    changed(workspace.dependents(document.uri), document.uri);
  });
  // Where the client does not watch files, imports may be other ones whenever something is saved.
  documents.onDidSave(({ document }) => {
    if (!watches) changed(workspace.filesChanged(), document.uri);
  });
  documents.onDidClose(({ document }) => {
    const dependents = workspace.dependents(document.uri);
    workspace.close(document.uri);
    checker.forget(document.uri);
    changed(
      dependents.filter((uri) => uri !== document.uri),
      document.uri,
    );
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    changed([...new Set(changes.flatMap(({ uri }) => workspace.fileChanged(uri)))]);
  });

  /** `edited`: the document whose hints the editor asks for anew by itself. */
  function changed(uris: readonly string[], edited?: string): void {
    for (const uri of uris) {
      checker.check(uri);
      const version = workspace.document(uri)?.version ?? -1;
      void connection.sendNotification(changedNotification, { uri, version });
    }
    if (refreshes && uris.some((uri) => uri !== edited))
      connection.languages.inlayHint.refresh().catch(() => undefined);
  }

  registerLanguageFeatures(connection, workspace, answers, checker, settings);
  registerOwnRequests(connection, workspace);
  documents.listen(connection);
}

/** From here on messages are in the language of the bundle; in English where there is none, or none that can be read. */
function speak(connection: Connection, outside: Outside, options: StartOptions | undefined): void {
  const messages = options?.messages;
  if (typeof messages !== 'string') return;
  const contents = outside.read(messages);
  try {
    if (contents === undefined) throw new Error('it is not there');
    l10n.config({ contents });
  } catch (error) {
    connection.console.error(`messages ${messages}: ${error}`);
  }
}
