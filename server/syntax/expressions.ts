// Expressions, by precedence climbing: `||`, `&&`, comparisons (no chains), `+ -`, `* / %`, unary, `**`, `xN`, `--`, places.
import * as l10n from '@vscode/l10n';
import type { Cursor } from './cursor.ts';
import type { Span } from './finding.ts';
import { insertion, removal, replacement } from './fixes.ts';
import { splitQuantity, T } from './lexer.ts';
import type { Argument, BinaryOperator, Expr, Name, SetItem } from './tree.ts';

const binary: ReadonlyMap<number, readonly [BinaryOperator, number]> = new Map([
  [T.or, ['||', 1]],
  [T.and, ['&&', 2]],
  [T.equal, ['==', 3]],
  [T.unequal, ['!=', 3]],
  [T.less, ['<', 3]],
  [T.atMost, ['<=', 3]],
  [T.greater, ['>', 3]],
  [T.atLeast, ['>=', 3]],
  [T.plus, ['+', 4]],
  [T.minus, ['-', 4]],
  [T.star, ['*', 5]],
  [T.slash, ['/', 5]],
  [T.percent, ['%', 5]],
]);
const comparison = 3;

export function parseExpr(c: Cursor, loosest = 1): Expr {
  let left = parseUnary(c);
  let compared = false;
  for (;;) {
    const operator = c.atEnd ? undefined : binary.get(c.kind);
    if (!operator || operator[1] < loosest) return left;
    if (operator[1] === comparison && compared) {
      const middle = left.kind === 'binary' ? c.text.slice(left.right.start, left.right.end) : '';
      c.report('text.expected', c.here(), l10n.t('comparisons do not chain: join two of them with `&&`.'), [
        insertion(c.start, `&& ${middle} `),
      ]);
      return left;
    }
    if (!c.spend()) return left;
    const operatorSpan = { start: c.start, end: c.end };
    c.next();
    const right = parseExpr(c, operator[1] + 1);
    compared = operator[1] === comparison;
    left = { kind: 'binary', operator: operator[0], operatorSpan, left, right, start: left.start, end: right.end };
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
  const operatorSpan = { start: c.start, end: c.end };
  c.next();
  const right = parseUnary(c);
  c.leave();
  return { kind: 'binary', operator: '**', operatorSpan, left, right, start: left.start, end: right.end };
}

function parseCounted(c: Cursor): Expr {
  const of = parseCable(c);
  if (of.kind === 'missing' || !c.is(T.name)) return of;
  const { start, end, word } = c;
  if (/^x[0-9]+$/.test(word)) {
    c.next();
    const count: Expr = { kind: 'number', value: Number(word.slice(1)), whole: true, start: start + 1, end };
    return { kind: 'counted', of, count, countSpan: { start, end }, start: of.start, end };
  }
  if (word !== 'x' || c.kindAt(1) !== T.open) return of;
  c.next();
  const count = parseGroup(c);
  return { kind: 'counted', of, count, countSpan: { start, end: count.end }, start: of.start, end: count.end };
}

function parseCable(c: Cursor): Expr {
  const left = parsePlace(c, true);
  if (!c.is(T.cable) && !c.is(T.arrow)) return left;
  const operator = c.kind === T.cable ? '--' : '->';
  const operatorSpan = { start: c.start, end: c.end };
  c.next();
  const right = parsePlace(c, true);
  return { kind: 'cable', operator, operatorSpan, left, right, start: left.start, end: right.end };
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
      const name = parseName(c, l10n.t('a name after `.`'));
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
  return { kind: 'index', of, items, indexSpan: { start, end }, start: of.start, end };
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
    const span = { start: c.start, end: c.end };
    c.next();
    return { kind: 'star', ...span };
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
  return { kind: 'call', of, args, argsSpan: { start, end }, start: of.start, end };
}

function parseArgument(c: Cursor): Argument {
  const next = c.kindAt(1);
  if (c.is(T.name) && (next === T.assign || next === T.colon)) {
    const name = c.name('');
    takeAssign(c, l10n.t('an argument takes `=`.'));
    const value = parseExpr(c);
    return { name, value, start: name.start, end: value.end };
  }
  const value = parseExpr(c);
  return { value, start: value.start, end: value.end };
}

/** `=`; a `:` in its place is reported with `instead` and taken for it. */
export function takeAssign(c: Cursor, instead: string): boolean {
  if (c.take(T.assign)) return true;
  if (c.is(T.colon) || c.is(T.equal)) {
    const { start, end } = c.here();
    const both = c.kind === T.colon && c.kindAt(1) === T.assign && c.text[end] === '=';
    if (both) c.next();
    const span = { start, end: c.end };
    const blank = c.kind === T.colon && span.start === c.last ? ' =' : '=';
    c.report('text.assign', span, instead, [replacement(span, blank, '=')]);
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
  const span = { start: c.start, end: c.end };
  switch (c.kind) {
    case T.number: {
      const text = c.word.replaceAll('_', '');
      c.next();
      return { kind: 'number', value: Number(text), whole: /^[0-9]+$/.test(text), ...span };
    }
    case T.quantity:
      return parseQuantity(c, span);
    case T.true:
    case T.false: {
      const value = c.kind === T.true;
      c.next();
      return { kind: 'truth', value, ...span };
    }
    case T.name: {
      const name = parseName(c, '');
      return { kind: 'name', name, start: name.start, end: name.end };
    }
    case T.open:
      return parseGroup(c);
    default:
      return absent(c);
  }
}

function parseQuantity(c: Cursor, span: Span): Expr {
  const { number, unit } = splitQuantity(c.word);
  c.next();
  return { kind: 'quantity', number: Number(number.replaceAll('_', '')), unit, ...span };
}

/** A name where names of parts are used: one that was declared with a hyphen is taken whole, any other hyphen subtracts. */
function parseName(c: Cursor, what: string): Name {
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
