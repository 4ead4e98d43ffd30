// Text to tokens, in typed arrays: a token is an index. Comments are kept apart, for documentation and the formatter.
// Never fails: what is no token becomes `bad`, and the parser says so. Where a line ends a statement: see breaks.ts.
import { nearestUnits, unitOf } from './quantities.ts';

/** Kinds of tokens. */
export const T = {
  end: 0,
  bad: 1,
  name: 2,
  number: 3,
  quantity: 4,
  string: 5,
  for: 6,
  in: 7,
  where: 8,
  true: 9,
  false: 10,
  and: 11,
  or: 12,
  equal: 13,
  unequal: 14,
  atMost: 15,
  atLeast: 16,
  cable: 17,
  arrow: 18,
  range: 19,
  power: 20,
  plus: 21,
  minus: 22,
  star: 23,
  slash: 24,
  percent: 25,
  less: 26,
  greater: 27,
  not: 28,
  assign: 29,
  colon: 30,
  semicolon: 31,
  comma: 32,
  dot: 33,
  open: 34,
  close: 35,
  openIndex: 36,
  closeIndex: 37,
  openBody: 38,
  closeBody: 39,
} as const;

export interface Comment {
  readonly start: number;
  readonly end: number;
  /** `///`, and nothing but blanks before it on its line. */
  readonly doc: boolean;
}

/** `count` tokens, the last one `T.end` at the end of the text. */
export interface Tokens {
  readonly text: string;
  readonly count: number;
  readonly kinds: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** 1 where a line begins between the token before and this one. */
  readonly newline: Uint8Array;
  /** How many of `comments` stand before the token. */
  readonly commentsBefore: Int32Array;
  readonly comments: readonly Comment[];
}

const reserved: ReadonlyMap<string, number> = new Map([
  ['for', T.for],
  ['in', T.in],
  ['where', T.where],
  ['true', T.true],
  ['false', T.false],
]);

const operators: ReadonlyMap<string, number> = new Map([
  ['&&', T.and],
  ['||', T.or],
  ['==', T.equal],
  ['!=', T.unequal],
  ['<=', T.atMost],
  ['>=', T.atLeast],
  ['--', T.cable],
  ['->', T.arrow],
  ['..', T.range],
  ['**', T.power],
  ['+', T.plus],
  ['-', T.minus],
  ['*', T.star],
  ['/', T.slash],
  ['%', T.percent],
  ['<', T.less],
  ['>', T.greater],
  ['!', T.not],
  ['=', T.assign],
  [':', T.colon],
  [';', T.semicolon],
  [',', T.comma],
  ['.', T.dot],
  ['(', T.open],
  [')', T.close],
  ['[', T.openIndex],
  [']', T.closeIndex],
  ['{', T.openBody],
  ['}', T.closeBody],
]);

const isDigit = (c: number): boolean => c >= 48 && c <= 57;
/** ASCII letters and `_`; a letter beyond ASCII is taken into a name too, and the parser refuses it whole. */
const isLetter = (c: number): boolean =>
  (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || (c > 127 && /\p{L}/u.test(String.fromCharCode(c)));
const isNamePart = (c: number): boolean => isLetter(c) || isDigit(c);
const isBlank = (c: number): boolean => c === 32 || c === 9 || c === 0xa0 || c === 0xfeff;
const isNewline = (c: number): boolean => c === 10 || c === 13;

export function tokenize(text: string): Tokens {
  return new Lexer(text).run();
}

/** A quantity as the number and the unit it is written with. */
export function splitQuantity(text: string): { number: string; unit: string } {
  const parts = /^([0-9](?:_?[0-9])*(?:\.[0-9](?:_?[0-9])*)?(?:[eE][+-]?[0-9](?:_?[0-9])*)?)[^\p{L}_]*(.*)$/u.exec(
    text,
  );
  return { number: parts?.[1] ?? text, unit: parts?.[2] ?? '' };
}

class Lexer {
  readonly #text: string;
  #at = 0;
  #line = true;
  #count = 0;
  readonly #kinds: Uint8Array;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  readonly #newline: Uint8Array;
  readonly #commentsBefore: Int32Array;
  readonly #comments: Comment[] = [];

  constructor(text: string) {
    this.#text = text;
    const most = text.length + 1;
    this.#kinds = new Uint8Array(most);
    this.#starts = new Int32Array(most);
    this.#ends = new Int32Array(most);
    this.#newline = new Uint8Array(most);
    this.#commentsBefore = new Int32Array(most);
  }

  run(): Tokens {
    const { length } = this.#text;
    for (;;) {
      this.#skipBlanks();
      if (this.#at >= length) break;
      const start = this.#at;
      const kind = this.#token();
      this.#push(kind, start, this.#at);
    }
    this.#push(T.end, length, length);
    const count = this.#count;
    return {
      text: this.#text,
      count,
      kinds: this.#kinds.slice(0, count),
      starts: this.#starts.slice(0, count),
      ends: this.#ends.slice(0, count),
      newline: this.#newline.slice(0, count),
      commentsBefore: this.#commentsBefore.slice(0, count),
      comments: this.#comments,
    };
  }

  #push(kind: number, start: number, end: number): void {
    const i = this.#count++;
    this.#kinds[i] = kind;
    this.#starts[i] = start;
    this.#ends[i] = end;
    this.#newline[i] = this.#line ? 1 : 0;
    this.#commentsBefore[i] = this.#comments.length;
    this.#line = false;
  }

  #skipBlanks(): void {
    const text = this.#text;
    while (this.#at < text.length) {
      const c = text.charCodeAt(this.#at);
      if (c === 47 && text.charCodeAt(this.#at + 1) === 47) this.#lineComment();
      else if (c === 47 && text.charCodeAt(this.#at + 1) === 42) this.#blockComment();
      else {
        if (isNewline(c)) this.#line = true;
        else if (!isBlank(c)) return;
        this.#at++;
      }
    }
  }

  #lineComment(): void {
    const start = this.#at;
    const text = this.#text;
    while (this.#at < text.length && !isNewline(text.charCodeAt(this.#at))) this.#at++;
    const doc = this.#line && text.charCodeAt(start + 2) === 47 && text.charCodeAt(start + 3) !== 47;
    this.#comments.push({ start, end: this.#at, doc });
  }

  #blockComment(): void {
    const start = this.#at;
    const close = this.#text.indexOf('*/', start + 2);
    this.#at = close < 0 ? this.#text.length : close + 2;
    if (/[\r\n]/.test(this.#text.slice(start, this.#at))) this.#line = true;
    this.#comments.push({ start, end: this.#at, doc: false });
  }

  #token(): number {
    const text = this.#text;
    const c = text.charCodeAt(this.#at);
    if (isLetter(c)) {
      const start = this.#at;
      this.#skipName();
      return reserved.get(text.slice(start, this.#at)) ?? T.name;
    }
    if (isDigit(c)) return this.#number();
    if (c === 34) return this.#string();
    const pair = text.slice(this.#at, this.#at + 2);
    const two = pair.length === 2 ? operators.get(pair) : undefined;
    if (two !== undefined) {
      this.#at += 2;
      return two;
    }
    const one = operators.get(text[this.#at]);
    this.#at++;
    if (one !== undefined) return one;
    while (this.#at < text.length && this.#isBad(this.#at)) this.#at++;
    return T.bad;
  }

  /** A run of characters that begin no token is one fault. */
  #isBad(at: number): boolean {
    const c = this.#text.charCodeAt(at);
    return !isBlank(c) && !isNewline(c) && !isNamePart(c) && c !== 34 && !operators.has(this.#text[at]);
  }

  #skipName(): void {
    while (this.#at < this.#text.length && isNamePart(this.#text.charCodeAt(this.#at))) this.#at++;
  }

  /** To the closing quote, or the end of the line. */
  #string(): number {
    const text = this.#text;
    this.#at++;
    while (this.#at < text.length && !isNewline(text.charCodeAt(this.#at))) {
      if (text.charCodeAt(this.#at++) === 34) break;
    }
    return T.string;
  }

  #digits(): void {
    const text = this.#text;
    for (;;) {
      const c = text.charCodeAt(this.#at);
      if (!isDigit(c) && !(c === 95 && isDigit(text.charCodeAt(this.#at + 1)))) return;
      this.#at++;
    }
  }

  #number(): number {
    const text = this.#text;
    this.#digits();
    if (text[this.#at] === '.' && isDigit(text.charCodeAt(this.#at + 1))) {
      this.#at++;
      this.#digits();
    }
    const exponent = /^[eE][+-]?(?=[0-9])/.exec(text.slice(this.#at, this.#at + 3));
    if (exponent) {
      this.#at += exponent[0].length;
      this.#digits();
    }
    const end = this.#unitEnd(this.#at);
    if (end < 0) return T.number;
    this.#at = end;
    return T.quantity;
  }

  /**
   * Where the unit of a number that ends at `at` ends, -1 if none follows. A misspelt unit counts: letters glued to the
   * number always, after blanks only what resembles a unit (`25 gb/s`), so that `8 x2`, `3 for` and `8 lanes` stay apart.
   */
  #unitEnd(at: number): number {
    const text = this.#text;
    let start = at;
    while (isBlank(text.charCodeAt(start))) start++;
    if (!isLetter(text.charCodeAt(start))) return -1;
    let end = start + 1;
    while (isNamePart(text.charCodeAt(end))) end++;
    const word = text.slice(start, end);
    const perSecond = text.startsWith('/s', end) && !isNamePart(text.charCodeAt(end + 2));
    if (perSecond && unitOf(`${word}/s`)) return end + 2;
    if (unitOf(word)) return end;
    if (reserved.has(word) || /^x[0-9]*$/.test(word) || /^[ \t]*=(?!=)/.test(text.slice(end, end + 40))) return -1;
    if (perSecond) return end + 2;
    return start === at || nearestUnits(word).length > 0 ? end : -1;
  }
}
