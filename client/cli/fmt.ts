// `topo fmt`: the one formatting, in place; `-` to standard output; `--check` changes nothing and says what would.
import { writeFileSync } from 'node:fs';
import { format } from '../../server/syntax/format.ts';
import { complain, print, type Status, UsageError } from './outcome.ts';
import { readExactly } from './sources.ts';

export function fmt(paths: readonly string[], { check }: { readonly check: boolean }): Status {
  let status: Status = 0;
  for (const path of paths) {
    const text = readExactly(path);
    const formatted = format(text);
    if (check) {
      if (formatted === text) continue;
      complain(`${path} is not formatted`);
      status = 1;
    } else if (path === '-') process.stdout.write(formatted);
    else if (formatted !== text) {
      write(path, formatted);
      print(`${path} formatted`);
    }
  }
  return status;
}

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (thrown) {
    throw new UsageError(`${path} cannot be written: ${thrown instanceof Error ? thrown.message : thrown}`);
  }
}
