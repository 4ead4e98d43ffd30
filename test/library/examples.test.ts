// The examples one opens first: every question in them is answered, and what they expect holds.
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Answers, questionsOf } from '../../server/features/answers.ts';
import { analyse } from '../semantics/support.ts';
import { examples } from '../support/examples.ts';

it('are all looked at here', () => {
  const files = readdirSync(new URL('../../examples', import.meta.url)).filter((file) => file.endsWith('.topo'));
  expect(examples.map(([name]) => `${name}.topo`)).toEqual(files.sort());
});

it.each(examples)('%s', (_, text) => {
  const file = analyse(text);
  const asked = questionsOf(file);
  expect(asked.length).toBeGreaterThan(1);
  expect(asked.some(({ question }) => question.kind === 'expect')).toBe(true);
  for (const each of asked) {
    const { source, kind } = each.question;
    const question = text.slice(source.start, source.end);
    const { text: said, ok, findings } = new Answers().answer(file, each);
    expect({ question, findings, ok }).toEqual({ question, findings: [], ok: kind === 'expect' ? true : null });
    expect(said, question).not.toMatch(/^$|\?/);
  }
});
