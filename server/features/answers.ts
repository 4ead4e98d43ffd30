// Every `show` and `expect` of a file answered: the text at the end of its line, and the finding where an `expect` fails.
// Answers are kept by what they depend on (the structure of the template and the words of the question), not by
// version, so an edit elsewhere asks nothing again.
import * as l10n from '@vscode/l10n';
import { makeAsker } from '../questions/asker.ts';
import { answerText } from '../questions/text.ts';
import { comparisons } from '../semantics/arithmetic.ts';
import type { FileSemantics } from '../semantics/file.ts';
import { fingerprint, valueFacts } from '../semantics/fingerprint.ts';
import { unknownAnswers } from '../semantics/questioning.ts';
import type { Question, Template } from '../semantics/template.ts';
import type { Asker, Value } from '../semantics/values.ts';
import type { Finding } from '../syntax/finding.ts';
import type { BinaryExpr, Expr } from '../syntax/tree.ts';
import { walkExpr } from '../syntax/walk.ts';

/** A question of a file, not yet answered. */
export interface Asked {
  readonly template: Template;
  readonly question: Question;
}

export interface Answer {
  /** What stands at the end of the line: `371 GB/s`, `✓ 388 GB/s`, `✗ 1.5`; empty where it can't be answered. */
  readonly text: string;
  /** Of an `expect`; null for a `show` and where it can't be answered. */
  readonly ok: boolean | null;
  /** What went wrong, at its place. */
  readonly findings: readonly Finding[];
}

/** How long one question may take; without it, as long as it wants. */
export interface Patience {
  readonly seconds: number;
  readonly isOver: () => boolean;
}

/** The questions that the file asks itself, in the order of the text. */
export function questionsOf(file: FileSemantics): Asked[] {
  const asked: Asked[] = [];
  for (const [name, definition] of file.definitions) {
    if (definition.sort !== 'body') continue;
    const template = file.template(name);
    if (template) for (const question of template.questions) asked.push({ template, question });
  }
  return asked;
}

/** Answers of all files and versions, by what they depend on; the oldest are dropped. */
export class Answers {
  readonly #kept = new Map<string, Answer>();
  readonly #most = 500;
  readonly #askerFor: typeof makeAsker;

  /** `askerFor`: who works out what is not known yet. */
  constructor(askerFor: typeof makeAsker = makeAsker) {
    this.#askerFor = askerFor;
  }

  /**
   * `cancelled` is asked between pieces of work; an answer that was broken off is not kept. Where `patience` was over
   * first, that is the answer, and it is: the question would take as long the next time.
   */
  answer(
    file: FileSemantics,
    { template, question }: Asked,
    cancelled: () => boolean = () => false,
    patience?: Patience,
  ): Answer {
    const key = dependence(file, template, question);
    const kept = this.#kept.get(key);
    if (kept) return moved(kept, question);
    let tooLong = false;
    const stops = (): boolean => {
      tooLong ||= patience?.isOver() === true;
      return tooLong || cancelled();
    };
    const worked = work(file, template, question, once(this.#askerFor(template, { cancelled: stops })));
    const answer = tooLong && patience ? givenUp(question, patience) : worked;
    if (!cancelled()) {
      const first = this.#kept.keys().next();
      if (this.#kept.size >= this.#most && !first.done) this.#kept.delete(first.value);
      this.#kept.set(key, moved(answer, question, -1));
    }
    return answer;
  }
}

function givenUp({ expr: { start, end } }: Question, { seconds }: Patience): Answer {
  const message = l10n.t(
    'this takes more than {0} s and would keep you from typing: `topo show` on the command line answers it.',
    seconds,
  );
  return { text: '', ok: null, findings: [{ code: 'ask.long', severity: 'information', start, end, message }] };
}

/** All that an answer rests on: the structure, the words of the question, and what the names in it are worth. */
function dependence(file: FileSemantics, template: Template, { expr, source }: Question): string {
  const worth = new Map<string, string>();
  walkExpr(expr, (each) => {
    if (each.kind !== 'name' || worth.has(each.name.text)) return;
    const value = file.evaluate(template, each, unknownAnswers, () => {});
    worth.set(each.name.text, valueFacts(value));
  });
  return [fingerprint(template), file.tree.text.slice(source.start, source.end), ...worth.values()].join('\n');
}

/** Findings from the start of the question to where it stands now; `sign` -1 the other way. */
function moved(answer: Answer, { source }: Question, sign: 1 | -1 = 1): Answer {
  const by = sign * source.start;
  const findings = answer.findings.map((finding) => ({
    ...finding,
    start: finding.start + by,
    end: finding.end + by,
    fixes: (finding.fixes ?? []).map((fix) => ({
      ...fix,
      edits: fix.edits.map((edit) => ({ ...edit, start: edit.start + by, end: edit.end + by })),
    })),
  }));
  return { ...answer, findings };
}

/** Each question of an expression is worked out once, though an `expect` looks at its left side a second time. */
function once(ask: Asker): Asker {
  const known = new Map<Expr, ReturnType<Asker>>();
  return (question) => {
    const answer = known.get(question.expr) ?? ask(question);
    known.set(question.expr, answer);
    return answer;
  };
}

function work(file: FileSemantics, template: Template, question: Question, ask: Asker): Answer {
  const findings: Finding[] = [];
  const value = file.evaluate(template, question.expr, ask, (f) => findings.push(f));
  if (value.type === 'error') return { text: '', ok: null, findings };
  if (question.kind === 'show') return { text: answerText(value), ok: null, findings };
  if (value.type !== 'truth' || value.value === undefined) return { text: '', ok: null, findings };
  const sides = comparison(question.expr);
  const left = sides && file.evaluate(template, sides.left, ask, () => {});
  const text = left ? answerText(left) : '';
  if (value.value) return { text: `✓ ${text}`.trim(), ok: true, findings };
  findings.push(failed(file, question, left, sides));
  return { text: `✗ ${text}`.trim(), ok: false, findings };
}

function comparison(expr: Expr): BinaryExpr | undefined {
  if (expr.kind === 'group') return comparison(expr.inner);
  return expr.kind === 'binary' && comparisons.has(expr.operator) ? expr : undefined;
}

function failed(file: FileSemantics, { expr }: Question, left?: Value, sides?: BinaryExpr): Finding {
  const { start, end } = expr;
  const said = file.tree.text.slice(start, end);
  const message =
    left && sides
      ? l10n.t(
          'not so: `{0}` is {1}, expected {2} {3}.',
          file.tree.text.slice(sides.left.start, sides.left.end),
          answerText(left),
          sides.operator,
          file.tree.text.slice(sides.right.start, sides.right.end),
        )
      : l10n.t('not so: `{0}` does not hold.', said);
  return { code: 'expect.failed', severity: 'error', start, end, message };
}
