// The hardware the language knows: sound, documented, and with the figures that the vendors and measurements give.
import { describe, expect, it } from 'vitest';
import { libraryFiles } from '../../server/library/index.ts';
import { analyseFile, type FileSemantics } from '../../server/semantics/file.ts';
import { type DeviceType, type LinkType, laneRate } from '../../server/semantics/hardware.ts';
import { devicePath, type Template } from '../../server/semantics/template.ts';
import { parse } from '../../server/syntax/parser.ts';
import { analyse } from '../semantics/support.ts';

const nowhere = { resolve: () => undefined };
const files: readonly FileSemantics[] = libraryFiles.map(({ uri, text }) =>
  analyseFile(uri, parse(text).tree, nowhere),
);

function find(name: string): unknown {
  for (const file of files) if (file.definitions.has(name)) return file.definitions.get(name);
  throw new Error(`no ${name}`);
}
const link = (name: string): LinkType => find(name) as LinkType;
const device = (name: string): DeviceType => find(name) as DeviceType;
function system(name: string): Template {
  const template = analyse('').template(name);
  if (!template) throw new Error(`no ${name}`);
  return template;
}

/** GB/s, one direction: `count` lanes where the link has a width, else `count` links. */
const rate = (name: string, count = 1): number =>
  (laneRate(link(name)) * (link(name).width ? 1 : link(name).lanes) * count) / 1e9;

/** GB/s, one direction, of all ports of a link's family. */
function portRate(name: string, family: string): number {
  const entries = device(name).ports?.filter(({ link: { family: of } }) => of === family) ?? [];
  return entries.reduce((sum, { link: of, count }) => sum + rate(of.name, count), 0);
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

  it('gives a rate to every link that builds on another, and to all ports a rate', () => {
    const links = files.flatMap((file) => [...file.definitions.values()]).filter(({ sort }) => sort === 'link');
    expect(links.filter((each) => (each as LinkType).base && !(each as LinkType).rate)).toEqual([]);
    const devices = files.flatMap((file) => [...file.definitions.values()]).filter(({ sort }) => sort === 'device');
    const ports = devices.flatMap((each) => (each as DeviceType).ports ?? []);
    expect(ports.filter((port) => !port.link.rate)).toEqual([]);
  });
});

describe('rates of links, GB/s one way', () => {
  // Intel AN 690/708/829/855 for generations 1 to 5; 242 of 256 B in a flit from 6 on (PCI-SIG).
  it.each([
    ['PCIe1', 4],
    ['PCIe2', 8],
    ['PCIe3', 15.754],
    ['PCIe4', 31.508],
    ['PCIe5', 63.015],
    ['PCIe6', 121],
    ['PCIe7', 242],
    ['CXL1', 63.015],
    ['CXL2', 63.015],
    ['CXL3', 121],
  ])('%s x16: %d', (name, expected) => expect(rate(name, 16)).toBeCloseTo(expected, 2));

  // NVLink 1 to 5: S. Bekman, ml-engineering, network; Wikipedia, NVLink. XGMI: ROCm documentation, half of what is printed
  // both ways. QPI, UPI: 2 B a transfer.
  it.each([
    ['NVLink1', 20],
    ['NVLink2', 25],
    ['NVLink3', 25],
    ['NVLink4', 25],
    ['NVLink5', 50],
    ['XGMI_CPU', 36],
    ['XGMI2', 50],
    ['XGMI3', 64],
    ['QPI', 19.2],
    ['UPI1', 20.8],
    ['UPI2', 32],
    ['OpenCAPI3', 25],
    ['ICI', 50],
    ['ICI_v5p', 100],
  ])('%s: %d', (name, expected) => expect(rate(name)).toBeCloseTo(expected, 6));

  // Four lanes after the line code: infiniband.jp lane table; NVIDIA NDR cabling guide.
  it.each([
    ['SDR', 1],
    ['DDR', 2],
    ['QDR', 4],
    ['FDR10', 5],
    ['FDR', 6.818],
    ['EDR', 12.5],
    ['HDR', 25],
    ['HDR100', 12.5],
    ['NDR', 50],
    ['NDR200', 25],
    ['XDR', 100],
  ])('%s: %d', (name, expected) => expect(rate(name)).toBeCloseTo(expected, 3));

  // An Ethernet's name is its rate in Gb/s (IEEE 802.3), whatever runs on it.
  it.each([10, 25, 40, 50, 100, 200, 400, 800, 1600])('Ethernet at %d Gb/s', (gigabits) => {
    for (const kind of ['Eth', 'TCP', 'RoCE', 'iWARP']) {
      const name = `${kind}${gigabits}`;
      const known = files.some((file) => file.definitions.has(name));
      if (kind === 'Eth' || known) expect(rate(name)).toBeCloseTo(gigabits / 8, 9);
    }
  });

  it('protocols say what carries them; plain Ethernet is TCP', () => {
    const transports = ['Eth100', 'TCP25', 'RoCE400', 'iWARP10', 'EFA100', 'Slingshot', 'NDR'].map((name) => [
      name,
      link(name).transport,
    ]);
    expect(transports).toEqual([
      ['Eth100', 'tcp'],
      ['TCP25', 'tcp'],
      ['RoCE400', 'roce'],
      ['iWARP10', 'iwarp'],
      ['EFA100', 'srd'],
      ['Slingshot', 'roce'],
      ['NDR', undefined],
    ]);
  });

  // NCCL src/graph/topo.h: 18, 20, 20, 20.6 and 40.1 GB/s a link; nvbandwidth and ml-engineering: 26 GB/s of a Gen4 x16 and
  // 55.2 of a Gen5 x16; SimAI: 48.5 of 50 GB/s for ConnectX-7.
  it.each([
    ['NVLink1', 1, 18],
    ['NVLink2', 1, 20],
    ['NVLink3', 1, 20],
    ['NVLink4', 1, 20.6],
    ['NVLink5', 1, 40.1],
    ['PCIe4', 16, 26],
    ['PCIe5', 16, 55.2],
    ['NDR', 1, 48.5],
    ['XGMI3', 1, 48],
  ])('what software gets of %s x%d: %d, within 2 %%', (name, count, expected) => {
    expect((rate(name, count) * link(name).efficiency) / expected).toBeCloseTo(1, 1.6);
  });
});

describe('devices', () => {
  // S. Bekman, ml-engineering, accelerators (each row there cites the vendor); xFormers device_limits.py for P100 and V100.
  // Memory in GB, its rate in GB/s, dense TFLOPS in bf16 (fp16 before A100), W.
  it.each([
    ['P100_SXM', 16, 732, 21.2, 300],
    ['V100_SXM', 32, 900, 125, 300],
    ['A100_SXM', 80, 2039, 312, 400],
    ['H100_SXM', 80, 3350, 989, 700],
    ['H200_SXM', 141, 4800, 989, 700],
    ['B200_SXM', 180, 8000, 2250, 1000],
    ['GB200_GPU', 186, 8000, 2500, 1200],
    ['MI300X', 192, 5300, 1307, 750],
    ['RTX4090', 24, 1008, 165, 450],
  ])('%s: %d GB at %d GB/s, %d TFLOPS, %d W', (name, memory, bandwidth, tflops, power) => {
    const { memory: has, memoryBandwidth, compute, power: draws } = device(name);
    expect([has, memoryBandwidth, compute.bf16 ?? compute.fp16, draws]).toEqual([
      memory * 1e9,
      bandwidth * 1e9,
      tflops * 1e12,
      power,
    ]);
  });

  // NVIDIA data sheets print both ways together: 160, 300, 600, 900, 900 and 1800 GB/s; AMD 896 GB/s.
  it.each([
    ['P100_SXM', 'NVLink', 160],
    ['V100_SXM', 'NVLink', 300],
    ['A100_SXM', 'NVLink', 600],
    ['H100_SXM', 'NVLink', 900],
    ['H200_SXM', 'NVLink', 900],
    ['B200_SXM', 'NVLink', 1800],
    ['MI300X', 'XGMI', 896],
  ])('%s has %s of %d GB/s both ways', (name, family, both) => {
    expect(2 * portRate(name, family)).toBeCloseTo(both, 3);
  });

  // Product briefs, both ways together: NVSwitch 0.9, 1.8, 3.2 and 7.2 TB/s; QM8790 16 Tb/s, QM9700 51.2 Tb/s. Q3400 is printed
  // one way: 115.2 Tb/s.
  it.each([
    ['NVSwitch1', 'NVLink', 900],
    ['NVSwitch2', 'NVLink', 1800],
    ['NVSwitch3', 'NVLink', 3200],
    ['NVSwitch4', 'NVLink', 7200],
    ['QM8790', 'InfiniBand', 16_000 / 8],
    ['QM9700', 'InfiniBand', 51_200 / 8],
    ['Q3400', 'InfiniBand', (2 * 115_200) / 8],
    ['SN5600', 'Ethernet', (2 * 51_200) / 8],
    ['Tomahawk4', 'Ethernet', (2 * 25_600) / 8],
  ])('%s switches %s of %d GB/s both ways', (name, family, both) => {
    expect(2 * portRate(name, family)).toBeCloseTo(both, 3);
  });

  it('an adapter has a slot for its port, but ConnectX-8 needs PCIe 6', () => {
    for (const name of ['ConnectX4', 'ConnectX5', 'ConnectX6', 'ConnectX7']) {
      expect(portRate(name, 'PCIe')).toBeGreaterThan(portRate(name, 'InfiniBand'));
    }
    expect(rate('PCIe5', 16)).toBeLessThan(portRate('ConnectX8', 'InfiniBand'));
    expect(portRate('ConnectX8', 'PCIe')).toBeGreaterThan(portRate('ConnectX8', 'InfiniBand'));
  });

  it('NVIDIA GPUs of a data centre run NCCL, AMD ones RCCL', () => {
    const sm = ['P100_SXM', 'V100_SXM', 'A100_SXM', 'H100_SXM', 'B200_SXM'].map((name) => device(name).sm);
    expect(sm).toEqual([60, 70, 80, 90, 100]);
    expect(device('MI300X').gfx).toBe(942);
  });

  it('the third NVSwitch is the first that reduces', () => {
    const reduces = ['NVSwitch1', 'NVSwitch2', 'NVSwitch3', 'NVSwitch4'].map((name) => device(name).reduces);
    expect(reduces).toEqual([false, false, true, true]);
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
