// Where a line ends a statement. A bracket that is closed in time holds its lines together; one that is not closed ends
// with its line, so that a forgotten `)` spoils one statement and no more.
import { headKeywords, statementKeywords } from './keywords.ts';
import { T, type Tokens } from './lexer.ts';

export interface Breaks {
  /** 1 where a token begins a new statement by standing on a new line. */
  readonly breaks: Uint8Array;
  /** 1 for every `(`, `[`, `)`, `]` that has its partner. */
  readonly closed: Uint8Array;
}

export function findBreaks(tokens: Tokens): Breaks {
  const { kinds, count } = tokens;
  const closed = matchBrackets(tokens);
  const breaks = new Uint8Array(count);
  let depth = 0;
  for (let i = 0; i < count; i++) {
    const kind = kinds[i];
    if (kind === T.openBody || kind === T.closeBody) depth = 0;
    if (
      tokens.newline[i] &&
      (beginsDefinition(tokens, i) ||
        (depth === 0 && beginsLine(kind) && (!wantsMore(kinds, i - 1) || isStatement(tokens, i))))
    )
      breaks[i] = 1;
    if ((kind === T.open || kind === T.openIndex) && closed[i]) depth++;
    else if ((kind === T.close || kind === T.closeIndex) && closed[i]) depth--;
  }
  return { breaks, closed };
}

/** Partners stand before a brace, a `;` or a definition comes between; any other bracket has none. */
function matchBrackets(tokens: Tokens): Uint8Array {
  const { kinds, count } = tokens;
  const closed = new Uint8Array(count);
  const open: number[] = [];
  let depth = 0;
  for (let i = 0; i < count; i++) {
    const kind = kinds[i];
    if (kind === T.open || kind === T.openIndex) open[depth++] = i;
    else if (kind === T.openBody || kind === T.closeBody || kind === T.semicolon || beginsDefinition(tokens, i))
      depth = 0;
    else if (kind === T.close || kind === T.closeIndex) {
      const opener = kind === T.close ? T.open : T.openIndex;
      let from = depth - 1;
      while (from >= 0 && kinds[open[from]] !== opener) from--;
      if (from < 0) continue;
      closed[i] = 1;
      closed[open[from]] = 1;
      depth = from;
    }
  }
  return closed;
}

const beginsLine = (kind: number): boolean => kind === T.name || kind === T.closeBody || kind === T.end;

/** Whether a line that ends in this token goes on; a `*` that stands for all is no operator. */
export function wantsMore(kinds: Uint8Array, token: number): boolean {
  if (token < 0) return false;
  const kind = kinds[token];
  if (kind === T.star && token > 0 && (kinds[token - 1] === T.in || kinds[token - 1] === T.comma)) return false;
  return (
    (kind >= T.for && kind <= T.where) ||
    (kind >= T.and && kind <= T.colon) ||
    kind === T.comma ||
    kind === T.dot ||
    kind === T.open ||
    kind === T.openIndex ||
    kind === T.openBody
  );
}

/**
 * Whether a line that could go on with the one above can only be a statement of its own, because the one above is not
 * finished: `g :` and then `h : gpu`.
 */
function isStatement({ kinds, newline, starts, ends, text, count }: Tokens, i: number): boolean {
  const before = kinds[i - 1];
  if (kinds[i + 1] === T.name && !newline[i + 1] && statementKeywords.has(text.slice(starts[i], ends[i]))) return true;
  const joins = before === T.cable || before === T.arrow;
  if (!joins && before !== T.colon && before !== T.assign && before !== T.comma) return false;
  for (let k = i; k < count && !(k > i && newline[k]); k++) {
    if (kinds[k] === T.colon) return !joins;
    if ((kinds[k] === T.cable || kinds[k] === T.arrow) && (joins || before === T.colon)) return true;
  }
  return false;
}

/** A keyword of a definition (not `let`), first on its line, with a name or the path of an import after it on that line. */
export function beginsDefinition(tokens: Tokens, i: number): boolean {
  if (!tokens.newline[i] || tokens.kinds[i] !== T.name || i + 1 >= tokens.count || tokens.newline[i + 1]) return false;
  const next = tokens.kinds[i + 1];
  if (next !== T.name && next !== T.string) return false;
  const { starts, ends, text } = tokens;
  const word = text.slice(starts[i], ends[i]);
  return headKeywords.has(word) || word === 'import';
}
