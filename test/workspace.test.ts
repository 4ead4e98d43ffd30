// Half-written texts as one meets them while typing: prefixes and deletions of one character of the examples and of the
// library's systems, through everything a face may ask. Nothing is thrown, spans lie in the text, messages are of one style.
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { Answers, questionsOf } from '../server/features/answers.ts';
import { completions } from '../server/features/completion.ts';
import { definitionAt } from '../server/features/definition.ts';
import { diagnostics } from '../server/features/diagnostics.ts';
import { foldings } from '../server/features/folding.ts';
import { hover } from '../server/features/hover.ts';
import { type OutlineSymbol, outline } from '../server/features/outline.ts';
import { scene } from '../server/features/scene.ts';
import { libraryFiles } from '../server/library/index.ts';
import type { Finding, Span } from '../server/syntax/finding.ts';
import { formatEdits } from '../server/syntax/format.ts';
import { Workspace } from '../server/workspace.ts';
import { examples } from './support/examples.ts';
import { systems } from './support/systems.ts';

const uri = 'file:///it.topo';
const answers = new Answers();

/** Everything about one text, the places at `near` looked at closely. */
function check(workspace: Workspace, text: string, near: number, withAnswers: boolean): void {
  workspace.update(uri, text, 1);
  const inside = ({ start, end }: Span, what: string): void => {
    if (!(0 <= start && start <= end && end <= text.length))
      throw new Error(`${what} at ${start}..${end} of ${text.length}`);
  };
  const told = (finding: Finding): void => {
    for (const span of spansOf(finding)) inside(span, finding.code);
    if (!/[.?]$/.test(finding.message) || /^[A-Z][a-z]+ /.test(finding.message))
      throw new Error(`no message of our style: ${finding.message}`);
  };
  diagnostics(workspace, uri).forEach(told);
  const symbols = (all: readonly OutlineSymbol[]): void => {
    for (const each of all) {
      inside(each.range, each.name);
      inside(each.selection, each.name);
      symbols(each.children);
    }
  };
  const document = workspace.document(uri);
  if (!document) throw new Error('the document is not there');
  symbols(outline(document.tree));
  for (const span of foldings(document.tree)) inside(span, 'folding');
  for (const edit of formatEdits(text)) inside(edit, 'formatting');
  for (const offset of new Set([near - 1, near, Math.floor(near / 2), text.length].map((at) => clamp(at, text)))) {
    const hovered = hover(workspace, uri, offset);
    if (hovered) inside(hovered, `hover ${hovered.markdown}`);
    for (const { replace, label } of completions(workspace, uri, offset)) inside(replace, `completion ${label}`);
    const source = definitionAt(workspace, uri, offset);
    if (source?.uri === uri) inside(source, 'definition');
  }
  const drawn = scene(workspace, uri);
  if ('templates' in drawn)
    for (const { source, parts, links } of drawn.templates)
      for (const each of [source, ...parts.map((part) => part.source), ...links.map((link) => link.source)])
        if (each.uri === uri) inside(each, 'scene');
  const file = workspace.semantics(uri);
  if (!file) throw new Error('the file means nothing');
  for (const asked of questionsOf(file)) {
    inside(asked.question.source, 'question');
    if (!withAnswers) continue;
    answers.answer(file, asked).findings.forEach(told);
  }
}

const clamp = (at: number, text: string): number => Math.min(Math.max(0, at), text.length);

/** Of other files than the one looked at there is nothing to compare with. */
const spansOf = ({ start, end, fixes = [], related = [] }: Finding): Span[] => [
  { start, end },
  ...fixes.flatMap((fix) => fix.edits),
  ...related.filter((each) => each.uri === undefined || each.uri === uri),
];

/** Runs `look` and says which text it was that failed. */
function at(text: string, look: () => void): void {
  try {
    look();
  } catch (thrown) {
    throw new Error(`${thrown}\nin the text:\n${text}`, { cause: thrown });
  }
}

/** Every third prefix and every second deletion, thinned out by `thin`; questions are answered in one text of 20. */
function checkAll(text: string, thin = 1): void {
  const workspace = new Workspace();
  let count = 0;
  const look = (half: string, near: number): void => at(half, () => check(workspace, half, near, count++ % 20 === 0));
  for (let i = 0; i < text.length; i += 3 * thin) look(text.slice(0, i), i);
  for (let i = 0; i < text.length; i += 2 * thin) look(text.slice(0, i) + text.slice(i + 1), i);
  at(text, () => check(workspace, text, text.length, true));
}

describe('prefixes and deletions', () => {
  test.each(examples)('of %s', (_, text) => checkAll(text, 4));
  test.each(systems)('of %s', (_, text) => checkAll(text, 2));
  test("of the library's systems", () => {
    const text = libraryFiles.find((file) => file.uri.endsWith('/systems/dgx.topo'))?.text;
    if (text === undefined) throw new Error('no systems in the library');
    checkAll(text, 10);
  });
});

// Whole lines in an order nobody meant: names without definitions, parts twice, ends of other bodies.
test('lines of the examples in any order', () => {
  const lines = [...examples, ...systems].flatMap(([, text]) => text.split('\n')).filter((line) => line.trim() !== '');
  const workspace = new Workspace();
  const some = fc.array(fc.constantFrom(...lines), { maxLength: 14 });
  fc.assert(
    fc.property(some, fc.nat(), (picked, near) => {
      const body = picked.filter((line) => line.startsWith('  ')).join('\n');
      const text = `${picked.join('\n')}\ncluster All(n = 2) {\n  gpu[8] : gpu\n${body}\n}\n`;
      check(workspace, text, near % (text.length + 1), true);
    }),
    { numRuns: 400, seed: 1 },
  );
});
