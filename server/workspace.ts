// What is known now: open documents, the files they import, what the texts mean. Computed once a version and kept;
// a change throws away what depended on it and nothing else. Knows no protocol and reads no disk: texts are handed in.
import { libraryFiles } from './library/index.ts';
import { analyseFile, type FileSemantics, type Files } from './semantics/file.ts';
import type { Finding } from './syntax/finding.ts';
import { Lines } from './syntax/lines.ts';
import { parse } from './syntax/parser.ts';
import type { SourceFile } from './syntax/tree.ts';

/** Where texts that are not open come from. */
export interface Outside {
  /** The text of a file, undefined where there is none (or it can't be read). */
  read(uri: string): string | undefined;
}

/** One file at one version. */
export interface Document {
  readonly uri: string;
  /** As the editor counts; -1 for a file that is not open. */
  readonly version: number;
  readonly text: string;
  readonly lines: Lines;
  readonly tree: SourceFile;
  /** What the parser found. */
  readonly findings: readonly Finding[];
}

interface Known {
  readonly semantics: FileSemantics;
  /** The documents it was worked out from, its own first. */
  readonly from: ReadonlyMap<string, Document | undefined>;
}

export class Workspace {
  readonly #outside: Outside;
  readonly #open = new Map<string, Document>();
  /** Files on disk that have been read; undefined: looked for and not there. */
  readonly #closed = new Map<string, Document | undefined>();
  readonly #known = new Map<string, Known>();

  constructor(outside: Outside = { read: () => undefined }) {
    this.#outside = outside;
  }

  /** Opens a document, or gives it a new text. */
  update(uri: string, text: string, version: number): void {
    this.#open.set(uri, makeDocument(uri, text, version));
  }

  close(uri: string): void {
    this.#open.delete(uri);
    this.#closed.delete(uri);
    this.#known.delete(uri);
  }

  /** A file on disk changed, came or went. Returns the open documents that may look different now. */
  fileChanged(uri: string): string[] {
    this.#closed.delete(uri);
    return this.dependents(uri);
  }

  /** Open documents whose meaning was worked out from `uri`, itself included. */
  dependents(uri: string): string[] {
    const found = [];
    for (const open of this.#open.keys()) if (open === uri || this.#known.get(open)?.from.has(uri)) found.push(open);
    return found;
  }

  openUris(): string[] {
    return [...this.#open.keys()];
  }

  document(uri: string): Document | undefined {
    const open = this.#open.get(uri);
    if (open) return open;
    const library = libraryText(uri);
    if (!this.#closed.has(uri)) {
      const text = library ?? this.#outside.read(uri);
      this.#closed.set(uri, text === undefined ? undefined : makeDocument(uri, text, -1));
    }
    return this.#closed.get(uri);
  }

  /** What a file means; undefined where there is no such file. */
  semantics(uri: string): FileSemantics | undefined {
    const known = this.#known.get(uri);
    if (known && this.#isCurrent(known)) return known.semantics;
    const document = this.document(uri);
    if (!document) return undefined;
    const from = new Map<string, Document | undefined>([[uri, document]]);
    const files: Files = {
      resolve: (fromUri, path) => {
        const target = resolvePath(fromUri, path);
        if (target === undefined) return undefined;
        const found = this.document(target);
        from.set(target, found);
        return found && { uri: target, tree: found.tree };
      },
    };
    const semantics = analyseFile(uri, document.tree, files);
    this.#known.set(uri, { semantics, from });
    return semantics;
  }

  #isCurrent(known: Known): boolean {
    for (const [uri, document] of known.from) if (this.document(uri) !== document) return false;
    return true;
  }
}

function makeDocument(uri: string, text: string, version: number): Document {
  const { tree, findings } = parse(text);
  return { uri, version, text, lines: new Lines(text), tree, findings };
}

function libraryText(uri: string): string | undefined {
  return libraryFiles.find((file) => file.uri === uri)?.text;
}

/** The address `path` means, seen from `fromUri`; paths have `/` and may hold `..`. Undefined: no such address can be. */
export function resolvePath(fromUri: string, path: string): string | undefined {
  const scheme = /^[a-z][a-z0-9+.-]*:(?:\/\/[^/]*)?/i.exec(fromUri)?.[0];
  if (scheme === undefined || path === '' || path.startsWith('/') || path.includes('\\')) return undefined;
  const steps = fromUri.slice(scheme.length).split('/').slice(0, -1);
  for (const step of path.split('/')) {
    if (step === '..') {
      if (steps.length <= 1) return undefined;
      steps.pop();
    } else if (step !== '.' && step !== '') steps.push(encodeURIComponent(step));
  }
  return scheme + steps.join('/');
}
