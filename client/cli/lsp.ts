// `topo lsp`: the language server on standard input and output, for any editor.
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { readUri } from '../../server/lsp/disk.ts';
import { serve } from '../../server/lsp/serve.ts';

/** Never returns: the server ends the process when its client says so. */
export function lsp(): Promise<never> {
  const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
  serve(connection, { read: readUri });
  connection.listen();
  return new Promise(() => {});
}
