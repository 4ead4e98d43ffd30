// Walks over a tree: every expression below one, every expression of a statement or definition.
import type { BodyDefinition, Definition, Expr, Parameter, Properties, SetItem, Statement, TypeRef } from './tree.ts';

/** Calls `visit` for the expression and all below it, outer ones first. */
export function walkExpr(expr: Expr, visit: (expr: Expr) => void): void {
  visit(expr);
  switch (expr.kind) {
    case 'group':
      walkExpr(expr.inner, visit);
      break;
    case 'unary':
      walkExpr(expr.operand, visit);
      break;
    case 'binary':
    case 'cable':
      walkExpr(expr.left, visit);
      walkExpr(expr.right, visit);
      break;
    case 'counted':
      walkExpr(expr.of, visit);
      walkExpr(expr.count, visit);
      break;
    case 'member':
      walkExpr(expr.of, visit);
      break;
    case 'index':
      walkExpr(expr.of, visit);
      walkSet(expr.items, visit);
      break;
    case 'call':
      walkExpr(expr.of, visit);
      for (const { value } of expr.args) walkExpr(value, visit);
      break;
  }
}

function walkSet(items: readonly SetItem[], visit: (expr: Expr) => void): void {
  for (const item of items) {
    if (item.kind === 'star') continue;
    walkExpr(item.from, visit);
    if (item.to) walkExpr(item.to, visit);
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

const used = new WeakMap<Definition, ReadonlySet<string>>();

/** Every name that a definition uses: in expressions, after `:`, as a base; never the names it gives. Looked for once. */
export function namesUsedBy(definition: Definition): ReadonlySet<string> {
  const known = used.get(definition);
  if (known) return known;
  const names = new Set<string>();
  const note = (each: Expr): void => {
    if (each.kind === 'name') names.add(each.name.text);
  };
  if (definition.kind === 'let') walkExpr(definition.value, note);
  else if (isBody(definition)) {
    walkSettings(definition.parameters, note);
    if (definition.base) noteType(definition.base, names, note);
    for (const statement of definition.body?.statements ?? []) noteStatement(statement, names, note);
  } else if (definition.kind !== 'import') {
    walkSettings(definition.properties?.items, note);
    if (definition.base) names.add(definition.base.text);
  }
  used.set(definition, names);
  return names;
}

function walkSettings(settings: readonly { readonly value: Expr }[] | undefined, note: (expr: Expr) => void): void {
  if (settings) for (const { value } of settings) walkExpr(value, note);
}

function noteType({ name, args }: TypeRef, names: Set<string>, note: (expr: Expr) => void): void {
  names.add(name.text);
  walkSettings(args, note);
}

function noteStatement(statement: Statement, names: Set<string>, note: (expr: Expr) => void): void {
  switch (statement.kind) {
    case 'part':
      for (const size of statement.sizes) walkExpr(size, note);
      noteType(statement.type, names, note);
      walkSettings(statement.properties?.items, note);
      break;
    case 'connection':
      walkExpr(statement.cable, note);
      walkExpr(statement.medium, note);
      if (statement.latency) walkExpr(statement.latency, note);
      for (const clause of statement.clauses)
        if (clause.kind === 'where') walkExpr(clause.condition, note);
        else walkSet(clause.items, note);
      break;
    case 'plan':
      names.add(statement.model.text);
      walkSettings(statement.properties.items, note);
      break;
    default:
      walkExpr(statement.value, note);
  }
}

export function isBody(definition: Definition): definition is BodyDefinition {
  return definition.kind === 'node' || definition.kind === 'cluster';
}
