// The scene: what there is to draw, told as short lines.
import { describe, expect, test } from 'vitest';
import { scene } from '../../server/features/scene.ts';
import type { Scene } from '../../server/protocol.ts';
import { dgx, open, uri } from './support.ts';

function sceneOf(text: string, root?: string): Scene {
  const found = scene(open(text).workspace, uri, root);
  if ('refused' in found) throw new Error(found.refused);
  return found;
}

/** Templates with their parts and links (`a -- b` by part names and places), in order. */
function check(text: string, ...lines: string[]): void {
  expect(print(sceneOf(text))).toEqual(lines);
}

function checkRefused(text: string, message: string, root?: string): void {
  expect(scene(open(text).workspace, uri, root)).toEqual({ refused: message });
}

const print = ({ templates }: Scene): string[] =>
  templates.flatMap(({ of, name, parts, links, absent }) => [
    `${of} ${name}`,
    ...parts.map(
      (part) =>
        `  ${part.name}${part.dims.map((n) => `[${n}]`).join('')} : ${part.kind} ${part.type}${part.template === undefined ? '' : ` #${part.template}`}`,
    ),
    ...links.map((link) => {
      const [a, b] = [link.a, link.b].map(
        ({ part, place, inner }) => `${parts[part].name}@${place}${inner && `.${inner}`}`,
      );
      return `  ${a} ${link.directed ? '->' : '--'} ${b} : ${link.look} ${link.medium} x${link.count} ${link.GBps}/${link.effectiveGBps}`;
    }),
    ...absent.map((path) => `  without ${path}`),
  ]);

describe('templates', () => {
  test('each once, the root first, parts by number, ends with what lies inside', () =>
    check(
      'node Box {\n  g[2] : gpu\n  n : nic\n}\ncluster C {\n  box[2][2] : Box\n  s : switch\n  box[i][j].n -- s : 50 GB/s where i == j\n}',
      'cluster C',
      '  box[2][2] : node Box #1',
      '  s : switch switch',
      '  box@0.n -- s@0 : plain  x1 50/50',
      '  box@3.n -- s@0 : plain  x1 50/50',
      'node Box',
      '  g[2] : gpu gpu',
      '  n : nic nic',
    ));
  test('a cluster before a node; the used ones last', () => {
    const { root, roots } = sceneOf('node N { g : gpu }\ncluster Low { n : N }\ncluster High { low[2] : Low }');
    expect([root, roots]).toEqual(['High', ['High', 'Low', 'N']]);
  });
  test('another root', () => expect(sceneOf(dgx('}\ncluster Two {\n  b[2] : Box\n'), 'Box').templates).toHaveLength(1));
  test('two uses with the same arguments are one, with others two', () => {
    const text = 'node N(n = 2) { g[n] : gpu }\ncluster C { a : N; b : N; c : N(n = 3) }';
    expect(sceneOf(text).templates.map(({ name }) => name)).toEqual(['C', 'N', 'N']);
    expect(sceneOf(text).templates[0].parts.map(({ template }) => template)).toEqual([1, 1, 2]);
  });
  test('the detail of a device is its data sheet', () =>
    expect(sceneOf('node N { g : H100_SXM }').templates[0].parts[0].detail).toBe('80 GB · 700 W'));
  test('everything knows where it was written', () => {
    const text = 'node N {\n  g[2] : gpu\n  g[0] -- g[1] : 5 GB/s\n}';
    const [template] = sceneOf(text).templates;
    const said = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);
    expect([template.source, template.parts[0].source, template.links[0].source].map(said)).toEqual([
      'N',
      'g',
      'g[0] -- g[1] : 5 GB/s',
    ]);
    expect(template.links[0].source).toMatchObject({ line: 2, character: 2 });
  });
});

describe('the look of links', () => {
  const look = (ends: string, link: string): string =>
    sceneOf(`${ends}\n  a -- b : ${link}\n}`).templates[0].links[0].look;
  test.each([
    ['gpu', 'gpu', 'NVLink4', 'nvlink'],
    ['gpu', 'switch', 'PCIe5 x16', 'pcie'],
    ['cpu', 'cpu', 'UPI2', 'socket'],
    ['nic', 'switch', 'NDR', 'infiniband'],
    ['nic', 'switch', 'RoCE400', 'ethernet'],
    ['gpu', 'gpu', '5 GB/s', 'plain'],
  ])('%s -- %s : %s is %s', (a, b, link, expected) =>
    expect(look(`cluster N {\n  a : ${a}\n  b : ${b}`, link)).toBe(expected),
  );
  test("a user's own family between accelerators", () =>
    expect(
      sceneOf('link Mesh { rate = 10 GB/s }\ncluster C {\n  g[2] : gpu\n  g[0] -- g[1] : Mesh\n}').templates[0].links[0]
        .look,
    ).toBe('scaleup'));
  test('lanes are told from links', () => {
    const links = sceneOf(dgx()).templates[0].links;
    expect(links.find(({ medium }) => medium === 'PCIe5')).toMatchObject({ lanes: true, count: 16 });
    expect(links.find(({ medium }) => medium === 'NVLink4')).toMatchObject({ lanes: false, count: 5, GBps: 125 });
  });
});

describe('what is absent', () => {
  test('the largest places that are out as a whole', () =>
    check(
      'cluster C {\n  a[3] : Unit\n  without a[0] + a[1].g[0]\n}\ncluster Unit {\n  g[2] : gpu\n}',
      'cluster C',
      '  a[3] : cluster Unit #1',
      '  without a[0]',
      '  without a[1].g[0]',
      'cluster Unit',
      '  g[2] : gpu gpu',
    ));
});

describe('half-written texts', () => {
  test('what can be understood is drawn, and said to be incomplete', () => {
    const found = sceneOf('cluster C {\n  g[4] : gpu\n  h : Nothing\n  g[*] -- g[*] : 5 GB/s\n}');
    expect(found.incomplete).toBe(true);
    expect(found.templates[0].parts.map(({ name }) => name)).toEqual(['g']);
    expect(found.templates[0].links).toHaveLength(6); // 4 · 3 / 2
  });
  test('a fault in another definition leaves this one whole', () =>
    expect(sceneOf('cluster C {\n  g : gpu\n}\nnode N { h : Nothing }', 'C').incomplete).toBeUndefined());
  test('nothing to draw', () =>
    checkRefused('let a = 1', 'this file defines no cluster and no node yet: nothing to draw.'));
  test('no such root', () => checkRefused('node N { g : gpu }', 'this file defines no cluster or node `M`.', 'M'));
  test('no such file', () =>
    expect(scene(open('').workspace, 'file:///gone.topo')).toEqual({
      refused: 'there is no file `file:///gone.topo`.',
    }));
});

describe('keys', () => {
  const key = (text: string): string => sceneOf(text).templates[0].key;
  const text = 'cluster C {\n  g[4] : gpu\n  g[*] -- g[*] : 5 GB/s\n}';
  test('an edit elsewhere keeps them', () => expect(key(`// more\n\n${text}\nlet a = 1`)).toBe(key(text)));
  test('another link changes them', () => expect(key(text.replace('5 GB', '6 GB'))).not.toBe(key(text)));
});

// 300 GPUs in a full mesh: 44,850 pairs, more than anybody could see; drawn as one link with the sum.
test('too many links are drawn as one', () => {
  const { links } = sceneOf('cluster C {\n  g[300] : gpu\n  g[*] -- g[*] : 1 GB/s\n}').templates[0];
  expect(links).toHaveLength(1);
  expect(links[0]).toMatchObject({ count: 44_850 });
  expect(links[0].GBps).toBeCloseTo(44_850);
});
