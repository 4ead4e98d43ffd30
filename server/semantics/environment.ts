// What an expression sees while it is worked out: the seam between evaluation (evaluate.ts) and bodies (body/).
import type { Finding } from '../syntax/finding.ts';
import type { Part } from './template.ts';
import type { Asker, Value } from './values.ts';

/** What is wanted where a name stands. */
export type Sort = 'link' | 'device' | 'model';

export interface Environment {
  /** Parameters, constants and index variables of the body, then the file's scope; never parts. */
  lookup(name: string): Value | undefined;
  /** Every name that `lookup` or `part` would find, for the nearest one to a misspelt name. */
  names(): Iterable<string>;
  /** Of `names`, those that may be of a sort by the text alone: it is asked while definitions are worked out. Left out: not told apart. */
  namesOf?(wanted: Sort): Iterable<string>;
  /** The parts of the body; none outside a body. A part hides a definition except after `:` and as the bare name in `count( )`. */
  part(name: string): Part | undefined;
  /** Answers questions; the checker's asker returns values of the right type that are not known (NaN). */
  readonly ask: Asker;
  report(finding: Finding): void;
}
