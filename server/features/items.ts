// What a line of a text begins, as people see it: definitions, the statements in them, their properties.
import type { Span } from '../syntax/finding.ts';
import type { Definition, SourceFile, Statement } from '../syntax/tree.ts';

/** Outer ones before those in them. */
export function* itemsOf(tree: SourceFile): Generator<Span> {
  for (const definition of tree.definitions) {
    yield definition;
    yield* inside(definition);
  }
}

function* inside(definition: Definition): Generator<Span> {
  if (definition.kind === 'node' || definition.kind === 'cluster')
    for (const statement of definition.body?.statements ?? []) {
      yield statement;
      yield* propertiesIn(statement);
    }
  else if (definition.kind === 'link' || definition.kind === 'device' || definition.kind === 'model')
    yield* definition.properties?.items ?? [];
}

function propertiesIn(statement: Statement): readonly Span[] {
  if (statement.kind !== 'part' && statement.kind !== 'plan') return [];
  return statement.properties?.items ?? [];
}
