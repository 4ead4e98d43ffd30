// The language server as a Node process: stdio, or the pipe VS Code's client opens. Reads imported files from disk.
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { listUri, readUri } from './disk.ts';
import { serve } from './serve.ts';

const connection = createConnection(ProposedFeatures.all);
serve(connection, { read: readUri, list: listUri });
connection.listen();
