// Words that two rooms must spell alike and may not import from each other.
import { expect, test } from 'vitest';
import { algorithms, collectives } from '../../server/collectives/collective.ts';
import { algorithmWords, questions } from '../../server/semantics/signatures.ts';

test('the algorithms of the language are those that are priced', () => {
  expect([...algorithmWords]).toEqual([...algorithms]);
});

test('every collective is a question', () => {
  for (const collective of collectives) expect(questions.has(collective)).toBe(true);
});
