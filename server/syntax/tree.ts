// The tree a parser makes of a .topo file. It is whole on any input: what is missing is a `missing` expression or
// a name without text, and the parser has reported it.
import type { Span } from './finding.ts';

/** `text` is empty where the name is missing. */
export interface Name extends Span {
  readonly text: string;
}

// ---- Expressions

export interface NumberLiteral extends Span {
  readonly kind: 'number';
  readonly value: number;
  /** Written without a point or exponent. */
  readonly whole: boolean;
}
export interface QuantityLiteral extends Span {
  readonly kind: 'quantity';
  /** The number as written, before the unit is applied. */
  readonly number: number;
  /** As written; may be no unit that exists (`gb/s`): the unit table decides, see quantities.ts. */
  readonly unit: string;
}
export interface TruthLiteral extends Span {
  readonly kind: 'truth';
  readonly value: boolean;
}
export interface NameExpr extends Span {
  readonly kind: 'name';
  readonly name: Name;
}
export interface GroupExpr extends Span {
  readonly kind: 'group';
  readonly inner: Expr;
}
export interface UnaryExpr extends Span {
  readonly kind: 'unary';
  readonly operator: '-' | '!';
  readonly operand: Expr;
}
export type BinaryOperator = '||' | '&&' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%' | '**';
export interface BinaryExpr extends Span {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly operatorSpan: Span;
  readonly left: Expr;
  readonly right: Expr;
}
/** `NVLink4 x18`, `NDR x(32 / spines)`. */
export interface CountedExpr extends Span {
  readonly kind: 'counted';
  readonly of: Expr;
  readonly count: Expr;
  /** From the `x` on. */
  readonly countSpan: Span;
}
export interface CableExpr extends Span {
  readonly kind: 'cable';
  readonly operator: '--' | '->';
  readonly operatorSpan: Span;
  readonly left: Expr;
  readonly right: Expr;
}
export interface MemberExpr extends Span {
  readonly kind: 'member';
  readonly of: Expr;
  readonly name: Name;
}
export interface StarItem extends Span {
  readonly kind: 'star';
}
export interface RangeItem extends Span {
  readonly kind: 'range';
  readonly from: Expr;
  /** Left out for a single place. Both ends are included. */
  readonly to?: Expr;
}
export type SetItem = StarItem | RangeItem;
export interface IndexExpr extends Span {
  readonly kind: 'index';
  readonly of: Expr;
  readonly items: readonly SetItem[];
  /** From `[` to `]`. */
  readonly indexSpan: Span;
}
export interface Argument extends Span {
  readonly name?: Name;
  readonly value: Expr;
}
export interface CallExpr extends Span {
  readonly kind: 'call';
  readonly of: Expr;
  readonly args: readonly Argument[];
  /** From `(` to `)`. */
  readonly argsSpan: Span;
}
/** Stands where an expression was expected; the parser has said so. */
export interface MissingExpr extends Span {
  readonly kind: 'missing';
}
export type Expr =
  | NumberLiteral
  | QuantityLiteral
  | TruthLiteral
  | NameExpr
  | GroupExpr
  | UnaryExpr
  | BinaryExpr
  | CountedExpr
  | CableExpr
  | MemberExpr
  | IndexExpr
  | CallExpr
  | MissingExpr;

// ---- Pieces of definitions

export interface Parameter extends Span {
  readonly name: Name;
  readonly value: Expr;
}
/** `DGX_H100(accelerator = H200_SXM)`; `args` is undefined where no `( )` stands. */
export interface TypeRef extends Span {
  readonly name: Name;
  readonly args?: readonly Parameter[];
}
export interface Property extends Span {
  readonly name: Name;
  readonly value: Expr;
}
/** `{ name = value, … }`, braces included in the span. */
export interface Properties extends Span {
  readonly items: readonly Property[];
}

// ---- Statements of a body

interface StatementBase extends Span {
  /** The text of the `///` lines above, without the slashes. */
  readonly doc?: string;
}
export interface LetStatement extends StatementBase {
  readonly kind: 'let';
  readonly name: Name;
  readonly value: Expr;
}
export interface ShowStatement extends StatementBase {
  readonly kind: 'show' | 'expect' | 'without';
  readonly value: Expr;
}
export interface PlanStatement extends StatementBase {
  readonly kind: 'plan';
  readonly name: Name;
  readonly model: Name;
  readonly properties: Properties;
}
/** `gpu[8] : H100_SXM { … }`; `sizes` in order, one expression a dimension. */
export interface PartStatement extends StatementBase {
  readonly kind: 'part';
  readonly name: Name;
  readonly sizes: readonly Expr[];
  readonly type: TypeRef;
  readonly properties?: Properties;
}
export interface ForClause extends Span {
  readonly kind: 'for';
  readonly name: Name;
  readonly items: readonly SetItem[];
}
export interface WhereClause extends Span {
  readonly kind: 'where';
  readonly condition: Expr;
}
export interface ConnectionStatement extends StatementBase {
  readonly kind: 'connection';
  readonly cable: CableExpr;
  /** A link with or without a count, or a rate. */
  readonly medium: Expr;
  /** The `, TIME` after it. */
  readonly latency?: Expr;
  readonly clauses: readonly (ForClause | WhereClause)[];
}
export type Statement = LetStatement | ShowStatement | PlanStatement | PartStatement | ConnectionStatement;

/** `{ … }`, braces included in the span. */
export interface Body extends Span {
  readonly statements: readonly Statement[];
  /** A part, a constant, a connection or an absence in it was not understood. */
  readonly faulty?: true;
}

// ---- Definitions of a file

interface DefinitionBase extends Span {
  readonly doc?: string;
}
export interface ImportDefinition extends DefinitionBase {
  readonly kind: 'import';
  /** Without the quotes; `pathSpan` with them. */
  readonly path: string;
  readonly pathSpan: Span;
}
export interface LetDefinition extends DefinitionBase {
  readonly kind: 'let';
  readonly name: Name;
  readonly value: Expr;
}
/** `link`, `device` and `model`: a name, a base, properties. */
export interface PropertyDefinition extends DefinitionBase {
  readonly kind: 'link' | 'device' | 'model';
  readonly name: Name;
  readonly base?: Name;
  readonly properties?: Properties;
}
/** `node` and `cluster`: a name, parameters, a base, a body. */
export interface BodyDefinition extends DefinitionBase {
  readonly kind: 'node' | 'cluster';
  readonly name: Name;
  readonly parameters: readonly Parameter[];
  readonly base?: TypeRef;
  readonly body?: Body;
}
export type Definition = ImportDefinition | LetDefinition | PropertyDefinition | BodyDefinition;
export type NamedDefinition = LetDefinition | PropertyDefinition | BodyDefinition;

export interface SourceFile extends Span {
  readonly text: string;
  readonly definitions: readonly Definition[];
  /** Statements, properties and heads of definitions in which the parser found a fault: nothing else is told of them. */
  readonly faults: readonly Span[];
}
