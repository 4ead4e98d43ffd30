// Findings as they come, each told once: of several with one code at one place the first.
import type { Finding, Span } from '../syntax/finding.ts';

export class Findings {
  /** Undefined before the first: most bodies have none. */
  #told: Map<string, Finding> | undefined;

  add(finding: Finding): void {
    if (this.has(finding, finding.code)) return;
    this.#told ??= new Map();
    this.#told.set(keyOf(finding, finding.code), finding);
  }

  has(at: Span, code: string): boolean {
    return this.#told?.has(keyOf(at, code)) ?? false;
  }

  /** In the order they came. */
  all(): readonly Finding[] {
    return this.#told ? [...this.#told.values()] : none;
  }
}

const none: readonly Finding[] = [];

const keyOf = ({ start, end }: Span, code: string): string => `${start} ${end} ${code}`;
