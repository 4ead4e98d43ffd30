// What a body needs of the rooms around it, and what is kept of a body once it is elaborated: the seam to scope and files.
import type { Finding } from '../../syntax/finding.ts';
import type { BodyDefinition, Properties } from '../../syntax/tree.ts';
import type { Environment, Sort } from '../environment.ts';
import type { DeviceType } from '../hardware.ts';
import type { BodyType, Template } from '../template.ts';
import type { Asker, Value } from '../values.ts';

/** Handed in by whoever knows the files; lives as long as none of them changes. */
export interface BodyContext {
  /** The tree of a node or cluster; its file is `type.source.uri`. */
  tree(type: BodyType): BodyDefinition;
  /** The text of a file, to quote from. */
  text(uri: string): string;
  /** Whether another definition of its file names it (as a part, a base, an argument): then what needs the whole is not checked. */
  isUsed(type: BodyType): boolean;
  /** What a name means at the top of a file: its constants and definitions, imports, the library, the kinds. */
  lookup(uri: string, name: string): Value | undefined;
  /** All that `lookup` finds. */
  names(uri: string): Iterable<string>;
  /** Those of a sort, constants among them. */
  namesOf(uri: string, wanted: Sort): Iterable<string>;
  /** `B200_SXM { memory = 192 GB }`: the device with some properties set anew. Findings go to `env`. */
  override(base: DeviceType, properties: Properties, env: Environment): DeviceType;
  /** Answers questions with values of the right type that are not known. */
  readonly ask: Asker;
  report(uri: string, finding: Finding): void;
  /** Templates by key; empty to begin with, filled by `elaborate`. */
  readonly made: Map<string, Elaborated>;
  /** The keys among them with other arguments than the defaults; empty to begin with. */
  readonly variants: Set<string>;
  /** The definitions being elaborated, outermost first; empty to begin with. */
  readonly open: BodyType[];
}

/** A template and what its parents need to know beside it. */
export interface Elaborated {
  readonly template: Template;
  /** Names of parts that were declared but could not be made: whatever uses them is silent. */
  readonly broken: ReadonlySet<string>;
  /** Pairs joined, in it and all its parts. */
  readonly linkTotal: number;
  /** Of its own text, not of its base or its parts. */
  readonly findings: readonly Finding[];
}
