// The words that begin a definition or a statement. None is reserved: they are names everywhere else.

/** Definitions that have a name, and may have a base and braces. */
export const headKeywords: ReadonlySet<string> = new Set(['link', 'device', 'node', 'cluster', 'model']);
/** `let` begins a statement as well. */
export const definitionKeywords: readonly string[] = ['import', ...headKeywords, 'let'];
export const statementKeywords: ReadonlySet<string> = new Set(['let', 'show', 'expect', 'without', 'plan']);

/** One letter more, less, other or two exchanged. */
export function similar(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let head = 0;
  while (head < a.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  return Math.max(a.length, b.length) - head - tail <= 2;
}
