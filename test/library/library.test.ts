// The hardware the language knows: sound, documented, sourced; and the wiring of its systems.
import { describe, expect, it } from 'vitest';
import { devicePath, type Template } from '../../server/semantics/template.ts';
import { parse } from '../../server/syntax/parser.ts';
import { analyse } from '../semantics/support.ts';
import { devices, files, links } from './support.ts';

function system(name: string): Template {
  const template = analyse('').template(name);
  if (!template) throw new Error(`no ${name}`);
  return template;
}

describe('the library', () => {
  it.each(files)('has no findings in $uri', (file) => {
    expect(parse(file.tree.text).findings).toEqual([]);
    expect(file.findings()).toEqual([]);
  });

  it('documents every definition', () => {
    const silent = files.flatMap((file) => [...file.definitions.values()].filter(({ doc }) => !doc));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('is one namespace: no name twice', () => {
    const names = files.flatMap((file) => [...file.definitions.keys()]);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it('makes every system whole', () => {
    const bodies = files.flatMap((file) => [...file.definitions.values()].filter(({ sort }) => sort === 'body'));
    expect(bodies.filter(({ name }) => !system(name).sound).map(({ name }) => name)).toEqual([]);
  });

  it('gives a rate to every link that builds on another', () => {
    expect(links.filter(({ base, rate }) => base !== undefined && rate === undefined)).toEqual([]);
  });

  // The sections of a file open with a comment that names sources; systems say theirs in documentation.
  it('has sources before every link and device', () => {
    const silent = files.flatMap((file) =>
      [...links, ...devices].filter(({ source }) => {
        if (source.uri !== file.uri) return false;
        const section = file.tree.text.lastIndexOf('\n// ', source.start);
        const comment = file.tree.text.slice(file.tree.text.lastIndexOf('\n\n', section), source.start);
        return section < 0 || !/\bSources?: \S/.test(comment.split('///')[0]);
      }),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});

/** Links of a medium's family between two devices, by their paths. */
function cables(template: Template, family: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const { medium, a, b, count } of template.connections) {
    if (medium?.family !== family) continue;
    for (let i = 0; i < a.length; i++) {
      const key = `${devicePath(template, a[i])} ${devicePath(template, b[i])}`;
      found.set(key, (found.get(key) ?? 0) + (medium.width ? 1 : count));
    }
  }
  return found;
}

/** Links at each device whose path begins with `prefix`. */
function linksAt(template: Template, family: string, prefix: string): number[] {
  const at = new Map<string, number>();
  for (const [pair, count] of cables(template, family))
    for (const path of pair.split(' ')) if (path.startsWith(prefix)) at.set(path, (at.get(path) ?? 0) + count);
  return [...at].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })).map(([, count]) => count);
}

const total = (template: Template, family: string): number =>
  [...cables(template, family).values()].reduce((sum, count) => sum + count, 0);

describe('systems', () => {
  // nvidia-smi topo -m of a DGX-1V, as in MSCCL's unit tests: NV1 and NV2 between GPU pairs.
  it('DGX-1 with V100 is the hybrid cube mesh', () => {
    const pairs = '01 02 03 03 04 04 12 12 13 15 15 23 23 26 37 45 46 47 47 56 56 57 67 67'.split(' ');
    const expected = new Map<string, number>();
    for (const [i, j] of pairs) expected.set(`gpu[${i}] gpu[${j}]`, (expected.get(`gpu[${i}] gpu[${j}]`) ?? 0) + 1);
    expect(cables(system('DGX1_V100'), 'NVLink')).toEqual(expected);
    expect(linksAt(system('DGX1_V100'), 'NVLink', 'gpu')).toEqual(Array(8).fill(6));
  });

  // The same 16 pairs once: every P100 uses its four links.
  it('DGX-1 with P100 has each pair of it once', () => {
    const p100 = cables(system('DGX1_P100'), 'NVLink');
    expect([...p100.keys()].sort()).toEqual([...cables(system('DGX1_V100'), 'NVLink').keys()].sort());
    expect(linksAt(system('DGX1_P100'), 'NVLink', 'gpu')).toEqual(Array(8).fill(4));
  });

  // WikiChip, NVSwitch: six links a GPU, one to each switch of its board; 8 links to the twin, 2 of 18 ports free.
  it('DGX-2', () => {
    const dgx2 = system('DGX2');
    expect(linksAt(dgx2, 'NVLink', 'gpu')).toEqual(Array(16).fill(6));
    expect(linksAt(dgx2, 'NVLink', 'nvs')).toEqual(Array(12).fill(16));
    expect(total(dgx2, 'NVLink')).toBe(16 * 6 + 48);
  });

  // NVIDIA, "Introducing HGX A100": twelve links a GPU, two to each of six switches, 16 of 36 ports of a switch.
  it('DGX A100', () => {
    expect(linksAt(system('DGX_A100'), 'NVLink', 'gpu')).toEqual(Array(8).fill(12));
    expect(linksAt(system('DGX_A100'), 'NVLink', 'nvs')).toEqual(Array(6).fill(16));
  });

  // Hot Chips 34, NVSwitch: 5, 4, 4 and 5 links from each GPU; switch ports used inside 40, 32, 32, 40 of 64.
  it.each(['DGX_H100', 'DGX_H200'])('%s', (name) => {
    expect(linksAt(system(name), 'NVLink', 'gpu')).toEqual(Array(8).fill(18));
    expect(linksAt(system(name), 'NVLink', 'nvs')).toEqual([40, 32, 32, 40]);
  });

  // Tutorial figures of HGX B200: two switches, 18 links divide 9 + 9, all 72 ports used.
  it('DGX B200', () => {
    expect(linksAt(system('DGX_B200'), 'NVLink', 'gpu')).toEqual(Array(8).fill(18));
    expect(linksAt(system('DGX_B200'), 'NVLink', 'nvs')).toEqual([72, 72]);
  });

  // NVIDIA DGX SuperPOD H100 reference architecture: 32 nodes and 8 leaves a unit, one rail a leaf.
  it('a scalable unit of DGX H100', () => {
    const unit = system('DGX_H100_SU');
    expect(linksAt(unit, 'InfiniBand', 'leaf')).toEqual(Array(8).fill(32));
    expect(linksAt(unit, 'InfiniBand', 'dgx[31]')).toEqual(Array(8).fill(1));
  });

  // The same, table 4: 1, 2, 3 and 4 units are 31, 63, 95 and 127 nodes on 8, 16, 24 and 32 leaves, under 4, 8, 16 and 16 spines.
  it.each([
    [1, 31, 8, 4],
    [2, 63, 16, 8],
    [3, 95, 24, 16],
    [4, 127, 32, 16],
  ])(
    'a SuperPOD of %d units has %d nodes, %d leaves, %d spines; all 32 ports of each leaf go up',
    (sus, nodes, leaves, spines) => {
      const text = `cluster C : DGX_H100_SuperPOD(sus = ${sus}, spines = ${spines})`;
      const pod = analyse(text).template('C');
      if (!pod?.sound) throw new Error('not sound');
      const unit = pod.parts.find(({ name }) => name === 'su')?.type as Template;
      const dgx = unit.parts.find(({ name }) => name === 'dgx');
      const absent = pod.absences.reduce((sum, { devices }) => sum + devices.length, 0);
      expect(sus * 32 - absent / (dgx?.stride ?? 0)).toBe(nodes);
      const up = linksAt(pod, 'InfiniBand', 'su');
      expect(up).toEqual(Array(leaves).fill(32));
      expect(linksAt(pod, 'InfiniBand', 'spine')).toEqual(Array(spines).fill((leaves * 32) / spines));
    },
  );

  // NVIDIA DGX SuperPOD A100 reference architecture: 20 nodes a unit on eight rails.
  it('a scalable unit of DGX A100', () => {
    expect(linksAt(system('DGX_A100_SU'), 'InfiniBand', 'leaf')).toEqual(Array(8).fill(20));
  });
});
