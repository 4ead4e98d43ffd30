// What is told of what was found: comments that allow, levels that are set, and the fix that writes the comment.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowings } from '../../server/features/allowing.ts';
import { diagnostics } from '../../server/features/diagnostics.ts';
import { type Levels, levelsOf, steered, type Told } from '../../server/features/steering.ts';
import type { Fix } from '../../server/syntax/finding.ts';
import { format } from '../../server/syntax/format.ts';
import type { Document, Workspace } from '../../server/workspace.ts';
import { annotate, fixture, withoutExpectations } from '../support/fixture.ts';
import { open, uri } from './support.ts';

function told(text: string, set: Levels = new Map()): { found: Told[]; document: Document } {
  const { workspace } = open(text);
  return { found: steered(documentOf(workspace), diagnostics(workspace, uri), set), document: documentOf(workspace) };
}

function documentOf(workspace: Workspace): Document {
  const document = workspace.document(uri);
  if (!document) throw new Error('no document');
  return document;
}

/** What is told of a text is exactly what its marks state; `set` is the setting. */
function check(marked: string, set: object = {}): void {
  const stated = fixture(marked).text;
  const text = withoutExpectations(stated);
  expect(annotate(text, told(text, levelsOf(set)).found)).toBe(stated);
}

function applied(text: string, fix: Fix | undefined): string {
  let after = text;
  for (const { start, end, text: put } of [...(fix?.edits ?? [])].sort((a, b) => b.start - a.start))
    after = after.slice(0, start) + put + after.slice(end);
  return after;
}

/** The fix that allows the only finding makes `after`, in which nothing is told any more, formatted or not. */
function checkAllowing(before: string, after: string): void {
  const { found, document } = told(before);
  expect(found.map(({ code }) => code)).toHaveLength(1);
  expect(found[0].allowable).toBe(true);
  const changed = applied(before, allowings(document, found)[0]);
  expect(changed).toBe(after);
  expect(told(changed).found).toEqual([]);
  expect(told(format(changed)).found).toEqual([]);
}

/** The fix `title` of the only finding makes `after`. */
function checkFix(before: string, title: string, after: string): void {
  const { found } = told(before);
  expect(found.map(({ code }) => code)).toHaveLength(1);
  expect(found[0].fixes?.map((each) => each.title)).toContain(title);
  expect(
    applied(
      before,
      found[0].fixes?.find((each) => each.title === title),
    ),
  ).toBe(after);
}

describe('a comment on a line of its own', () => {
  test('holds for the statement below', () =>
    check(`
cluster C {
  g[4] : gpu
  // topo: allow wiring.alone
  s[2] : switch
  g[*] -- s[0] : 5 GB/s
}`));
  test('holds for all of a statement of several lines', () =>
    check(`
cluster C {
  g[2] : gpu
  // topo: allow quantity.rest
  g[0] --
    g[1] : NVLink4 x(7 / 2)
}`));
  test('and for nothing after it', () =>
    check(`
cluster C {
  g[2] : gpu
  // topo: allow quantity.rest
  g[0] -- g[1] : NVLink4 x(7 / 2)
  g[1] -- g[0] : NVLink4 x(5 / 2)
//                         ^^^^^ hint quantity.rest: 5 / 2 leaves a rest of 1, which is dropped.
}`));
  test('holds for all of a definition, its documentation between', () =>
    check(`
// topo: allow quantity.rest, name.unused
/// Two cards.
cluster C(m = 2) {
  g[2] : gpu
  g[0] -- g[1] : NVLink4 x(7 / 2)
}
let a = 1
//  ^ hint name.unused: nothing uses \`a\`.`));
  test('several of them add up; other comments may stand between', () =>
    check(
      `
cluster C {
  // topo: allow wiring.split: two halves on purpose
  // the second half is sold
  // topo: allow index.parameter
  g[4] : gpu
  g[0] -- g[1] : 5 GB/s
  g[2] -- g[3] : 5 GB/s
}
`.replace('  // topo: allow index.parameter\n', ''),
    ));
});

describe('a comment at the end of a line', () => {
  test('holds for what begins on that line', () =>
    check(`
cluster C(m = 2) { // topo: allow name.unused
  let k = 3
//    ^ hint name.unused: nothing uses \`k\`.
  g[2] : gpu
  g[0] -- g[1] : NVLink4 x(7 / 2) // topo: allow quantity.rest: 3 is meant
}`));
  test('codes are parted by blanks or commas', () =>
    check(`
cluster C(m = 2) { g[2] : gpu; g[0] -- g[1] : NVLink4 x(7 / 2) } // topo: allow name.unused,quantity.rest
cluster D(m = 2) { g[2] : gpu; g[0] -- g[1] : NVLink4 x(7 / 2) } //topo:allow  name.unused  quantity.rest : both`));
});

test('allow-file holds for the whole file, wherever it stands', () =>
  check(`
let a = 1
let b = 2
// topo: allow-file name.unused`));

describe('what is wrong with a comment', () => {
  test('a code that does not exist', () => {
    check(`
let a = 1 // topo: allow name.unusd
//  ^ hint name.unused: nothing uses \`a\`.
//                       ^^^^^^^^^^ hint allow.unknown: no finding has the code \`name.unusd\`; the nearest is \`name.unused\`.
`);
    const text = 'cluster C { g : gpu } // topo: allow name.unusd';
    checkFix(text, 'name.unused', 'cluster C { g : gpu } // topo: allow name.unused');
    checkFix(text, 'Remove the comment', 'cluster C { g : gpu }');
  });
  test('a word that is not quite allow', () => {
    check(`
// topo: alow name.unused
//       ^^^^ hint allow.unknown: \`alow\` is not understood; \`allow\` is.
cluster C { g : gpu }`);
    checkFix(
      '// topo: allowfile name.unused\nlet a = b\nlet b = a'.split('\n')[0],
      'allow-file',
      '// topo: allow-file name.unused',
    );
  });
  test('no code at all', () =>
    check(`
// topo: allow: for now
//       ^^^^^ hint allow.unknown: name the code of what is allowed, as in \`allow wiring.far\`.
cluster C { g : gpu }`));
  test('a comment about Topo is none', () => check('\n// topo: see the handbook\ncluster C { g : gpu }'));
  test('an error stays, and the comment is told', () =>
    check(`
// topo: allow name.unknown
//             ^^^^^^^^^^^^ hint allow.error: \`name.unknown\` is an error, which no comment can allow: mend the text.
cluster C { g : gpuu }
//              ^^^^ error name.unknown: there is no \`gpuu\`; the nearest is \`gpu\`.`));
  test('an error of a code that may be a hint stays, and the comment is silent', () =>
    check(`
cluster C(n = 4) {
  g[n] : gpu
  s : switch
  g[n] -- s : 5 GB/s // topo: allow index.parameter
//  ^ error index.parameter: \`n\` is the parameter here (4), not a variable; \`g\` ends at 3.
}`));
  test('nothing to allow', () => {
    check(`
let a = 1
cluster C { g[a] : gpu } // topo: allow name.unused
//                                      ^^^^^^^^^^^ hint allow.idle: nothing here has the code \`name.unused\`, so nothing is allowed.
`);
    checkFix(
      'cluster C(m = 1) {\n  // topo: allow wiring.far, name.unused\n  let k = 7\n  g[m] : gpu\n}\n',
      'Remove `wiring.far`',
      'cluster C(m = 1) {\n  // topo: allow name.unused\n  let k = 7\n  g[m] : gpu\n}\n',
    );
    checkFix(
      'cluster C(m = 1) {\r\n  // topo: allow wiring.far\r\n  g[m] : gpu\r\n}\r\n',
      'Remove the comment',
      'cluster C(m = 1) {\r\n  g[m] : gpu\r\n}\r\n',
    );
    checkFix('cluster C { g : gpu }\n// topo: allow wiring.far', 'Remove the comment', 'cluster C { g : gpu }\n');
  });
  test('nobody knows while an error keeps checks from being made', () =>
    check(`
cluster C {
  // topo: allow wiring.alone
  s[2] : switch
  g[4] : gup
//       ^^^ error name.unknown: there is no \`gup\`; the nearest is \`gpu\`.
  g[*] -- s[0] : 5 GB/s
}`));
  test('codes of questions are never idle: a question may be asked later', () =>
    check('\n// topo: allow-file ask.long\ncluster C { g : gpu }'));
  test('what is wrong with comments has a level too', () =>
    check('\ncluster C { g : gpu } // topo: allow wiring.far', { 'allow.idle': 'off' }));
});

describe('levels', () => {
  const text = `
let a = 1
//  ^ error name.unused: nothing uses \`a\`.
cluster C {
  g[2] : gpu
  g[0] -- g[1] : NVLink4 x(7 / 2)
//                         ^^^^^ warning quantity.rest: 7 / 2 leaves a rest of 1, which is dropped.
}`;
  test('of a code, of a kind, a code before its kind', () =>
    check(text, { 'name.*': 'off', 'name.unused': 'error', 'quantity.*': 'warning' }));
  test('off', () => check('\nlet a = 1', { 'name.unused': 'off' }));
  test('an error may look different', () =>
    check(
      `
cluster C { g : gpuu }
//              ^^^^ warning name.unknown: there is no \`gpuu\`; the nearest is \`gpu\`.`,
      { 'name.unknown': 'warning' },
    ));
  test('a comment holds at any level', () => check('\nlet a = 1 // topo: allow name.unused', { 'name.*': 'error' }));
  test('what is off is still allowed by a comment, which is not idle', () =>
    check('\nlet a = 1 // topo: allow name.unused', { 'name.*': 'off' }));
  test('what makes no sense is passed over', () => {
    for (const setting of [undefined, null, 7, 'off', [], { 'name.unused': 'loud' }, { 'name.unused': 7 }])
      expect(told('let a = 1', levelsOf(setting)).found.map(({ severity }) => severity)).toEqual(['hint']);
  });
  test('errors and what is said of comments cannot be allowed', () => {
    const { found } = told('cluster C { g : gpuu } // topo: allow name.unusd');
    expect(found.map(({ allowable }) => allowable)).toEqual([false, false]);
  });
});

describe('the fix that allows', () => {
  test('above a statement, as far in as it', () =>
    checkAllowing(
      'cluster C {\n  g[2] : gpu\n  g[0] -- g[1] : NVLink4 x(7 / 2)\n}\n',
      'cluster C {\n  g[2] : gpu\n  // topo: allow quantity.rest\n  g[0] -- g[1] : NVLink4 x(7 / 2)\n}\n',
    ));
  test('above all of a statement of several lines, and above its documentation', () =>
    checkAllowing(
      'cluster C {\n  g[2] : gpu\n  /// Seven halves.\n  g[0] --\n    g[1] : NVLink4 x(7 / 2)\n}\n',
      'cluster C {\n  g[2] : gpu\n  // topo: allow quantity.rest\n  /// Seven halves.\n  g[0] --\n    g[1] : NVLink4 x(7 / 2)\n}\n',
    ));
  test('above a definition of one line', () => checkAllowing('let a = 1\n', '// topo: allow name.unused\nlet a = 1\n'));
  test('at the end of the line that opens a body', () =>
    checkAllowing(
      '/// One.\ncluster C(m = 2) {\n  g : gpu\n}\n',
      '/// One.\ncluster C(m = 2) { // topo: allow name.unused\n  g : gpu\n}\n',
    ));
  test('above it, where the line ends in a comment already', () =>
    checkAllowing(
      'cluster C(m = 2) { // one\n  g : gpu\n}\n',
      '// topo: allow name.unused\ncluster C(m = 2) { // one\n  g : gpu\n}\n',
    ));
  test('one more code in the comment that is there, before its reason', () => {
    const before = `cluster C {
  g[2] : gpu
  // topo: allow index.idle: as it was
  g[0] -- g[1] : NVLink4 x(7 / 2) for k in 0..1
}
`;
    checkAllowing(before, before.replace('index.idle', 'index.idle, quantity.rest'));
  });
  test('with the line endings that are there', () =>
    checkAllowing('let b = 2\r\nlet a = b\r\n', 'let b = 2\r\n// topo: allow name.unused\r\nlet a = b\r\n'));
});

test('whatever is typed there, nothing is thrown and nothing lies outside the text', () => {
  const word = fc.constantFrom(
    'allow',
    'alow',
    'allow-file',
    'name.unused',
    'wiring.far',
    ',',
    ':',
    ' ',
    '\n',
    '\r\n',
    '//',
    '/*',
    '*/',
    'topo:',
    'let a = 1',
    'cluster C {',
    '}',
    '///',
    'x',
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      const text = words.map((each) => (each === 'topo:' ? '// topo: ' : each)).join('');
      const { found, document } = told(text);
      for (const finding of found) {
        expect([finding.start >= 0, finding.end <= text.length, finding.start <= finding.end]).toEqual([
          true,
          true,
          true,
        ]);
        for (const { edits } of [...(finding.fixes ?? []), ...allowings(document, [finding])])
          for (const { start, end } of edits) expect(start >= 0 && start <= end && end <= text.length).toBe(true);
      }
    }),
  );
});
