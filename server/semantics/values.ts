// What an expression of the language can be worth.
import type { Dimension } from '../syntax/quantities.ts';
import type { Expr } from '../syntax/tree.ts';
import type { DeviceType, Kind, LinkType } from './hardware.ts';
import type { Definable } from './template.ts';

/**
 * A value may be *typed but unknown* (`value` is NaN; a truth undefined): the answer of a question that nobody has
 * asked yet, which still has a dimension to check. `error` stands for what has been reported already: whatever it
 * touches is `error` too, silently.
 */
export type Value =
  | { readonly type: 'number'; readonly value: number; readonly whole: boolean }
  /** `bound`: the true value may be lower; told with `≤`. */
  | { readonly type: 'quantity'; readonly dimension: Dimension; readonly value: number; readonly bound?: 'upper' }
  | { readonly type: 'truth'; readonly value: boolean | undefined }
  | { readonly type: 'definition'; readonly definition: Definable }
  | { readonly type: 'kind'; readonly kind: Kind }
  | { readonly type: 'counted'; readonly link: LinkType; readonly count: number }
  | { readonly type: 'selection'; readonly selection: Selection }
  | { readonly type: 'word'; readonly word: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'result'; readonly result: Result }
  | { readonly type: 'error' };

/** The answer to a collective question or a plan: its fields by name (`time`, `busbw`, …); `shown` is what it says alone. */
export interface Result {
  readonly fields: ReadonlyMap<string, Value>;
  /** Fields whose answer comes later; who asks for one is told so. */
  readonly open?: ReadonlySet<string>;
  readonly shown: string;
}

/** Devices and cables of one template, in the order of the language's rule 3, then of `+`. */
export interface Selection {
  readonly places: readonly SelectedPlace[];
  /** How many places and cables, where places are made only when looked at. */
  readonly count?: number;
  readonly cables: readonly SelectedCable[];
}
/** A place with all in it: template-local device numbers first .. first + devices - 1. */
export interface SelectedPlace {
  /** As written down from the template: `su[0].dgx[3]`. */
  readonly path: string;
  readonly first: number;
  readonly devices: number;
  /** What stands there. */
  readonly of: DeviceType | 'template';
}
export interface SelectedCable {
  readonly a: number;
  readonly b: number;
  readonly directed: boolean;
  /** How many links or lanes of it; undefined: all. */
  readonly count?: number;
}

/** A question as it stands in the text, its arguments worked out: `allreduce(1 GiB, over = su[0])`. */
export interface QuestionCall {
  readonly name: string;
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  readonly expr: Expr;
}
/** Answers questions; handed to the evaluator from outside, so that semantics need not know the graph. */
export type Asker = (question: QuestionCall) => Value | QuestionFault;
/** Why a question can't be answered; `code` and `message` become a finding at the question (or at its argument `at`). */
export interface QuestionFault {
  readonly type: 'fault';
  readonly code: string;
  readonly message: string;
  readonly at?: string;
}
