// Files on this machine's disk, for imports of files that are not open.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Undefined where there is no such file, or it can't be read: gone, a folder, not ours. */
export function readUri(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return readFileSync(fileURLToPath(uri), 'utf8');
  } catch {
    return undefined;
  }
}
