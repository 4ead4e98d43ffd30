// Folds, as the text they hide.
import { expect, test } from 'vitest';
import { foldings } from '../../server/features/folding.ts';
import { parse } from '../../server/syntax/parser.ts';

function check(text: string, ...expected: string[]): void {
  expect(foldings(parse(text).tree).map((f) => `${f.kind}: ${text.slice(f.start, f.end)}`)).toEqual(expected);
}

test('bodies over several lines, inner ones too', () =>
  check(
    'node N {\n  plan p : M {\n    a = 1\n  }\n}\nnode O { g : gpu }',
    'region: \n  plan p : M {\n    a = 1\n  }',
    'region: \n    a = 1',
  ));
test('comments in a run', () =>
  check('// a\n// b\n\n// c\nlink A { } // d\n// e\n/* f\n */', 'comment: // a\n// b', 'comment: // e\n/* f\n */'));
test('imports in a run', () =>
  check('import "a"\nimport "b"\n\nlink A { }\nimport "c"\n', 'imports: import "a"\nimport "b"'));
test('braces that do not match', () => check('}\nnode N {\n  g : gpu\n'));
test('nothing inside, nothing to hide', () => check('node N {\n\n}'));
