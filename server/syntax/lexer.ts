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
  /** Of a name or a reserved word which of `texts` it is, -1 of all other tokens. */
  readonly words: Int32Array;
  /** Every name and reserved word of the text, once. */
  readonly texts: readonly string[];
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

/** Operators of one character by its code; of two by both codes. */
const ofCharacter = new Uint8Array(128);
const ofPair = new Map<number, number>();
for (const [text, kind] of operators)
  if (text.length === 1) ofCharacter[text.charCodeAt(0)] = kind;
  else ofPair.set(text.charCodeAt(0) * 128 + text.charCodeAt(1), kind);
/** What may stand second in an operator of two: `& | = - > . *`. */
const isSecond = (c: number): boolean =>
  c === 38 || c === 124 || c === 61 || c === 45 || c === 62 || c === 46 || c === 42;
const pairOf = (c: number, next: number): number => (isSecond(next) && c < 128 ? (ofPair.get(c * 128 + next) ?? 0) : 0);

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

/** The words of a text, each once, found by what they consist of: no string is made for one that is known. */
class Words {
  readonly texts: string[] = [];
  /** `T.name`, or the kind of a reserved word. */
  readonly kinds: number[] = [];
  readonly #hashes: number[] = [];
  /** Numbers of words, plus one, where their hash leads or as soon after it as there was room. */
  #table = new Int32Array(256);

  /** The number of the word from `start` to `end`. */
  take(text: string, start: number, end: number, hash: number): number {
    const mask = this.#table.length - 1;
    let at = (hash ^ (hash >>> 15)) & mask;
    for (let found = this.#table[at]; found > 0; found = this.#table[at]) {
      const known = this.texts[found - 1];
      if (this.#hashes[found - 1] === hash && known.length === end - start && text.startsWith(known, start))
        return found - 1;
      at = (at + 1) & mask;
    }
    const word = text.slice(start, end);
    this.#table[at] = this.texts.push(word);
    this.kinds.push(reserved.get(word) ?? T.name);
    this.#hashes.push(hash);
    if (2 * this.texts.length > mask) this.#grow();
    return this.texts.length - 1;
  }

  #grow(): void {
    const mask = 2 * this.#table.length - 1;
    this.#table = new Int32Array(mask + 1);
    this.#hashes.forEach((hash, k) => {
      let at = (hash ^ (hash >>> 15)) & mask;
      while (this.#table[at] > 0) at = (at + 1) & mask;
      this.#table[at] = k + 1;
    });
  }
}

class Lexer {
  readonly #text: string;
  #at = 0;
  #line = true;
  #count = 0;
  #kinds: Uint8Array;
  #starts: Int32Array;
  #ends: Int32Array;
  #newline: Uint8Array;
  #commentsBefore: Int32Array;
  #ofToken: Int32Array;
  readonly #comments: Comment[] = [];
  readonly #words = new Words();
  /** The word read last, -1 where the last token is none. */
  #word = -1;

  constructor(text: string) {
    this.#text = text;
    // A text of people has some four characters a token; room that is not used costs next to nothing, growing does.
    const expected = Math.ceil(text.length / 3) + 16;
    this.#kinds = new Uint8Array(expected);
    this.#starts = new Int32Array(expected);
    this.#ends = new Int32Array(expected);
    this.#newline = new Uint8Array(expected);
    this.#commentsBefore = new Int32Array(expected);
    this.#ofToken = new Int32Array(expected);
  }

  #grow(): void {
    const room = 2 * this.#kinds.length;
    const larger = <A extends Uint8Array | Int32Array>(to: A, from: A): A => {
      to.set(from);
      return to;
    };
    this.#kinds = larger(new Uint8Array(room), this.#kinds);
    this.#starts = larger(new Int32Array(room), this.#starts);
    this.#ends = larger(new Int32Array(room), this.#ends);
    this.#newline = larger(new Uint8Array(room), this.#newline);
    this.#commentsBefore = larger(new Int32Array(room), this.#commentsBefore);
    this.#ofToken = larger(new Int32Array(room), this.#ofToken);
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
      kinds: this.#kinds.subarray(0, count),
      starts: this.#starts.subarray(0, count),
      ends: this.#ends.subarray(0, count),
      newline: this.#newline.subarray(0, count),
      commentsBefore: this.#commentsBefore.subarray(0, count),
      words: this.#ofToken.subarray(0, count),
      texts: this.#words.texts,
      comments: this.#comments,
    };
  }

  #push(kind: number, start: number, end: number): void {
    const i = this.#count++;
    if (i === this.#kinds.length) this.#grow();
    this.#ofToken[i] = this.#word;
    this.#word = -1;
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
    if (isLetter(c)) return this.#name();
    if (isDigit(c)) return this.#number();
    if (c === 34) return this.#string();
    const two = pairOf(c, text.charCodeAt(this.#at + 1));
    if (two > 0) {
      this.#at += 2;
      return two;
    }
    this.#at++;
    if (c < 128 && ofCharacter[c] > 0) return ofCharacter[c];
    while (this.#at < text.length && this.#isBad(this.#at)) this.#at++;
    return T.bad;
  }

  /** A run of characters that begin no token is one fault. */
  #isBad(at: number): boolean {
    const c = this.#text.charCodeAt(at);
    return !isBlank(c) && !isNewline(c) && !isNamePart(c) && c !== 34 && !operators.has(this.#text[at]);
  }

  #name(): number {
    const text = this.#text;
    const start = this.#at;
    let at = start;
    let hash = 0;
    for (let c = text.charCodeAt(at); isNamePart(c); c = text.charCodeAt(++at)) hash = (Math.imul(hash, 31) + c) | 0;
    this.#at = at;
    this.#word = this.#words.take(text, start, at, hash);
    return this.#words.kinds[this.#word];
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
    if ((text.charCodeAt(this.#at) | 32) === 101) {
      const sign = text.charCodeAt(this.#at + 1);
      const digit = this.#at + (sign === 43 || sign === 45 ? 2 : 1);
      if (isDigit(text.charCodeAt(digit))) {
        this.#at = digit;
        this.#digits();
      }
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
