// Expressions, by precedence climbing: `||`, `&&`, comparisons (no chains), `+ -`, `* / %`, unary, `**`, `xN`, `--`, places.
import * as l10n from '@vscode/l10n';
import type { Cursor } from './cursor.ts';
import { insertion, removal, replacement } from './fixes.ts';
import { splitQuantity, T } from './lexer.ts';
import { BinaryNode, CableNode, CallNode, CountedNode, IndexNode, type NameNode } from './nodes.ts';
import type { Argument, BinaryOperator, Expr, SetItem } from './tree.ts';

const binary: readonly (readonly [kind: number, operator: BinaryOperator, tightness: number])[] = [
  [T.or, '||', 1],
  [T.and, '&&', 2],
  [T.equal, '==', 3],
  [T.unequal, '!=', 3],
  [T.less, '<', 3],
  [T.atMost, '<=', 3],
  [T.greater, '>', 3],
  [T.atLeast, '>=', 3],
  [T.plus, '+', 4],
  [T.minus, '-', 4],
  [T.star, '*', 5],
  [T.slash, '/', 5],
  [T.percent, '%', 5],
];
const comparison = 3;
/** By the kind of token: how tightly it binds, 0 where it joins no two values. */
const tightness = new Uint8Array(64);
const operatorOf: BinaryOperator[] = [];
for (const [kind, operator, tight] of binary) {
  tightness[kind] = tight;
  operatorOf[kind] = operator;
}

export function parseExpr(c: Cursor, loosest = 1): Expr {
  let left = parseUnary(c);
  let compared = false;
  for (;;) {
    const { kind } = c;
    const tight = tightness[kind];
    if (tight < loosest || c.breakAt(0)) return left;
    if (tight === comparison && compared) {
      const middle = left.kind === 'binary' ? c.text.slice(left.right.start, left.right.end) : '';
      c.report('text.expected', c.here(), l10n.t('comparisons do not chain: join two of them with `&&`.'), [
        insertion(c.start, `&& ${middle} `),
      ]);
      return left;
    }
    if (!c.spend()) return left;
    const mark = c.start;
    c.next();
    const right = parseExpr(c, tight + 1);
    compared = tight === comparison;
    left = new BinaryNode(operatorOf[kind], mark, left, right);
  }
}

function parseUnary(c: Cursor): Expr {
  if (c.is(T.minus) || c.is(T.not)) {
    const start = c.start;
    const operator = c.kind === T.minus ? '-' : '!';
    if (!c.enter()) return missing(c);
    c.next();
    const operand = parseUnary(c);
    c.leave();
    return { kind: 'unary', operator, operand, start, end: operand.end };
  }
  return parsePower(c);
}

function parsePower(c: Cursor): Expr {
  const left = parseCounted(c);
  if (!c.is(T.power) || !c.enter()) return left;
  const mark = c.start;
  c.next();
  const right = parseUnary(c);
  c.leave();
  return new BinaryNode('**', mark, left, right);
}

function parseCounted(c: Cursor): Expr {
  const of = parseCable(c);
  if (!c.is(T.name) || of.kind === 'missing') return of;
  const { start, end, word } = c;
  if (word.charCodeAt(0) !== 120) return of;
  if (/^x[0-9]+$/.test(word)) {
    c.next();
    const count: Expr = { kind: 'number', value: Number(word.slice(1)), whole: true, start: start + 1, end };
    return new CountedNode(of, count, start, end);
  }
  if (word !== 'x' || c.kindAt(1) !== T.open) return of;
  c.next();
  const count = parseGroup(c);
  return new CountedNode(of, count, start, count.end);
}

function parseCable(c: Cursor): Expr {
  const left = parsePlace(c, true);
  if (!c.is(T.cable) && !c.is(T.arrow)) return left;
  const operator = c.kind === T.cable ? '--' : '->';
  const mark = c.start;
  c.next();
  return new CableNode(operator, mark, left, parsePlace(c, true));
}

/** A primary and what hangs on it. An end of a connection has no `calls`. */
export function parsePlace(c: Cursor, calls: boolean): Expr {
  let of = parsePrimary(c);
  if (of.kind === 'missing') return of;
  for (;;) {
    if (c.is(T.dot)) {
      if (of.kind === 'number') return pointAlone(c, of);
      if (!c.spend()) return of;
      c.next();
      const name = parseName(c, aName);
      of = { kind: 'member', of, name, start: of.start, end: name.end };
    } else if (c.is(T.openIndex)) {
      if (!c.spend() || !c.enter()) return of;
      of = parseIndex(c, of);
      c.leave();
    } else if (calls && c.is(T.open)) {
      if (!c.spend() || !c.enter()) return of;
      of = parseCall(c, of);
      c.leave();
    } else return of;
  }
}

/** `8.` or `8. GB/s`. */
function pointAlone(c: Cursor, of: Expr): Expr {
  const span = c.here();
  c.report('text.expected', span, l10n.t('a digit follows the point.'), [removal(span, l10n.t('Remove `.`'))]);
  return of;
}

function parseIndex(c: Cursor, of: Expr): Expr {
  const open = c.at;
  const { start } = c;
  c.next();
  const items = c.is(T.closeIndex) ? emptyIndex(c) : parseSet(c);
  const end = c.close(T.closeIndex, open, ']');
  return new IndexNode(of, items, start, end);
}

function emptyIndex(c: Cursor): SetItem[] {
  c.expected(l10n.t('an index'));
  const from = missing(c);
  return [{ kind: 'range', from, start: from.start, end: from.end }];
}

export function parseSet(c: Cursor): SetItem[] {
  const items = [parseItem(c)];
  while (c.take(T.comma)) items.push(parseItem(c));
  return items;
}

function parseItem(c: Cursor): SetItem {
  if (c.is(T.star)) {
    const { start, end } = c;
    c.next();
    return { kind: 'star', start, end };
  }
  const from = parseExpr(c);
  if (!c.take(T.range)) return { kind: 'range', from, start: from.start, end: from.end };
  const to = parseExpr(c);
  return { kind: 'range', from, to, start: from.start, end: to.end };
}

function parseCall(c: Cursor, of: Expr): Expr {
  const open = c.at;
  const { start } = c;
  c.next();
  const args: Argument[] = [];
  while (!c.is(T.close) && !c.atEnd) {
    args.push(parseArgument(c));
    if (!c.take(T.comma)) break;
  }
  const end = c.close(T.close, open, ')');
  return new CallNode(of, args, start, end);
}

function parseArgument(c: Cursor): Argument {
  const next = c.kindAt(1);
  if (c.is(T.name) && (next === T.assign || next === T.colon)) {
    const name = c.name('');
    takeAssign(c, ofArgument);
    const value = parseExpr(c);
    return { name, value, start: name.start, end: value.end };
  }
  const value = parseExpr(c);
  return { value, start: value.start, end: value.end };
}

/** `=`; a `:` in its place is reported with `instead` and taken for it. */
export function takeAssign(c: Cursor, instead: () => string): boolean {
  if (c.take(T.assign)) return true;
  if (c.is(T.colon) || c.is(T.equal)) {
    const { start, end } = c.here();
    const both = c.kind === T.colon && c.kindAt(1) === T.assign && c.text[end] === '=';
    if (both) c.next();
    const span = { start, end: c.end };
    const blank = c.kind === T.colon && span.start === c.last ? ' =' : '=';
    c.report('text.assign', span, instead(), [replacement(span, blank, '=')]);
    c.next();
    return true;
  }
  c.expected('`=`', c.atEnd ? [] : [insertion(c.start, '= ')]);
  return false;
}

function parseGroup(c: Cursor): Expr {
  const open = c.at;
  const { start } = c;
  if (!c.enter()) return missing(c);
  c.next();
  const inner = parseExpr(c);
  c.leave();
  const end = c.close(T.close, open, ')');
  return { kind: 'group', inner, start, end };
}

function parsePrimary(c: Cursor): Expr {
  if (c.atEnd && c.kind !== T.name) return absent(c);
  if (c.breakAt(0)) return absent(c);
  switch (c.kind) {
    case T.number:
      return parseNumber(c);
    case T.quantity:
      return parseQuantity(c);
    case T.true:
    case T.false: {
      const { kind, start, end } = c;
      c.next();
      return { kind: 'truth', value: kind === T.true, start, end };
    }
    case T.name:
      return parseName(c, '');
    case T.open:
      return parseGroup(c);
    default:
      return absent(c);
  }
}

function parseNumber(c: Cursor): Expr {
  const { start, end, text } = c;
  c.next();
  // Nearly all numbers are one digit.
  if (end === start + 1) return { kind: 'number', value: text.charCodeAt(start) - 48, whole: true, start, end };
  const digits = text.slice(start, end).replaceAll('_', '');
  return { kind: 'number', value: Number(digits), whole: /^[0-9]+$/.test(digits), start, end };
}

function parseQuantity(c: Cursor): Expr {
  const { start, end } = c;
  const { number, unit } = splitQuantity(c.word);
  c.next();
  return { kind: 'quantity', number: Number(number.replaceAll('_', '')), unit, start, end };
}

const aName = (): string => l10n.t('a name after `.`');
const ofArgument = (): string => l10n.t('an argument takes `=`.');

/** A name where names of parts are used: one that was declared with a hyphen is taken whole, any other hyphen subtracts. */
function parseName(c: Cursor, what: string | (() => string)): NameNode {
  if (c.hyphenated.size > 0 && c.is(T.name)) {
    const end = c.tokens.ends[c.at + c.hyphenatedLength() - 1];
    if (c.hyphenated.has(c.text.slice(c.start, end))) return c.hyphenatedName();
  }
  return c.plainName(what);
}

function absent(c: Cursor): Expr {
  c.expected(l10n.t('a value'));
  return missing(c);
}

function missing(c: Cursor): Expr {
  return { kind: 'missing', start: c.last, end: c.last };
}
