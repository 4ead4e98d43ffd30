// What sort of thing is being written at an offset, told from the tokens before it: a half-typed line has no tree to ask.
import type { Span } from '../syntax/finding.ts';
import { headKeywords } from '../syntax/keywords.ts';
import { T, tokenize } from '../syntax/lexer.ts';
import { argumentPlace, bodyAround, chainBefore, openBracket, statementWords, type Word } from './line.ts';

/** A definition's words: its keyword, its name, what it builds on. */
export interface Owner {
  readonly kind: string;
  readonly name?: string;
  readonly base?: string;
}

export type Place = { readonly replace: Span } & PlaceKind;

export type PlaceKind =
  | { readonly kind: 'file' | 'statement' | 'unit' | 'index' | 'clause' }
  /** What stands at an end of a cable. */
  | { readonly kind: 'end' }
  /** After the `:` of a cable; the names of its two ends, as `dgx`, `nic`. */
  | { readonly kind: 'medium'; readonly ends: readonly (readonly string[])[] }
  | { readonly kind: 'type'; readonly body: Owner }
  | { readonly kind: 'base'; readonly of: Owner }
  | { readonly kind: 'model' }
  /** After a dot: the names before it, as `su`, `dgx` of `su[0].dgx[1].`. */
  | { readonly kind: 'member'; readonly before: readonly string[] }
  /** The name of a property, or with `property` its value. */
  | { readonly kind: 'property'; readonly of: Owner; readonly set: readonly string[]; readonly property?: string }
  /** In the `( )` after `callee`; with `argument` its value; `position` counts those without a name. */
  | { readonly kind: 'argument'; readonly callee: string; readonly argument?: string; readonly position: number }
  | { readonly kind: 'expression' };

/** Undefined where nothing is offered: in a comment or a text, where a new name goes, after a finished operand. */
export function placeAt(text: string, offset: number): Place | undefined {
  const tokens = tokenize(text);
  if (tokens.comments.some(({ start, end }) => start < offset && offset <= end)) return undefined;
  const words: Word[] = [];
  for (let i = 0; i < tokens.count && tokens.starts[i] < offset; i++) {
    const [start, end, kind] = [tokens.starts[i], tokens.ends[i], tokens.kinds[i]];
    if (kind === T.end) break;
    const isName = kind === T.name || (kind >= T.for && kind <= T.false);
    const isNumber = kind === T.number || kind === T.quantity;
    words.push({ text: text.slice(start, end), start, end, newline: tokens.newline[i] === 1, isName, isNumber });
  }
  const last = words.at(-1);
  if (last && text[last.start] === '"' && offset <= last.end) return undefined;
  if (last?.isNumber && offset <= last.end) return unitBeing(last, offset);
  const typing = last?.isName === true && offset <= last.end;
  if (typing) words.pop();
  const replace = typing && last ? { start: last.start, end: last.end } : { start: offset, end: offset };
  const fresh = typing && last ? last.newline : text.slice(words.at(-1)?.end ?? 0, offset).includes('\n');
  const kind = classify(words, fresh);
  return kind && { ...kind, replace };
}

/** A unit being typed: the letters of `50 G`. */
function unitBeing({ text, end }: Word, offset: number): Place | undefined {
  const letters = /[A-Za-zµ/]+$/.exec(text)?.[0].length ?? 0;
  if (letters === 0 || offset <= end - letters) return undefined;
  return { kind: 'unit', replace: { start: end - letters, end } };
}

function classify(words: readonly Word[], fresh: boolean): PlaceKind | undefined {
  if (words.at(-1)?.text === '.') return { kind: 'member', before: chainBefore(words) };
  const body = bodyAround(words);
  const line = statementWords(words, fresh, body !== undefined && body.kind !== 'node' && body.kind !== 'cluster');
  const bracket = openBracket(line);
  if (bracket?.text === '[') return line.at(-1)?.isNumber ? undefined : { kind: 'index' };
  if (line.length > 0 && line.at(-1)?.isNumber) return { kind: 'unit' };
  if (bracket) return argumentPlace(line, bracket.at);
  if (!body) return atTop(line);
  return body.kind === 'node' || body.kind === 'cluster' ? inBody(line, body) : inProperties(line, body, words);
}

function atTop(line: readonly Word[]): PlaceKind | undefined {
  const [word, name] = line;
  if (!word) return { kind: 'file' };
  if (word.text === 'let')
    return line.at(-1)?.text === '=' || isOperator(line.at(-1)) ? { kind: 'expression' } : undefined;
  if (!headKeywords.has(word.text) || line.at(-1)?.text !== ':') return undefined;
  return { kind: 'base', of: { kind: word.text, ...(name?.isName ? { name: name.text } : {}) } };
}

function inBody(line: readonly Word[], body: Owner): PlaceKind | undefined {
  const [first] = line;
  const last = line.at(-1);
  if (!first || !last) return { kind: 'statement' };
  const isPart = line[1]?.text === ':' || line[1]?.text === '[' || line[1]?.text === '.';
  if (!isPart && (first.text === 'show' || first.text === 'expect' || first.text === 'without'))
    return line.length === 1 || isOperator(last) ? { kind: 'expression' } : undefined;
  if (!isPart && first.text === 'let') return isOperator(last) ? { kind: 'expression' } : undefined;
  if (!isPart && first.text === 'plan') return last.text === ':' ? { kind: 'model' } : undefined;
  const colon = line.findIndex(({ text }) => text === ':');
  if (line.some(({ text }) => text === '--' || text === '->')) return inConnection(line, colon);
  return colon >= 0 && last.text === ':' ? { kind: 'type', body } : undefined;
}

function inConnection(line: readonly Word[], colon: number): PlaceKind | undefined {
  const last = line.at(-1)?.text;
  if (colon < 0) return last === '--' || last === '->' ? { kind: 'end' } : undefined;
  if (last === ':') return { kind: 'medium', ends: endsOf(line) };
  if (last === 'for') return undefined;
  if (last === 'in' || last === 'where' || isOperator(line.at(-1))) return { kind: 'index' };
  return { kind: 'clause' };
}

/** `dgx`, `nic` and `leaf` of `dgx[n].nic[r] -- leaf[r] :`. */
function endsOf(line: readonly Word[]): string[][] {
  const cable = line.findIndex(({ text }) => text === '--' || text === '->');
  return [chainBefore(line.slice(0, cable + 1)), chainBefore(line.slice(cable + 1))];
}

function inProperties(line: readonly Word[], of: Owner, words: readonly Word[]): PlaceKind | undefined {
  const set = namesSet(words);
  const [name, assign] = line;
  if (!name) return { kind: 'property', of, set };
  if (assign?.text !== '=' || !isOperator(line.at(-1))) return undefined;
  return { kind: 'property', of, set, property: name.text };
}

/** The properties of the open `{` that have a value already. */
function namesSet(words: readonly Word[]): string[] {
  const from = words.findLastIndex(({ text }) => text === '{');
  return words.flatMap(({ text, isName }, i) => (i > from && isName && words[i + 1]?.text === '=' ? [text] : []));
}

/** Something that wants an operand after it. */
const isOperator = (word: Word | undefined): boolean =>
  word !== undefined && !word.isName && !word.isNumber && word.text !== ')' && word.text !== ']' && word.text !== '"';
