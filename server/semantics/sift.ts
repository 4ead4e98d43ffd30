// One fault is one finding: what only follows from a fault that the parser or an import told already is not told again.
import type { Finding, Span } from '../syntax/finding.ts';
import type { SourceFile } from '../syntax/tree.ts';

/** `findings` of the semantics, without those that a fault of the text, or an import that leads nowhere, explains. */
export function sift(findings: readonly Finding[], { text, faults, definitions }: SourceFile): Finding[] {
  const nowhere = findings.some(({ code }) => code === 'import.missing');
  if (faults.length === 0 && !nowhere) return [...findings];
  const mentioned = new Set<string>();
  const lost = new Set<string>();
  for (const { start, end } of faults) {
    const words = text.slice(start, end).match(/[A-Za-z_]\w*/g) ?? [];
    for (const word of words) mentioned.add(word);
    // What a statement gives a name to stands first in it, behind its keyword, or before a `:` where two got on one line; a
    // head has parameters as well.
    const named = words[0] === 'node' || words[0] === 'cluster' ? words : words.slice(0, 2);
    for (const word of named) lost.add(word);
    for (const [, word] of text.slice(start, end).matchAll(/([A-Za-z_]\w*)\s*(?:\[[^\]\r\n]*\]\s*)*:/g)) lost.add(word);
  }
  const stretches = merged(faults);
  const unnamed = losingNames(definitions, faults, text);
  return findings.filter((finding) => {
    if (touches(finding, stretches)) return false;
    const said = text.slice(finding.start, finding.end);
    if (finding.code === 'name.unused') return faults.length === 0 || !(mentioned.has(said) || said.startsWith('"'));
    if (nowhere && finding.code === 'name.unknown' && !finding.fixes?.length) return false;
    if (unnamed.length > 0 && (finding.code === 'name.part' || finding.code === 'name.argument')) return false;
    return !((lost.has(said) || touches(finding, unnamed)) && ofLost.has(finding.code));
  });
}

/** What uses of a name bring about whose declaration was not understood. */
const ofLost: ReadonlySet<string> = new Set([
  'name.unknown',
  'name.part',
  'name.variable',
  'index.no-range',
  'index.single',
]);

/** The definitions with a fault of which nobody knows what it gives a name to. */
function losingNames(definitions: readonly Span[], faults: readonly Span[], text: string): Span[] {
  const starts = faults.filter(({ start, end }) => losesName(text.slice(start, end))).map(({ start }) => start);
  starts.sort((a, b) => a - b);
  let at = 0;
  return definitions.filter(({ start, end }) => {
    while (at < starts.length && starts[at] < start) at++;
    return at < starts.length && starts[at] <= end;
  });
}

/** `[8] : Gaudi3`, `gpu8] : Gaudi3`, `: Gaudi3` below another part, `node N(= 4) {`. */
const losesName = (broken: string): boolean =>
  /^(?![A-Za-z_])|^\w+\s*\]|\n\s*\[|:[^\n]*\n\s*:|^(?:node|cluster)\b/.test(broken);

/** In order, those that touch or lie in one another made one. */
function merged(spans: readonly Span[]): Span[] {
  const all: { start: number; end: number }[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}

function touches({ start, end }: Span, stretches: readonly Span[]): boolean {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stretches[middle].end < start) low = middle + 1;
    else high = middle;
  }
  return low < stretches.length && stretches[low].start <= end;
}
