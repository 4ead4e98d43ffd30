// Whether the figures of a model go together. What a model leaves out is for the plan to miss.
import * as l10n from '@vscode/l10n';
import { replacement } from '../../syntax/fixes.ts';
import type { PropertyDefinition } from '../../syntax/tree.ts';
import type { Environment } from '../environment.ts';

/** `properties`: with those of the base. A fault stands at the property of this definition that brings it about. */
export function checkModel(
  definition: PropertyDefinition,
  properties: ReadonlyMap<string, number>,
  env: Environment,
): void {
  const of = (name: string): number => properties.get(name) ?? Number.NaN;
  const report = (code: string, names: readonly string[], message: string, most?: number): void => {
    const item = names.flatMap((name) => definition.properties?.items.find((each) => each.name.text === name) ?? [])[0];
    if (!item) return;
    const { start, end, value } = item;
    const isPlain = item.name.text === names[0] && value.kind === 'number';
    const fixes = most !== undefined && isPlain ? [replacement(value, String(most))] : [];
    env.report({ code, severity: 'error', start, end, message, ...(fixes.length > 0 ? { fixes } : {}) });
  };
  const [hidden, heads, shared] = [of('hidden'), of('heads'), of('kv_heads')];
  if (hidden % heads > 0)
    report('model.heads', ['heads', 'hidden'], l10n.t('{0} heads do not share out a width of {1}.', heads, hidden));
  if (heads % shared > 0)
    report(
      'model.heads',
      ['kv_heads', 'heads'],
      l10n.t('{0} heads of keys and values do not split over {1} heads.', shared, heads),
    );
  const [experts, active] = [properties.get('experts') ?? 1, of('active')];
  if (active > experts)
    report(
      'model.experts',
      ['active', 'experts'],
      experts === 1
        ? l10n.t('a token goes through {0} experts, but there is 1.', active)
        : l10n.t('a token goes through {0} experts, but there are {1}.', active, experts),
      experts,
    );
}
