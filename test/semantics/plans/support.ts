// Models of a text as numbers.
import { type Transformer, transformerOf } from '../../../server/semantics/plans/transformer.ts';
import { analyse } from '../support.ts';

export function transformerNamed(name: string, text: string): Transformer {
  const definition = analyse(text).definitions.get(name);
  const model = definition?.sort === 'model' ? transformerOf(definition) : undefined;
  if (!model) throw new Error(`no model ${name} in ${text}`);
  return model;
}
