// Where the parser stands in the tokens, and the findings so far. After a fault the rest of a statement is read in
// silence (`faulty`), which is what makes one finding of one fault.
import * as l10n from '@vscode/l10n';
import { type Breaks, findBreaks } from './breaks.ts';
import type { Finding, Fix, Span, TextEdit } from './finding.ts';
import { insertion, replacement } from './fixes.ts';
import { T, type Tokens } from './lexer.ts';
import { NameNode } from './nodes.ts';
import { type Slip, slipAt } from './slips.ts';
import type { Name } from './tree.ts';

/** How deep brackets may stand in one another, and how many operators one statement may have: trees stay shallow. */
const deepest = 100;
const mostOperators = 2000;

/** The lexer puts only letters, digits and `_` into a name; those beyond ASCII are told as a fault. */
function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

export class Cursor {
  readonly text: string;
  readonly tokens: Tokens;
  readonly findings: Finding[] = [];
  /** A fault was reported in the statement at hand. */
  faulty = false;
  at = 0;
  /** The stretches that are not understood: from the beginning of a faulty statement to where reading went on. */
  readonly broken: Span[] = [];
  /** The statements, properties and heads of definitions that have a finding. */
  readonly faults: Span[] = [];
  /** Names written with a hyphen (`leaf-a`), reported once each. */
  readonly hyphenated = new Set<string>();
  /** Closing braces that were missed: so many stray ones further down are no new fault. */
  owed = 0;
  readonly #breaks: Breaks;
  readonly #kinds: Uint8Array;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  /** The number of the last token, `T.end`. */
  readonly #end: number;
  #first = 0;
  #depth = 0;
  #operators = 0;

  constructor(tokens: Tokens) {
    this.text = tokens.text;
    this.tokens = tokens;
    this.#breaks = findBreaks(tokens);
    this.#kinds = tokens.kinds;
    this.#starts = tokens.starts;
    this.#ends = tokens.ends;
    this.#end = tokens.count - 1;
  }

  /** The number of the first token of the statement at hand. */
  get first(): number {
    return this.#first;
  }
  get firstWord(): string {
    return this.text.slice(this.tokens.starts[this.#first], this.tokens.ends[this.#first]);
  }
  get kind(): number {
    return this.#kinds[this.at];
  }
  get start(): number {
    return this.#starts[this.at];
  }
  get end(): number {
    return this.#ends[this.at];
  }
  /** Where the token before ends. */
  get last(): number {
    return this.at > 0 ? this.#ends[this.at - 1] : 0;
  }
  /** Where the line of the token before ends, its comment included. */
  lineEnd(): number {
    const end = /[\r\n]/.exec(this.text.slice(this.last, this.start));
    return end ? this.last + end.index : this.tokens.newline[this.at] || this.kind === T.end ? this.start : this.last;
  }
  kindAt(offset: number): number {
    return this.#kinds[Math.min(this.at + offset, this.#end)];
  }
  wordAt(offset: number): string {
    const i = Math.min(this.at + offset, this.tokens.count - 1);
    const word = this.tokens.words[i];
    return word >= 0 ? this.tokens.texts[word] : this.text.slice(this.tokens.starts[i], this.tokens.ends[i]);
  }
  get word(): string {
    return this.wordAt(0);
  }
  /** The token for a message: a file that is no text may have one of a million characters. */
  get shown(): string {
    const { word } = this;
    return word.length > 60 ? `${word.slice(0, 60)}…` : word;
  }
  /** Whether a new statement begins there by a new line; the first token of the one at hand does not count. */
  breakAt(offset: number): boolean {
    const i = Math.min(this.at + offset, this.#end);
    return i !== this.#first && this.#breaks.breaks[i] === 1;
  }

  /** Whether the statement is over before this token: a new line, `;`, `}` or the end. */
  get atEnd(): boolean {
    const kind = this.kind;
    return kind === T.end || kind === T.semicolon || kind === T.closeBody || this.#breaksHere();
  }

  /** Whether the next token is of this kind and belongs to the statement. */
  is(kind: number): boolean {
    return this.#kinds[this.at] === kind && !this.#breaksHere();
  }

  #breaksHere(): boolean {
    return this.#breaks.breaks[this.at] === 1 && this.at !== this.#first;
  }

  next(): void {
    if (this.at < this.#end) this.at++;
  }

  take(kind: number): boolean {
    if (!this.is(kind)) return false;
    this.next();
    return true;
  }

  /** The token at hand, or the place behind the last one where the statement is over. */
  here(): Span {
    return this.atEnd ? { start: this.last, end: this.last } : { start: this.start, end: this.end };
  }

  report(code: string, span: Span, message: string, fixes: readonly Fix[] = []): void {
    if (this.faulty) return;
    this.faulty = true;
    const from = Math.min(span.start, this.tokens.starts[this.#first]);
    this.broken.push({ start: from, end: Math.max(span.end, this.last) });
    this.findings.push({
      code,
      severity: 'error',
      start: span.start,
      end: span.end,
      message,
      ...(fixes.length > 0 ? { fixes } : {}),
    });
  }

  /** `what` was expected at the token at hand. */
  expected(what: string, fixes: readonly Fix[] = [], slip: Slip | undefined = slipAt(this)): void {
    if (slip) {
      this.report(this.is(T.bad) ? 'text.character' : 'text.expected', slip, slip.message, slip.fixes);
      return;
    }
    if (this.is(T.bad)) {
      this.report('text.character', this.here(), l10n.t('`{0}` means nothing here; expected {1}.', this.shown, what));
      return;
    }
    const found = this.atEnd && this.kind !== T.semicolon && this.kind !== T.closeBody ? '' : this.shown;
    const message = found
      ? l10n.t('expected {0}, found `{1}`.', what, found)
      : l10n.t('expected {0} before the line ends.', what);
    this.report('text.expected', this.here(), message, fixes);
  }

  /** Takes the closing bracket of the one at token `open`, or says that there is none. */
  close(kind: number, open: number, symbol: string): number {
    if (this.take(kind)) return this.last;
    if (this.is(T.close) || this.is(T.closeIndex)) {
      const here = this.here();
      const message = l10n.t(
        '`{0}` is closed by `{1}`, not by `{2}`.',
        this.text[this.tokens.starts[open]],
        symbol,
        this.word,
      );
      this.report('text.expected', here, message, [replacement(here, symbol)]);
    } else if (!this.#breaks.closed[open]) {
      const span = { start: this.tokens.starts[open], end: this.tokens.ends[open] };
      const inside = this.text.slice(span.end, this.last);
      // With a cable in it the bracket was meant to close earlier.
      const fixes = /--|->/.test(inside) ? [] : [insertion(this.last, symbol)];
      this.report('text.unclosed', span, l10n.t('this `{0}` is never closed.', this.text[span.start]), fixes);
    } else this.expected(l10n.t('`,` or `{0}`', symbol));
    return this.last;
  }

  /** A name where one is given or a definition is meant; nothing can be subtracted there, so a hyphen is a fault. */
  name(what: string | (() => string)): Name {
    if (this.is(T.name) && this.hyphenatedLength() > 1) return this.hyphenatedName();
    return this.plainName(what);
  }

  /** `what` is called where it is missing. */
  plainName(what: string | (() => string)): NameNode {
    if (!this.is(T.name)) {
      this.expected(typeof what === 'string' ? what : what());
      return new NameNode('', this.last, this.last);
    }
    const name = new NameNode(this.word, this.start, this.end);
    this.next();
    this.checkLetters(name);
    return name;
  }

  /** How many tokens `a-b-c` has that is written without blanks; 1 for a plain name. */
  hyphenatedLength(): number {
    const { kinds, starts, ends } = this.tokens;
    let length = 1;
    for (;;) {
      const minus = this.at + length;
      if (kinds[minus] !== T.minus || starts[minus] !== ends[minus - 1] || starts[minus + 1] !== ends[minus])
        return length;
      if (kinds[minus + 1] !== T.name && kinds[minus + 1] !== T.number) return length;
      length += 2;
    }
  }

  /** Takes `leaf-a` for the name `leaf_a`; reported at its first use, with all later ones in the fix. */
  hyphenatedName(): NameNode {
    const span = { start: this.start, end: this.tokens.ends[this.at + this.hyphenatedLength() - 1] };
    const written = this.text.slice(span.start, span.end);
    const text = written.replaceAll('-', '_');
    if (!this.hyphenated.has(written)) {
      this.hyphenated.add(written);
      this.report('text.name', span, l10n.t('a name has no hyphen: here `-` subtracts.'), [
        { title: l10n.t('Rename to `{0}`', text), edits: this.#uses(written, text) },
      ]);
    }
    this.at += this.hyphenatedLength();
    return new NameNode(text, span.start, span.end);
  }

  /** Reports the hyphen of the name at hand, if no one has; it is taken whole from now on. */
  claimHyphen(): void {
    const at = this.at;
    this.hyphenatedName();
    this.at = at;
  }

  /** Every use of a hyphenated name from here to the end of the body. */
  #uses(written: string, name: string): TextEdit[] {
    const { kinds, starts, count } = this.tokens;
    const edits: TextEdit[] = [];
    let depth = 0;
    for (let i = this.at; i < count && depth >= 0; i++) {
      const start = starts[i];
      const end = start + written.length;
      if (kinds[i] === T.openBody) depth++;
      else if (kinds[i] === T.closeBody) depth--;
      else if (
        kinds[i] === T.name &&
        this.text.startsWith(written, start) &&
        !/^(\w|-[\w])/.test(this.text.slice(end, end + 2))
      )
        edits.push({ start, end, text: name });
    }
    return edits;
  }

  checkLetters(name: Name): void {
    if (isPlain(name.text)) return;
    this.report('text.name', name, l10n.t('a name is made of the letters a to z, digits and `_`.'));
  }

  /** Begins a statement or definition: a new allowance of operators, and faults are heard again. */
  begin(): void {
    this.faulty = false;
    this.#first = this.at;
    this.#operators = 0;
  }

  /** Counts an operator; false, with a finding, where the statement has too many. */
  spend(): boolean {
    if (++this.#operators <= mostOperators) return true;
    this.report(
      'text.deep',
      this.here(),
      l10n.t('this is too long to be read: more than {0} operators.', mostOperators),
    );
    return false;
  }

  /** Goes into brackets; false, with a finding, where they are too deep. Every true is followed by `leave`. */
  enter(): boolean {
    if (this.#depth < deepest) {
      this.#depth++;
      return true;
    }
    this.report('text.deep', this.here(), l10n.t('this is nested too deeply: more than {0} levels.', deepest));
    return false;
  }
  leave(): void {
    this.#depth--;
  }

  /** To the next line of the body, its end, or the end of the text; braces opened on the way are passed over. */
  skip(): void {
    const { start } = this;
    this.#skipLine();
    if (this.last > start) this.broken.push({ start, end: this.last });
  }

  #skipLine(): void {
    let depth = 0;
    while (this.kind !== T.end) {
      if (this.kind === T.closeBody) {
        if (depth === 0) return;
        depth--;
      } else if (this.kind === T.openBody) depth++;
      else if (depth === 0 && this.kind === T.semicolon) return;
      else if (this.breakAt(0) && (depth === 0 || this.indentation(this.at) === 0)) return;
      this.next();
    }
  }

  /** To the end of a property; braces opened on the way are passed over. */
  skipProperty(): void {
    let depth = 0;
    while (this.kind !== T.end && (depth > 0 || (!this.atEnd && this.kind !== T.comma))) {
      if (depth > 0 && this.breakAt(0) && this.indentation(this.at) === 0) return;
      if (this.kind === T.openBody) depth++;
      else if (this.kind === T.closeBody) depth--;
      this.next();
    }
  }

  /** How far the line of a token is indented, in characters. */
  indentation(token: number): number {
    const start = this.tokens.starts[token];
    let line = start;
    while (line > 0 && !'\r\n'.includes(this.text[line - 1])) line--;
    let blanks = 0;
    while (line + blanks < start && ' \t'.includes(this.text[line + blanks])) blanks++;
    return blanks;
  }

  /** Where a token begins, with the `///` lines above it. */
  docStart(token: number): number {
    const { commentsBefore, comments, starts } = this.tokens;
    const before = token > 0 ? commentsBefore[token - 1] : 0;
    let first = commentsBefore[token];
    while (first > before && comments[first - 1].doc) first--;
    return first < commentsBefore[token] ? comments[first].start : starts[token];
  }

  /** The `///` lines directly above a token, without the slashes. */
  doc(token: number): string | undefined {
    const { commentsBefore, comments } = this.tokens;
    const first = token > 0 ? commentsBefore[token - 1] : 0;
    const lines: string[] = [];
    for (let i = commentsBefore[token] - 1; i >= first && comments[i].doc; i--)
      lines.unshift(this.text.slice(comments[i].start + 3, comments[i].end).trim());
    return lines.length > 0 ? lines.join('\n') : undefined;
  }
}
