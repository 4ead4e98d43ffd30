// A question as it stands in the text: its arguments checked against its signature, then handed to whoever answers.
import * as l10n from '@vscode/l10n';
import { replacement } from '../syntax/fixes.ts';
import type { Argument, Expr, Name } from '../syntax/tree.ts';
import { error } from './arithmetic.ts';
import type { Environment } from './environment.ts';
import { evaluate } from './evaluate.ts';
import { nearest } from './nearest.ts';
import { type QuestionSignature, questions } from './signatures.ts';
import type { Asker, Value } from './values.ts';
import { evaluateWanted } from './wanted.ts';

/** Answers of the right type that are not known: for checking a text without working anything out. */
export const unknownAnswers: Asker = ({ name }) => questions.get(name)?.answer ?? error;

export function askQuestion(expr: Expr, name: Name, args: readonly Argument[], env: Environment): Value {
  const signature = questions.get(name.text);
  if (!signature) return error;
  const positional: Value[] = [];
  const named = new Map<string, Value>();
  for (const argument of args)
    if (argument.name) {
      const { text } = argument.name;
      named.set(
        text,
        named.has(text) ? twice(argument.name, env) : namedArgument(signature, argument, argument.name, env),
      );
    } else positional.push(positionalArgument(signature, argument, positional.length, env));
  const fault = [...positional, ...named.values()].some((value) => value.type === 'error');
  const missing = signature.positional[positional.length];
  if (missing) {
    if (fault) return error;
    return needs(signature, missing.name, expr, env);
  }
  if (fault) return error;
  const answer = env.ask({ name: name.text, positional, named, expr });
  if (answer.type !== 'fault') return answer;
  const at = argumentAt(args, signature, answer.at) ?? expr;
  env.report({ code: answer.code, severity: 'error', start: at.start, end: at.end, message: answer.message });
  return error;
}

function argumentAt(args: readonly Argument[], { positional }: QuestionSignature, at?: string): Argument | undefined {
  if (at === undefined) return undefined;
  const unnamed = args.filter(({ name }) => !name)[positional.findIndex(({ name }) => name === at)];
  return args.find(({ name }) => name?.text === at) ?? unnamed;
}

function twice({ text, start, end }: Name, env: Environment): Value {
  env.report({ code: 'ask.argument', severity: 'error', start, end, message: l10n.t('`{0}` is given twice.', text) });
  return error;
}

function needs(signature: QuestionSignature, what: string, expr: Expr, env: Environment): Value {
  const { name } = signature;
  const { start, end } = expr;
  const size = what === 'size';
  const message = size
    ? l10n.t('`{0}` needs a size per rank.', name)
    : l10n.t('`{0}` needs more: `{0}({1})`.', name, signature.positional.map((each) => each.name).join(', '));
  const fixed = `${name}(1 GiB)`;
  env.report({
    code: 'ask.argument',
    severity: 'error',
    start,
    end,
    message,
    ...(size && (expr.kind === 'name' || (expr.kind === 'call' && expr.args.length === 0))
      ? { fixes: [replacement(expr, fixed)] }
      : {}),
  });
  return error;
}

function positionalArgument(signature: QuestionSignature, argument: Argument, at: number, env: Environment): Value {
  const wanted = signature.positional[at];
  if (!wanted) {
    const takes = signature.positional.map((each) => each.name).join(', ');
    const message = takes
      ? l10n.t('`{0}` takes `{1}` and then arguments with a name.', signature.name, takes)
      : l10n.t('`{0}` takes only arguments with a name.', signature.name);
    env.report({ code: 'ask.argument', severity: 'error', start: argument.start, end: argument.end, message });
    return error;
  }
  const { value } = argument;
  // `count(gpu)` means the kind, whatever the parts are called.
  if (signature.name === 'count' && value.kind === 'name') return env.lookup(value.name.text) ?? evaluate(value, env);
  return evaluateWanted(value, wanted.wanted, wanted.name, env);
}

function namedArgument(signature: QuestionSignature, argument: Argument, name: Name, env: Environment): Value {
  const wanted = Object.hasOwn(signature.named, name.text) ? signature.named[name.text] : undefined;
  if (wanted) return evaluateWanted(argument.value, wanted, name.text, env);
  const known = Object.keys(signature.named);
  const near = nearest(name.text, known);
  env.report({
    code: 'ask.argument',
    severity: 'error',
    start: name.start,
    end: name.end,
    message: l10n.t('`{0}` has no argument `{1}`; it takes {2}.', signature.name, name.text, known.join(', ')),
    ...(near ? { fixes: [replacement(name, near)] } : {}),
  });
  return error;
}
