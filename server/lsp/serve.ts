// A language server on a connection: what the editor asks goes to a feature, what the feature says goes back.
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
import { changedNotification } from '../protocol.ts';
import { type Outside, Workspace } from '../workspace.ts';
import { Checker } from './checker.ts';
import { registerLanguageFeatures } from './language.ts';
import { registerOwnRequests } from './requests.ts';

export function serve(connection: Connection, outside: Outside): void {
  const workspace = new Workspace(outside);
  const documents = new TextDocuments(TextDocument);
  const answers = new Answers();
  const checker = new Checker(connection, workspace, answers);
  let watches = false;

  connection.onInitialize(({ capabilities }): InitializeResult => {
    watches = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    return {
      serverInfo: { name: 'topo' },
      capabilities: {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        hoverProvider: true,
        completionProvider: { triggerCharacters: ['.', ':', '=', '[', '"'] },
        definitionProvider: true,
        documentSymbolProvider: true,
        foldingRangeProvider: true,
        documentFormattingProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        inlayHintProvider: true,
      },
    };
  });
  connection.onInitialized(() => {
    if (watches)
      connection.client
        .register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: '**/*.topo' }] })
        .catch(() => undefined); // a client that says it can and then can't: imports are read anew at the next edit
  });

  documents.onDidChangeContent(({ document }) => {
    workspace.update(document.uri, document.getText(), document.version);
    for (const uri of workspace.dependents(document.uri)) changed(uri);
  });
  documents.onDidClose(({ document }) => {
    const dependents = workspace.dependents(document.uri);
    workspace.close(document.uri);
    checker.forget(document.uri);
    for (const uri of dependents) if (uri !== document.uri) changed(uri);
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    const touched = new Set(changes.flatMap(({ uri }) => workspace.fileChanged(uri)));
    for (const uri of touched) changed(uri);
  });

  function changed(uri: string): void {
    checker.check(uri);
    const version = workspace.document(uri)?.version ?? -1;
    void connection.sendNotification(changedNotification, { uri, version });
  }

  registerLanguageFeatures(connection, workspace, answers);
  registerOwnRequests(connection, workspace);
  documents.listen(connection);
}
