// Files named on the command line, opened in a workspace as an editor would. `-` is standard input.
import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rootsOf } from '../../server/features/roots.ts';
import { readUri } from '../../server/lsp/disk.ts';
import type { FileSemantics } from '../../server/semantics/file.ts';
import { type Document, Workspace } from '../../server/workspace.ts';
import { UsageError } from './outcome.ts';

export interface Source {
  /** As named. */
  readonly path: string;
  readonly uri: string;
  readonly document: Document;
  readonly file: FileSemantics;
}

export const openWorkspace = (): Workspace => new Workspace({ read: readUri });

/** Throws UsageError where the file can't be read. */
export function openSource(workspace: Workspace, path: string): Source {
  const uri = pathToFileURL(path === '-' ? resolve('stdin.topo') : resolve(path)).href;
  workspace.update(uri, readText(path), 0);
  const document = workspace.document(uri);
  const file = workspace.semantics(uri);
  if (!document || !file) throw new UsageError(`${path} cannot be read.`);
  return { path: path === '-' ? '<stdin>' : relative('.', path) || path, uri, document, file };
}

export const readText = (path: string): string => readBytes(path).toString('utf8');

/** The same of a file that is to be written again: bytes that are no UTF-8 would come back as others. */
export function readExactly(path: string): string {
  const bytes = readBytes(path);
  if (!isUtf8(bytes)) throw new UsageError(`${path} is no UTF-8 text; it stays as it is.`);
  return bytes.toString('utf8');
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path === '-' ? 0 : path);
  } catch (thrown) {
    if (path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw new UsageError(`${path} is a folder: name its .topo files, as ${join(path, '*.topo')}.`);
    throw new UsageError(`${path} cannot be read: ${thrown instanceof Error ? thrown.message : thrown}`);
  }
}

/** The root asked for, else the only cluster that nothing else is made of, else the only such node. */
export function chooseRoot({ file, path }: Source, asked?: string): string {
  const roots = rootsOf(file);
  if (asked !== undefined) {
    if (roots.includes(asked)) return asked;
    throw new UsageError(`${path} has no cluster or node ${asked}; it has ${roots.join(', ') || 'none'}.`);
  }
  if (roots.length === 0) throw new UsageError(`${path} defines no cluster and no node.`);
  const tops = topRoots(file, roots);
  if (tops.length === 1) return tops[0];
  throw new UsageError(`${path} has several roots: say --root ${tops.join(' or --root ')}.`);
}

function topRoots(file: FileSemantics, roots: readonly string[]): string[] {
  const used = new Set<string>();
  for (const root of roots)
    for (const part of file.template(root)?.parts ?? []) if (part.type.sort === 'template') used.add(part.type.name);
  const free = roots.filter((root) => !used.has(root));
  const clusters = free.filter((root) => file.template(root)?.of === 'cluster');
  return clusters.length > 0 ? clusters : free;
}
