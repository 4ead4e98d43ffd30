// The tokens before an offset, cut into what they belong to: the open body, the statement, the open bracket.
import { headKeywords } from '../syntax/keywords.ts';
import type { Owner, PlaceKind } from './place.ts';

export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly newline: boolean;
  readonly isName: boolean;
  readonly isNumber: boolean;
}

/** The words of the statement at hand; none where a new one begins. Properties are parted by `,` too. */
export function statementWords(words: readonly Word[], fresh: boolean, commas: boolean): Word[] {
  if (fresh && !wantsMore(words.at(-1))) return [];
  let first = words.length;
  let depth = 0;
  for (let i = words.length - 1; i >= 0; i--) {
    const { text, newline, isName } = words[i];
    if (text === ')' || text === ']') depth++;
    else if (text === '(' || text === '[') depth--;
    if (depth <= 0 && (text === '{' || text === '}' || text === ';')) break;
    if (commas && depth === 0 && text === ',') break;
    first = i;
    if (depth <= 0 && newline && isName && !wantsMore(words[i - 1])) break;
  }
  return words.slice(first);
}

const continuing = new Set([
  '.',
  ',',
  ':',
  '=',
  '..',
  '--',
  '->',
  '+',
  '-',
  '*',
  '/',
  '%',
  '(',
  '[',
  '&&',
  '||',
  '<',
  '>',
]);
const wantsMore = (word: Word | undefined): boolean => word !== undefined && continuing.has(word.text);

/** The definition whose `{` is open. */
export function bodyAround(words: readonly Word[]): Owner | undefined {
  let depth = 0;
  for (let i = words.length - 1; i >= 0; i--) {
    if (words[i].text === '}') depth++;
    else if (words[i].text === '{' && depth > 0) depth--;
    else if (words[i].text === '{') return ownerOf(words, i);
  }
  return undefined;
}

/** `open`: where its `{` is. */
function ownerOf(words: readonly Word[], open: number): Owner {
  const line = statementWords(words.slice(0, open), false, false);
  const colon = line.findIndex(({ text }) => text === ':');
  const base = colon < 0 ? undefined : line[colon + 1]?.text;
  const [word, name] = line;
  const based = base === undefined ? {} : { base };
  if (word && headKeywords.has(word.text)) return { kind: word.text, ...(name ? { name: name.text } : {}), ...based };
  // `gpu[8] : H100_SXM {` inside a body: properties of a device.
  return { kind: word?.text === 'plan' ? 'plan' : 'device', ...based };
}

/** The innermost `(` or `[` of the line that is still open. */
export function openBracket(line: readonly Word[]): { readonly text: '(' | '['; readonly at: number } | undefined {
  let depth = 0;
  for (let i = line.length - 1; i >= 0; i--) {
    const { text } = line[i];
    if (text === ')' || text === ']') depth++;
    else if ((text === '(' || text === '[') && depth > 0) depth--;
    else if (text === '(' || text === '[') return { text, at: i };
  }
  return undefined;
}

/** In the `(` at `open`: which argument of what; in a mere group an expression. */
export function argumentPlace(line: readonly Word[], open: number): PlaceKind | undefined {
  const callee = line[open - 1];
  // `NDR x(32 / n)` is a count, not a call.
  const isCount = callee?.text === 'x' && line[open - 2]?.isName === true;
  if (!callee?.isName || isCount) return { kind: 'expression' };
  let position = 0;
  let depth = 0;
  let from = open + 1;
  for (let i = open + 1; i < line.length; i++) {
    const { text } = line[i];
    if (text === '(' || text === '[') depth++;
    else if (text === ')' || text === ']') depth--;
    else if (text === ',' && depth === 0) {
      if (line[from + 1]?.text !== '=') position++;
      from = i + 1;
    }
  }
  const rest = line.slice(from);
  // `node X(`: names of parameters are the user's own, their defaults are not.
  if (headKeywords.has(line[0].text) && open === 2) return rest.length > 1 ? { kind: 'expression' } : undefined;
  const last = rest.at(-1);
  if (last && (last.isName || last.isNumber || last.text === ')' || last.text === ']')) return undefined;
  const argument = rest[1]?.text === '=' ? rest[0].text : undefined;
  return { kind: 'argument', callee: callee.text, ...(argument === undefined ? {} : { argument }), position };
}

/** `su`, `dgx` before the last dot of `su[0].dgx[1].`; a question's name before `).`. */
export function chainBefore(words: readonly Word[]): string[] {
  const chain: string[] = [];
  let i = words.length - 2;
  while (i >= 0) {
    i = skipBrackets(words, i);
    if (i < 0 || !words[i].isName) break;
    chain.unshift(words[i].text);
    if (words[i - 1]?.text !== '.') break;
    i -= 2;
  }
  return chain;
}

function skipBrackets(words: readonly Word[], from: number): number {
  let i = from;
  while (i >= 0 && (words[i].text === ']' || words[i].text === ')')) {
    let depth = 0;
    for (; i >= 0; i--) {
      if (words[i].text === ']' || words[i].text === ')') depth++;
      else if ((words[i].text === '[' || words[i].text === '(') && --depth === 0) break;
    }
    i--;
  }
  return i;
}
