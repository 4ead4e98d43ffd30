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
  /** Addresses of the `.topo` files in a folder and below it, a bounded number. */
  list?(folder: string): readonly string[];
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
  /** The documents it was worked out from, its own first, each with its address as it was written. */
  readonly from: ReadonlyMap<string, { readonly uri: string; readonly document: Document | undefined }>;
}

/** All maps are by `keyOf(uri)`. */
export class Workspace {
  readonly #outside: Outside;
  readonly #open = new Map<string, Document>();
  /** Files on disk that have been read; undefined: looked for and not there. */
  readonly #closed = new Map<string, Document | undefined>();
  readonly #known = new Map<string, Known>();
  /** Addresses of the folders that are open in the editor, without a `/` at their ends. */
  folders: readonly string[] = [];

  constructor(outside: Outside = { read: () => undefined }) {
    this.#outside = outside;
  }

  /** Opens a document, or gives it a new text. */
  update(uri: string, text: string, version: number): void {
    this.#open.set(keyOf(uri), makeDocument(uri, text, version));
  }

  close(uri: string): void {
    const key = keyOf(uri);
    this.#open.delete(key);
    this.#closed.delete(key);
    this.#known.delete(key);
  }

  /** A file on disk changed, came or went. Returns the open documents that may look different now. */
  fileChanged(uri: string): string[] {
    this.#closed.delete(keyOf(uri));
    return this.dependents(uri);
  }

  /** Nobody tells what happens on disk: files that are not open are read anew. Returns the open documents that rest on any. */
  filesChanged(): string[] {
    const touched = [...this.#closed.keys()].flatMap((key) => this.#dependents(key));
    this.#closed.clear();
    return [...new Set(touched)];
  }

  /** Open documents whose meaning was worked out from `uri`, itself included. */
  dependents(uri: string): string[] {
    return this.#dependents(keyOf(uri));
  }

  #dependents(key: string): string[] {
    const found = [];
    for (const [open, document] of this.#open)
      if (open === key || this.#known.get(open)?.from.has(key)) found.push(document.uri);
    return found;
  }

  openUris(): string[] {
    return [...this.#open.values()].map((document) => document.uri);
  }

  document(uri: string): Document | undefined {
    const key = keyOf(uri);
    const open = this.#open.get(key);
    if (open) return open;
    if (!this.#closed.has(key)) {
      const text = libraryText(uri) ?? this.#outside.read(uri);
      this.#closed.set(key, text === undefined ? undefined : makeDocument(uri, text, -1));
    }
    return this.#closed.get(key);
  }

  /** What a file means; undefined where there is no such file. */
  semantics(uri: string): FileSemantics | undefined {
    const key = keyOf(uri);
    const known = this.#known.get(key);
    if (known && this.#isCurrent(known)) return known.semantics;
    const document = this.document(uri);
    if (!document) return undefined;
    const from = new Map([[key, { uri, document: this.document(uri) }]]);
    const files = this.#files((target, found) => from.set(keyOf(target), { uri: target, document: found }));
    const semantics = analyseFile(document.uri, document.tree, files);
    this.#known.set(key, { semantics, from });
    return semantics;
  }

  /** Hands in imports, and tells of each. */
  #files(note: (target: string, found: Document | undefined) => void): Files {
    return {
      resolve: (fromUri, path) => {
        const target = resolvePath(fromUri, path);
        if (target === undefined) return undefined;
        const found = this.document(target);
        note(target, found);
        return found && { uri: found.uri, tree: found.tree };
      },
    };
  }

  /** What would be found in a file with another text; nothing is kept. */
  suppose(uri: string, text: string): Finding[] {
    const { tree, findings } = parse(text);
    return [
      ...findings,
      ...analyseFile(
        uri,
        tree,
        this.#files(() => {}),
      ).findings(),
    ];
  }

  /** Files that `uri` could import: those that are open, and those of its workspace folder, or of its own where it has none. */
  importable(uri: string): string[] {
    const own = keyOf(uri);
    const around =
      this.folders.find((folder) => own.startsWith(`${keyOf(folder)}/`)) ?? uri.slice(0, uri.lastIndexOf('/'));
    const found = new Map<string, string>();
    for (const each of [...this.openUris(), ...(this.#outside.list?.(around) ?? [])])
      if (keyOf(each) !== own && each.startsWith('file:')) found.set(keyOf(each), each);
    return [...found.values()];
  }

  /** The text of a file, without making a document of it. */
  text(uri: string): string | undefined {
    const key = keyOf(uri);
    return (this.#open.get(key) ?? this.#closed.get(key))?.text ?? this.#outside.read(uri);
  }

  #isCurrent(known: Known): boolean {
    for (const { uri, document } of known.from.values()) if (this.document(uri) !== document) return false;
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

/** Faces write the same address in several ways: `(` or `%28`, `C:` or `c%3A`. */
function keyOf(uri: string): string {
  if (!uri.includes('%') && !/^file:\/\/\/[A-Z]:/.test(uri)) return uri;
  const drive = uri.replace(
    /^(file:\/\/\/)([A-Za-z])(:|%3A)/i,
    (_, start: string, letter: string) => `${start}${letter.toLowerCase()}:`,
  );
  try {
    return decodeURIComponent(drive);
  } catch {
    return drive;
  }
}

/** The address `path` means, seen from `fromUri`; paths have `/` and may hold `..`. Undefined: no such address can be. */
function resolvePath(fromUri: string, path: string): string | undefined {
  const scheme = /^[a-z][a-z0-9+.-]*:(?:\/\/[^/]*)?/i.exec(fromUri)?.[0];
  if (scheme === undefined || path === '' || path.startsWith('/') || path.includes('\\')) return undefined;
  if (/[\uD800-\uDFFF]/u.test(path)) return undefined; // half a character, which no address can hold
  const steps = fromUri.slice(scheme.length).split('/').slice(0, -1);
  for (const step of path.split('/')) {
    if (step === '..') {
      if (steps.length <= 1) return undefined;
      steps.pop();
    } else if (step !== '.' && step !== '') steps.push(encodeURIComponent(step));
  }
  return scheme + steps.join('/');
}
