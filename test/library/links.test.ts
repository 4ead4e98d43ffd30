// The links of the library against the figures of standards, vendors and measurements; each table says whose.
import { describe, expect, it } from 'vitest';
import { link, links, rate } from './support.ts';

describe('rates, GB/s one way', () => {
  // Intel AN 690/708/829/855 for generations 1 to 5; 242 of 256 B in a flit from 6 on (PCI-SIG). CXL: Rambus, "CXL 3.0";
  // Wikipedia, Compute Express Link. CAPI: Wikipedia. Lane rates 2.5 to 128 GT/s, so x1 is a sixteenth.
  it.each([
    ['PCIe1', 0.25, 1, 4],
    ['PCIe2', 0.5, 2, 8],
    ['PCIe3', 0.985, 3.938, 15.754],
    ['PCIe4', 1.969, 7.877, 31.508],
    ['PCIe5', 3.938, 15.754, 63.015],
    ['PCIe6', 7.5625, 30.25, 121],
    ['PCIe7', 15.125, 60.5, 242],
    ['CXL1', 3.938, 15.754, 63.015],
    ['CXL2', 3.938, 15.754, 63.015],
    ['CXL3', 7.5625, 30.25, 121],
    ['CXL4', 15.125, 60.5, 242],
    ['CAPI1', 0.985, 3.938, 15.754],
    ['CAPI2', 1.969, 7.877, 31.508],
    // 25 GT/s after 128b/130b.
    ['CCIX', 3.077, 12.308, 49.231],
    // 25 GT/s as it is.
    ['GenZ', 3.125, 12.5, 50],
  ])('%s x1 %d, x4 %d, x16 %d', (name, one, four, sixteen) => {
    expect([rate(name), rate(name, 4), rate(name, 16)]).toEqual(
      [one, four, sixteen].map((each) => expect.closeTo(each, 2)),
    );
  });

  // S. Bekman, ml-engineering, network; Wikipedia, NVLink: 40, 50, 50, 50, 100 and 100 GB/s a link, both ways. GA102: NVIDIA's white
  // paper, 14.0625 one way. C2C: NVIDIA prints 900 GB/s both ways for two halves.
  it.each([
    ['NVLink1', 40],
    ['NVLink2', 50],
    ['NVLink3', 50],
    ['NVLink3_GA102', 28.125],
    ['NVLink4', 50],
    ['NVLink5', 100],
    ['NVLink6', 100],
    ['C2C', 900 / 2],
  ])('%s has half of %d', (name, both) => expect(rate(name)).toBeCloseTo(both / 2, 9));

  // A transfer of QPI and UPI is 2 B, one of a link of Infinity Fabric or of IBM's X-bus 16 bits: GT/s times two (xryan.net; Wikipedia, UPI; ROCm
  // documentation, MI100 and MI250; WikiChip, Summit).
  it.each([
    ['QPI_6400', 6.4],
    ['QPI', 9.6],
    ['UPI1', 10.4],
    ['UPI1_11200', 11.2],
    ['UPI2', 16],
    ['UPI2_20000', 20],
    ['UPI2_24000', 24],
    ['XGMI_CPU', 18],
    ['XGMI_MI100', 23],
    ['XGMI2', 25],
    ['XGMI3', 32],
    ['XBus', 16],
  ])('%s at %d GT/s has twice that', (name, transfers) => expect(rate(name)).toBeCloseTo(2 * transfers, 9));

  // AnandTech, EPYC 7000: 42.6 GB/s both ways. S. Bekman, ml-engineering: MI350 153 both ways (AMD cuts off: 153.6). Google Cloud TPU
  // documentation, a chip's figure by its ports: 600/6, 400/4, 1200/6, 800/4, 1200/6. AWS: Trn1n 768 over 4; Trainium2 1280
  // = 4 x 256 + 2 x 128. 910B: 392 over 7; 910C: 784 over 14. Intel XPU Manager: 50 664 MiB/s. UALink 1.0: 200 over four lanes.
  // OpenCAPI 3.0: 25 one way (J. Stuecheli, 2017).
  it.each([
    ['XGMI_CPU1', 42.6],
    ['XGMI_MI350', 153.6],
    ['ICI', 600 / 6],
    ['ICI_v4', 600 / 6],
    ['ICI_v5e', 400 / 4],
    ['ICI_v5p', 1200 / 6],
    ['ICI_v6e', 800 / 4],
    ['ICI_v7', 1200 / 6],
    ['NeuronLink2', 768 / 4],
    ['NeuronLink3', 256],
    ['NeuronLink3_Z', 128],
    ['HCCS_910B', 392 / 7],
    ['HCCS_910C', 784 / 14],
    ['XeLink', (50_664 * 2 ** 20) / 1e9],
    ['UALink200', 200],
    ['UALink200_2', 100],
    ['UALink200_1', 50],
    ['OpenCAPI3', 50],
  ])('%s has half of %d', (name, both) => expect((2 * rate(name)) / both).toBeCloseTo(1, 4));

  // Gb/s of data: infiniband.jp lane table, four lanes; NVIDIA NDR cabling guide (two lanes of HDR100 and NDR200).
  it.each([
    ['SDR', 8],
    ['DDR', 16],
    ['QDR', 32],
    ['FDR10', 40],
    ['FDR', 54.5455],
    ['EDR', 100],
    ['HDR', 200],
    ['HDR100', 100],
    ['NDR', 400],
    ['NDR200', 200],
    ['XDR', 800],
  ])('%s: %d Gb/s', (name, gigabits) => expect(8 * rate(name)).toBeCloseTo(gigabits, 3));

  // Every link of Ethernet is named after its rate in Gb/s (IEEE 802.3), whatever runs on it; Slingshot 11 has 200 (OLCF).
  const ethernet = links.filter(({ family, rate: known }) => family === 'Ethernet' && known !== undefined);
  it.each(ethernet.map(({ name }) => name))('%s', (name) => {
    const gigabits = name === 'Slingshot' ? 200 : Number(/^(?:Eth|TCP|RoCE|iWARP|EFA)(\d+)(?:_\d)?$/.exec(name)?.[1]);
    expect(8 * rate(name)).toBeCloseTo(gigabits, 9);
  });

  it('Ethernet comes at 10 to 1600 Gb/s, and with every transport at the rates it is sold at', () => {
    const rates = (kind: string): number[] =>
      links.flatMap(({ name }) => (new RegExp(`^${kind}\\d+$`).test(name) ? [Number(name.slice(kind.length))] : []));
    expect(rates('Eth')).toEqual([10, 25, 40, 50, 100, 200, 400, 800, 1600]);
    expect(rates('RoCE')).toEqual(rates('Eth'));
    expect(rates('TCP')).toEqual([10, 25, 40, 50, 100, 200, 400]);
    expect(rates('iWARP')).toEqual([10, 25, 40, 50, 100]);
    expect(rates('EFA')).toEqual([100, 200, 400]);
  });
});

describe('transports', () => {
  it('are told by name; plain Ethernet is TCP, InfiniBand its own', () => {
    const words: Record<string, string | undefined> = {
      Eth: 'tcp',
      TCP: 'tcp',
      RoCE: 'roce',
      iWARP: 'iwarp',
      EFA: 'srd',
    };
    for (const { name, transport, family } of links) {
      const kind = /^(Eth|TCP|RoCE|iWARP|EFA)\d/.exec(name)?.[1];
      if (kind !== undefined) expect([name, transport]).toEqual([name, words[kind]]);
      else if (family !== 'Ethernet') expect([name, transport]).toEqual([name, undefined]);
    }
    expect(link('Slingshot').transport).toBe('roce');
  });

  // Small messages between adapters: InfiniBand 0.8 us (D. Potter), RoCE 1.5 to 3 where InfiniBand takes 1 to 1.5, iWARP 3 to 6, TCP
  // through a kernel 10 to 30 and more.
  it('are in the order that practice knows: InfiniBand, RoCE, iWARP, TCP', () => {
    const ends = ['NDR', 'RoCE100', 'iWARP100', 'TCP100'].map((name) => link(name).overhead);
    expect(ends).toEqual([...ends].sort((a, b) => a - b));
    expect(new Set(ends).size).toBe(4);
  });

  // Header arithmetic, bytes on the wire a packet. RoCE v2 over IPv4: 14 Ethernet, 20 IP, 8 UDP, 12 BTH, 4 ICRC, 4 FCS, 8 preamble,
  // 12 gap. TCP over IPv4 at an MTU of 1500: 40 in, 38 around. InfiniBand: 26, which measurement lowers to 48.5 of 50 (SimAI).
  it('leave what their headers leave', () => {
    expect(link('RoCE100').efficiency).toBeCloseTo((4096 / (4096 + 82)) * (48.5 / 50 / (4096 / (4096 + 26))), 2);
    expect(link('RoCE400').efficiency).toBeLessThan(link('NDR').efficiency);
    expect(link('TCP100').efficiency).toBeCloseTo(1460 / 1538, 2);
    expect(link('iWARP100').efficiency).toBeCloseTo(0.9324, 2);
    expect(link('NDR').efficiency).toBeLessThan(4096 / (4096 + 26));
    expect(link('iWARP100').efficiency).toBeLessThan(link('TCP100').efficiency);
  });
});

describe('what software gets', () => {
  // NCCL src/graph/topo.h: 18, 20, 20, 12, 20.6, 40.1 and 31.2 GB/s a link; RCCL src/graph/topo.h: 24, 36 and 48; nvbandwidth README and
  // ml-engineering: 26 GB/s of 16 lanes of PCIe 4.0 and 55.2 of 5.0; SimAI: 48.5 of 50 GB/s for ConnectX-7; UALink: 93 %;
  // G. Schieffer et al.: 375 GB/s from Grace to Hopper; How to Scale Your Model, chapter 2: 4.5e10 and 9e10 B/s a link of v5e and v5p.
  it.each([
    ['NVLink1', 1, 18],
    ['NVLink2', 1, 20],
    ['NVLink3', 1, 20],
    ['NVLink3_GA102', 1, 12],
    ['NVLink4', 1, 20.6],
    ['NVLink5', 1, 40.1],
    ['NVLink6', 1, 31.2],
    ['XGMI_MI100', 1, 24],
    ['XGMI2', 1, 36],
    ['XGMI3', 1, 48],
    ['PCIe4', 16, 26],
    ['PCIe5', 16, 55.2],
    ['NDR', 1, 48.5],
    ['UALink200', 1, 93],
    ['C2C', 2, 375],
    ['ICI_v5e', 1, 45],
    ['ICI_v5p', 1, 90],
  ])('of %s x%d: %d GB/s, within 1 %%', (name, count, expected) => {
    expect(Math.abs((rate(name, count) * link(name).efficiency) / expected - 1)).toBeLessThan(0.01);
  });

  it('is never more than the rate, and less than all only where a source or an assumption says so', () => {
    for (const { name, efficiency, encoding } of links) {
      expect(efficiency, name).toBeGreaterThan(0.5);
      expect(efficiency, name).toBeLessThanOrEqual(1);
      expect(encoding, name).toBeGreaterThanOrEqual(0.8);
    }
  });
});

it('no link between devices takes no time', () => {
  expect(links.filter(({ latency }) => latency <= 0).map(({ name }) => name)).toEqual([]);
});

it('in a family a higher number is no slower', () => {
  const generations = ['PCIe', 'NVLink', 'CXL', 'CAPI'].map((family) =>
    links.filter(({ name }) => new RegExp(`^${family}\\d$`).test(name)).map(({ name }) => rate(name)),
  );
  expect(generations.map(({ length }) => length)).toEqual([7, 6, 4, 2]);
  for (const rates of generations) expect(rates).toEqual([...rates].sort((a, b) => a - b));
});
