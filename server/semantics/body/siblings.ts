// A place that lacks a family of links which all its siblings have: most often an index that stops one short.
// How many links each has doesn't matter, and cables that `without` takes out count as laid.
import * as l10n from '@vscode/l10n';
import type { Fix } from '../../syntax/finding.ts';
import { replacement } from '../../syntax/fixes.ts';
import type { Part, Template } from '../template.ts';
import type { Joined } from './connect.ts';
import type { End } from './ends.ts';
import { partSpan, placeList } from './reach.ts';
import type { BodyScope } from './scope.ts';

/** With fewer siblings one without is as likely meant. */
const fewest = 3;

export function checkSiblings(template: Template, joined: readonly Joined[], scope: BodyScope): void {
  for (const part of template.parts) {
    if (part.dims.length !== 1 || part.count < fewest) continue;
    const families = new Map<string, Set<number>>();
    for (const connection of template.connections) {
      const family = connection.medium?.family ?? '';
      const places = families.get(family) ?? new Set();
      families.set(family, places);
      for (const devices of [connection.a, connection.b])
        for (const device of devices) {
          const place = Math.floor((device - part.first) / part.stride);
          if (place >= 0 && place < part.count) places.add(place);
        }
    }
    for (const [family, places] of families)
      if (places.size === part.count - 1) reportLack(part, family, places, joined, scope);
  }
}

function reportLack(
  part: Part,
  family: string,
  places: Set<number>,
  joined: readonly Joined[],
  scope: BodyScope,
): void {
  const has = [...places].sort((one, other) => one - other);
  const lacking = Array.from({ length: part.count }, (_, place) => place).find((place) => !places.has(place));
  const where = joined
    .filter(({ connection }) => (connection.medium?.family ?? '') === family)
    .flatMap((each) =>
      [each.ends.a, each.ends.b].filter(({ parts }) => parts[0] === part).map((end) => ({ each, end })),
    );
  const only = where.length === 1 ? where[0] : undefined;
  const term = only?.end.terms[0];
  const { start, end } = term?.at ?? partSpan(part, scope);
  const words = [`${part.name}[${lacking}]`, family || l10n.t('link'), `${part.name}[${placeList(has)}]`];
  const message = l10n.t('`{0}` lacks the {1} that `{2}` have.', ...words);
  const fixes = only && term && term.variables.length === 0 ? fixesFor(part, lacking ?? 0, only, scope) : [];
  scope.report({ start, end, severity: 'hint', code: 'wiring.sibling', message, fixes });
}

function fixesFor(part: Part, lacking: number, { each, end }: { each: Joined; end: End }, scope: BodyScope): Fix[] {
  const [{ at }] = end.terms;
  const fix = replacement(at, '*', `${part.name}[*]`);
  const { statement, ends } = each;
  const other = end === ends.a ? ends.b : ends.a;
  if (other.terms.length > 0) return [fix];
  const text = scope.context.text(scope.uri);
  const place = scope.textOf(end.at).replace(scope.textOf(at), String(lacking));
  const words = `without ${place} ${statement.cable.operator} ${scope.textOf(other.at)}`;
  const indent = /[ \t]*$/.exec(text.slice(0, statement.start))?.[0] ?? '';
  const line = { start: statement.end, end: statement.end, text: `\n${indent}${words}` };
  return [fix, { title: words, edits: [...fix.edits, line] }];
}
