// What the formatter must not touch in a text with faults.
import type { Span } from './finding.ts';
import { T } from './lexer.ts';
import type { Parsed } from './parser.ts';
import type { Definition } from './tree.ts';

/** Broken statements, definitions whose braces do not match, and what belongs to no definition; in order. */
export function brokenStretches(parsed: Parsed): Span[] {
  const broken = [...parsed.broken];
  const { definitions } = parsed.tree;
  definitions.forEach((definition, i) => {
    if (!closesBraces(parsed, definition)) broken.push(upToNext(parsed, i));
  });
  return inOrder([...broken, ...outside(parsed)]);
}

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

function closesBraces({ tokens }: Parsed, { start, end }: Definition): boolean {
  let depth = 0;
  for (let i = tokenAt(tokens.starts, tokens.count, start); i < tokens.count && tokens.starts[i] < end; i++) {
    if (tokens.kinds[i] === T.openBody) depth++;
    else if (tokens.kinds[i] === T.closeBody && --depth < 0) return false;
  }
  return depth === 0;
}

function outside({ tokens, tree }: Parsed): Span[] {
  const found: Span[] = [];
  const { definitions } = tree;
  let at = 0;
  for (let i = 0; i < tokens.count - 1; i++) {
    while (at < definitions.length && definitions[at].end <= tokens.starts[i]) at++;
    const inside = at < definitions.length && definitions[at].start <= tokens.starts[i];
    if (!inside && tokens.kinds[i] !== T.semicolon) found.push({ start: tokens.starts[i], end: tokens.ends[i] });
  }
  return found;
}
