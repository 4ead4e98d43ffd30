// Expressions back to the words of a message, short.
import type { Expr } from '../syntax/tree.ts';

/** The expression as one would write it; `…` for what is long. */
export function spell(expr: Expr): string {
  switch (expr.kind) {
    case 'number':
      return String(expr.value);
    case 'quantity':
      return `${expr.number} ${expr.unit}`;
    case 'truth':
      return String(expr.value);
    case 'name':
      return expr.name.text;
    case 'group':
      return `(${spell(expr.inner)})`;
    case 'unary':
      return expr.operator + spell(expr.operand);
    case 'binary':
      return `${spell(expr.left)} ${expr.operator} ${spell(expr.right)}`;
    case 'counted':
      return `${spell(expr.of)} ${expr.count.kind === 'number' ? `x${expr.count.value}` : `x(${spell(expr.count)})`}`;
    case 'cable':
      return `${spell(expr.left)} ${expr.operator} ${spell(expr.right)}`;
    case 'member':
      return `${spell(expr.of)}.${expr.name.text}`;
    case 'index':
      return `${spell(expr.of)}[${expr.items.map(spellItem).join(', ')}]`;
    case 'call':
      return `${spell(expr.of)}(${expr.args.length > 0 ? '…' : ''})`;
    case 'missing':
      return '…';
  }
}

function spellItem(item: Extract<Expr, { kind: 'index' }>['items'][number]): string {
  if (item.kind === 'star') return '*';
  return item.to ? `${spell(item.from)}..${spell(item.to)}` : spell(item.from);
}

/** What a message calls an expression by: the last name of it, `busbw` of `allreduce(1 GiB).busbw`. */
export function callIt(expr: Expr): string {
  if (expr.kind === 'member') return expr.name.text;
  if (expr.kind === 'group') return callIt(expr.inner);
  if (expr.kind === 'call') return callIt(expr.of);
  return spell(expr);
}
