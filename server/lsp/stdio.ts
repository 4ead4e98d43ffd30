// The language server on standard input and output, whatever the arguments of the process are.
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { listUri, readUri } from './disk.ts';
import { serve } from './serve.ts';

/** Ends with the process, when the client says so or goes away. */
export function serveStdio(): void {
  const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
  serve(connection, { read: readUri, list: listUri });
  connection.listen();
}
