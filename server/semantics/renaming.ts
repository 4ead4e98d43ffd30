// Where a definition of a file is used in that file: for renaming it, and for taking out what nobody needs.
import type { Span } from '../syntax/finding.ts';
import type { BodyDefinition, Definition, Expr, Name, SourceFile } from '../syntax/tree.ts';
import { expressionsOf, expressionsOfDefinition, isBody, walkExpr } from '../syntax/walk.ts';

/** The places that mean the definition `name`, its own first; not those where a part, constant or parameter hides it. */
export function usesOf({ definitions }: SourceFile, name: string): Span[] {
  return definitions.flatMap((definition) => usesIn(definition, name)).map(({ start, end }) => ({ start, end }));
}

function usesIn(definition: Definition, name: string): Name[] {
  if (definition.kind === 'import') return [];
  const found: Name[] = definition.name.text === name ? [definition.name] : [];
  const note = (at: Name | undefined): void => {
    if (at?.text === name) found.push(at);
  };
  if (!isBody(definition)) {
    if (definition.kind !== 'let') note(definition.base);
    for (const expr of expressionsOfDefinition(definition)) found.push(...namedIn(expr, name));
    return found;
  }
  const hidden = hides(definition, name);
  note(definition.base?.name);
  for (const { value } of [...definition.parameters, ...(definition.base?.args ?? [])])
    if (!definition.parameters.some((each) => each.name.text === name)) found.push(...namedIn(value, name));
  for (const statement of definition.body?.statements ?? []) {
    if (statement.kind === 'part') note(statement.type.name);
    if (statement.kind === 'plan') note(statement.model);
    for (const expr of expressionsOf(statement)) found.push(...(hidden ? countedIn(expr, name) : namedIn(expr, name)));
  }
  return found;
}

function hides({ parameters, body }: BodyDefinition, name: string): boolean {
  return [...parameters, ...(body?.statements ?? [])].some((each) => 'name' in each && each.name.text === name);
}

function namedIn(expr: Expr, name: string): Name[] {
  const found: Name[] = [];
  walkExpr(expr, (each) => {
    if (each.kind === 'name' && each.name.text === name) found.push(each.name);
  });
  return found;
}

/** As the bare name in `count( )`, where parts are not looked at. */
function countedIn(expr: Expr, name: string): Name[] {
  const found: Name[] = [];
  walkExpr(expr, (each) => {
    if (each.kind !== 'call' || each.of.kind !== 'name' || each.of.name.text !== 'count') return;
    for (const { value } of each.args) if (value.kind === 'name' && value.name.text === name) found.push(value.name);
  });
  return found;
}

/** Whether a use of the node or cluster `of` gives its parameter a value. */
export function isGiven({ definitions }: SourceFile, of: string, parameter: string): boolean {
  const gives = (type: { name: Name; args?: readonly { name: Name }[] } | undefined): boolean =>
    type?.name.text === of && (type.args ?? []).some(({ name }) => name.text === parameter);
  return definitions.some(
    (definition) =>
      isBody(definition) &&
      (gives(definition.base) ||
        (definition.body?.statements ?? []).some((statement) => statement.kind === 'part' && gives(statement.type))),
  );
}
