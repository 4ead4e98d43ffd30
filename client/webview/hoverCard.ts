// The card that says what the pointer or the keyboard is on: its name at once, and below it what the editor's hover says.
import { markdownNodes } from './markdown.ts';

export class HoverCard {
  readonly #card: HTMLElement;
  readonly #frame: Element;
  /** What it is about. */
  #about: string | undefined;

  constructor(card: HTMLElement, frame: Element) {
    this.#card = card;
    this.#frame = frame;
  }

  /** In the window's pixels. `ask` is called once a thing; the Markdown it tells stands under the words. */
  show(about: string, words: string, at: { x: number; y: number }, ask: (tell: (markdown: string) => void) => void) {
    const card = this.#card;
    if (this.#about !== about || card.hidden) {
      this.#about = about;
      const title = document.createElement('p');
      title.textContent = words;
      card.replaceChildren(title);
      card.hidden = false;
      ask((markdown) => {
        if (this.#about !== about || card.hidden) return;
        card.replaceChildren(title, ...markdownNodes(markdown));
        this.#place(at);
      });
    }
    this.#place(at);
  }

  hide(): void {
    this.#card.hidden = true;
    this.#about = undefined;
  }

  /** Below and right of the place, pushed back into the frame; above it where it would lie on it then. */
  #place(at: { x: number; y: number }): void {
    const card = this.#card;
    const frame = this.#frame.getBoundingClientRect();
    const left = Math.min(at.x + 14, frame.right - card.offsetWidth - 4) - frame.left;
    const below = at.y + 16 + card.offsetHeight <= frame.bottom - 4;
    const top = below ? at.y + 16 - frame.top : at.y - 12 - card.offsetHeight - frame.top;
    card.style.left = `${Math.max(0, left)}px`;
    card.style.top = `${Math.max(0, top)}px`;
  }
}
