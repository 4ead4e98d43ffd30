// Findings as they come, each told once: of several with one code at one place the first.
import type { Finding, Span } from '../syntax/finding.ts';

export class Findings {
  readonly #told = new Map<string, Finding>();

  add(finding: Finding): void {
    if (!this.has(finding, finding.code)) this.#told.set(keyOf(finding, finding.code), finding);
  }

  has(at: Span, code: string): boolean {
    return this.#told.has(keyOf(at, code));
  }

  /** In the order they came. */
  all(): Finding[] {
    return [...this.#told.values()];
  }
}

const keyOf = ({ start, end }: Span, code: string): string => `${start} ${end} ${code}`;
