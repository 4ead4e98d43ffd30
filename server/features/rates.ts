// Links supposed to have another rate than the text says: what if by hand. The text and its graph stay as they are.
import * as l10n from '@vscode/l10n';
import type { Refusal } from '../protocol.ts';
import type { FileSemantics } from '../semantics/file.ts';
import type { Template } from '../semantics/template.ts';
import type { Selection } from '../semantics/values.ts';
import type { Finding } from '../syntax/finding.ts';
import { parseExpression } from '../syntax/parser.ts';
import { arcTo, type Graph } from '../topology/graph.ts';

const made = new WeakMap<Graph, Map<string, Graph>>();

/** `rates` by link, as `a -- b`: `25 GB/s`, one direction, all links between the two together. `selected` reads a link's name. */
export function withRates(
  graph: Graph,
  rates: Readonly<Record<string, string>>,
  file: FileSemantics,
  template: Template,
  selected: (text: string) => Selection | Refusal | undefined,
): Graph | Refusal {
  const links = Object.entries(rates);
  if (links.length === 0) return graph;
  const key = JSON.stringify(links);
  const known = made.get(graph) ?? new Map<string, Graph>();
  made.set(graph, known);
  const before = known.get(key);
  if (before) return before;
  const [linkRate, linkEffectiveRate] = [graph.linkRate.slice(), graph.linkEffectiveRate.slice()];
  for (const [name, text] of links) {
    const rate = rateOf(text, file, template);
    if (typeof rate === 'object') return rate;
    const selection = selected(name);
    if (selection && 'refused' in selection) return selection;
    const between = (selection?.cables ?? []).flatMap(({ a, b }) => linksBetween(graph, a, b));
    const whole = between.reduce((sum, k) => sum + graph.linkRate[k], 0);
    if (whole === 0) return { refused: l10n.t('there is no link `{0}`.', name) };
    for (const k of between) {
      linkRate[k] = graph.linkRate[k] * (rate / whole);
      linkEffectiveRate[k] = graph.linkEffectiveRate[k] * (rate / whole);
    }
  }
  const changed = { ...graph, linkRate, linkEffectiveRate };
  known.set(key, changed);
  return changed;
}

/** Bytes/s. */
function rateOf(text: string, file: FileSemantics, template: Template): number | Refusal {
  const { expr, findings } = parseExpression(text);
  const found: Finding[] = [...findings];
  const noQuestions = { type: 'fault', code: 'ask.here', message: l10n.t('a question cannot stand here.') } as const;
  const value =
    found.length > 0
      ? undefined
      : file.evaluate(
          template,
          expr,
          () => noQuestions,
          (f) => found.push(f),
        );
  const [first] = found;
  if (first) return { refused: `${text}: ${first.message}` };
  if (value?.type === 'quantity' && value.dimension === 'rate' && value.value > 0) return value.value;
  return { refused: l10n.t('{0} is no rate; write it as `25 GB/s`.', text) };
}

function linksBetween(graph: Graph, a: number, b: number): number[] {
  const found: number[] = [];
  for (const [from, to] of [
    [a, b],
    [b, a],
  ])
    for (let at = graph.arcStart[from]; at < graph.arcStart[from + 1]; at++) {
      const arc = graph.arcOut[at];
      if (arcTo(graph, arc) === to && !found.includes(arc >> 1)) found.push(arc >> 1);
    }
  return found;
}
