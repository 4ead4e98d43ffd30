// The files that one file's meaning rests on: itself, its imports, the library. Lives as long as none of them changes.
import { libraryFiles } from '../library/index.ts';
import type { Finding } from '../syntax/finding.ts';
import { parse } from '../syntax/parser.ts';
import type { BodyDefinition, ImportDefinition, SourceFile } from '../syntax/tree.ts';
import { isBody, namesUsedBy } from '../syntax/walk.ts';
import type { BodyContext } from './body/context.ts';
import { withProperties } from './definitions.ts';
import type { Files } from './file.ts';
import { unknownAnswers } from './questioning.ts';
import { FileScope, type Surroundings } from './scope.ts';
import type { BodyType } from './template.ts';

export class Program {
  readonly root: FileScope;
  readonly #files: Files;
  readonly #scopes = new Map<string, FileScope>();
  readonly #reported: Finding[] = [];
  readonly context: BodyContext;

  constructor(uri: string, tree: SourceFile, files: Files) {
    this.#files = files;
    this.root = this.#add(uri, tree);
    this.context = this.#bodyContext();
  }

  /** The file an import leads to; undefined where there is none. */
  imported(from: FileScope, { path }: ImportDefinition): FileScope | undefined {
    const found = this.#files.resolve(from.uri, path);
    return found && (this.#scopes.get(found.uri) ?? this.#add(found.uri, found.tree));
  }

  /** What elaborating bodies found in the root file. */
  get bodyFindings(): readonly Finding[] {
    return this.#reported;
  }

  scopeOf(uri: string): FileScope {
    return this.#scopes.get(uri) ?? library().find((scope) => scope.uri === uri) ?? this.root;
  }

  #add(uri: string, tree: SourceFile): FileScope {
    const known = library().find((scope) => scope.uri === uri);
    if (known) {
      this.#scopes.set(uri, known);
      return known;
    }
    let surroundings: Surroundings | undefined;
    const scope: FileScope = new FileScope(uri, tree, () => (surroundings ??= this.#surroundings(scope)));
    this.#scopes.set(uri, scope);
    return scope;
  }

  #surroundings(scope: FileScope): Surroundings {
    const seen: { scope: FileScope; by?: ImportDefinition }[] = [];
    for (const definition of scope.tree.definitions) {
      if (definition.kind !== 'import') continue;
      const found = this.imported(scope, definition);
      if (found && found !== scope) seen.push({ scope: found, by: definition });
    }
    for (const each of library()) seen.push({ scope: each });
    return { seen };
  }

  #bodyContext(): BodyContext {
    const used = usedNames(this.root.tree);
    return {
      tree: (type) => this.#tree(type),
      text: (uri) => this.scopeOf(uri).tree.text,
      // Of other files nobody asks here: what needs the whole is told where they are open.
      isUsed: ({ name, source }) => source.uri !== this.root.uri || used.has(name),
      lookup: (uri, name) => this.scopeOf(uri).lookup(name),
      names: (uri) => this.scopeOf(uri).names(),
      namesOf: (uri, wanted) => this.scopeOf(uri).namesOf(wanted),
      override: (base, properties, env) => withProperties(base, properties, env),
      ask: unknownAnswers,
      report: (uri, finding) => {
        if (uri === this.root.uri) this.#reported.push(finding);
      },
      made: new Map(),
      variants: new Set(),
      open: [],
    };
  }

  #tree({ name, of, source }: BodyType): BodyDefinition {
    const definition = this.scopeOf(source.uri).own.get(name);
    if (definition && isBody(definition)) return definition;
    const nowhere = { start: source.start, end: source.end };
    return { kind: of, name: { text: name, ...nowhere }, parameters: [], ...nowhere };
  }
}

/** Names of a file that a definition other than the one of that name uses. */
function usedNames(tree: SourceFile): Set<string> {
  const used = new Set<string>();
  for (const definition of tree.definitions)
    namesUsedBy(definition).forEach((name) => {
      if (definition.kind === 'import' || definition.name.text !== name) used.add(name);
    });
  return used;
}

let libraryScopes: FileScope[] | undefined;

/** The library's files, which see each other; analysed once. */
export function library(): readonly FileScope[] {
  if (!libraryScopes) {
    const scopes: FileScope[] = [];
    const all: Surroundings = { seen: [] };
    for (const { uri, text } of libraryFiles) scopes.push(new FileScope(uri, parse(text).tree, () => all));
    Object.assign(all, { seen: scopes.map((scope) => ({ scope })) });
    libraryScopes = scopes;
  }
  return libraryScopes;
}
