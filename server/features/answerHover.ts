// Hover over a collective of a `show` or `expect`: what holds it up, in the lines of the analysis. The number itself stands
// at the end of the line.
import * as l10n from '@vscode/l10n';
import { analyze, explain } from '../collectives/analyze.ts';
import type { CollectiveRequest } from '../collectives/collective.ts';
import { graphOf } from '../questions/asker.ts';
import { isCollective, requestOf } from '../questions/collective.ts';
import type { FileSemantics } from '../semantics/file.ts';
import type { Template } from '../semantics/template.ts';
import type { QuestionCall } from '../semantics/values.ts';
import { formatQuantity } from '../syntax/quantities.ts';
import type { CallExpr } from '../syntax/tree.ts';
import { walkExpr } from '../syntax/walk.ts';
import type { Graph } from '../topology/graph.ts';
import { plainExplanation } from './explaining.ts';
import { explanationLines } from './explainingText.ts';
import { paragraphs } from './markdown.ts';

/** Undefined where no collective is asked at `offset`, where it has no answer, and where `cancelled` says to stop. */
export function answerHover(
  file: FileSemantics,
  template: Template,
  offset: number,
  cancelled: () => boolean,
): string | undefined {
  const call = template.sound ? collectiveAt(file, template, offset) : undefined;
  const asked = call && questionOf(file, template, call);
  if (!asked || !isCollective(asked.name)) return undefined;
  const without = asked.named.get('without');
  const graph = graphOf(template, without?.type === 'selection' ? without.selection : undefined);
  const request = requestOf(graph, asked.name, asked);
  return 'type' in request ? undefined : linesOf(graph, request, cancelled);
}

/** The call whose name the offset is in. */
function collectiveAt(file: FileSemantics, template: Template, offset: number): CallExpr | undefined {
  let found: CallExpr | undefined;
  for (const { expr, source } of template.questions) {
    if (source.uri !== file.uri || offset < source.start || offset > source.end) continue;
    walkExpr(expr, (each) => {
      if (each.kind === 'call' && each.of.start <= offset && offset <= each.of.end) found = each;
    });
  }
  return found;
}

/** The question with its arguments worked out, and not asked. */
function questionOf(file: FileSemantics, template: Template, call: CallExpr): QuestionCall | undefined {
  let question: QuestionCall | undefined;
  file.evaluate(
    template,
    call,
    (asked) => {
      question = asked;
      return { type: 'error' };
    },
    () => {},
  );
  return question;
}

function linesOf(graph: Graph, request: CollectiveRequest, cancelled: () => boolean): string | undefined {
  const whole = request.algorithm ? undefined : analyze(graph, { ...request, optimum: false }, cancelled);
  if (whole && 'fault' in whole) return undefined;
  const algorithm = request.algorithm ?? whole?.priced[0]?.algorithm;
  if (!algorithm) return undefined;
  const found = explain(graph, { ...request, algorithm }, cancelled);
  if ('fault' in found || found.time === 0) return undefined;
  const lines = explanationLines(plainExplanation(graph, found));
  const time = formatQuantity(found.time, 'time');
  const title = whole
    ? l10n.t('Fastest on this fabric: {0}, {1}.', algorithm, time)
    : l10n.t('{0} on this fabric: {1}.', algorithm, time);
  return paragraphs([title, lines.map(([label, text]) => `- ${label === '' ? '' : `*${label}*: `}${text}`).join('\n')]);
}
