// Tells the editor what is wrong: at once what needs no question, then the questions, one at a time between other work.
// The newest version wins: a check that was overtaken stops at the next question and publishes nothing more.
import type { Connection } from 'vscode-languageserver';
import { type Answers, type Asked, questionsOf } from '../features/answers.ts';
import { diagnostics } from '../features/diagnostics.ts';
import { steered, type Told } from '../features/steering.ts';
import type { Finding } from '../syntax/finding.ts';
import type { Document, Workspace } from '../workspace.ts';
import { toDiagnostic } from './convert.ts';
import { idle } from './idle.ts';
import { patience } from './patience.ts';
import type { Settings } from './settings.ts';
import { startSolver } from './solver.ts';

export class Checker {
  readonly #connection: Connection;
  readonly #workspace: Workspace;
  readonly #answers: Answers;
  readonly #settings: Settings;
  /** What was published last, of each document. */
  readonly #told = new Map<string, { readonly document: Document; readonly findings: readonly Told[] }>();
  /** The number of the newest check of a document. */
  readonly #newest = new Map<string, number>();
  #checks = 0;

  constructor(connection: Connection, workspace: Workspace, answers: Answers, settings: Settings) {
    this.#connection = connection;
    this.#workspace = workspace;
    this.#answers = answers;
    this.#settings = settings;
  }

  /** Starts a check; several edits of one burst make one. None before it is known what the user wants to be told. */
  check(uri: string): void {
    if (!this.#settings.known) return;
    const check = ++this.#checks;
    this.#newest.set(uri, check);
    setImmediate(() => {
      this.#run(uri, check).catch((thrown: unknown) => this.#connection.console.error(`check ${uri}: ${thrown}`));
    });
  }

  forget(uri: string): void {
    this.#newest.delete(uri);
    this.#told.delete(uri);
    void this.#connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  async #run(uri: string, check: number): Promise<void> {
    const overtaken = (): boolean => this.#newest.get(uri) !== check;
    if (overtaken()) return;
    const file = this.#workspace.semantics(uri);
    if (!file) return;
    const found = diagnostics(this.#workspace, uri);
    // An `expect` that fails stands in the list of problems; a `show` only tells why it can't be answered.
    const sound = questionsOf(file).filter(({ template }) => template.sound);
    const asked = [...sound.filter(isExpect), ...sound.filter((each) => !isExpect(each))];
    if (asked.length > 0) await startSolver();
    let told = -1;
    let last = performance.now();
    for (const each of asked) {
      if (performance.now() - last > patienceMs) {
        if (told !== found.length) this.#publish(uri, found);
        told = found.length;
        await idle();
        last = performance.now();
      }
      if (overtaken()) return;
      found.push(...this.#answers.answer(file, each, overtaken, patience()).findings);
    }
    if (!overtaken() && told !== found.length) this.#publish(uri, found);
  }

  #publish(uri: string, findings: readonly Finding[]): void {
    const document = this.#workspace.document(uri);
    if (!document) return;
    const { explanations } = this.#settings;
    const told = steered(document, findings, this.#settings.levels);
    this.#told.set(uri, { document, findings: told });
    void this.#connection.sendDiagnostics({
      uri,
      ...(document.version >= 0 ? { version: document.version } : {}),
      diagnostics: told.map((finding) => toDiagnostic(this.#workspace, document, finding, explanations)),
    });
  }

  /** What a document is told now: its questions' findings too, once they were published. */
  told(document: Document): readonly Told[] {
    const last = this.#told.get(document.uri);
    if (last?.document === document) return last.findings;
    return steered(document, diagnostics(this.#workspace, document.uri), this.#settings.levels);
  }
}

const isExpect = ({ question }: Asked): boolean => question.kind === 'expect';

/** Within this findings wait for each other, so that squiggles come in one piece; above it they don't, and requests go first. */
const patienceMs = 20;
