// The devices of the library against data sheets, user guides and reviews; each table says whose figures it holds.
import { describe, expect, it } from 'vitest';
import { findingsOf } from '../semantics/support.ts';
import { allOf, device, devices, links, namesOf, portRate, rate } from './support.ts';

describe('switches', () => {
  // TB/s both ways. WikiChip, NVSwitch: 0.9; NVIDIA, HGX A100: 1.8; Hot Chips 34: 3.2; NVIDIA NVLink page: 7.2, 144 ports a tray. The 1U switch
  // of H100: 128 ports of 50 GB/s.
  const nvswitches: readonly [string, number, number][] = [
    ['NVSwitch1', 18, 0.9],
    ['NVSwitch2', 36, 1.8],
    ['NVSwitch3', 64, 3.2],
    ['NVSwitch4', 72, 7.2],
    ['NVLinkSwitch', 128, 6.4],
    ['NVLinkSwitch_GB200', 144, 14.4],
  ];
  it.each(nvswitches)('%s: %d ports, %d TB/s both ways', (name, ports, both) => {
    expect(device(name).ports?.map(({ count }) => count)).toEqual([ports]);
    expect((2 * portRate(name, 'NVLink')) / 1000).toBeCloseTo(both, 6);
  });

  // Tb/s one way. Printed both ways: QM8790 16, QM9700 51.2. Printed one way: Quantum-X800 115.2; Spectrum-3 12.8 (Electronic Design); Spectrum-4 25.6
  // and 51.2, Spectrum-6 102.4 (ml-engineering); Tomahawk 3 12.8 and 4 25.6 (Linley), 5 and Ultra 51.2, 6 102.4 (ServeTheHome); Slingshot 12.8 (OLCF).
  const networks: readonly [string, number, number][] = [
    ['SB7800', 36, 7.2 / 2],
    ['QM8700', 40, 16 / 2],
    ['QM8790', 40, 16 / 2],
    ['QM9700', 64, 51.2 / 2],
    ['QM9790', 64, 51.2 / 2],
    ['Q3400', 144, 115.2],
    ['SN4700', 32, 12.8],
    ['SN5400', 64, 25.6],
    ['SN5600', 64, 51.2],
    ['SN6600', 128, 102.4],
    ['Tomahawk3', 32, 12.8],
    ['Tomahawk4', 64, 25.6],
    ['Tomahawk5', 64, 51.2],
    ['TomahawkUltra', 64, 51.2],
    ['Tomahawk6', 64, 102.4],
    ['Rosetta', 64, 12.8],
  ];
  it.each(networks)('%s: %d ports, %d Tb/s one way', (name, ports, terabits) => {
    expect(device(name).ports?.map(({ count }) => count)).toEqual([ports]);
    expect((8 * (portRate(name, 'InfiniBand') + portRate(name, 'Ethernet'))) / 1000).toBeCloseTo(terabits, 6);
  });

  // Broadcom and Microchip product briefs: lanes, ns from port to port.
  const pcie: readonly [string, string, number, number][] = [
    ['PEX8749', 'PCIe3', 48, 126],
    ['PEX8796', 'PCIe3', 96, 150],
    ['PEX88096', 'PCIe4', 96, 105],
    ['PEX89144', 'PCIe5', 144, 115],
    ['Switchtec_PFX4', 'PCIe4', 100, 0],
    ['Switchtec_PFX5', 'PCIe5', 100, 0],
  ];
  it.each(pcie)('%s: %s, %d lanes, %d ns', (name, generation, lanes, ns) => {
    const { ports = [], latency } = device(name);
    expect(ports.map((entry) => [entry.link.name, entry.count])).toEqual([[generation, lanes]]);
    expect(latency * 1e9).toBeCloseTo(ns, 6);
  });

  // 48 ports of 25 and 8 of 100 Gb/s.
  it('are all in the tables, but the switch of a lab', () => {
    expect([...namesOf([...nvswitches, ...networks, ...pcie]), 'Lab_Switch'].sort()).toEqual(allOf('switch'));
    expect(8 * portRate('Lab_Switch', 'Ethernet')).toBeCloseTo(48 * 25 + 8 * 100, 6);
  });

  // The same sources, of ports split by a cable.
  it.each([
    ['QM8790', 'HDR100', 80],
    ['QM9700', 'NDR200', 128],
    ['SN4700', 'RoCE200', 64],
    ['SN5600', 'RoCE400', 128],
    ['Tomahawk3', 'RoCE100_1', 128],
    ['Tomahawk4', 'RoCE200', 128],
    ['Tomahawk4', 'RoCE100_1', 256],
    ['Tomahawk5', 'RoCE400', 128],
    ['Tomahawk6', 'Eth800_4', 128],
  ])('%s takes %s %d times, and not once more', (name, cable, times) => {
    const text = (n: number): string => `cluster C {\n  n[${n}] : nic\n  s : ${name}\n  n[*] -- s : ${cable}\n}`;
    expect(findingsOf(text(times))).toEqual([]);
    expect(findingsOf(text(times + 1)).map(({ code }) => code)).toEqual(['port.count']);
  });

  // QM8790 below 130 ns, QM9700 below 150, Quantum-X800 below 100 (product briefs); Tomahawk Ultra 250 ns; Ethernet 300 to 800 (Y. Lu).
  it('take as long as their briefs say', () => {
    const ns = (name: string): number => Math.round(device(name).latency * 1e9);
    expect(['QM8790', 'QM9700', 'Q3400', 'TomahawkUltra'].map(ns)).toEqual([130, 150, 100, 250]);
    for (const name of ['SN4700', 'SN5400', 'SN5600', 'Tomahawk3', 'Tomahawk4', 'Tomahawk5', 'Tomahawk6']) {
      expect(ns(name)).toBeGreaterThanOrEqual(300);
      expect(ns(name)).toBeLessThanOrEqual(800);
    }
  });

  // NVIDIA: SHARP in Switch-IB 2, Quantum and later, and in NVSwitch from the third; Broadcom: Tomahawk Ultra.
  it('reduce from Switch-IB 2 and the third NVSwitch on', () => {
    const reduce = devices.filter(({ reduces }) => reduces).map(({ name }) => name);
    expect(reduce.sort()).toEqual(
      'NVLinkSwitch NVLinkSwitch_GB200 NVSwitch3 NVSwitch4 Q3400 QM8700 QM8790 QM9700 QM9790 SB7800 TomahawkUltra'.split(
        ' ',
      ),
    );
  });
});

describe('adapters', () => {
  // Gb/s of all ports. User manuals of ConnectX-4 to 7, ConnectX-8 firmware notes, BlueField-2 user guide, DOCA installation guide (BlueField-3), Dell
  // (E810), Broadcom (BCM57508, 57608), OLCF (Slingshot 11), ml-engineering (EFA, Pollara).
  const adapters: readonly [string, number][] = [
    ['ConnectX4', 100],
    ['ConnectX4_Eth', 100],
    ['ConnectX5', 100],
    ['ConnectX5_Eth', 100],
    ['ConnectX6', 200],
    ['ConnectX6_Dual', 400],
    ['ConnectX6_Eth', 200],
    ['ConnectX6Dx', 200],
    ['ConnectX7', 400],
    ['ConnectX7_Eth', 400],
    ['ConnectX8', 800],
    ['ConnectX8_Eth', 800],
    ['BlueField2', 200],
    ['BlueField2_Eth', 200],
    ['BlueField3', 400],
    ['BlueField3_Eth', 400],
    ['BlueField3_B3220', 400],
    ['BlueField3_B3240', 800],
    ['E810', 50],
    ['E810_CQDA2', 200],
    ['Thor1', 200],
    ['Thor2', 400],
    ['Pollara400', 400],
    ['Cassini', 200],
    ['EFAv1', 100],
    ['EFAv2', 100],
    ['EFAv3', 200],
    ['EFAv4', 400],
  ];
  it.each(adapters)('%s: %d Gb/s', (name, gigabits) => {
    expect(8 * (portRate(name, 'InfiniBand') + portRate(name, 'Ethernet'))).toBeCloseTo(gigabits, 6);
  });

  it('are all in the table', () => expect(namesOf(adapters)).toEqual(allOf('nic')));

  // ConnectX-6 with two ports is sold so: 400 Gb/s on 252.
  it('have a slot for their ports, but for one that is sold without', () => {
    const short = devices.filter(
      ({ kind, name }) =>
        kind === 'nic' && portRate(name, 'PCIe') < portRate(name, 'InfiniBand') + portRate(name, 'Ethernet'),
    );
    expect(short.map(({ name }) => name)).toEqual(['ConnectX6_Dual']);
    expect(rate('PCIe5', 16)).toBeLessThan(portRate('ConnectX8', 'InfiniBand'));
  });
});

it('BlueField-3 B3240 has all of its rate in two slots', () => {
  const slots = 'n[*] -- host : PCIe5 x16\n  n[*] -- host : PCIe5 x16';
  const text = `cluster C {\n  n[2] : BlueField3_B3240\n  host : cpu\n  ${slots}\n  n[0] -- n[1] : NDR x2\n}`;
  expect(findingsOf(text)).toEqual([]);
});

describe('processors', () => {
  // Lanes of PCI Express, GB/s one way to the other socket, GB/s of memory. Intel ARK; wccftech, "4th Gen Xeon"; technosports, "5th Gen Xeon";
  // AnandTech, EPYC 7002; io-tech, EPYC 9004. Memory: 8 x DDR4-2666 and -3200, 12 x DDR5-4800 and -6400 (8 B a transfer).
  const processors: readonly [string, string, number, number, number | undefined][] = [
    ['Xeon_E5', 'PCIe3', 40, 2 * 19.2, undefined],
    ['Xeon_8168', 'PCIe3', 48, 3 * 20.8, undefined],
    ['Xeon_6348', 'PCIe4', 64, 3 * 22.4, 8 * 25.6],
    ['Xeon_8480C', 'PCIe5', 80, 4 * 32, undefined],
    ['Xeon_8570', 'PCIe5', 80, 4 * 40, undefined],
    ['Xeon_6776P', 'PCIe5', 88, 4 * 48, 8 * 51.2],
    ['EPYC_7601', 'PCIe3', 128, 4 * 21.3, 8 * 21.33],
    ['EPYC_7742', 'PCIe4', 128, 4 * 36, 8 * 25.6],
    ['EPYC_7763', 'PCIe4', 128, 4 * 36, 8 * 25.6],
    ['EPYC_9654', 'PCIe5', 128, 4 * 64, 12 * 38.4],
    ['EPYC_9575F', 'PCIe5', 128, 4 * 64, 12 * 51.2],
    ['POWER9', 'PCIe4', 48, 32, 8 * 21.33],
  ];
  it.each(processors)(
    '%s: %s x%d, %d GB/s to the other socket, memory of %s GB/s',
    (name, generation, lanes, sockets, memory) => {
      const { ports = [], memoryBandwidth } = device(name);
      expect(ports[0].link.name).toBe(generation);
      expect(ports[0].count).toBe(lanes);
      const between = ['UPI', 'XGMI', 'XBus'].reduce((sum, family) => sum + portRate(name, family), 0);
      expect(between).toBeCloseTo(sockets, 6);
      if (memory === undefined) expect(memoryBandwidth).toBeUndefined();
      else expect((memoryBandwidth ?? 0) / (memory * 1e9)).toBeCloseTo(1, 2);
    },
  );

  it('are all in the table, but Grace and Trento, which have no such ports', () => {
    expect([...namesOf(processors), 'EPYC_Trento', 'Grace'].sort()).toEqual(allOf('cpu'));
  });

  it('say who made them', () => {
    for (const { kind, name, maker } of devices)
      if (kind === 'cpu') expect([name, maker]).not.toEqual([name, undefined]);
  });
});

describe('every device', () => {
  // Two of it, each port with a cable: PCI Express to a host, the rest to its twin. Two adapters
  // have more ports than one slot passes.
  it.each(devices.map(({ name }) => name))('%s can be wired by its own ports', (name) => {
    const cables = (device(name).ports ?? []).map(({ link: { name: cable, width = 0 }, count }) =>
      width === 0 ? `d[0] -- d[1] : ${cable} x${count}` : `d[*] -- host : ${cable} x${count < width ? 8 : width}`,
    );
    const text = ['cluster C {', `d[2] : ${name}`, 'host : cpu', 'd[*] -- host : 1 GB/s', ...cables, '}'].join('\n  ');
    const short = name === 'ConnectX6_Dual' || name === 'BlueField3_B3240';
    expect(findingsOf(text).map(({ code }) => code)).toEqual(short ? ['wiring.slot'] : []);
  });

  it('has ports, of links that have a rate and are in the library', () => {
    for (const { name, ports } of devices) {
      expect(ports, name).not.toEqual([]);
      for (const port of ports ?? []) {
        expect(port.link.rate, name).toBeGreaterThan(0);
        expect(links).toContainEqual(expect.objectContaining({ name: port.link.name, family: port.link.family }));
      }
    }
  });

  it('has its power counted only if it computes', () => {
    for (const { name, kind, power } of devices) if (kind !== 'gpu') expect([name, power]).toEqual([name, undefined]);
  });

  it('that is an accelerator has memory, and computes', () => {
    for (const { name, kind, memory, memoryBandwidth, compute } of devices)
      if (kind === 'gpu')
        expect([name, memory, memoryBandwidth, Object.keys(compute).length]).toEqual([
          name,
          expect.any(Number),
          expect.any(Number),
          expect.any(Number),
        ]);
  });
});
