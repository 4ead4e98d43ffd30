// What the documentation shows is the language as it is: every block of it parses, means something, and holds what it expects.
// The page of findings shows wrong texts too, and has a test of its own (test/features/findings.test.ts).
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Answers, questionsOf } from '../../server/features/answers.ts';
import { diagnostics } from '../../server/features/diagnostics.ts';
import { format } from '../../server/syntax/format.ts';
import { Workspace } from '../../server/workspace.ts';

const pages = ['README.md', ...readdirSync('docs').filter((name) => name.endsWith('.md') && name !== 'findings.md')];

/** The blocks of a page, by the line they begin at. */
function blocksOf(page: string): [string, string][] {
  const text = readFileSync(page === 'README.md' ? page : `docs/${page}`, 'utf8');
  return [...text.matchAll(/```topo\n([\s\S]*?)```/g)].map((match) => [
    `${page}:${text.slice(0, match.index).split('\n').length}`,
    match[1],
  ]);
}

/** Errors and warnings, those of its questions among them. */
function faultsOf(text: string): string[] {
  const uri = 'file:///block.topo';
  const workspace = new Workspace();
  workspace.update(uri, text, 1);
  const file = workspace.semantics(uri);
  if (!file) throw new Error('the block means nothing');
  const answers = new Answers();
  const found = [
    ...diagnostics(workspace, uri),
    ...questionsOf(file).flatMap((each) => answers.answer(file, each).findings),
  ];
  return found.filter(({ severity }) => severity === 'error' || severity === 'warning').map(({ message }) => message);
}

const blocks = pages.flatMap(blocksOf);

test('there are blocks', () => expect(blocks.length).toBeGreaterThan(5));
test.each(blocks)('%s', (_, text) => expect(faultsOf(text)).toEqual([]));
test.each(blocks)('%s stands as the formatter puts it', (_, text) => expect(format(text)).toBe(text));
