// Where a name was defined: in this file, an imported one, or the library.
import { describe, expect, test } from 'vitest';
import { definitionAt } from '../../server/features/definition.ts';
import { open, uri } from './support.ts';

/** The definition of the name at `$0` is the `nth` time that `name` stands in this file. */
function check(marked: string, name: string, nth = 0): void {
  const { workspace, cursor, text } = open(marked);
  const found = definitionAt(workspace, uri, cursor);
  expect(found?.uri).toBe(uri);
  expect(found && text.slice(found.start, found.end)).toBe(name);
  let start = -1;
  for (let i = 0; i <= nth; i++) start = text.indexOf(name, start + 1);
  expect(found?.start).toBe(start);
}

/** It is this line of another file. */
function checkElsewhere(
  marked: string,
  target: string,
  line: string,
  beside: Readonly<Record<string, string>> = {},
): void {
  const { workspace, cursor } = open(marked, beside);
  const found = definitionAt(workspace, uri, cursor);
  expect(found?.uri).toBe(target);
  const document = workspace.document(target);
  const at = document?.lines.positionAt(found?.start ?? 0).line ?? 0;
  expect(document?.text.split('\n')[at]).toContain(line);
}

function checkNone(marked: string): void {
  const { workspace, cursor } = open(marked);
  expect(definitionAt(workspace, uri, cursor)).toBeUndefined();
}

describe('into the library', () => {
  test('a device', () =>
    checkElsewhere('cluster C {\n  g : H100$0_SXM\n}', 'topo-library:/accelerators/nvidia.topo', 'device H100_SXM'));
  test('a link', () =>
    checkElsewhere(
      'cluster C {\n  g[2] : gpu\n  g[0] -- g[1] : N$0DR\n}',
      'topo-library:/links/infiniband.topo',
      'link NDR ',
    ));
  test('a part of a library node', () =>
    checkElsewhere(
      'cluster C {\n  d : DGX_H100\n  s : switch\n  d.nic$0[r] -- s : NDR\n}',
      'topo-library:/systems/dgx.topo',
      'nic[8]     : network',
    ));
  test('two levels down', () =>
    checkElsewhere(
      'cluster C {\n  su : DGX_H100_SU\n  s : switch\n  su.dgx[n].g$0pu[0] -- s : 50 GB/s\n}',
      'topo-library:/systems/dgx.topo',
      'gpu[8]     : accelerator',
    ));
  test('a base', () => checkElsewhere('node N : DGX_$0H100', 'topo-library:/systems/dgx.topo', 'node DGX_H100('));
  test('an argument of a node', () =>
    checkElsewhere('node N : DGX_H100(acc$0elerator = H200_SXM)', 'topo-library:/systems/dgx.topo', 'node DGX_H100('));
});

describe('in the file', () => {
  test('a part', () => check('cluster C {\n  g[2] : gpu\n  g[0] -- $0g[1] : 5 GB/s\n}', 'g'));
  test('a part that is declared below', () => check('cluster C {\n  z$0[0] -- z[1] : 5 GB/s\n  z[2] : gpu\n}', 'z', 2));
  test('a parameter', () => check('cluster C(nodes = 2) {\n  g[nod$0es] : gpu\n}', 'nodes'));
  test('a constant of the body', () => check('cluster C {\n  let many = 2\n  g[man$0y] : gpu\n}', 'many'));
  test('a constant of the file', () => check('let many = 2\ncluster C {\n  g[man$0y] : gpu\n}', 'many'));
  test('a definition', () => check('cluster C {\n  b : Bo$0x\n}\nnode Box { g : gpu }', 'Box', 1));
  test('a definition in an expression', () => check('device Dev : gpu { memory = 1 GB }\nlet m = D$0ev.memory', 'Dev'));
  test('an index variable: where it first stands alone', () =>
    check('cluster C {\n  g[2] : gpu\n  g[row / 2] -- g[row] : 5 GB/s where r$0ow > 0\n}', 'row', 1));
  test('an index variable with a `for`', () =>
    check('cluster C {\n  g[2] : gpu\n  g[ro$0w] -- g[row + 1] : 5 GB/s for row in 0..0\n}', 'row', 2));
  test('a name at its own definition', () =>
    check('no$0de Box { g : gpu }'.replace('no$0de Box', 'node B$0ox'), 'Box'));
});

describe('through imports', () => {
  const beside = { 'lib/more.topo': 'let z = 1\nnode Mine {\n  cards[2] : gpu\n}\n' };
  test('the file itself', () => checkElsewhere('import "lib/mo$0re.topo"', 'file:///lib/more.topo', 'let z', beside));
  test('a definition', () =>
    checkElsewhere('import "lib/more.topo"\ncluster C { m : Mi$0ne }', 'file:///lib/more.topo', 'node Mine', beside));
  test('a part of one', () =>
    checkElsewhere(
      'import "lib/more.topo"\ncluster C {\n  m : Mine\n  show bandwidth(m.ca$0rds[0], m.cards[1])\n}',
      'file:///lib/more.topo',
      'cards[2]',
      beside,
    ));
  test('a constant', () =>
    checkElsewhere('import "lib/more.topo"\nlet a = z$0', 'file:///lib/more.topo', 'let z', beside));
});

describe('nowhere', () => {
  test('a kind', () => checkNone('cluster C {\n  g : gp$0u\n}'));
  test('a question', () => checkNone('cluster C {\n  g[2] : gpu\n  show bise$0ction\n}'));
  test('an unknown name', () => checkNone('cluster C {\n  g : Nob$0ody\n}'));
  test('a keyword', () => checkNone('clus$0ter C {\n  g : gpu\n}'));
  test('an import that is not there', () => checkNone('import "no$0.topo"'));
});
