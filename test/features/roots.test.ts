// Which definitions stand for a whole, and parameters given to one from outside.
import { describe, expect, test } from 'vitest';
import { rootsOf } from '../../server/features/roots.ts';
import { templateWith } from '../../server/features/setting.ts';
import type { FileSemantics } from '../../server/semantics/file.ts';
import { open, uri } from './support.ts';

const fileOf = (text: string): FileSemantics => {
  const file = open(text).workspace.semantics(uri);
  if (!file) throw new Error('no file');
  return file;
};
const check = (text: string, ...expected: string[]): void => expect(rootsOf(fileOf(text))).toEqual(expected);

describe('roots', () => {
  test('clusters before nodes, unused ones before those that others are made of', () =>
    check('node N { g : gpu }\ncluster A { n : N }\ncluster B { a : A }\nnode M { g : gpu }', 'B', 'A', 'M', 'N'));
  test('those of the library are not of the file', () => check('cluster A { n : DGX_H100 }', 'A'));
  test('half written', () => check('cluster A {\n  n : \n}\ncluster', 'A'));
  test('one that contains itself', () => check('cluster A { a : A }', 'A'));
  test('none', () => check('link L { rate = 1 GB/s }'));
});

/** How many devices the root has with these parameters. */
function checkSet(text: string, set: Record<string, string>, devices: number): void {
  const template = templateWith(fileOf(text), 'C', set);
  if ('refused' in template) throw new Error(template.refused);
  expect(template.deviceCount).toBe(devices);
}

describe('parameters from outside', () => {
  const text =
    'let k = 3\ndevice Mine : gpu { }\nnode N { g[2] : gpu }\ncluster C(n = 4, host = N) {\n  h[n] : host\n}';
  test('none: the defaults', () => checkSet(text, {}, 8));
  test('a number', () => checkSet(text, { n: '5' }, 10));
  test('an expression that sees the file', () => checkSet(text, { n: 'k + 1' }, 8));
  test('a definition, of the library too', () => checkSet(text, { n: '1', host: 'DGX_H100' }, 28));
});
