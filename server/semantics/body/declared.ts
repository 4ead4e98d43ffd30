// Where a part is declared in the text of its body, and how to declare it larger or smaller.
import type { Fix, Span } from '../../syntax/finding.ts';
import { replacement } from '../../syntax/fixes.ts';
import type { PartStatement } from '../../syntax/tree.ts';
import type { Part } from '../template.ts';
import type { BodyScope } from './scope.ts';

/** Undefined where a base declares it. */
export function declaration(part: Part, scope: BodyScope): PartStatement | undefined {
  for (const statement of scope.context.tree(scope.type).body?.statements ?? [])
    if (statement.kind === 'part' && statement.name.text === part.name) return statement;
  return undefined;
}

/** The name with its sizes, up to the `:`. */
export function nameAndSizes({ start, end }: PartStatement, scope: BodyScope): Span {
  const text = scope.textOf({ start, end });
  const colon = text.indexOf(':');
  return { start, end: start + (colon < 0 ? text : text.slice(0, colon)).trimEnd().length };
}

/** `n[64]` for `n[65]`; nothing where the size is no plain number. */
export function resized(part: Part, size: number, scope: BodyScope): Fix[] {
  const [written, more] = declaration(part, scope)?.sizes ?? [];
  if (written?.kind !== 'number' || more || size < 1) return [];
  return [replacement(written, String(size), `${part.name}[${size}]`)];
}
