// The devices of the library against data sheets, user guides and reviews; each table says whose figures it holds.
import { describe, expect, it } from 'vitest';
import { findingsOf } from '../semantics/support.ts';
import { device, devices, links, portRate, rate } from './support.ts';

/** Names, sorted: of the rows of a table, and of all devices of a kind. */
const namesOf = (table: readonly (readonly [string, ...unknown[]])[]): string[] => table.map(([name]) => name).sort();
const allOf = (kind: string): string[] => devices.flatMap((each) => (each.kind === kind ? [each.name] : [])).sort();

describe('accelerators', () => {
  // Memory in GB, its rate in GB/s, dense TFLOPS in bf16 (fp16 where there is none), in fp8, W.
  // S. Bekman, ml-engineering, accelerators (each row there cites the vendor): A100, H100, H200, B200, GB200, B300, GB300, L40S, MI250X, MI300X,
  // MI325X, MI350X, MI355X, Gaudi, TPU v4, v7, Trainium2. xFormers device_limits.py: P100, V100, A30. hmc-tech: P100 and V100 PCIe, B100, T4.
  // A roofline table of data sheets: A10, A40, L4, L40, H100 PCIe and NVL, RTX 3090, RTX 4090. Google Cloud TPU documentation: v5e, v5p, v6e.
  // AWS Neuron documentation: Trainium1. H20 spec pages. TechPowerUp, boardor: Ascend. Spheron: RTX 5090. Intel ARK: Max 1550.
  const figures: readonly [string, number, number, number, number | undefined, number | undefined][] = [
    ['P100_SXM', 16, 732, 21.2, undefined, 300],
    ['V100_SXM', 32, 900, 125, undefined, 300],
    ['V100_SXM_16GB', 16, 900, 125, undefined, 300],
    ['V100_SXM3', 32, 900, 125, undefined, 350],
    ['A100_SXM', 80, 2039, 312, undefined, 400],
    ['A100_SXM_40GB', 40, 1555, 312, undefined, 400],
    ['A800_SXM', 80, 2039, 312, undefined, 400],
    ['H100_SXM', 80, 3350, 989, 1979, 700],
    ['H800_SXM', 80, 3350, 989, 1979, 700],
    ['H20', 96, 4000, 148, 296, 400],
    ['H200_SXM', 141, 4800, 989, 1979, 700],
    ['GH200_GPU', 96, 4000, 989, 1979, 700],
    ['GH200_GPU_144GB', 141, 4800, 989, 1979, 700],
    ['B100_SXM', 192, 8000, 1750, 3500, 700],
    ['B200_SXM', 180, 8000, 2250, 4500, 1000],
    ['B300_SXM', 288, 8000, 2250, 4500, 1100],
    ['GB200_GPU', 186, 8000, 2500, 5000, 1200],
    ['GB300_GPU', 288, 8000, 2500, 5000, 1400],
    ['P100_PCIe', 16, 732, 18.7, undefined, 250],
    ['V100_PCIe', 32, 897, 112, undefined, 250],
    ['T4', 16, 320, 65, undefined, 70],
    ['A10', 24, 600, 125, undefined, 150],
    ['A30', 24, 933, 165, undefined, 165],
    ['A40', 48, 696, 149.7, undefined, 300],
    ['A100_PCIe', 80, 1935, 312, undefined, 300],
    ['A100_PCIe_40GB', 40, 1555, 312, undefined, 250],
    ['L4', 24, 300, 121, 242, 72],
    ['L40', 48, 864, 181, 362, 300],
    ['L40S', 48, 864, 362, 733, 350],
    ['H100_PCIe', 80, 2000, 756, 1513, 350],
    ['H100_NVL', 94, 3900, 835, 1671, 400],
    ['H200_NVL', 141, 4800, 835, 1671, 600],
    ['RTX3090', 24, 936, 71, undefined, 350],
    ['RTX4090', 24, 1008, 165, 330, 450],
    ['RTX5090', 32, 1792, 838 / 4, 838 / 2, 575],
    ['RTX_A6000', 48, 768, 154.8, undefined, 300],
    ['RTX6000_Ada', 48, 960, 364, 728, 300],
    ['RTX_PRO_6000', 96, 1792, 503, 1007, 600],
    ['MI100', 32, 1229, 92.3, undefined, 300],
    ['MI210', 64, 1638, 181, undefined, 300],
    // Half of the package: 128 GB, 3277 GB/s, 383 TFLOPS, 560 W.
    ['MI250X_GCD', 128 / 2, 3277 / 2, 383 / 2, undefined, 560 / 2],
    ['MI300A', 128, 5300, 981, 1961, 550],
    ['MI300X', 192, 5300, 1307, 2615, 750],
    ['MI325X', 256, 6000, 1307, 2615, 1000],
    ['MI350X', 288, 8000, 2300, 4600, 1000],
    ['MI355X', 288, 8000, 2500, 5000, 1400],
    ['Gaudi2', 96, 2460, 432, 865, 600],
    ['Gaudi3', 128, 3700, 1677, 1677, 900],
    // 128 cores x 4096 FLOP x 1.6 GHz.
    ['Max_1550', 128, 3277, (128 * 4096 * 1.6) / 1000, undefined, 600],
    ['TPUv4', 32, 1200, 275, undefined, undefined],
    ['TPUv5e', 16, 819, 197, undefined, undefined],
    ['TPUv5p', 95, 2765, 459, undefined, undefined],
    ['TPUv6e', 32, 1638, 918, undefined, undefined],
    ['TPUv7', 192, 7370, 2307, 4614, undefined],
    ['Trainium1', 32, 820, 190, 190, undefined],
    ['Trainium2', 96, 2900, 667, 1299, undefined],
    ['Ascend910B', 64, 1600, 320, undefined, 310],
    ['Ascend910C', 128, 3200, 780, undefined, undefined],
  ];
  it.each(figures)(
    '%s: %d GB at %d GB/s, %d TFLOPS, %s in fp8, %s W',
    (name, memory, bandwidth, tflops, fp8, watts) => {
      const { memory: has, memoryBandwidth = 0, compute, power } = device(name);
      expect([has, power]).toEqual([memory * 1e9, watts]);
      expect(memoryBandwidth / (bandwidth * 1e9)).toBeCloseTo(1, 3);
      expect((compute.bf16 ?? compute.fp16 ?? 0) / (tflops * 1e12)).toBeCloseTo(1, 3);
      if (fp8 === undefined) expect(compute.fp8).toBeUndefined();
      else expect((compute.fp8 ?? 0) / (fp8 * 1e12)).toBeCloseTo(1, 3);
    },
  );

  it('are all in the table', () => expect(namesOf(figures)).toEqual(allOf('gpu')));

  // What vendors print, both ways together. NVIDIA data sheets and NVLink pages: 160, 300, 600, 900 and 1800 GB/s; A800 and H800 400 (BestHub;
  // philisun); bridges: A30 200, A100 and H100 600, H200 NVL 900, GA102 112.5. AMD: MI100 276, MI300X 896, MI350 1075; eight links of 100
  // on a die of MI250X (ROCm documentation). Intel: 24 x 100 and 24 x 200 Gb/s one way. Google Cloud: 600, 400, 1200, 800, 1200. AWS: 768 (Trn1n), 1280.
  // Huawei: 392, 784. Intel XPU Manager: 16 x 50 664 MiB/s.
  it.each([
    ['P100_SXM', 'NVLink', 160],
    ['V100_SXM', 'NVLink', 300],
    ['V100_SXM3', 'NVLink', 300],
    ['A100_SXM', 'NVLink', 600],
    ['A100_SXM_40GB', 'NVLink', 600],
    ['A800_SXM', 'NVLink', 400],
    ['H100_SXM', 'NVLink', 900],
    ['H800_SXM', 'NVLink', 400],
    ['H20', 'NVLink', 900],
    ['H200_SXM', 'NVLink', 900],
    ['GH200_GPU', 'NVLink', 900],
    ['GH200_GPU', 'C2C', 900],
    ['B100_SXM', 'NVLink', 1800],
    ['B200_SXM', 'NVLink', 1800],
    ['B300_SXM', 'NVLink', 1800],
    ['GB200_GPU', 'NVLink', 1800],
    ['GB200_GPU', 'C2C', 900 / 2],
    ['GB300_GPU', 'NVLink', 1800],
    ['A30', 'NVLink', 200],
    ['A40', 'NVLink', 112.5],
    ['A100_PCIe', 'NVLink', 600],
    ['H100_PCIe', 'NVLink', 600],
    ['H100_NVL', 'NVLink', 600],
    ['H200_NVL', 'NVLink', 900],
    ['RTX3090', 'NVLink', 112.5],
    ['RTX_A6000', 'NVLink', 112.5],
    ['MI100', 'XGMI', 276],
    ['MI210', 'XGMI', 300],
    ['MI250X_GCD', 'XGMI', 800],
    ['MI300A', 'XGMI', 8 * 128],
    ['MI300X', 'XGMI', 896],
    ['MI325X', 'XGMI', 896],
    ['MI350X', 'XGMI', 1075.2],
    ['MI355X', 'XGMI', 1075.2],
    ['Gaudi2', 'Ethernet', (2 * 24 * 100) / 8],
    ['Gaudi3', 'Ethernet', (2 * 24 * 200) / 8],
    ['TPUv4', 'ICI', 600],
    ['TPUv5e', 'ICI', 400],
    ['TPUv5p', 'ICI', 1200],
    ['TPUv6e', 'ICI', 800],
    ['TPUv7', 'ICI', 1200],
    ['Trainium1', 'NeuronLink', 768],
    ['Trainium2', 'NeuronLink', 1280],
    ['Ascend910B', 'HCCS', 392],
    ['Ascend910C', 'HCCS', 784],
    ['Max_1550', 'XeLink', 850],
    ['Grace', 'C2C', 900],
  ])('%s has %s of %d GB/s both ways', (name, family, both) => {
    expect(2 * portRate(name, family)).toBeCloseTo(both, 3);
  });

  // NVIDIA, CUDA GPUs (compute capability); LLVM, AMDGPU targets (gfx908, 90a, 942, 950).
  it('say which library runs on them', () => {
    const sm = (names: string): unknown[] => names.split(' ').map((name) => device(name).sm);
    expect(sm('P100_SXM V100_SXM T4 A100_SXM A10 L40S H100_SXM H20 B200_SXM B300_SXM RTX5090')).toEqual([
      60, 70, 75, 80, 86, 89, 90, 90, 100, 103, 120,
    ]);
    const gfx = ['MI100', 'MI210', 'MI250X_GCD', 'MI300A', 'MI300X', 'MI325X', 'MI355X'].map(
      (name) => device(name).gfx,
    );
    expect(gfx).toEqual([908, 90, 90, 942, 942, 942, 950]);
    for (const { kind, name, sm: known, gfx: target } of devices)
      if (kind === 'gpu') expect([name, known !== undefined && target !== undefined]).toEqual([name, false]);
  });

  // tinygrad, open-gpu-kernel-modules issue 6.
  it('a GeForce is reached by no peer over PCIe, every other card is', () => {
    const closed = devices.filter(({ p2p }) => !p2p).map(({ name }) => name);
    expect(closed).toEqual(['RTX3090', 'RTX4090', 'RTX5090']);
  });

  it('pass traffic on where a torus needs it', () => {
    const forward = devices.filter(({ kind, forwards }) => kind === 'gpu' && forwards).map(({ name }) => name);
    expect(forward).toEqual(['TPUv4', 'TPUv5e', 'TPUv5p', 'TPUv6e', 'TPUv7', 'Trainium1', 'Trainium2']);
  });

  // NVIDIA A100 and H100 data sheets; H800: 1 TFLOPS (philisun).
  it('in FP64: A100 9.7, H100 34, H800 1 TFLOPS', () => {
    const fp64 = ['A100_SXM', 'H100_SXM', 'H800_SXM'].map((name) => (device(name).compute.fp64 ?? 0) / 1e12);
    expect(fp64).toEqual([9.7, 34, 1]);
  });
});

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
