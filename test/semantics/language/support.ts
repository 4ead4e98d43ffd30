// The language as its users see it: a text, what is told of it, what its questions answer, which devices it joins.
import { expect } from 'vitest';
import { Answers, questionsOf } from '../../../server/features/answers.ts';
import { diagnostics } from '../../../server/features/diagnostics.ts';
import type { FileSemantics } from '../../../server/semantics/file.ts';
import { devicePath, type Template } from '../../../server/semantics/template.ts';
import { Workspace } from '../../../server/workspace.ts';

/** The file and its errors and warnings, those of its questions and of wiring left out: examples are small; `beside` are texts by their paths. */
function read(text: string, beside: Readonly<Record<string, string>> = {}): { file: FileSemantics; told: string[] } {
  const texts = new Map(Object.entries(beside).map(([path, each]) => [`file:///${path}`, each]));
  const workspace = new Workspace({ read: (uri) => texts.get(uri) });
  const uri = 'file:///main.topo';
  workspace.update(uri, text, 1);
  const file = workspace.semantics(uri);
  if (!file) throw new Error('the file means nothing');
  const found = diagnostics(workspace, uri).filter(
    ({ code, severity }) => severity !== 'hint' && !code.startsWith('wiring.'),
  );
  return { file, told: found.map(({ code, message }) => `${code}: ${message}`) };
}

/** Nothing is wrong with the text. */
export function checkFine(text: string, beside: Readonly<Record<string, string>> = {}): void {
  expect(read(text, beside).told).toEqual([]);
}

/** Every `show` and `expect` answers what stands behind it in `//= …`, and nothing else is told. */
export function checkAnswers(text: string, beside: Readonly<Record<string, string>> = {}): void {
  const { file, told } = read(text, beside);
  expect(told).toEqual([]);
  const answers = new Answers();
  const said = questionsOf(file).map((asked) => {
    const { text: answer, findings } = answers.answer(file, asked);
    const question = text.slice(asked.question.source.start, asked.question.source.end);
    return [question, findings.length > 0 ? findings.map(({ code }) => code).join(' ') : answer];
  });
  const stated = [...text.matchAll(/((?:show|expect)\b[^\n]*?) *\/\/= (.*)/g)].map(([, question, answer]) => [
    question.trim(),
    answer.trim(),
  ]);
  expect(said).toEqual(stated);
}

/** The devices that the only connection statement of `C` joins, pair by pair in their order: `g[0] g[1]`. */
export function checkJoins(text: string, ...pairs: string[]): void {
  const { file, told } = read(text);
  expect(told).toEqual([]);
  const template = file.template('C');
  if (!template) throw new Error('no C');
  expect(joinsOf(template)).toEqual(pairs);
}

const joinsOf = (template: Template): string[] =>
  template.connections.flatMap(({ a, b }) =>
    Array.from(a, (from, k) => `${devicePath(template, from)} ${devicePath(template, b[k])}`),
  );

/** What is told of a text, by code alone. */
export function codesOf(text: string, beside: Readonly<Record<string, string>> = {}): string[] {
  return read(text, beside).told.map((each) => each.slice(0, each.indexOf(':')));
}

export function templateOf(text: string, name = 'C'): Template {
  const { file, told } = read(text);
  expect(told).toEqual([]);
  const template = file.template(name);
  if (!template) throw new Error(`no ${name}`);
  return template;
}
