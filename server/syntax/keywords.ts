// The words that begin a definition or a statement. None is reserved: they are names everywhere else.

/** Definitions that have a name, and may have a base and braces. */
export const headKeywords: ReadonlySet<string> = new Set(['link', 'device', 'node', 'cluster', 'model']);
/** `let` begins a statement as well. */
export const definitionKeywords: readonly string[] = ['import', ...headKeywords, 'let'];
export const statementKeywords: ReadonlySet<string> = new Set(['let', 'show', 'expect', 'without', 'plan']);
