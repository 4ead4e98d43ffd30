// What people do to a text while they type, and what must hold of the findings in whatever comes of it.
import type { Finding, TextEdit } from '../../server/syntax/finding.ts';

/** Characters that mean something somewhere, and some that never do: half a character, NUL, a letter beyond ASCII. */
export const telling = [...'[](){}":=-.,;\n\r x7/*+<>!%&|#', '\0', '\uD83D', 'é', '\t'];

/** A text in stretches of whole definitions, parted where an empty line stands outside all bodies. */
export const blocksOf = (text: string): string[] => text.split(/(?<=\n\n)(?=[^\s}])/);

/** Every place lies in the text and every fix can be applied: its edits lie in the text, and none overlaps another. */
export function checkFindings(text: string, findings: readonly Finding[]): void {
  for (const finding of findings) {
    checkSpan(text, finding, finding.code);
    for (const related of finding.related ?? []) if (!related.uri) checkSpan(text, related, `${finding.code}, related`);
    for (const fix of finding.fixes ?? []) applyFix(text, fix.edits, `${finding.code}, ${fix.title}`);
  }
}

function checkSpan(text: string, { start, end }: { start: number; end: number }, what: string): void {
  if (!(Number.isInteger(start) && start >= 0 && start <= end && end <= text.length))
    throw new Error(`${what} at ${start} to ${end} of ${text.length}`);
}

/** The text with a fix applied. */
export function applyFix(text: string, edits: readonly TextEdit[] = [], what = 'the fix'): string {
  let out = '';
  let last = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    checkSpan(text, edit, what);
    if (edit.start < last) throw new Error(`${what} overlaps itself at ${edit.start}`);
    out += text.slice(last, edit.start) + edit.text;
    last = edit.end;
  }
  return out + text.slice(last);
}
