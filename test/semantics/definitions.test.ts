// Links, devices and models: bases, defaults, units, and every fault of their properties.
import { describe, expect, it } from 'vitest';
import type { DeviceType, LinkType, ModelType } from '../../server/semantics/hardware.ts';
import { laneRate } from '../../server/semantics/hardware.ts';
import type { Definable } from '../../server/semantics/template.ts';
import { analyse, checkFindings, checkFixes } from './support.ts';

function defined(text: string, name: string): Definable {
  const file = analyse(text);
  expect(file.findings()).toEqual([]);
  const found = file.definitions.get(name);
  if (!found) throw new Error(`no ${name}`);
  return found;
}
function link(text: string, name: string): LinkType {
  const found = defined(text, name);
  if (found.sort !== 'link') throw new Error(found.sort);
  return found;
}
function device(text: string, name: string): DeviceType {
  const found = defined(text, name);
  if (found.sort !== 'device') throw new Error(found.sort);
  return found;
}

describe('links', () => {
  it('without a base found a family, with the defaults of the language', () => {
    const fast = link('/// New.\nlink Fast { }', 'Fast');
    expect(fast).toMatchObject({ family: 'Fast', lanes: 1, encoding: 1, efficiency: 1, latency: 0, doc: 'New.' });
    expect([fast.base, fast.rate, fast.width, fast.transport]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('take from their base what they do not set', () => {
    const text = `
link Fast { width = 16, latency = 500 ns, efficiency = 0.9 }
link Fast1 : Fast { rate = 8 GT/s, encoding = 128b/130b }
link Fast2 : Fast1 { rate = 16 GT/s, transport = roce }`;
    const fast = link(text, 'Fast2');
    expect(fast).toMatchObject({ family: 'Fast', rate: 2e9, width: 16, efficiency: 0.9 });
    expect(fast.latency).toBeCloseTo(500e-9, 15);
    expect(fast.transport).toBe('roce');
    // 16 GT/s, one bit a transfer, 128 of 130 bits: 1.969 GB/s a lane.
    expect(laneRate(fast) / 1e9).toBeCloseTo(1.969, 3);
  });

  it('of a library family belong to it', () => {
    expect(link('link HDR50 : HDR { lanes = 1 }', 'HDR50')).toMatchObject({ family: 'InfiniBand', rate: 6.25e9 });
  });
});

describe('devices', () => {
  it('of a kind have its defaults: who forwards what is of others', () => {
    const kinds = ['gpu', 'cpu', 'nic', 'switch', 'memory'] as const;
    const forwards = kinds.filter((kind) => device(`device D : ${kind} { }`, 'D').forwards);
    expect(forwards).toEqual(['cpu', 'nic', 'switch']);
    const bare = device('device D : gpu { }', 'D');
    expect(bare).toMatchObject({ kind: 'gpu', latency: 0, reduces: false, p2p: true, compute: {} });
    expect(bare.ports).toBeUndefined();
  });

  it('set properties of their base again, whole: ports are replaced, compute is by precision', () => {
    const text = 'device Half : H100_SXM { ports = NVLink4 x8 + PCIe5, memory = 40 GB, fp8 = 1 PFLOPS }';
    const half = device(text, 'Half');
    expect(half.ports?.map(({ link: { name }, count }) => [name, count])).toEqual([
      ['NVLink4', 8],
      ['PCIe5', 1],
    ]);
    expect(half).toMatchObject({ memory: 40e9, memoryBandwidth: 3.35e12, sm: 90 });
    expect(half.compute).toMatchObject({ bf16: 989e12, fp8: 1e15 });
    expect(half.base?.name).toBe('H100_SXM');
  });

  it('take counts and sizes from constants', () => {
    const text = 'let links = 18\nlet each = 8 GB\ndevice D : gpu { ports = NVLink4 x(links / 3), memory = 10 * each }';
    expect(device(text, 'D')).toMatchObject({ memory: 80e9, ports: [{ count: 6 }] });
  });
});

describe('models', () => {
  it('hold their numbers', () => {
    const model = defined('model M { layers = 96, hidden = 12_288, heads = 96 }\nmodel N : M { layers = 48 }', 'N');
    expect([...(model as ModelType).properties]).toEqual([
      ['layers', 48],
      ['hidden', 12_288],
      ['heads', 96],
    ]);
  });
});

describe('faults of properties', () => {
  it('of links', () =>
    checkFindings(
      `
link A { rate = 8 }
//              ^ error quantity.bare: \`rate\` needs a unit.
link B { rate = 8 GB }
//              ^^^^ error quantity.dimension: \`rate\` is a rate; \`8 GB\` is a size.
link C { rate = 0 GB/s }
//              ^^^^^^ error quantity.sign: a rate is more than nothing.
link D { latency = 0 s, latency = 1 us }
//                      ^^^^^^^ error name.duplicate: \`latency\` is set twice.
link E { encoding = 130b/128b }
//                  ^^^^^^^^^ error quantity.sign: \`encoding\` is a share: more than 0, at most 1.
link F { efficiency = 8 GB }
//                    ^^^^ error quantity.dimension: \`efficiency\` is a share, as \`128b/130b\` or 0.9; this is a size.
link G { lanes = 1.5 }
//               ^^^ error quantity.whole: \`lanes\` is a whole number; this is 1.5.
link H { width = 0 }
//               ^ error quantity.sign: \`width\` is more than nothing.
link I { transport = rocee }
//                   ^^^^^ error name.word: \`transport\` is one of roce, iwarp, srd, tcp.
link J { rat = 5 GB/s }
//       ^^^ error name.property: a link has no property \`rat\`; the nearest is \`rate\`.
link K { memory = 5 GB }
//       ^^^^^^ error name.property: a link has no property \`memory\`.
link L { latency = -1 us }
//                 ^^^^^ error quantity.sign: a time is not less than nothing.`,
    ));

  it('of devices', () =>
    checkFindings(
      `
device A : gpu { memory = 80 GB/s }
//                        ^^^^^^^ error quantity.dimension: \`memory\` is a size; \`80 GB/s\` is a rate.
device B : switch { memory = 80 GB }
//                  ^^^^^^ error name.property: a switch has no property \`memory\`.
device C : gpu { forwards = 1 }
//                          ^ error quantity.dimension: \`forwards\` is true or false.
device D : gpu { ports = 18 + NVLnk4 x2 + PCIe5 x16 }
//                       ^^ error name.sort: \`ports\` names links, as \`NVLink4 x18 + PCIe5 x16\`; this is a number.
//                            ^^^^^^ error name.unknown: nothing here is called \`NVLnk4\`; the nearest is \`NVLink4\`.
device E : cpu { maker = intell }
//                       ^^^^^^ error name.word: \`maker\` is one of intel, amd, arm, power.`,
    ));

  it('of models', () =>
    checkFindings(`
model M { layer = 3, hidden = 5 GB }
//        ^^^^^ error name.property: a model has no property \`layer\`; the nearest is \`layers\`.
//                            ^^^^ error quantity.dimension: \`hidden\` is a number; this is a size.`));

  it('are mended', () => {
    const memory = (size: string): string => `device D : gpu { memory = ${size} }`;
    checkFixes(memory('80 GB/s'), ['80 GB'], memory('80 GB'));
    const rate = (text: string): string => `link L { rate = ${text} }`;
    checkFixes(rate('8'), ['8 GT/s', '8 GB/s'], rate('8 GT/s'));
    checkFixes('link L { rat = 5 GB/s }', ['rate'], 'link L { rate = 5 GB/s }');
    checkFixes('link L { transport = rocee }', ['roce'], 'link L { transport = roce }');
  });
});

describe('what could not be read is told once', () => {
  it('ports: the device takes any link', () =>
    checkFindings(`
device D : gpu { ports = NDRR x2 }
//                       ^^^^ error name.unknown: nothing here is called \`NDRR\`; the nearest is \`NDR\`.
device E : H100_SXM { ports = 3 + PCIe5 x16 }
//                            ^ error name.sort: \`ports\` names links, as \`NVLink4 x18 + PCIe5 x16\`; this is a number.
cluster C {
  d[2] : D
  e[2] : E
  d[0] -- d[1] : NDR
  e[0] -- e[1] : NVLink4 x2
  d[0] -- e[0] : NDR
}`));

  it('a rate: the link is silent wherever it stands', () =>
    checkFindings(`
link L { rate = 8 }
//              ^ error quantity.bare: \`rate\` needs a unit.
device D : gpu { ports = L x2 }
cluster C {
  d[2] : D
  d[0] -- d[1] : L x2
}`));
});

describe('faults of bases', () => {
  it('a base that is none is one fault: neither properties nor uses are told', () =>
    checkFindings(`
device D : cpuu { maker = intel, cores = 3 }
//         ^^^^ error name.unknown: nothing here is called \`cpuu\`; the nearest is \`cpu\`.
device E : NDR { memory = 3 GB }
//         ^^^ error name.sort: a device builds on a device; \`NDR\` is the link NDR.
device F : D { ports = NDR x2 }
link L : H100_SXM { rate = 5 GB/s }
//       ^^^^^^^^ error name.sort: a link builds on a link; \`H100_SXM\` is the device H100_SXM.
cluster C {
  d[2] : D
  g[2] : gpu
  d[0] -- d[1] : L
  g[0] -- g[1] : L x2
}`));

  it('a device without one', () =>
    checkFindings(`
device D { memory = 3 GB }
//     ^ error name.sort: a device says what kind it is: \`device D : gpu\`.`));

  it('around and around', () =>
    checkFindings(`
link A : B { rate = 1 GB/s }
//       ^ error name.cycle: \`A\` is made of itself: A > B > A.
link B : A { }
device D : D { memory = 3 GB }
//         ^ error name.cycle: \`D\` is made of itself: D > D.`));
});
