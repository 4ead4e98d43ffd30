// (contract; the bodies are written by the room's owner)
import type { Finding } from '../syntax/finding.ts';
import type { Expr, SourceFile } from '../syntax/tree.ts';
import type { Source } from './hardware.ts';
import type { Definable, Template } from './template.ts';
import type { Asker, Value } from './values.ts';

/** Hands in what is outside: parsed files. Semantics never know where a file lives. */
export interface Files {
  /** The parsed file that `path` means, seen from `fromUri`; undefined where there is none. */
  resolve(fromUri: string, path: string): { readonly uri: string; readonly tree: SourceFile } | undefined;
}

/** What a place in the text means: the answer behind hover, go to definition and completion. */
export interface Meaning {
  readonly span: { readonly start: number; readonly end: number };
  /** Where it is defined (the name). */
  readonly definition?: Source;
  /** What it is, as far as known. */
  readonly value?: Value;
  /** `part`, `parameter`, `constant`, `variable`, `definition`, `property`, `word`, `plan`, `field`. */
  readonly sort: string;
  readonly doc?: string;
}

/** Everything known of one file at one version. Work is done on demand and kept. */
export interface FileSemantics {
  readonly uri: string;
  readonly tree: SourceFile;
  /** Definitions of this file by name, in order; constants apart. */
  readonly definitions: ReadonlyMap<string, Definable>;
  /** All findings of the file but those that need a question answered. */
  findings(): readonly Finding[];
  /** The body `name` of this file (or one it sees) with its defaults, or with `overrides` of parameters by name, as texts of expressions. */
  template(name: string, overrides?: ReadonlyMap<string, Value>): Template | undefined;
  /** Works an expression out inside a template; `ask` answers the questions in it. Findings are handed to `report`. */
  evaluate(template: Template, expr: Expr, ask: Asker, report: (finding: Finding) => void): Value;
  /** Names that can be written at an offset, for completion. */
  scopeAt(offset: number): readonly {
    readonly name: string;
    readonly sort: string;
    readonly value?: Value;
    readonly doc?: string;
    readonly source?: Source;
  }[];
  /** The definition a name at an offset leads to. */
  meaningAt(offset: number): Meaning | undefined;
}
