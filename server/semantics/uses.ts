// Where the nodes and clusters of a file stand in its systems: a check on a template is told once, with the places it touches.
import * as l10n from '@vscode/l10n';
import type { Finding } from '../syntax/finding.ts';
import { builtOn } from './body/ports.ts';
import type { Source } from './hardware.ts';
import type { BodyType, Template } from './template.ts';

/** A part of a system, at any depth, that a node or cluster is, or builds on. */
interface Use {
  /** With all its places: `su[0..3].dgx[0..31]`. */
  readonly path: string;
  readonly count: number;
  /** The part of the system itself that leads to it. */
  readonly source: Source;
}

export type Uses = ReadonlyMap<string, readonly Use[]>;

/** More ways down are not looked at. */
const mostWays = 1000;
/** So many are named. */
const mostNamed = 3;

/** By definition, the places it has in these systems. */
export function usesIn(systems: readonly Template[]): Uses {
  const uses = new Map<string, Use[]>();
  let ways = 0;
  const enter = ({ parts }: Template, prefix: string, above: number, first?: { readonly source: Source }): void => {
    for (const part of parts) {
      const { type, count } = part;
      if (type.sort === 'device' || count === 0 || ++ways > mostWays) continue;
      const path = `${prefix}${part.name}${part.dims.map((size) => (size > 1 ? `[0..${size - 1}]` : '[0]')).join('')}`;
      const use = { path, count: above * count, source: (first ?? part).source };
      for (let at: Template | undefined = type; at; at = builtOn(at)) {
        const known = uses.get(keyOf(at.type));
        if (known) known.push(use);
        else uses.set(keyOf(at.type), [use]);
      }
      enter(type, `${path}.`, above * count, first ?? part);
    }
  };
  for (const system of systems) enter(system, '', 1);
  return uses;
}

const keyOf = ({ source: { uri, start } }: BodyType): string => `${uri}#${start}`;

/** The finding with the places its node or cluster has, where there are several. */
export function withUses(finding: Finding, body: BodyType, uses: Uses): Finding {
  const found = uses.get(keyOf(body)) ?? [];
  if (found.reduce((sum, { count }) => sum + count, 0) < 2) return finding;
  const named = found.slice(0, mostNamed).map(({ path, count, source }) => ({
    ...source,
    message: count === 1 ? l10n.t('used as `{0}`', path) : l10n.t('used as `{0}`, {1} places', path, count),
  }));
  return { ...finding, related: [...(finding.related ?? []), ...named] };
}
