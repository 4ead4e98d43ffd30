// What the cost panel supposes to have failed, written into the text: one `without` line at the end of the root's body.
import * as l10n from '@vscode/l10n';
import type { Refusal, TextChange } from '../protocol.ts';
import { parseExpression } from '../syntax/parser.ts';
import type { BodyDefinition, Definition } from '../syntax/tree.ts';
import type { Workspace } from '../workspace.ts';

/** `places` are paths and links from the root, as `leaf[3]` and `dgx[0].nic[1] -- leaf[1]`. */
export function failuresWritten(
  workspace: Workspace,
  { uri, root, places }: { readonly uri: string; readonly root: string; readonly places: readonly string[] },
): TextChange | Refusal {
  const document = workspace.document(uri);
  if (!document) return { refused: l10n.t('there is no file `{0}`.', uri) };
  if (places.length === 0 || places.some((each) => /[\r\n{}]/.test(each) || parseExpression(each).findings.length > 0))
    return { refused: l10n.t('{0} does not name places of {1}.', places.join(', '), root) };
  const isRoot = (each: Definition): each is BodyDefinition =>
    (each.kind === 'node' || each.kind === 'cluster') && each.name.text === root;
  const body = document.tree.definitions.find(isRoot)?.body;
  const { text } = document.tree;
  const brace = (body?.end ?? 0) - 1;
  if (!body || text[brace] !== '}')
    return { refused: l10n.t('`{0}` has no braces in this file, so there is no place to write to.', root) };
  const lineStart = text.lastIndexOf('\n', brace - 1) + 1;
  const alone = text.slice(lineStart, brace).trim() === '';
  const lines = places.map((each) => `  without ${each}\n`).join('');
  const offset = alone ? lineStart : brace;
  return { version: document.version, offset, text: alone ? lines : `\n${lines}` };
}
