// Folds, as the text they hide.
import { expect, test } from 'vitest';
import { folds } from '../../server/features/folding.ts';
import { tokenize } from '../../server/syntax/lexer.ts';

function check(text: string, ...expected: string[]): void {
  expect(folds(tokenize(text)).map((f) => `${f.kind}: ${text.slice(f.start, f.end)}`)).toEqual(expected);
}

test('bodies over several lines, inner ones too', () =>
  check(
    'node N {\n  plan p : M {\n    a = 1\n  }\n}\nnode O { g : gpu }',
    'region: \n  plan p : M {\n    a = 1\n  }\n',
    'region: \n    a = 1\n  ',
  ));
test('comments in a run', () =>
  check('// a\n// b\n\n// c\nlink A { } // d\n// e\n/* f\n */', 'comment: // a\n// b', 'comment: // e\n/* f\n */'));
test('imports in a run', () =>
  check('import "a"\nimport "b"\n\nlink A { }\nimport "c"\n', 'imports: import "a"\nimport "b"'));
test('braces that do not match', () => check('}\nnode N {\n  g : gpu\n'));
