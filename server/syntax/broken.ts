// What the formatter must not touch in a text with faults.
import type { Span } from './finding.ts';
import type { Parsed } from './parser.ts';

/** Broken statements, definitions whose braces are not closed, and what belongs to no definition; in order. */
export const brokenStretches = ({ broken }: Parsed): Span[] => inOrder([...broken]);

/** Every definition with anything broken in it, as a whole. */
export function brokenDefinitions(parsed: Parsed): Span[] {
  const stretches = brokenStretches(parsed);
  const { definitions } = parsed.tree;
  let at = 0;
  definitions.forEach((_, i) => {
    const whole = upToNext(parsed, i);
    while (at < stretches.length && stretches[at].end < whole.start) at++;
    if (at < stretches.length && stretches[at].start <= whole.end) stretches.push(whole);
  });
  return inOrder(stretches);
}

const inOrder = (spans: Span[]): Span[] => spans.sort((a, b) => a.start - b.start);

/** From a definition to the last token before the next. */
function upToNext({ tree, tokens }: Parsed, i: number): Span {
  const { start } = tree.definitions[i];
  const next = tree.definitions[i + 1];
  const token = next ? tokenAt(tokens.starts, tokens.count, next.start) : tokens.count - 1;
  return { start, end: tokens.ends[token - 1] };
}

/** The first token that begins at an offset or behind it. */
function tokenAt(starts: Int32Array, count: number, offset: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle] < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
