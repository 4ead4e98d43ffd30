// A text analysed as a file of its own, with the real library in scope and other files beside it.
import { expect } from 'vitest';
import { analyseFile, type FileSemantics } from '../../server/semantics/file.ts';
import type { Finding } from '../../server/syntax/finding.ts';
import { parse } from '../../server/syntax/parser.ts';
import type { Expr } from '../../server/syntax/tree.ts';
import { annotate, fixture, withoutExpectations } from '../support/fixture.ts';
import { applyFix } from '../syntax/edits.ts';

/** The file stands at `file:/main.topo`; `beside` are texts by the path they are imported by. */
export function analyse(text: string, beside: Readonly<Record<string, string>> = {}): FileSemantics {
  const all: Readonly<Record<string, string>> = { ...beside, 'main.topo': text };
  const trees = new Map(Object.entries(all).map(([path, each]) => [`file:/${path}`, parse(each).tree]));
  const tree = trees.get('file:/main.topo') ?? parse(text).tree;
  return analyseFile('file:/main.topo', tree, {
    resolve: (_, path) => {
      const found = trees.get(`file:/${path}`);
      return found && { uri: `file:/${path}`, tree: found };
    },
  });
}

/** What the parser and the semantics find, in order of place. */
export function findingsOf(text: string, beside: Readonly<Record<string, string>> = {}): Finding[] {
  return [...parse(text).findings, ...analyse(text, beside).findings()].sort((a, b) => a.start - b.start);
}

/** The findings of a text are exactly those its marks state. */
export function checkFindings(marked: string, beside: Readonly<Record<string, string>> = {}): void {
  const stated = fixture(marked).text;
  const text = withoutExpectations(stated);
  expect(annotate(text, findingsOf(text, beside))).toBe(stated);
}

/** The only finding of `before` offers these fixes, in this order, and the first of them makes `after`. */
export function checkFixes(before: string, titles: readonly string[], after: string): void {
  const findings = findingsOf(before);
  expect(findings.map(({ code }) => code)).toHaveLength(1);
  expect(findings[0].fixes?.map(({ title }) => title)).toEqual(titles);
  expect(applyFix(before, findings[0].fixes?.[0].edits)).toBe(after);
}

/** The expression of a text such as `8 / 3`, as it would stand in a `let`. */
export function expression(text: string): Expr {
  const { tree, findings } = parse(`let it = ${text}`);
  const [definition] = tree.definitions;
  if (findings.length > 0 || definition?.kind !== 'let') throw new Error(`no expression: ${text}`);
  return definition.value;
}
