// The nodes a tree has most of, as classes: what follows from other fields is worked out when asked, since half the time of
// reading a large file goes into the memory of its tree. Fields are assigned once (`declare`: no second writing of them).
import type { Span } from './finding.ts';
import type * as tree from './tree.ts';

/** A name that is an expression: both in one. */
export class NameNode implements tree.NameExpr, tree.Name {
  declare readonly kind: 'name';
  declare readonly text: string;
  declare readonly start: number;
  declare readonly end: number;

  constructor(text: string, start: number, end: number) {
    this.kind = 'name';
    this.text = text;
    this.start = start;
    this.end = end;
  }
  get name(): tree.Name {
    return this;
  }
}

/** `bracket`: where the `[` stands. */
export class IndexNode implements tree.IndexExpr {
  declare readonly kind: 'index';
  declare readonly of: tree.Expr;
  declare readonly items: readonly tree.SetItem[];
  declare readonly bracket: number;
  declare readonly start: number;
  declare readonly end: number;

  constructor(of: tree.Expr, items: readonly tree.SetItem[], bracket: number, end: number) {
    this.kind = 'index';
    this.of = of;
    this.items = items;
    this.bracket = bracket;
    this.start = of.start;
    this.end = end;
  }
  get indexSpan(): Span {
    return { start: this.bracket, end: this.end };
  }
}

/** `bracket`: where the `(` stands. */
export class CallNode implements tree.CallExpr {
  declare readonly kind: 'call';
  declare readonly of: tree.Expr;
  declare readonly args: readonly tree.Argument[];
  declare readonly bracket: number;
  declare readonly start: number;
  declare readonly end: number;

  constructor(of: tree.Expr, args: readonly tree.Argument[], bracket: number, end: number) {
    this.kind = 'call';
    this.of = of;
    this.args = args;
    this.bracket = bracket;
    this.start = of.start;
    this.end = end;
  }
  get argsSpan(): Span {
    return { start: this.bracket, end: this.end };
  }
}

/** `mark`: where the operator stands. */
export class BinaryNode implements tree.BinaryExpr {
  declare readonly kind: 'binary';
  declare readonly operator: tree.BinaryOperator;
  declare readonly mark: number;
  declare readonly left: tree.Expr;
  declare readonly right: tree.Expr;
  declare readonly start: number;
  declare readonly end: number;

  constructor(operator: tree.BinaryOperator, mark: number, left: tree.Expr, right: tree.Expr) {
    this.kind = 'binary';
    this.operator = operator;
    this.mark = mark;
    this.left = left;
    this.right = right;
    this.start = left.start;
    this.end = right.end;
  }
  get operatorSpan(): Span {
    return { start: this.mark, end: this.mark + this.operator.length };
  }
}

/** `mark`: where the `--` or `->` stands. */
export class CableNode implements tree.CableExpr {
  declare readonly kind: 'cable';
  declare readonly operator: '--' | '->';
  declare readonly mark: number;
  declare readonly left: tree.Expr;
  declare readonly right: tree.Expr;
  declare readonly start: number;
  declare readonly end: number;

  constructor(operator: '--' | '->', mark: number, left: tree.Expr, right: tree.Expr) {
    this.kind = 'cable';
    this.operator = operator;
    this.mark = mark;
    this.left = left;
    this.right = right;
    this.start = left.start;
    this.end = right.end;
  }
  get operatorSpan(): Span {
    return { start: this.mark, end: this.mark + this.operator.length };
  }
}

/** `mark`: where the `x` stands. */
export class CountedNode implements tree.CountedExpr {
  declare readonly kind: 'counted';
  declare readonly of: tree.Expr;
  declare readonly count: tree.Expr;
  declare readonly mark: number;
  declare readonly start: number;
  declare readonly end: number;

  constructor(of: tree.Expr, count: tree.Expr, mark: number, end: number) {
    this.kind = 'counted';
    this.of = of;
    this.count = count;
    this.mark = mark;
    this.start = of.start;
    this.end = end;
  }
  get countSpan(): Span {
    return { start: this.mark, end: this.end };
  }
}
