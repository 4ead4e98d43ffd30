// docs/findings.md: the wrong text of every section has the finding of its heading and no other, the right one none at all.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Answers, questionsOf } from '../../server/features/answers.ts';
import { explained } from '../../server/features/codes.ts';
import { diagnostics } from '../../server/features/diagnostics.ts';
import { steered, type Told } from '../../server/features/steering.ts';
import { open, uri } from './support.ts';

interface Block {
  /** The file's name; empty for the text itself. */
  readonly name: string;
  readonly text: string;
}

/** The blocks of a section, each with the word that stands before it: Wrong or Right. */
function blocksOf(section: string): { readonly label: string; readonly block: Block }[] {
  let label = '';
  return [...section.matchAll(/^(Wrong|Right):$|^```topo ?(.*)\n((?:.*\n)*?)```$/gm)].flatMap(
    ([, word, name, text]) => {
      if (word === undefined) return [{ label, block: { name, text } }];
      label = word;
      return [];
    },
  );
}

/** All that is told of a text, its questions answered. */
function told(text: string, beside: Readonly<Record<string, string>>): Told[] {
  const { workspace } = open(text, beside);
  const document = workspace.document(uri);
  const file = workspace.semantics(uri);
  if (!document || !file) throw new Error('no document');
  const answers = new Answers();
  const asked = questionsOf(file).filter(({ template }) => template.sound);
  const found = [...diagnostics(workspace, uri), ...asked.flatMap((each) => answers.answer(file, each).findings)];
  return steered(document, found, new Map());
}

/** What no text brings about: a face asks too long a question, calls it off, or asks in a panel. */
const withoutText = new Set(['ask.cancelled', 'ask.here', 'ask.long', 'ask.unknown']);

/** Texts too long for the page. */
const generated: Readonly<Record<string, string>> = {
  // The outermost first: what is known already is not looked into again.
  'size.depth': `${made(1, 101, (k) => `cluster N${k} { n : N${k + 1} }`)}\nnode N102 { c : cpu }\n`,
  // Thirteen levels, each with two of the one below: 2 ** 13 = 8192 different arguments at the lowest.
  'size.variants': `cluster V0(n = 0) { c[n % 2] : cpu }\n${made(
    1,
    13,
    (k) => `cluster V${k}(n = 0) {
  a : V${k - 1}(n = 2 * n)
  b : V${k - 1}(n = 2 * n + 1)
}`,
  )}`,
  'text.deep': `let n = ${'('.repeat(5000)}1${')'.repeat(5000)}\n`,
};

function made(from: number, to: number, line: (k: number) => string): string {
  return Array.from({ length: to - from + 1 }, (_, i) => line(from + i)).join('\n');
}

test.each([...explained.values()])('$code', ({ code, section, levels, summary }) => {
  expect(summary).toMatch(/^[A-Z`].*\.$/);
  const blocks = blocksOf(section);
  const beside = Object.fromEntries(blocks.flatMap(({ block: { name, text } }) => (name ? [[name, text]] : [])));
  const texts = (label: string): string[] =>
    blocks.filter((each) => each.label === label && each.block.name === '').map(({ block }) => block.text);
  if (withoutText.has(code)) return expect(blocks).toEqual([]);
  const long = generated[code];
  if (long === undefined) expect([texts('Wrong').length, texts('Right').length]).not.toContain(0);
  if (long !== undefined) expect(new Set(told(long, {}).map((each) => each.code))).toEqual(new Set([code]));
  for (const text of texts('Wrong')) {
    const found = told(text, beside);
    expect(found.map((each) => `${each.code}: ${each.message}`)).toEqual([expect.stringMatching(`^${code}: `)]);
    expect(levels).toContain(found[0].severity);
  }
  for (const text of texts('Right')) expect(told(text, beside)).toEqual([]);
  for (const { name, text } of blocks.map(({ block }) => block)) if (name) expect(told(text, beside)).toEqual([]);
});

test('the kinds and the codes of a kind stand in the order of the alphabet', () => {
  const headings = [...readFileSync('docs/findings.md', 'utf8').matchAll(/^###? ([\w.-]+)$/gm)].map(([, name]) => name);
  expect(headings).toEqual([...headings].sort((a, b) => (a < b ? -1 : 1)));
});
