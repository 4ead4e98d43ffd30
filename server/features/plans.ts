// What a model and a plan come to, in words and figures, for hovers.
import * as l10n from '@vscode/l10n';
import type { ModelType } from '../semantics/hardware.ts';
import type { LaidPlan } from '../semantics/plans/layout.ts';
import { parametersOf, transformerOf } from '../semantics/plans/transformer.ts';
import { formatNumber, formatQuantity } from '../syntax/quantities.ts';
import { block, paragraphs, table } from './markdown.ts';

/** `layers 96 · hidden 12288`, and how many parameters that makes. */
export function modelFigures(model: ModelType): string {
  const stated = [...model.properties].map(([name, value]) => `${name} ${formatNumber(value)}`).join(' · ');
  const transformer = transformerOf(model);
  if (!transformer) return stated;
  const { all, active } = parametersOf(transformer);
  const weights = formatQuantity(2 * all, 'size');
  const told =
    active < all
      ? l10n.t('{0} parameters, {1} of them for a token · {2} in bf16', billions(all), billions(active), weights)
      : l10n.t('{0} parameters · {1} in bf16', billions(all), weights);
  return paragraphs([stated, told]);
}

/** `175 G` */
const billions = (count: number): string =>
  count >= 1e9 ? `${formatNumber(count / 1e9)} G` : `${formatNumber(count / 1e6)} M`;

/** `text`: the plan in short. */
export function describePlan({ read, memory }: LaidPlan, text: string, doc: string | undefined): string {
  const { name, model } = read.statement;
  const size = (bytes: number): string => formatQuantity(bytes, 'size');
  const parts = memory && [
    [l10n.t('weights'), size(memory.weights)],
    [l10n.t('gradients'), size(memory.gradients)],
    [l10n.t('optimiser states'), size(memory.optimiser)],
    [l10n.t('activations'), size(memory.activations)],
    [l10n.t('in all'), size(memory.total)],
  ];
  return paragraphs([
    block(`plan ${name.text} : ${model.text}`),
    doc,
    text,
    parts && table([l10n.t('memory'), l10n.t('a rank')], parts),
  ]);
}
