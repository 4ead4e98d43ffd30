// `topo check`: every finding, failed expectations too, less what comments allow and at the levels that are set.
import { Answers, questionsOf } from '../../server/features/answers.ts';
import { explained } from '../../server/features/codes.ts';
import { diagnostics } from '../../server/features/diagnostics.ts';
import { type Levels, steered } from '../../server/features/steering.ts';
import type { Finding, Severity } from '../../server/syntax/finding.ts';
import type { Workspace } from '../../server/workspace.ts';
import { print, printJson, type Status, styled, visible } from './outcome.ts';
import { levelsFrom } from './severity.ts';
import { openSource, openWorkspace, type Source } from './sources.ts';

export interface CheckOptions {
  readonly format: 'text' | 'json' | 'sarif' | 'github';
  readonly maxWarnings?: number;
  /** CODE=LEVEL */
  readonly severity: readonly string[];
}

interface Checked {
  readonly source: Source;
  readonly findings: readonly Finding[];
}

export function check(paths: readonly string[], { format, maxWarnings, severity }: CheckOptions): Status {
  const set = levelsFrom(severity);
  const workspace = openWorkspace();
  const sources = paths.map((path) => openSource(workspace, path));
  const checked = sources.map((source) => ({ source, findings: findingsOf(workspace, source, set) }));
  const count = (severity: Severity): number =>
    checked.reduce((sum, { findings }) => sum + findings.filter((f) => f.severity === severity).length, 0);
  const [errors, warnings] = [count('error'), count('warning')];
  if (format === 'json') printJson(checkJson(checked, errors, warnings));
  else if (format === 'sarif') printJson(sarif(checked));
  else if (format === 'github')
    for (const each of checked) for (const finding of each.findings) print(githubLine(each, finding));
  else printText(checked, errors, warnings);
  return errors > 0 || (maxWarnings !== undefined && warnings > maxWarnings) ? 1 : 0;
}

export function findingsOf(workspace: Workspace, { uri, file, document }: Source, set: Levels = new Map()): Finding[] {
  const answers = new Answers();
  const asked = questionsOf(file).filter(({ question, template }) => question.kind === 'expect' && template.sound);
  const failed = asked.flatMap((each) => answers.answer(file, each).findings);
  return steered(document, [...diagnostics(workspace, uri), ...failed], set);
}

const colours = { error: 'red', warning: 'yellow', information: 'cyan', hint: 'dim' } as const;

export function findingLine({ path, document }: Source, { start, severity, code, message }: Finding): string {
  const { line, character } = document.lines.positionAt(start);
  const place = `${visible(path)}:${line + 1}:${character + 1}`;
  return `${place}: ${styled(colours[severity], severity)} ${visible(message)} ${styled('dim', code)}`;
}

function printText(checked: readonly Checked[], errors: number, warnings: number): void {
  for (const { source, findings } of checked) for (const finding of findings) print(findingLine(source, finding));
  const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;
  print(`${plural(checked.length, 'file')} checked, ${plural(errors, 'error')}, ${plural(warnings, 'warning')}`);
}

function rangeOf({ document }: Source, { start, end }: Finding) {
  return { start: document.lines.positionAt(start), end: document.lines.positionAt(end) };
}

function checkJson(checked: readonly Checked[], errors: number, warnings: number) {
  return {
    files: checked.map(({ source, findings }) => ({
      path: source.path,
      diagnostics: findings.map((finding) => ({
        code: finding.code,
        severity: finding.severity,
        message: finding.message,
        range: rangeOf(source, finding),
      })),
    })),
    errors,
    warnings,
  };
}

/** A workflow command of GitHub Actions: it marks the line in the pull request. */
function githubLine({ source }: Checked, finding: Finding): string {
  const level = { error: 'error', warning: 'warning', information: 'notice', hint: 'notice' }[finding.severity];
  const { start, end } = rangeOf(source, finding);
  const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
  const place = `file=${property(source.path)},line=${start.line + 1},col=${start.character + 1},endLine=${end.line + 1}`;
  return `::${level} ${place},title=${property(finding.code)}::${data(finding.message)}`;
}

/** SARIF 2.1.0 (OASIS), as code scanning services read it. */
function sarif(checked: readonly Checked[]) {
  const level = { error: 'error', warning: 'warning', information: 'note', hint: 'note' } as const;
  const codes = [...new Set(checked.flatMap(({ findings }) => findings.map(({ code }) => code)))].sort();
  const results = checked.flatMap(({ source, findings }) =>
    findings.map((finding) => {
      const { start, end } = rangeOf(source, finding);
      return {
        ruleId: finding.code,
        level: level[finding.severity],
        message: { text: finding.message },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: source.path.replaceAll('\\', '/') },
              region: {
                startLine: start.line + 1,
                startColumn: start.character + 1,
                endLine: end.line + 1,
                endColumn: end.character + 1,
              },
            },
          },
        ],
      };
    }),
  );
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'topo', rules: codes.map(rule) } },
        columnKind: 'utf16CodeUnits',
        results,
      },
    ],
  };
}

/** A code, explained: the services show it beside the finding. */
function rule(id: string) {
  const { summary: text, section } = explained.get(id) ?? { summary: id, section: id };
  return { id, shortDescription: { text }, help: { text: section, markdown: section } };
}
