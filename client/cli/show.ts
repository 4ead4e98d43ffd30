// `topo show` and `topo ask`: answers to the questions of a file, and to one more.

import { type Answer, Answers, type Asked, questionsOf } from '../../server/features/answers.ts';
import { csvText } from '../../server/features/reportCsv.ts';
import { templateWith } from '../../server/features/setting.ts';
import { makeAsker } from '../../server/questions/asker.ts';
import { answerText } from '../../server/questions/text.ts';
import type { Template } from '../../server/semantics/template.ts';
import type { Value } from '../../server/semantics/values.ts';
import type { Finding } from '../../server/syntax/finding.ts';
import { parseExpression } from '../../server/syntax/parser.ts';
import { findingLine, findingsOf } from './check.ts';
import { columns, complain, print, printJson, type Status, styled, UsageError } from './outcome.ts';
import { combinations, type Settings, settingsJson } from './settings.ts';
import { chooseRoot, openSource, openWorkspace, type Source } from './sources.ts';

export interface ShowOptions {
  readonly root?: string;
  readonly format: 'text' | 'json';
  readonly set: readonly string[];
}

interface Shown {
  readonly path: string;
  /** Zero-based. */
  readonly line: number;
  readonly expression: string;
  readonly text: string;
  readonly ok: boolean | null;
}

export function show(paths: readonly string[], options: ShowOptions): Status {
  const workspace = openWorkspace();
  const answers = new Answers();
  const rows: Shown[] = [];
  let status: Status = 0;
  for (const path of paths) {
    const source = openSource(workspace, path);
    const asked = questionsIn(source, options);
    const found = asked
      .filter(({ template }) => template.sound)
      .map((each) => ({ each, answer: answers.answer(source.file, each) }));
    for (const { each, answer } of found) rows.push(shownAs(source, each, answer));
    if (found.some(({ answer }) => answer.ok === false)) status = 1;
    // Nothing is answered on a template with errors, nor where the question itself is wrong: say why.
    if (found.length < asked.length || found.some(({ answer }) => answer.findings.length > 0 || answer.text === '')) {
      const told = new Set<string>();
      for (const finding of [...findingsOf(workspace, source), ...found.flatMap(({ answer }) => answer.findings)]) {
        if (finding.severity === 'error') told.add(findingLine(source, finding));
      }
      if (told.size > 0) status = 1;
      for (const { answer } of found)
        if (answer.text === '') for (const finding of answer.findings) told.add(findingLine(source, finding));
      for (const line of told) complain(line);
    }
  }
  if (options.format === 'json') printJson(rows);
  else printRows(rows);
  return status;
}

function questionsIn(source: Source, { root, set }: ShowOptions): Asked[] {
  const { sweep, all } = combinations(set);
  if (sweep) throw new UsageError('show takes one value for each --set; ask and analyze can sweep.');
  if (root === undefined && set.length === 0) return questionsOf(source.file);
  const template = templateOf(source, chooseRoot(source, root), all[0]);
  return template.questions.map((question) => ({ template, question }));
}

/** Throws UsageError where it can't be had. */
export function templateOf({ file, path }: Source, root: string, settings: Settings = {}): Template {
  const template = templateWith(file, root, settings);
  if ('refused' in template) throw new UsageError(`${path}: ${template.refused}`);
  return template;
}

function shownAs({ path, document, file }: Source, { question }: Asked, { text, ok }: Answer): Shown {
  const { start, end } = question.expr;
  const said = file.tree.text.slice(start, end).replace(/\s+/g, ' ');
  return {
    path,
    line: document.lines.positionAt(start).line,
    expression: question.kind === 'expect' ? `expect ${said}` : said,
    text: text.replace(/^[✓✗]\s*/, ''),
    ok,
  };
}

function printRows(rows: readonly Shown[]): void {
  const mark = (ok: boolean | null): string => (ok === null ? ' ' : ok ? styled('green', '✓') : styled('red', '✗'));
  const cells = rows.map(({ path, line, expression, text, ok }) => [
    `${path}:${line + 1}`,
    expression,
    `${mark(ok)} ${text}`,
  ]);
  if (cells.length > 0) print(columns(cells));
}

export interface AskOptions {
  readonly root?: string;
  readonly format: 'text' | 'json' | 'csv';
  readonly set: readonly string[];
}

export function ask(path: string, text: string, options: AskOptions): Status {
  const source = openSource(openWorkspace(), path);
  const root = chooseRoot(source, options.root);
  const { sweep, all } = combinations(options.set);
  let status: Status = 0;
  const results = all.map((settings) => {
    const { value, findings } = evaluate(source, templateOf(source, root, settings), text);
    for (const finding of findings) complain(`${finding.severity} ${finding.message} ${finding.code}`);
    if (findings.some(({ severity }) => severity === 'error') || (value.type === 'truth' && value.value === false))
      status = 1;
    return { set: settingsJson(settings), ...asJson(value) };
  });
  if (options.format === 'json') {
    if (sweep) printJson({ sweep: results });
    else printJson({ value: results[0].value, unit: results[0].unit, text: results[0].text });
  } else if (options.format === 'csv') {
    const names = Object.keys(all[0]);
    const rows = results.map(({ set, value, unit }) => [...names.map((name) => set[name]), String(value ?? ''), unit]);
    print(csvText([[...names, 'value', 'unit'], ...rows]));
  } else if (sweep) {
    print(
      columns(
        results.map(({ set, text: said }) => [
          Object.entries(set)
            .map(([n, v]) => `${n}=${v}`)
            .join(' '),
          said,
        ]),
      ),
    );
  } else if (results[0].text !== '') print(results[0].text);
  return status;
}

function evaluate({ file }: Source, template: Template, text: string): { value: Value; findings: Finding[] } {
  const { expr, findings } = parseExpression(text);
  if (findings.length > 0) throw new UsageError(`${text}: ${findings[0].message}`);
  const found: Finding[] = [];
  return {
    value: file.evaluate(template, expr, makeAsker(template), (finding) => found.push(finding)),
    findings: found,
  };
}

/** A rate in GB/s, a time in us, a size in B, compute in TFLOPS, power in W; a result gives its time. */
function asJson(value: Value): { value: number | string | boolean | null; unit: string; text: string } {
  const text = answerText(value);
  if (value.type === 'number') return { value: finite(value.value), unit: '', text };
  if (value.type === 'truth') return { value: value.value ?? null, unit: '', text };
  if (value.type === 'result') return { ...asJson(value.result.fields.get('time') ?? { type: 'error' }), text };
  if (value.type !== 'quantity') return { value: text === '' ? null : text, unit: '', text };
  const [unit, factor] = (
    { rate: ['GB/s', 1e9], time: ['us', 1e-6], size: ['B', 1], compute: ['TFLOPS', 1e12], power: ['W', 1] } as const
  )[value.dimension];
  return { value: finite(value.value / factor), unit, text };
}

const finite = (value: number): number | null => (Number.isFinite(value) ? Number(value.toPrecision(12)) : null);
