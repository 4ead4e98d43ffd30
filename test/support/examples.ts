// The examples that ship with the extension, as texts, by name.
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../examples/', import.meta.url);

export const examples: readonly (readonly [name: string, text: string])[] = readdirSync(folder)
  .filter((file) => file.endsWith('.topo'))
  .sort()
  .map((file) => [file.slice(0, -'.topo'.length), readFileSync(new URL(file, folder), 'utf8')]);

/** The same by the path that one imports another by. */
export const besideExamples: Readonly<Record<string, string>> = Object.fromEntries(
  examples.map(([name, text]) => [`${name}.topo`, text]),
);
