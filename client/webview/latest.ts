// One question on the way at a time; of those asked meanwhile only the newest is sent. A slow answer never piles up work.

export class Latest<Question, Answer> {
  readonly #send: (id: number, question: Question) => void;
  readonly #take: (answer: Answer, settled: boolean) => void;
  #id = 0;
  #busy = false;
  #next: { question: Question } | undefined;

  /** `take`'s `settled`: no newer question waits behind this answer. */
  constructor(send: (id: number, question: Question) => void, take: (answer: Answer, settled: boolean) => void) {
    this.#send = send;
    this.#take = take;
  }

  /** A newer question waits: the answer on the way matters no more. */
  get superseded(): boolean {
    return this.#next !== undefined;
  }

  ask(question: Question): void {
    if (this.#busy) {
      this.#next = { question };
      return;
    }
    this.#busy = true;
    this.#id++;
    this.#send(this.#id, question);
  }

  answered(id: number, answer: Answer): void {
    if (id !== this.#id || !this.#busy) return;
    this.#busy = false;
    const next = this.#next;
    this.#next = undefined;
    this.#take(answer, next === undefined);
    if (next) this.ask(next.question);
  }
}
