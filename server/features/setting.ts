// Parameters of a root given other values from outside the text: on the command line, in a panel.
import * as l10n from '@vscode/l10n';
import type { Refusal } from '../protocol.ts';
import { findingsOf } from '../semantics/body/kept.ts';
import { alike, sortText } from '../semantics/body/types.ts';
import type { FileSemantics } from '../semantics/file.ts';
import { nearest } from '../semantics/nearest.ts';
import type { Template } from '../semantics/template.ts';
import type { Value } from '../semantics/values.ts';
import type { Finding } from '../syntax/finding.ts';
import { parseExpression } from '../syntax/parser.ts';

/** The root with these parameters; the values are expressions, seen from the top of the file. */
export function templateWith(
  file: FileSemantics,
  root: string,
  set: Readonly<Record<string, string>> = {},
): Template | Refusal {
  const definition = file.definitions.get(root);
  if (definition?.sort !== 'body') return { refused: l10n.t('this file defines no cluster or node `{0}`.', root) };
  const args = new Map<string, Value>();
  for (const [name, text] of Object.entries(set)) {
    const parameter = definition.parameters.find((each) => each.name === name);
    if (!parameter) {
      const known = definition.parameters.map((each) => each.name);
      const meant = nearest(name, known);
      if (meant) return { refused: l10n.t('`{0}` has no parameter `{1}`; did you mean `{2}`?', root, name, meant) };
      const told = known.join(', ') || l10n.t('none');
      return { refused: l10n.t('`{0}` has no parameter `{1}`; it has {2}.', root, name, told) };
    }
    const { expr, findings } = parseExpression(text);
    const found: Finding[] = [...findings];
    const value = file.constant(expr, (finding) => found.push(finding));
    const wrong = found.find(isError);
    if (wrong) return { refused: `${name} = ${text}: ${wrong.message}` };
    if (!alike(parameter.default, value))
      return {
        refused: l10n.t('`{0}` takes {1}; {2} is {3}.', name, sortText(parameter.default), text, sortText(value)),
      };
    args.set(name, value);
  }
  const template = file.template(root, args);
  if (template?.sound) return template;
  const wrong = args.size > 0 && template ? findingsOf(template).find(isError) : undefined;
  if (!wrong) return { refused: l10n.t('`{0}` has errors; mend them first.', root) };
  const given = Object.entries(set).map(([name, text]) => `${name} = ${text}`);
  return { refused: l10n.t('with {0}: {1}', given.join(', '), wrong.message) };
}

const isError = ({ severity }: Finding): boolean => severity === 'error';
