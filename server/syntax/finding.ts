// What is wrong in a text, and how to mend it: the one shape in which every room of the server reports.

/** A stretch of text: UTF-16 offsets, `end` not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Severity = 'error' | 'warning' | 'information' | 'hint';

export interface TextEdit extends Span {
  readonly text: string;
}

/** A change that mends a finding; offered only where its result is right. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** Another place that explains the finding; `uri` is left out where it is the same file. */
export interface Related extends Span {
  readonly uri?: string;
  readonly message: string;
}

export interface Finding extends Span {
  /** `kind.name`, as in `index.range`: stable, documented in docs/language.md. */
  readonly code: string;
  readonly severity: Severity;
  /** What, why and what to do; numbers carry units. Localised. */
  readonly message: string;
  readonly fixes?: readonly Fix[];
  readonly related?: readonly Related[];
}
