// How one file names another in an `import`, and where such a line goes.
import type { TextEdit } from '../syntax/finding.ts';
import type { Document } from '../workspace.ts';

/** The path from one file to another, with `/` and `..`. */
export function pathBetween(from: string, to: string): string {
  const [own, other] = [from, to].map((uri) => uri.split('/').map(plainStep));
  let shared = 0;
  while (shared < own.length - 1 && shared < other.length - 1 && own[shared] === other[shared]) shared++;
  return [...own.slice(shared, -1).map(() => '..'), ...other.slice(shared)].join('/');
}

function plainStep(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** Behind the last import; else before the first definition, above the comments that belong to it. */
export function importEdit({ text, tree }: Document, path: string): TextEdit {
  const line = `import "${path}"`;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const last = tree.definitions.findLast(({ kind }) => kind === 'import');
  if (last) {
    const rest = /^[^\r\n]*/.exec(text.slice(last.end))?.[0].length ?? 0;
    return { start: last.end + rest, end: last.end + rest, text: `${newline}${line}` };
  }
  const [first] = tree.definitions;
  const at = first ? aboveComments(text, first.start) : 0;
  return { start: at, end: at, text: `${line}${newline}${newline}` };
}

/** Up over comment lines that no blank line parts from what stands at `at`. */
function aboveComments(text: string, at: number): number {
  const line = text.lastIndexOf('\n', at - 1) + 1;
  if (line === 0) return 0;
  const above = text.lastIndexOf('\n', line - 2) + 1;
  return /^[ \t]*\/\//.test(text.slice(above, line)) ? aboveComments(text, above) : line;
}
