// While people type: the whole analysis, and what editors ask at the cut, of the files of the library, the examples and
// the systems. At every k-th place (k so that a file is met some eight times, the places moved on from file to file) the
// text is cut, loses a character, and gets one of the telling characters. Nothing is thrown, all places lie in the text,
// fixes can be applied, and a workspace that has seen all the versions before finds what a fresh one finds.
import { describe, expect, test } from 'vitest';
import { completions } from '../../server/features/completion.ts';
import { definitionAt } from '../../server/features/definition.ts';
import { diagnostics } from '../../server/features/diagnostics.ts';
import { foldings } from '../../server/features/folding.ts';
import { hover } from '../../server/features/hover.ts';
import { outline } from '../../server/features/outline.ts';
import type { Finding, Span } from '../../server/syntax/finding.ts';
import { format } from '../../server/syntax/format.ts';
import { parse } from '../../server/syntax/parser.ts';
import { Workspace } from '../../server/workspace.ts';
import { applyFix, checkFindings, telling } from './edits.ts';
import { shipped } from './texts.ts';

const uri = 'file:///typed/main.topo';
const rounds = 8;

/** Opens a text in a workspace that has seen others, asks all that is asked while one types, and returns what is found. */
function check(used: Workspace, text: string, cut: number, version: number): readonly Finding[] {
  used.update(uri, text, version);
  const found = diagnostics(used, uri);
  checkFindings(text, found);
  for (const item of completions(used, uri, cut)) checkInside(text, item.replace);
  const shown = hover(used, uri, cut);
  if (shown) checkInside(text, shown);
  definitionAt(used, uri, cut);
  const { tree } = parse(text);
  for (const fold of foldings(tree)) checkInside(text, fold);
  outline(tree);
  format(text);
  return found;
}

function checkInside(text: string, { start, end }: Span): void {
  if (!(start >= 0 && start <= end && end <= text.length)) throw new Error(`${start} to ${end} of ${text.length}`);
}

function fresh(text: string): readonly Finding[] {
  const workspace = new Workspace();
  workspace.update(uri, text, 1);
  return diagnostics(workspace, uri);
}

/** The versions of a text that are tried, each with the place of its change. */
function* typed(text: string, shift: number): Generator<readonly [text: string, cut: number]> {
  const step = Math.max(1, Math.floor(text.length / rounds));
  for (let i = shift % step, turn = shift; i < text.length; i += step, turn++) {
    const [before, after] = [text.slice(0, i), text.slice(i)];
    yield [before, i];
    yield [before + after.slice(1), i];
    yield [before + telling[turn % telling.length] + after, i + 1];
  }
}

describe.each(shipped.map(([name, text], i) => [name, text, i] as const))('%s', (_, text, place) => {
  test('typed at', () => {
    const used = new Workspace();
    let version = 0;
    for (const [typing, cut] of typed(text, 7 * place)) {
      const found = check(used, typing, cut, ++version);
      if (version % 3 === place % 3) expect(found).toEqual(fresh(typing));
    }
    used.update(uri, text, ++version);
    expect(diagnostics(used, uri)).toEqual(fresh(text));
  });
  test('every fix leaves a text that is read', () => {
    for (const [typing] of typed(text, 11 * place))
      for (const { fixes = [], code } of parse(typing).findings)
        for (const { edits, title } of fixes) parse(applyFix(typing, edits, `${code}, ${title}`));
  });
});

/** Where a declaration lost its name, its uses are no second fault. */
test.each([
  'cluster C {\n  [8] : H100_SXM\n  gpu[*] -- gpu[*] : NVLink4\n}\ncluster D {\n  c[2] : C\n  c[0].gpu[0] -- c[1].gpu[0] : NDR\n}\n',
  'cluster C {\n  gpu8] : H100_SXM\n  gpu[*] -- gpu[*] : NVLink4\n}\n',
  'cluster C {\n  sw : switch\n  [8] : H100_SXM\n  gpu[*] -- sw : 50 GB/s\n}\n',
  'node N( = H100_SXM) {\n  g[8] : accelerator\n  g[*] -- g[*] : NVLink4\n}\ncluster C {\n  n : N(accelerator = A100_SXM)\n}\n',
])('one finding: %j', (text) => {
  expect(fresh(text).map(({ code }) => code)).toHaveLength(1);
});
