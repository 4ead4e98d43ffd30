// Files on this machine's disk, for imports of files that are not open.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** More is no text that anybody wrote. */
const mostBytes = 16e6;

/** Undefined where there is no such file, or it can't be read: gone, a folder, a device, not ours, too large. */
export function readUri(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    const path = fileURLToPath(uri);
    const is = statSync(path);
    return is.isFile() && is.size <= mostBytes ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

const mostFiles = 500;
const mostFolders = 500;
const notOurs: ReadonlySet<string> = new Set(['node_modules', 'dist', 'out', 'build', 'target']);

/** Addresses of the `.topo` files in a folder and below it, nearest first; hidden folders and those of tools are left out. */
export function listUri(folder: string): string[] {
  const files: string[] = [];
  const folders = [folder];
  for (let next = 0; next < folders.length && next < mostFolders && files.length < mostFiles; next++) {
    const at = folders[next];
    for (const entry of entriesOf(at)) {
      const uri = `${at}/${encodeURIComponent(entry.name)}`;
      if (entry.isFile() && entry.name.endsWith('.topo')) files.push(uri);
      else if (entry.isDirectory() && !entry.name.startsWith('.') && !notOurs.has(entry.name)) folders.push(uri);
    }
  }
  return files.slice(0, mostFiles);
}

function entriesOf(uri: string) {
  try {
    return readdirSync(fileURLToPath(uri), { withFileTypes: true });
  } catch {
    return [];
  }
}
