// Sets of devices and of links in the language's words.
import { describe, expect, test } from 'vitest';
import { bundlesOf, pairsName } from '../../server/topology/bundles.ts';
import { arcFrom, arcTo, deviceName, type Graph } from '../../server/topology/graph.ts';
import { indexSet, placesName } from '../../server/topology/places.ts';
import { graphFrom } from '../collectives/systems.ts';

const pod = graphFrom(
  `node Box {
  gpu[4] : gpu
  nic[4] : nic
  gpu[i] -- nic[i] : 50 GB/s
}
cluster Pod {
  su[2][3] : Box
  leaf[4] : switch
  su[s][b].nic[r] -- leaf[r] : 25 GB/s
}`,
  'Pod',
);

const matching = (graph: Graph, pattern: RegExp): number[] =>
  Array.from({ length: graph.deviceCount }, (_, d) => d).filter((d) => pattern.test(deviceName(graph, d)));

describe('indices', () => {
  test.each<[number[], number, string]>([
    [[0, 1, 2, 3], 4, '*'],
    [[3, 1, 2, 3], 5, '1..3'],
    [[0, 2, 3], 4, '0, 2..3'],
    [[0], 1, '0'],
    [[0, 2, 4, 6, 8], 10, '0, 2, 4, 6, …'],
  ])('%j of %i: %s', (indices, size, text) => expect(indexSet(indices, size)).toBe(text));
});

describe('places: as few names as their order allows', () => {
  function check(pattern: RegExp, ...names: string[]): void {
    expect(placesName(pod.template, matching(pod, pattern), pod.ranks)).toEqual(names);
  }
  test('everything', () => check(/gpu/, 'su[*][*]'));
  test('a whole node is its name', () => check(/su\[1\]\[2\]\.gpu/, 'su[1][2]'));
  test('a range of nodes', () => check(/su\[0\]\[[12]\]\.gpu/, 'su[0][1..2]'));
  test('one GPU of every node', () => check(/gpu\[3\]/, 'su[*][*].gpu[3]'));
  test('all but one GPU', () =>
    check(/(?!su\[1\]\[1\]\.gpu\[0\])su\[\d\]\[\d\]\.gpu/, 'su[0][*]', 'su[1][0, 2]', 'su[1][1].gpu[1..3]'));
});

describe('links', () => {
  function check(keep: (a: string, b: string) => boolean, name: string): void {
    const links = Array.from({ length: pod.linkCount }, (_, k) => k).filter((k) =>
      keep(deviceName(pod, arcFrom(pod, 2 * k)), deviceName(pod, arcTo(pod, 2 * k))),
    );
    const [a, b] = [links.map((k) => pod.linkA[k]), links.map((k) => pod.linkB[k])];
    expect(pairsName(pod, a, b, ' -- ')).toBe(name);
  }
  test('an index that both ends share is a letter', () =>
    check((_, b) => b.startsWith('leaf'), 'su[*][*].nic[i] -- leaf[i]'));
  test('some of them', () => check((_, b) => /leaf\[[12]\]/.test(b), 'su[*][*].nic[i] -- leaf[i] (i = 1..2)'));
  test('inside nodes', () => check((_, b) => b.includes('nic'), 'su[i][j].gpu[k] -- su[i][j].nic[k]'));
  test('one', () => check((a, b) => a === 'su[1][2].nic[3]' && b === 'leaf[3]', 'su[1][2].nic[3] -- leaf[3]'));
  test('two that are no rectangle are told singly', () =>
    check(
      (a, b) => (a === 'su[0][0].nic[1]' && b === 'leaf[1]') || (a === 'su[1][2].nic[1]' && b === 'leaf[1]'),
      'su[0][0].nic[1] -- leaf[1], su[1][2].nic[1] -- leaf[1]',
    ));
  test('what is alike is a bundle: NIC to leaf, and GPU to NIC', () => {
    const bundles = bundlesOf(pod);
    expect(new Set(bundles).size).toBe(2);
    expect(bundles.filter((bundle) => bundle === 0)).toHaveLength(24);
  });
});
