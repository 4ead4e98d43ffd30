// Questions of a body looked at without being answered: what is asked for must exist, and an `expect` must be able to fail.
import * as l10n from '@vscode/l10n';
import { replacement } from '../../syntax/fixes.ts';
import type { ShowStatement } from '../../syntax/tree.ts';
import { describe } from '../arithmetic.ts';
import { evaluate } from '../evaluate.ts';
import type { BodyScope } from './scope.ts';

export function checkQuestion({ kind, start, value: expr }: ShowStatement, scope: BodyScope): void {
  const value = evaluate(expr, scope);
  if (kind !== 'expect' || value.type === 'truth' || value.type === 'error') return;
  const message = l10n.t('`expect` needs a comparison; this is {0}.', describe(value));
  const word = { start, end: start + 'expect'.length };
  scope.error(expr, 'expect.truth', message, { fixes: [replacement(word, 'show', `show ${scope.textOf(expr)}`)] });
}
