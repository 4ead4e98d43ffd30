// The accelerators of the library against data sheets and reviews; each table says whose figures it holds.
import { describe, expect, it } from 'vitest';
import { allOf, device, devices, namesOf, portRate } from './support.ts';

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
