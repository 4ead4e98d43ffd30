// Offsets to lines and back, as the language server protocol counts them: zero-based, UTF-16.
export interface Position {
  readonly line: number;
  readonly character: number;
}

export class Lines {
  readonly #starts: number[] = [0];
  readonly #length: number;

  constructor(text: string) {
    this.#length = text.length;
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c === 10 || (c === 13 && text.charCodeAt(i + 1) !== 10)) this.#starts.push(i + 1);
    }
  }

  positionAt(offset: number): Position {
    const at = Math.max(0, Math.min(offset, this.#length));
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle] <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: at - this.#starts[low] };
  }

  /** The nearest offset in the text, for a position beyond a line's or the text's end. */
  offsetAt({ line, character }: Position): number {
    if (line < 0) return 0;
    if (line >= this.#starts.length) return this.#length;
    const end = line + 1 < this.#starts.length ? this.#starts[line + 1] - 1 : this.#length;
    return Math.max(this.#starts[line], Math.min(this.#starts[line] + character, end));
  }
}
