// Wrong inputs as people write them: each has its one finding at its place, and fixes that mend it. The texts stand in
// test/fixtures/wrong, one file a kind: `==== what is wrong`, the text with its finding marked, then every fix that is
// offered, `---- its title`, with the text it makes.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Answers, questionsOf } from '../../server/features/answers.ts';
import { diagnostics } from '../../server/features/diagnostics.ts';
import type { Finding } from '../../server/syntax/finding.ts';
import { parse } from '../../server/syntax/parser.ts';
import { Workspace } from '../../server/workspace.ts';
import { annotate, withoutExpectations } from '../support/fixture.ts';
import { applyFix } from '../syntax/edits.ts';

interface Case {
  readonly title: string;
  /** With the finding marked. */
  readonly stated: string;
  /** What the fixes make, in the order they are offered. */
  readonly fixed: readonly { readonly title: string; readonly text: string }[];
}

const folder = new URL('../fixtures/wrong/', import.meta.url);
const kinds = readdirSync(folder).filter((name) => name.endsWith('.txt'));

function casesOf(file: string): Case[] {
  const [, ...parts] = readFileSync(new URL(file, folder), 'utf8').split(/^==== /m);
  return parts.map((part) => {
    const [first, ...fixes] = part.split(/^---- /m).map((each) => {
      const end = each.indexOf('\n');
      return {
        title: each.slice(0, end),
        text: each
          .slice(end + 1)
          .replace(/^\n+$/, '')
          .replace(/\n+$/, '\n'),
      };
    });
    return { title: first.title, stated: first.text, fixed: fixes };
  });
}

/** Everything an editor is told of a text that stands alone: what its questions find as well. */
function findingsOf(text: string): Finding[] {
  const uri = 'file:///main.topo';
  const workspace = new Workspace();
  workspace.update(uri, text, 1);
  const found = diagnostics(workspace, uri);
  const file = workspace.semantics(uri);
  if (!file || found.some(({ severity }) => severity === 'error')) return found;
  const answers = new Answers();
  const asked = questionsOf(file).filter(({ template }) => template.sound);
  return [...found, ...asked.flatMap((each) => answers.answer(file, each).findings)];
}

function check({ stated, fixed }: Case): void {
  const text = withoutExpectations(stated);
  const found = findingsOf(text);
  expect(annotate(text, found)).toBe(stated);
  expect(found).toHaveLength(1);
  const made = (found[0].fixes ?? []).map((fix) => ({ title: fix.title, text: applyFix(text, fix.edits) }));
  expect(made).toEqual(fixed);
}

/**
 * A fix that makes the text as it was meant may show what else is wrong: a line that could not be read hides it, and the
 * sketch's 200 GB/s of an `expect` are for the user to set.
 */
const uncovers = /^text\.|^expect\.truth$|^quantity\.dimension$|^ask\./;
/** `spines` is what was meant in `s[spnes]`, and its own finding says that `[*]` is. */
const leadsOn = new Set(['name.variable spines']);

/** No fix leaves its finding, breaks the text, or brings an error that was not there. */
function checkSound({ stated }: Case): void {
  const text = withoutExpectations(stated);
  const [finding] = findingsOf(text);
  for (const fix of finding.fixes ?? []) {
    const after = applyFix(text, fix.edits);
    expect(parse(after).findings.map(({ message }) => message)).toEqual([]);
    const left = findingsOf(after);
    expect(left.map(({ code, message }) => `${code} ${message}`)).not.toContain(`${finding.code} ${finding.message}`);
    if (uncovers.test(finding.code) || leadsOn.has(`${finding.code} ${fix.title}`)) continue;
    expect(left.filter(({ severity }) => severity === 'error')).toEqual([]);
  }
}

describe.each(kinds)('%s', (file) => {
  const cases = casesOf(file);
  it.each(cases.map((each) => [each.title, each] as const))('%s', (_, each) => check(each));
  it('fixes are sound', () => cases.forEach(checkSound));
});
