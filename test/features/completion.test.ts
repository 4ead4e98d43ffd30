// Completion: what is offered where, and what is not.
import { describe, expect, test } from 'vitest';
import { type Completion, type CompletionSort, completions } from '../../server/features/completion.ts';
import { open, uri } from './support.ts';

const offeredAt = (marked: string, beside: Readonly<Record<string, string>> = {}): Completion[] => {
  const { workspace, cursor, text } = open(marked, beside);
  const found = completions(workspace, uri, cursor);
  for (const { replace } of found) {
    expect(replace.start).toBeLessThanOrEqual(cursor);
    expect(text.slice(replace.start, replace.end)).toMatch(/^\w*$/);
  }
  expect(found.map(({ label }) => label)).toEqual([...new Set(found.map(({ label }) => label))]);
  return found;
};

/** All of these are offered at `$0`, and nothing of the sorts or names in `not`. */
function check(marked: string, has: readonly string[], not: readonly string[] = []): void {
  const found = offeredAt(marked);
  const labels = found.map(({ label }) => label);
  expect(has.filter((label) => !labels.includes(label))).toEqual([]);
  expect(
    found.filter(({ label, sort }) => not.includes(label) || not.includes(sort)).map(({ label }) => label),
  ).toEqual([]);
}

/** Exactly these, in any order. */
function checkAll(marked: string, ...labels: string[]): void {
  expect(
    offeredAt(marked)
      .map(({ label }) => label)
      .sort(),
  ).toEqual([...labels].sort());
}

const inBody = (line: string): string =>
  `let big = 1 GiB\nnode Box { gpu[8] : H100_SXM; nic[8] : ConnectX7 }\ncluster C(n = 4) {\n  dgx[n] : Box\n  leaf[8] : QM9700\n  ${line}\n}`;
const others: readonly CompletionSort[] = [
  'link',
  'model',
  'question',
  'property',
  'keyword',
  'unit',
  'part',
  'parameter',
];

describe('what a part is', () => {
  test('in a cluster: devices, nodes, clusters, kinds, no links', () =>
    check(inBody('more[2] : $0'), ['H100_SXM', 'DGX_H100', 'DGX_H100_SU', 'Box', 'gpu', 'switch'], others));
  test('in a node: devices only', () =>
    check('node N {\n  g[2] : $0\n}', ['H100_SXM', 'QM9700', 'gpu'], [...others, 'node', 'cluster']));
  test('half typed', () => check(inBody('more[2] : H10$0'), ['H100_SXM'], others));
  test('a parameter that is a definition', () =>
    check('cluster C(host = DGX_H100, n = 2) {\n  d[n] : $0\n}', ['host'], ['n']));
  test('never the thing itself', () => check(inBody('more : $0'), [], ['C']));
});

describe('what a connection is', () => {
  test('first what both ends have a port for', () => {
    const first = (marked: string): string[] =>
      offeredAt(marked)
        .filter(({ rank }) => rank === 0)
        .map(({ label }) => label);
    // ConnectX7 and QM9700 meet at NDR alone; an H100 has no port for it, and a QM9700 none for NVLink.
    expect(first(inBody('dgx[n].nic[r] -- leaf[r] : $0'))).toEqual(['NDR']);
    expect(first(inBody('dgx[n].gpu[r] -- leaf[r] : $0'))).toEqual([]);
    expect(first('node N { g : H100_SXM; s : NVSwitch3\n  g -- s : $0\n}')).toEqual(['NVLink4']);
  });

  test('links', () =>
    check(
      inBody('dgx[n].nic[r] -- leaf[r] : $0'),
      ['NDR', 'NVLink4', 'PCIe5'],
      ['device', 'node', 'cluster', 'kind', 'question'],
    ));
  test('half typed', () => check(inBody('dgx[n].nic[r] -- leaf[r] : ND$0'), ['NDR'], ['device']));
  test('with a count after it', () => check(inBody('dgx[n].nic[r] -> leaf[r] : $0 x2'), ['NDR'], ['device']));
});

describe('bases', () => {
  test('of a link', () => check('link L : $0', ['NVLink4'], ['device', 'node', 'cluster', 'kind']));
  test('of a device', () => check('device D : $0', ['gpu', 'H100_SXM'], ['link', 'node', 'cluster']));
  test('of a node', () => check('node D : $0', ['DGX_H100'], ['link', 'device', 'cluster', 'kind']));
  test('of a cluster', () => check('cluster D : $0 {\n}', ['DGX_H100_SU'], ['link', 'device', 'node', 'kind']));
});

describe('properties', () => {
  test('of a GPU', () =>
    checkAll(
      'device D : gpu { $0 }',
      'ports',
      'latency',
      'power',
      'forwards',
      'reduces',
      'memory',
      'memory_bandwidth',
      'bf16',
      'fp16',
      'fp8',
      'fp32',
      'fp64',
      'sm',
      'gfx',
      'p2p',
    ));
  test('of what builds on a switch, half typed', () =>
    checkAll('device D : QM9700 {\n  la$0\n}', 'ports', 'latency', 'power', 'forwards', 'reduces'));
  test('those that are set already are left out', () =>
    checkAll('device D : switch { power = 1 W, latency = 1 us, $0 }', 'ports', 'forwards', 'reduces'));
  test('of a link', () =>
    checkAll('link D { $0 }', 'rate', 'lanes', 'width', 'encoding', 'efficiency', 'latency', 'overhead', 'transport'));
  test('of a part', () => check('node N {\n  g[8] : H100_SXM { $0 }\n}', ['memory'], ['rate']));
  test('of a model', () => check('model M { $0 }', ['layers', 'hidden'], ['memory']));
  test('the words of one', () => checkAll('link D { transport = $0 }', 'roce', 'iwarp', 'srd', 'tcp'));
  test('links for its ports', () => check('device D : gpu { ports = $0 }', ['NVLink4'], ['question', 'keyword']));
  test('and after a `+`', () => check('device D : gpu { ports = NVLink4 x4 + $0 }', ['PCIe5'], ['question']));
  test('true and false', () => checkAll('device D : gpu { p2p = $0 }', 'true', 'false'));
});

describe('questions', () => {
  test('their names', () =>
    check(inBody('show $0'), ['allreduce', 'bisection', 'count', 'dgx', 'n'], ['keyword', 'word']));
  test('half typed', () => check(inBody('expect allr$0'), ['allreduce']));
  test('arguments by name', () => check(inBody('show allreduce(1 GiB, $0)'), ['over', 'algorithm', 'without']));
  test('the words of one', () =>
    check(
      inBody('show allreduce(1 GiB, algorithm = $0)'),
      ['ring', 'tree', 'in_switch'],
      ['question', 'part', 'device'],
    ));
  test('half typed words', () => check(inBody('show allreduce(1 GiB, algorithm = ri$0)'), ['ring'], ['question']));
  test('places', () =>
    check(inBody('show allreduce(1 GiB, over = $0)'), ['dgx', 'leaf'], ['question', 'device', 'word']));
  test('fields', () =>
    checkAll(inBody('expect allreduce(1 GiB).$0'), 'time', 'algbw', 'busbw', 'algorithm', 'bottleneck', 'optimum'));
});

describe('after a dot', () => {
  test('parts of a part', () => checkAll(inBody('dgx[0].$0'), 'gpu', 'nic'));
  test('half typed', () => checkAll(inBody('dgx[0].ni$0'), 'gpu', 'nic'));
  test('inside a bracket', () => checkAll(inBody('show bandwidth(dgx[0].gpu[0], dgx[(n - 1) % 2].$0)'), 'gpu', 'nic'));
  test('of a library node', () =>
    check('cluster C {\n  su[2] : DGX_H100_SU\n  su[0].dgx[1].$0\n}', ['gpu', 'nvs', 'nic'], ['leaf']));
  test('properties of a definition', () => check(inBody('show H100_SXM.$0'), ['memory', 'power', 'bf16'], ['part']));
  test('properties of a device that stands there', () =>
    check(inBody('expect leaf[0].$0'), ['latency', 'reduces'], ['part']));
  test('of what is not there nothing', () => checkAll(inBody('nowhere.$0')));
});

describe('where a statement begins', () => {
  test('keywords and parts', () =>
    check(inBody('$0'), ['show', 'expect', 'let', 'without', 'dgx', 'leaf'], ['device', 'link', 'question']));
  test('half typed', () => check(inBody('sh$0'), ['show', 'dgx']));
  test('at the top of a file', () => checkAll('$0', 'import', 'let', 'link', 'device', 'node', 'cluster', 'model'));
  test('between definitions', () =>
    checkAll('let a = 1\nno$0\ncluster C { }', 'import', 'let', 'link', 'device', 'node', 'cluster', 'model'));
});

describe('names and indices', () => {
  test('the second end of a cable: parts', () =>
    check(inBody('dgx[i].nic[0] -- $0'), ['leaf', 'dgx'], ['link', 'device', 'question']));
  test('in an index', () => check(inBody('dgx[$0'), ['n', 'big'], ['device', 'link', 'question']));
  test('in a constant', () => check(inBody('let k = $0'), ['n', 'big'], ['keyword']));
  test('arguments of a node', () => check('cluster C {\n  su[2] : DGX_H100_SU($0)\n}', ['host', 'nodes'], []));
  test('their values', () =>
    check('cluster C {\n  su[2] : DGX_H100_SU(host = $0)\n}', ['DGX_H200'], ['keyword', 'question']));
  test('units after a number', () =>
    check(inBody('dgx[0].nic[0] -- leaf[0] : 50 $0'), ['GB/s', 'Gb/s'], ['device', 'link', 'part']));
  test('imported definitions', () => {
    const found = offeredAt('import "more.topo"\ncluster C {\n  g : $0\n}', { 'more.topo': 'device Mine : gpu\n' });
    expect(found.map(({ label }) => label)).toContain('Mine');
  });
});

describe('nothing is offered', () => {
  test('in a line comment', () => checkAll(inBody('// sho$0')));
  test('in a block comment', () => checkAll('/* lin$0 */\n'));
  test('in a text', () => checkAll('import "mo$0"'));
  test('where a new name goes', () => checkAll('cluster $0'));
  test('for a device too', () => checkAll('device Fo$0'));
});

test('what is put in replaces what was typed', () => {
  const { workspace, cursor, text } = open(inBody('more[2] : H10$0'));
  const item = completions(workspace, uri, cursor).find(({ label }) => label === 'H100_SXM');
  expect(item && text.slice(0, item.replace.start) + item.insert + text.slice(item.replace.end)).toBe(
    open(inBody('more[2] : H100_SXM')).text,
  );
});

describe('in a comment that allows', () => {
  const allowedAt = (marked: string): Completion[] => {
    const { workspace, cursor } = open(marked);
    return completions(workspace, uri, cursor);
  };
  const unused = 'let a = 1 ';
  test('the words', () => checkAll('// topo: $0', 'allow', 'allow-file'));
  test('codes, those of this file first; none of what is always an error', () => {
    const found = allowedAt(`${unused}// topo: allow $0`);
    expect(found.filter(({ rank }) => rank === 0).map(({ label }) => label)).toEqual(['name.unused']);
    const labels = found.map(({ label }) => label);
    expect(labels).toContain('wiring.far');
    expect(labels).not.toContain('name.unknown');
    expect(found.find(({ label }) => label === 'wiring.far')?.detail).toMatch(/^A GPU reaches its nearest NIC/);
  });
  test('no code twice', () =>
    expect(allowedAt('//topo:allow-file wiring.far, $0').map(({ label }) => label)).not.toContain('wiring.far'));
  test('a code that was begun is replaced whole, dot and all', () => {
    const { text, workspace, cursor } = open(`${unused}// topo: allow name.u$0sed: so`);
    const item = completions(workspace, uri, cursor).find(({ label }) => label === 'name.unused');
    expect(item && text.slice(0, item.replace.start) + item.insert + text.slice(item.replace.end)).toBe(
      `${unused}// topo: allow name.unused: so`,
    );
  });
  test('nothing in the reason', () => checkAll(`${unused}// topo: allow name.unused: $0`));
});
