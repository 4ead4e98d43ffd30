// What a text is told that does not follow the grammar: the place, the words, the fix; one finding a fault.
import { describe, expect, test } from 'vitest';
import { parse } from '../../server/syntax/parser.ts';
import { annotate, fixture, withoutExpectations } from '../support/fixture.ts';
import { applyFix } from './edits.ts';

function check(marked: string): void {
  const { text } = fixture(marked);
  const plain = withoutExpectations(text);
  expect(annotate(text, parse(plain).findings)).toBe(text);
}

/** Applies the first fix of the only finding. */
function checkFix(before: string, after: string): void {
  const { findings } = parse(before);
  expect(findings).toHaveLength(1);
  expect(applyFix(before, findings[0].fixes?.[0]?.edits)).toBe(after);
  expect(parse(after).findings).toEqual([]);
}

describe('parts and connections', () => {
  test('a part without its colon', () => {
    check(`
cluster C {
  g[4] gpu
//     ^^^ error text.expected: expected \`:\` between a part and what it is, found \`gpu\`.
  h[2] : gpu
}`);
    checkFix('cluster C {\n  g[4] gpu\n}', 'cluster C {\n  g[4] : gpu\n}');
  });

  test('a hyphen in a name, reported once however often it stands there', () => {
    check(`
cluster C {
  leaf-a[4] : QM9700
//@2 ^^^^^^ error text.name: a name has no hyphen: here \`-\` subtracts.
  g[i] -- leaf-a[i] : NDR
  leaf-a[0] -- leaf-a[1] : NDR
}`);
    checkFix(
      'cluster C {\n  leaf-a[4] : QM9700\n  leaf-a[0] -- leaf-a[i-1] : NDR\n}',
      'cluster C {\n  leaf_a[4] : QM9700\n  leaf_a[0] -- leaf_a[i-1] : NDR\n}',
    );
  });

  test('a connection by nothing', () => {
    check(`
cluster C {
  g[0] -- g[1]
//@2 ^^^^^^^^^^^^ error text.medium: joined by what? Add \`: \` and a link or a rate.
  g[1] -- g[2] : NDR
}`);
    checkFix('cluster C {\n  g[0] -- g[1]\n}', 'cluster C {\n  g[0] -- g[1] : 50 GB/s\n}');
  });

  test('three ends', () => {
    check(`
cluster C {
  g[0] -- g[1] -- g[2] : NDR
//             ^^ error text.expected: a connection has two ends; the next one is a statement of its own.
}`);
  });

  test('a place alone says nothing', () => {
    check(`
cluster C {
  g[0..3]
//@2 ^^^^^^^ error text.statement: this says nothing: \`: TYPE\` makes parts, \`-- END : LINK\` connects.
}`);
  });

  test('a set for a size', () => {
    check(`
cluster C {
  g[0..3] : gpu
// ^^^^^^ error text.size: a part has one size in each dimension: \`g[4]\` has the places 0 to 3.
}`);
    checkFix('cluster C {\n  g[0..3] : gpu\n}', 'cluster C {\n  g[4] : gpu\n}');
  });

  test('a constant without let', () => checkFix('cluster C {\n  n = 4\n}', 'cluster C {\n  let n = 4\n}'));
  test('a keyword misspelt', () => checkFix('cluster C {\n  shwo diameter\n}', 'cluster C {\n  show diameter\n}'));
});

describe('settings', () => {
  test('two properties without a comma', () => {
    check(`
link Fast { rate = 8 GT/s lanes = 4 }
//                        ^^^^^ error text.separator: a \`,\` or a new line goes between two properties.
`);
    checkFix('link Fast { rate = 8 GT/s lanes = 4 }', 'link Fast { rate = 8 GT/s, lanes = 4 }');
  });

  test('a colon for the equals sign of an argument', () => {
    check(`
cluster C {
  show alltoall(64 MiB, over: g[0..1])
//                          ^ error text.assign: an argument takes \`=\`.
}`);
    checkFix('cluster C {\n  show f(1, over: g)\n}', 'cluster C {\n  show f(1, over = g)\n}');
  });

  test('a property without a value', () => {
    check(`
link L { rate = }
//             ^ error text.expected: expected a value, found \`}\`.
link M { rate = 8 GB/s }`);
  });
});

describe('brackets', () => {
  test('an open body ends where a definition begins', () => {
    check(`
cluster A {
//        ^ error text.unclosed: this \`{\` is never closed: \`cluster B\` begins before it is.
  g[4] : gpu
cluster B {
  h[4] : gpu
}`);
    checkFix(
      'cluster A {\n  g[4] : gpu // four\ncluster B {\n}',
      'cluster A {\n  g[4] : gpu // four\n}\ncluster B {\n}',
    );
  });

  test('an open index ends with its line', () => {
    check(`
cluster C {
  g[0 -- g[1] : NDR
// ^ error text.unclosed: this \`[\` is never closed.
  h[4] : gpu
}`);
  });

  test('an open call ends with its line', () => {
    check(`
cluster C {
  show allreduce(1 GiB
//              ^ error text.unclosed: this \`(\` is never closed.
  show allreduce(2 GiB)
}`);
  });

  test('a comment that is never closed swallows the rest, which is no second fault', () => {
    check(`
cluster C {
  g : gpu /* four
//        ^^ error text.unclosed: this comment is never closed.
}`);
  });

  test('a brace that closes nothing', () => {
    check(`
link A { }
link B { } }
//         ^ error text.unopened: this \`}\` closes nothing.
`);
  });
});

describe('lines that are not finished leave the next one alone', () => {
  test('a part', () => {
    check(`
cluster C {
  g :
//   ^ error text.expected: expected a device, a node or a cluster before the line ends.
  h[4] : gpu
}`);
  });
  test('a connection', () => {
    check(`
cluster C {
  g[0] --
//       ^ error text.expected: expected a value before the line ends.
  g[1] -- g[2] : NDR
}`);
  });
  test('a question', () => {
    check(`
cluster C {
  expect diameter <=
//                  ^ error text.expected: expected a value before the line ends.
  show diameter
}`);
  });
});

describe('places', () => {
  test('a part outside all bodies', () => {
    checkFix('g[4] : gpu\ng[*] -- g[*] : 5 GB/s\n', 'cluster Sketch {\n  g[4] : gpu\n  g[*] -- g[*] : 5 GB/s\n}\n');
  });

  test('a definition inside another', () => {
    check(`
cluster C {
  node N { g : gpu }
//@2 ^^^^^^ error text.place: a definition cannot stand inside another: move it above \`cluster C\`.
  h : gpu
}`);
    checkFix(
      '/// Doc.\ncluster C {\n  node N { g : gpu }\n  n : N\n}',
      'node N { g : gpu }\n\n/// Doc.\ncluster C {\n  n : N\n}',
    );
  });

  test('an import without quotes', () => {
    check(`
import dgx_h100.topo
//     ^^^^^^^^^^^^^ error text.import: the path goes in quotes.
link A { }`);
    checkFix('import dgx_h100.topo', 'import "dgx_h100.topo"');
  });

  test('a head that lacks a word keeps its body', () => {
    check(`
DGX_H200 : DGX_H100(accelerator = H200_SXM) {
//@0 ^^^^^^^^ error text.expected: expected \`node\` or \`cluster\` before \`DGX_H200\`.
  show memory
}
node : DGX_H100(accelerator = H200_SXM) {
//   ^ error text.expected: expected a name, found \`:\`.
  show memory
}`);
    checkFix('N : M {\n  g[4] : gpu\n}', 'node N : M {\n  g[4] : gpu\n}');
  });

  test('a brace that properties lack takes nothing from the body', () => {
    checkFix(
      'node N {\n  g[8] : gpu memory = 192 GB }\n  h : cpu\n}',
      'node N {\n  g[8] : gpu { memory = 192 GB }\n  h : cpu\n}',
    );
  });

  test('a misspelt definition keeps its body', () => {
    checkFix('clustr C {\n  g[4] : gpu\n}', 'cluster C {\n  g[4] : gpu\n}');
  });
});

describe('too much', () => {
  test.each(['', 'cluster C { g : gpu ', 'cluster C { g : ', 'cluster C {\n  '])(
    'a million zeros behind %j',
    (before) => {
      const [{ message }] = parse(before + '\0'.repeat(1e6)).findings.filter(({ code }) => code === 'text.character');
      expect(message.length).toBeLessThan(200);
    },
  );
  test('a name of a million letters where none belongs', () => {
    const [{ message }] = parse(`let a = 1 ${'b'.repeat(1e6)}`).findings;
    expect(message.length).toBeLessThan(200);
  });
  test('brackets nested a thousand deep', () => {
    const { findings } = parse(`let a = ${'('.repeat(1000)}1${')'.repeat(1000)}\nlet b = 2`);
    expect(findings.map((f) => f.code)).toEqual(['text.deep']);
  });
  test('a hundred thousand operators', () => {
    const { findings } = parse(`let a = 1${' + 1'.repeat(100_000)}\nlet b = 2`);
    expect(findings.map((f) => f.code)).toEqual(['text.deep']);
  });
});
