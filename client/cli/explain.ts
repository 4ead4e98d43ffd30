// `topo explain CODE`: what a code of a finding means, as the documentation has it; of a kind, as `port`, or without a code all there are.
import { explained } from '../../server/features/codes.ts';
import { nearest } from '../../server/semantics/nearest.ts';
import { columns, print, type Status, UsageError } from './outcome.ts';

/** `code`: empty for all. */
export function explain(code = ''): Status {
  const all = [...explained.values()].filter((each) => code === '' || each.code.startsWith(`${code}.`));
  if (all.length > 0) {
    print(columns(all.map(({ code: each, summary }) => [each, summary])));
    return 0;
  }
  const known = explained.get(code);
  if (!known) throw new UsageError(`no finding has the code ${code}${suggestion(code, explained.keys())}.`);
  print(known.section);
  return 0;
}

/** ` (did you mean wiring.slot?)`, or nothing. */
export function suggestion(word: string, words: Iterable<string>): string {
  const near = nearest(word, words);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}
