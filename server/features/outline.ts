// What a file and its bodies hold, for the outline, the breadcrumbs and go-to-symbol: from the tree alone.
import type { Span } from '../syntax/finding.ts';
import type { Definition, Expr, Name, PartStatement, SourceFile, Statement, TypeRef } from '../syntax/tree.ts';

export type SymbolKind =
  | 'import'
  | 'constant'
  | 'link'
  | 'device'
  | 'model'
  | 'node'
  | 'cluster'
  | 'part'
  | 'plan'
  | 'question';

export interface OutlineSymbol {
  readonly name: string;
  /** What it is: `: DGX_H100`, `= 4`; may be empty. */
  readonly detail: string;
  readonly kind: SymbolKind;
  readonly range: Span;
  /** Its name; lies in the range. */
  readonly selection: Span;
  readonly children: readonly OutlineSymbol[];
}

/** In the order of the text. What has no name yet is left out. */
export function outline(tree: SourceFile): OutlineSymbol[] {
  return tree.definitions.flatMap((definition) => ofDefinition(tree.text, definition));
}

function ofDefinition(text: string, definition: Definition): OutlineSymbol[] {
  switch (definition.kind) {
    case 'import':
      return definition.path ? [symbol(definition.path, '', 'import', definition, definition.pathSpan)] : [];
    case 'let':
      return constant(text, definition);
    case 'node':
    case 'cluster': {
      const children = definition.body?.statements.flatMap((statement) => ofStatement(text, statement)) ?? [];
      return named(definition.name, typeDetail(text, definition.base), definition.kind, definition, children);
    }
    default:
      return named(definition.name, definition.base ? `: ${definition.base.text}` : '', definition.kind, definition);
  }
}

function ofStatement(text: string, statement: Statement): OutlineSymbol[] {
  switch (statement.kind) {
    case 'let':
      return constant(text, statement);
    case 'part':
      return part(text, statement);
    case 'plan':
      return named(statement.name, `: ${statement.model.text}`, 'plan', statement);
    case 'show':
    case 'expect': {
      const asked = line(text, statement.value);
      return asked ? [symbol(`${statement.kind} ${asked}`, '', 'question', statement, statement.value)] : [];
    }
    default:
      return [];
  }
}

function constant(text: string, statement: Span & { readonly name: Name; readonly value: Expr }): OutlineSymbol[] {
  const value = line(text, statement.value);
  return named(statement.name, value ? `= ${value}` : '', 'constant', statement);
}

/** `gpu[8]`, with its sizes in the name as one says it. */
function part(text: string, statement: PartStatement): OutlineSymbol[] {
  const { name, sizes } = statement;
  if (!name.text) return [];
  const dims = sizes.map((size) => `[${line(text, size)}]`).join('');
  return [symbol(name.text + dims, typeDetail(text, statement.type), 'part', statement, name)];
}

const typeDetail = (text: string, type: TypeRef | undefined): string =>
  type?.name.text ? `: ${line(text, type)}` : '';

/** The text of a span on one line. */
const line = (text: string, { start, end }: Span): string => text.slice(start, end).replaceAll(/\s+/g, ' ').trim();

function named(
  name: Name,
  detail: string,
  kind: SymbolKind,
  range: Span,
  children: readonly OutlineSymbol[] = [],
): OutlineSymbol[] {
  return name.text ? [symbol(name.text, detail, kind, range, name, children)] : [];
}

function symbol(
  name: string,
  detail: string,
  kind: SymbolKind,
  range: Span,
  selection: Span,
  children: readonly OutlineSymbol[] = [],
): OutlineSymbol {
  return { name, detail, kind, range: span(range), selection: span(selection), children };
}

const span = ({ start, end }: Span): Span => ({ start, end });
