// Which definitions of a file stand for a whole: clusters, or nodes where there is no cluster, as in the command line.
import type { FileSemantics } from '../semantics/file.ts';

/** Clusters that no other definition of the file is made of first, in order; then the other clusters, then nodes. */
export function rootsOf(file: FileSemantics): string[] {
  const clusters: string[] = [];
  const nodes: string[] = [];
  for (const [name, definition] of file.definitions)
    if (definition.sort === 'body') (definition.of === 'cluster' ? clusters : nodes).push(name);
  const used = new Set<string>();
  for (const name of [...clusters, ...nodes])
    for (const part of file.template(name)?.parts ?? [])
      if (part.type.sort === 'template' && part.type.name !== name) used.add(part.type.name);
  const last = (name: string): number => (used.has(name) ? 1 : 0);
  return [...clusters.sort((a, b) => last(a) - last(b)), ...nodes.sort((a, b) => last(a) - last(b))];
}
