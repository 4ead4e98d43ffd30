// What the tests of ports and wiring ask: the findings of a text, and the text after a fix, which has none.
import { expect } from 'vitest';
import { annotate, fixture, withoutExpectations } from '../../support/fixture.ts';
import { applyFix } from '../../syntax/edits.ts';
import { bodies } from './support.ts';

/** The findings of a text are exactly those its marks state. */
export function checkFindings(marked: string): void {
  const stated = fixture(marked).text;
  const text = withoutExpectations(stated);
  expect(annotate(text, bodies(text).findings)).toBe(stated);
}

/** The fix with this title of the only finding turns `<<wrong>>` into `right`; nothing else changes, and nothing is found then. */
export function checkMended(marked: string, title: string, ...right: string[]): void {
  const before = marked.replaceAll(/<<(.*?)>>/g, '$1');
  let k = 0;
  const after = marked.replaceAll(/<<.*?>>/g, () => right[k++]);
  const { findings } = bodies(before);
  expect(findings.map(({ code }) => code)).toHaveLength(1);
  expect(findings[0].fixes?.map((each) => each.title)).toContain(title);
  const fix = findings[0].fixes?.find((each) => each.title === title);
  expect(applyFix(before, fix?.edits)).toBe(after);
  expect(bodies(after).findings).toEqual([]);
}
