// Walks over a tree: every expression below one, every expression of a statement or definition.
import type { BodyDefinition, Definition, Expr, Parameter, Properties, SetItem, Statement } from './tree.ts';

/** Calls `visit` for the expression and all below it, outer ones first. */
export function walkExpr(expr: Expr, visit: (expr: Expr) => void): void {
  visit(expr);
  for (const child of childrenOf(expr)) walkExpr(child, visit);
}

function childrenOf(expr: Expr): Expr[] {
  switch (expr.kind) {
    case 'group':
      return [expr.inner];
    case 'unary':
      return [expr.operand];
    case 'binary':
    case 'cable':
      return [expr.left, expr.right];
    case 'counted':
      return [expr.of, expr.count];
    case 'member':
      return [expr.of];
    case 'index':
      return [expr.of, ...expressionsOfSet(expr.items)];
    case 'call':
      return [expr.of, ...expr.args.map((argument) => argument.value)];
    default:
      return [];
  }
}

function expressionsOfSet(items: readonly SetItem[]): Expr[] {
  return items.flatMap((item) => (item.kind === 'star' ? [] : item.to ? [item.from, item.to] : [item.from]));
}

const ofParameters = (parameters: readonly Parameter[] = []): Expr[] => parameters.map(({ value }) => value);
const ofProperties = (properties?: Properties): Expr[] => (properties?.items ?? []).map(({ value }) => value);

/** The outermost expressions of a statement. */
export function expressionsOf(statement: Statement): Expr[] {
  switch (statement.kind) {
    case 'let':
    case 'show':
    case 'expect':
    case 'without':
      return [statement.value];
    case 'plan':
      return ofProperties(statement.properties);
    case 'part':
      return [...statement.sizes, ...ofParameters(statement.type.args), ...ofProperties(statement.properties)];
    case 'connection': {
      const clauses = statement.clauses.flatMap((clause) =>
        clause.kind === 'where' ? [clause.condition] : expressionsOfSet(clause.items),
      );
      return [statement.cable, statement.medium, ...(statement.latency ? [statement.latency] : []), ...clauses];
    }
  }
}

/** The outermost expressions of a definition, its body's included. */
export function expressionsOfDefinition(definition: Definition): Expr[] {
  switch (definition.kind) {
    case 'import':
      return [];
    case 'let':
      return [definition.value];
    case 'link':
    case 'device':
    case 'model':
      return ofProperties(definition.properties);
    default:
      return [
        ...ofParameters(definition.parameters),
        ...ofParameters(definition.base?.args),
        ...(definition.body?.statements ?? []).flatMap(expressionsOf),
      ];
  }
}

/** Every name that a definition uses: in expressions, after `:`, as a base; never the names it gives. */
export function namesUsedBy(definition: Definition): Set<string> {
  const names = new Set<string>();
  for (const expr of expressionsOfDefinition(definition))
    walkExpr(expr, (each) => {
      if (each.kind === 'name') names.add(each.name.text);
    });
  if (definition.kind === 'import' || definition.kind === 'let') return names;
  if (isBody(definition)) {
    if (definition.base) names.add(definition.base.name.text);
    for (const statement of definition.body?.statements ?? []) {
      if (statement.kind === 'part') names.add(statement.type.name.text);
      if (statement.kind === 'plan') names.add(statement.model.text);
    }
  } else if (definition.base) names.add(definition.base.text);
  return names;
}

export function isBody(definition: Definition): definition is BodyDefinition {
  return definition.kind === 'node' || definition.kind === 'cluster';
}
