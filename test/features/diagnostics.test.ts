// All findings of a file, the parser's and the others', in the order of the text.
import { expect, test } from 'vitest';
import { diagnostics } from '../../server/features/diagnostics.ts';
import { open, uri } from './support.ts';

const check = (text: string, ...expected: string[]): void =>
  expect(
    diagnostics(open(text).workspace, uri).map(({ start, code }) => `${text.slice(start).split(/\W/)[0]} ${code}`),
  ).toEqual(expected);

test('sorted by place, whoever found them', () =>
  check(
    'let unused = 1\ncluster C {\n  a : Nothing\n  b gpu\n  c : gpu\n  c : gpu\n}',
    'unused name.unused',
    'Nothing name.unknown',
    'gpu text.expected',
    'c name.duplicate',
  ));
test('none', () => check('cluster C {\n  g : gpu\n}'));
test('a file that is not there has none', () => expect(diagnostics(open('').workspace, 'file:///no.topo')).toEqual([]));
