// Questions of a body looked at without being answered: what is asked for must exist, and an `expect` must be able to fail.
import * as l10n from '@vscode/l10n';
import { insertion, replacement } from '../../syntax/fixes.ts';
import type { Dimension } from '../../syntax/quantities.ts';
import type { ShowStatement } from '../../syntax/tree.ts';
import { describe } from '../arithmetic.ts';
import { evaluate } from '../evaluate.ts';
import type { BodyScope } from './scope.ts';

export function checkQuestion({ kind, start, value: expr }: ShowStatement, scope: BodyScope): void {
  const value = evaluate(expr, scope);
  if (kind !== 'expect' || value.type === 'truth' || value.type === 'error') return;
  const message = l10n.t('`expect` needs a comparison; this is {0}.', describe(value));
  const word = { start, end: start + 'expect'.length };
  const said = scope.textOf(expr);
  const fixes = [replacement(word, 'show', `show ${said}`)];
  const usual = value.type === 'quantity' ? usualTests[value.dimension] : undefined;
  if (usual) fixes.push(insertion(expr.end, ` ${usual}`, `${said} ${usual}`));
  scope.error(expr, 'expect.truth', message, { fixes });
}

/** What one would expect of a rate or a time; the figure is for the user to set. */
const usualTests: Partial<Record<Dimension, string>> = { rate: '>= 200 GB/s', time: '<= 1 ms', size: '<= 80 GB' };
