// What can be written in `// topo: allow `: the words, then codes that a comment may allow, those that are told here first.
import { allowWords, lineStart } from './allowances.ts';
import { explained, isAlwaysError } from './codes.ts';
import type { Completion } from './completion.ts';

/** Undefined where the cursor is in no such comment; `told`: the codes of what was found in the file. */
export function allowCompletions(
  text: string,
  offset: number,
  told: () => ReadonlySet<string> = () => new Set(),
): Completion[] | undefined {
  const line = text.slice(lineStart(text, offset), offset);
  const read = /\/\/[ \t]*topo:[ \t]*(?:(allow(?:-file)?)[ \t]([^:]*)|[a-z-]*)$/.exec(line);
  if (!read) return undefined;
  const [, word, list = ''] = read;
  const typed = /[\w.-]*$/.exec(line)?.[0].length ?? 0;
  const rest = /^[\w.-]*/.exec(text.slice(offset))?.[0].length ?? 0;
  const replace = { start: offset - typed, end: offset + rest };
  if (word === undefined)
    return allowWords.map((label) => ({ label, sort: 'keyword', insert: `${label} `, replace, rank: 0 }));
  const there = new Set(list.slice(0, list.length - typed).split(/[\s,]+/));
  const here = told();
  return [...explained.values()]
    .filter((each) => !isAlwaysError(each) && !there.has(each.code))
    .map(({ code, summary }) => ({
      label: code,
      sort: 'word',
      detail: summary,
      insert: code,
      replace,
      rank: here.has(code) ? 0 : 5,
    }));
}
