// Trees as text: an expression with all its brackets, and any tree without its spans.
import type { Expr, SetItem } from '../../server/syntax/tree.ts';

/** `a + b * c` is `(a + (b * c))`. */
export function bracketed(e: Expr): string {
  switch (e.kind) {
    case 'number':
      return String(e.value);
    case 'quantity':
      return `${e.number}${e.unit}`;
    case 'truth':
      return String(e.value);
    case 'name':
      return e.name.text;
    case 'group':
      return bracketed(e.inner);
    case 'unary':
      return `(${e.operator}${bracketed(e.operand)})`;
    case 'binary':
      return `(${bracketed(e.left)} ${e.operator} ${bracketed(e.right)})`;
    case 'counted':
      return `(${bracketed(e.of)} x${bracketed(e.count)})`;
    case 'cable':
      return `(${bracketed(e.left)} ${e.operator} ${bracketed(e.right)})`;
    case 'member':
      return `${bracketed(e.of)}.${e.name.text}`;
    case 'index':
      return `${bracketed(e.of)}[${e.items.map(item).join(', ')}]`;
    case 'call':
      return `${bracketed(e.of)}(${e.args.map((a) => (a.name ? `${a.name.text}=` : '') + bracketed(a.value)).join(', ')})`;
    case 'missing':
      return '?';
  }
}

const item = (i: SetItem): string => {
  if (i.kind === 'star') return '*';
  return i.to ? `${bracketed(i.from)}..${bracketed(i.to)}` : bracketed(i.from);
};

const offsets: ReadonlySet<string> = new Set(['start', 'end', 'mark', 'bracket']);

/** The tree without offsets and without the text itself, for comparison. */
export function withoutSpans(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSpans);
  if (typeof value !== 'object' || value === null) return value;
  const kept: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value))
    if (!offsets.has(key) && !/[sS]pan$/.test(key) && !('definitions' in value && key === 'text'))
      kept[key] = withoutSpans(inner);
  return kept;
}
