// The language server as a Node process: stdio, or the pipe VS Code's client opens. Reads imported files from disk.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { serve } from './serve.ts';

const connection = createConnection(ProposedFeatures.all);
serve(connection, { read: readUri });
connection.listen();

function readUri(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return readFileSync(fileURLToPath(uri), 'utf8');
  } catch {
    return undefined; // gone, a folder, not ours to read: an import that is missing
  }
}
