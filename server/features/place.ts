// What sort of thing is being written at an offset, told from the tokens before it: a half-typed line has no tree to ask.

import type { Span } from '../syntax/finding.ts';
import { T, tokenize } from '../syntax/lexer.ts';

export type Place = { readonly replace: Span } & (
  | { readonly kind: 'file' | 'statement' | 'medium' | 'unit' }
  | { readonly kind: 'type'; readonly of: 'node' | 'cluster' }
  | { readonly kind: 'base'; readonly of: 'link' | 'device' | 'node' | 'cluster' | 'model' }
  /** After a dot: the names before it, as `su`, `dgx` of `su[0].dgx[1].`. */
  | { readonly kind: 'member'; readonly before: readonly string[] }
  | { readonly kind: 'property'; readonly of: string; readonly base?: string }
  | { readonly kind: 'expression'; readonly question?: string; readonly argument?: string }
);

const definitionWords = new Set(['link', 'device', 'node', 'cluster', 'model']);
const statementWords = new Set(['show', 'expect', 'without', 'let']);

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly newline: boolean;
  readonly isName: boolean;
}

/** Undefined inside a comment or a text, where nothing is offered. */
export function placeAt(text: string, offset: number): Place | undefined {
  const tokens = tokenize(text);
  if (tokens.comments.some(({ start, end }) => start < offset && offset <= end && text[start] === '/'))
    return undefined;
  const words: Word[] = [];
  for (let i = 0; i < tokens.count && tokens.starts[i] < offset; i++) {
    const [start, end] = [tokens.starts[i], tokens.ends[i]];
    if (tokens.kinds[i] === T.end) break;
    words.push({
      text: text.slice(start, end),
      start,
      end,
      newline: tokens.newline[i] === 1,
      isName: /^[A-Za-z_]/.test(text.slice(start, end)),
    });
  }
  const last = words.at(-1);
  if (last && text[last.start] === '"' && offset <= last.end) return undefined;
  const typing = last?.isName === true && offset <= last.end;
  if (typing) words.pop();
  const replace = typing && last ? { start: last.start, end: last.end } : { start: offset, end: offset };
  const fresh = typing && last ? last.newline : text.slice(words.at(-1)?.end ?? 0, offset).includes('\n');
  return { ...classify(words, fresh), replace };
}

type Bare = Place extends infer P ? (P extends { replace: Span } ? Omit<P, 'replace'> : never) : never;

function classify(words: readonly Word[], fresh: boolean): Bare {
  const line = statementWordsBefore(words, fresh);
  const body = openBody(words);
  if (words.at(-1)?.text === '.') return { kind: 'member', before: chainBefore(words) };
  if (!body) return atTop(line);
  if (body.kind !== 'node' && body.kind !== 'cluster') {
    const assigned = line.some(({ text }) => text === '=');
    const owner = body.base === undefined ? { of: body.kind } : { of: body.kind, base: body.base };
    return assigned ? inExpression(line) : { kind: 'property', ...owner };
  }
  if (line.length === 0) return { kind: 'statement' };
  if (statementWords.has(line[0].text)) return inExpression(line.slice(1));
  const colon = line.findIndex(({ text }) => text === ':');
  const cable = line.some(({ text }) => text === '--' || text === '->');
  if (colon < 0) return inExpression(line);
  if (cable) return line.length === colon + 1 ? { kind: 'medium' } : inExpression(line.slice(colon + 1));
  return line.length === colon + 1 ? { kind: 'type', of: body.kind } : inExpression(line.slice(colon + 1));
}

function atTop(line: readonly Word[]): Bare {
  const word = line[0]?.text;
  if (word === undefined) return { kind: 'file' };
  const colon = line.findIndex(({ text }) => text === ':');
  if (word === 'link' || word === 'device' || word === 'node' || word === 'cluster' || word === 'model')
    if (colon >= 0 && colon === line.length - 1) return { kind: 'base', of: word };
  return inExpression(line);
}

/** The question whose `( )` is open, and the argument being given. */
function inExpression(line: readonly Word[]): Bare {
  let depth = 0;
  for (let i = line.length - 1; i >= 0; i--) {
    const { text } = line[i];
    if (text === ')') depth++;
    else if (text === '(' && depth > 0) depth--;
    else if (text === '(') {
      const question = line[i - 1]?.isName ? line[i - 1].text : undefined;
      const argument = argumentBefore(line.slice(i + 1));
      return {
        kind: 'expression',
        ...(question === undefined ? {} : { question }),
        ...(argument === undefined ? {} : { argument }),
      };
    }
  }
  return { kind: 'expression' };
}

function argumentBefore(inside: readonly Word[]): string | undefined {
  for (let i = inside.length - 1; i > 0; i--) {
    if (inside[i].text === ',') return undefined;
    if (inside[i].text === '=' && inside[i - 1].isName) return inside[i - 1].text;
  }
  return undefined;
}

/** The words of the statement at hand; none where a new one begins. */
function statementWordsBefore(words: readonly Word[], fresh: boolean): Word[] {
  if (fresh && !wantsMore(words.at(-1))) return [];
  let first = words.length;
  let depth = 0;
  for (let i = words.length - 1; i >= 0; i--) {
    const { text } = words[i];
    if (text === ')' || text === ']') depth++;
    else if (text === '(' || text === '[') depth--;
    if (depth <= 0 && (text === '{' || text === '}' || text === ';')) break;
    first = i;
    if (depth <= 0 && words[i].newline && words[i].isName && !wantsMore(words[i - 1])) break;
  }
  return words.slice(first);
}

const continuing = new Set(['.', ',', ':', '=', '..', '--', '->', '+', '-', '*', '/', '%', '(', '[']);
const wantsMore = (word: Word | undefined): boolean => word !== undefined && continuing.has(word.text);

/** The definition whose `{` is open. */
function openBody(words: readonly Word[]): { readonly kind: string; readonly base?: string } | undefined {
  let depth = 0;
  for (let i = words.length - 1; i >= 0; i--) {
    if (words[i].text === '}') depth++;
    else if (words[i].text === '{' && depth > 0) depth--;
    else if (words[i].text === '{') return ownerOf(words.slice(0, i));
  }
  return undefined;
}

function ownerOf(words: readonly Word[]): { readonly kind: string; readonly base?: string } {
  for (let i = words.length - 1; i >= 0; i--) {
    if (!words[i].newline && i > 0) continue;
    const colon = words.findIndex(({ text }, k) => k > i && text === ':');
    const base = colon < 0 ? {} : { base: words[colon + 1]?.text };
    if (definitionWords.has(words[i].text)) return { kind: words[i].text, ...(base.base ? { base: base.base } : {}) };
    // `gpu[8] : H100_SXM {` inside a body: properties of a device.
    return { kind: words[i].text === 'plan' ? 'plan' : 'device', ...(base.base ? { base: base.base } : {}) };
  }
  return { kind: 'device' };
}

/** `su`, `dgx` before the last dot of `su[0].dgx[1].`; a question's name before `).`. */
function chainBefore(words: readonly Word[]): string[] {
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
