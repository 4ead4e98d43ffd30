// The measured form: each of its parts once with numbers by hand, and its inputs read off systems whose figures are published.
import { describe, expect, it } from 'vitest';
import type { Collective, Harness } from '../../server/collectives/collective.ts';
import { bandOf } from '../../server/collectives/measured/band.ts';
import { measuredForm } from '../../server/collectives/measured/form.ts';
import { type Machine, machineOf } from '../../server/collectives/measured/machine.ts';
import { measure } from '../../server/collectives/measured/measure.ts';
import { graphFrom } from './systems.ts';

const [KiB, MiB, GiB] = [2 ** 10, 2 ** 20, 2 ** 30];
const [GB, us] = [1e9, 1e-6];

/** DGX A100, 8 GPUs: 12 NVLink 3 of 25 GB/s each. */
const a100: Machine = {
  library: 'NCCL',
  sm: 80,
  domains: 1,
  perDomain: 8,
  perHost: 8,
  spansHosts: false,
  inside: { over: 'scale-up', rate: 300 * GB, reduces: true },
};
/** DGX H100, 8 GPUs: 18 NVLink 4, switches that add. */
const h100: Machine = { ...a100, sm: 90, inside: { over: 'scale-up', rate: 450 * GB, reduces: true } };
/** N of them, eight NICs of 50 GB/s each. */
const pod = (domains: number): Machine => ({ ...h100, domains, network: { rate: 400 * GB, latency: 0 } });
const pcie: Machine = {
  ...a100,
  sm: 86,
  perDomain: 4,
  perHost: 4,
  inside: { over: 'pcie', rate: 31.5 * GB, streams: 1 },
};

/** In microseconds, to a billionth. */
function check(machine: Machine, collective: Collective, size: number, timeUs: number, harness?: Harness): void {
  const found = measuredForm(machine, collective, size, harness);
  expect(found && found.time / us / timeUs).toBeCloseTo(1, 9);
}

/** Bytes over GB/s, in microseconds. */
const moved = (size: number, GBps: number): number => size / 1000 / GBps;

describe('one domain', () => {
  it('a ring over NVLink: 78 % of 300 GB/s, 14 steps of 0.6 us', () => {
    // 0.78 x 300 = 234; 234 x 8/14 = 133.71 GB/s: 8030 us; filling 12 ln(1 + 8192) = 108 us. Measured: 8143 us (NCCL issue 527).
    check(a100, 'allreduce', GiB, 6.6 + 8.4 + moved(GiB, (234 * 8) / 14) + 12 * Math.log(8193));
    check(a100, 'allreduce', 0, 15);
  });
  it('allgather and reducescatter: 7 steps, twice the rate', () => {
    for (const collective of ['allgather', 'reducescatter'] as const)
      check(a100, collective, GiB, 6.6 + 4.2 + moved(GiB, (234 * 8) / 7) + 12 * Math.log(8193));
  });
  it('broadcast and reduce: one step, the rate of a ring', () => {
    for (const collective of ['broadcast', 'reduce'] as const)
      check(a100, collective, GiB, 6.6 + 0.6 + moved(GiB, 234) + 12 * Math.log(8193));
  });
  it('alltoall: 96 % of a ring, nothing to fill', () => {
    check(a100, 'alltoall', GiB, 6.6 + 0.6 + moved(GiB, (0.96 * 234 * 8) / 7));
  });
  it('sendrecv over a direct link: 72 % of it, 10 us', () => {
    // Two of four A100 with 4 links a pair: 100 GB/s.
    const pair: Machine = {
      ...a100,
      perDomain: 2,
      inside: { over: 'scale-up', rate: 100 * GB, reduces: false, direct: 100 * GB },
    };
    check(pair, 'sendrecv', GiB, 10 + moved(GiB, 72) + 12 * Math.log(8193));
    expect(measuredForm(a100, 'sendrecv', GiB)).toBeUndefined();
  });
  it('switches that add: 60 % of 450 GB/s on Hopper, 54 % of 900 on Blackwell, 47.5 % across hosts', () => {
    const b200: Machine = { ...h100, sm: 100, inside: { over: 'scale-up', rate: 900 * GB, reduces: true } };
    const nvl72: Machine = { ...b200, perDomain: 72, perHost: 4, spansHosts: true };
    check(h100, 'allreduce', GiB, 15 + moved(GiB, 270) + 12 * Math.log(8193));
    check(b200, 'allreduce', GiB, 15 + moved(GiB, 486) + 12 * Math.log(8193));
    // 142 steps count as 20; 72 ranks fill nine times as long as eight.
    check(nvl72, 'allreduce', GiB, 6.6 + 12 + moved(GiB, 427.5) + 9 * 12 * Math.log(8193));
    expect(measuredForm(h100, 'allreduce', GiB)?.algorithm).toBe('in_switch');
  });
  it('they are not used below five ranks, nor before Hopper', () => {
    // Four: 351 x 4/6 = 234 GB/s, less than 270.
    check({ ...h100, perDomain: 4 }, 'allreduce', GiB, 6.6 + 3.6 + moved(GiB, 234) + 12 * Math.log(8193));
    expect(measuredForm(a100, 'allreduce', GiB)?.algorithm).toBe('ring');
  });
  it('PCIe: 57 % of 31.5 GB/s, hops of 1 us; five flows share a link', () => {
    const bw = (17.955 * 4) / 6;
    check(pcie, 'allreduce', GiB, 6.6 + 6 + moved(GiB, bw) + 12 * Math.log(8193));
    const shared: Machine = { ...pcie, inside: { over: 'pcie', rate: 31.5 * GB, streams: 5 } };
    check(shared, 'allreduce', GiB, 6.6 + 6 + moved(GiB, bw / 5) + 12 * Math.log(8193));
  });
});

describe('several domains', () => {
  it('two: a tree whose nodes get everything once; 96 % of 400 GB/s', () => {
    // Ring: min(351 x 8/7, 384) x 16/30 = 204.8 GB/s. Tree: min(0.93 x 270, 384) = 251.1.
    check(pod(2), 'allreduce', GiB, 6.8 + 2 * (7 * 0.6 + 5) + moved(GiB, 251.1) + 16 * Math.log(8193));
    expect(measuredForm(pod(2), 'allreduce', GiB)?.algorithm).toBe('in_switch');
  });
  it('more: everything twice, so half of it, and the ring is faster', () => {
    // Tree: min(251.1, 192) = 192. Ring on 64: 384 x 64/126 = 195.05 GB/s. Three levels of 5 us; filling 16 log2 8 = 48.
    check(pod(8), 'allreduce', GiB, 6.8 + 2 * (4.2 + 15) + moved(GiB, (384 * 64) / 126) + 48 * Math.log(8193));
    // On 256: 384 x 256/510 = 192.75; five levels, 80.
    check(pod(32), 'allreduce', GiB, 6.8 + 2 * (4.2 + 25) + moved(GiB, (384 * 256) / 510) + 80 * Math.log(8193));
    expect(measuredForm(pod(32), 'allreduce', GiB)?.algorithm).toBe('ring');
  });
  it('without switches that add: 39 % of the ring inside', () => {
    // Tree: min(0.39 x 234, 192) = 91.26. Ring on 16: min(234 x 8/7, 192) x 16/30 = 102.4.
    const two: Machine = { ...a100, domains: 2, network: { rate: 200 * GB, latency: 0 } };
    check(two, 'allreduce', GiB, 6.8 + 18.4 + moved(GiB, 102.4) + 16 * Math.log(8193));
    // With NICs of 500 GB/s NVLink limits: ring 267.4 x 16/30 = 142.6.
    const wide: Machine = { ...two, network: { rate: 500 * GB, latency: 0 } };
    check(wide, 'allreduce', GiB, 25.2 + moved(GiB, ((234 * 8) / 7) * (16 / 30)) + 16 * Math.log(8193));
  });
  it('allgather: 1 us a step inside, 2.7 us one across', () => {
    check(pod(2), 'allgather', MiB, 6.6 + 14 + 2.7 + moved(MiB, (384 * 16) / 15) + 16 * Math.log(9));
  });
  it('EFA: 75 us more for each level of the tree, for each step across', () => {
    const p4d: Machine = { ...a100, domains: 4, network: { rate: 50 * GB, latency: 75 * us } };
    check(p4d, 'allreduce', 0, 6.8 + 2 * (4.2 + 2 * 80));
    check(p4d, 'allgather', 0, 6.6 + 28 + 3 * 77.7);
  });
  it('one rank in each: the NICs alone', () => {
    const { inside: _, ...rest } = pod(4);
    const rails: Machine = { ...rest, perDomain: 1, network: { rate: 50 * GB, latency: 0 } };
    check(rails, 'allreduce', GiB, 6.8 + 20 + moved(GiB, (48 * 4) / 6) + 32 * Math.log(8193));
  });
  it('PCIe inside: no faster than a shared link', () => {
    const hosts: Machine = { ...pcie, domains: 2, network: { rate: 7 * GB, latency: 0 } };
    // Ring: min(17.955, 6.72) x 8/14 = 3.84. Tree: min(0.39 x 17.955, 6.72) = 6.72: the faster.
    check(hosts, 'allreduce', GiB, 6.8 + 2 * (3 + 5) + moved(GiB, 6.72) + 16 * Math.log(8193));
    expect(measuredForm(hosts, 'allreduce', GiB)?.algorithm).toBe('tree');
  });
  it('what was not measured has no form', () => {
    for (const collective of ['broadcast', 'reduce', 'alltoall', 'sendrecv'] as const)
      expect(measuredForm(pod(2), collective, GiB)).toBeUndefined();
    for (const collective of ['gather', 'scatter', 'barrier'] as const)
      expect(measuredForm(h100, collective, GiB)).toBeUndefined();
  });
});

describe('who runs the benchmark', () => {
  it('a torch script adds 21 us, one process 3 us a GPU, 10 for alltoall', () => {
    check(a100, 'allreduce', 0, 15 + 21, 'torch');
    check(a100, 'allreduce', 0, 15 + 24, 'process');
    check(a100, 'alltoall', 0, 7.2 + 80, 'process');
    // One process a host: four GPUs of an NVL72.
    check({ ...h100, perHost: 4 }, 'allreduce', 0, 15 + 12, 'process');
  });
});

describe('what comes with the time', () => {
  it('busbw as nccl-tests prints it', () => {
    const found = measuredForm(a100, 'allreduce', 8 * GiB);
    // 15 + 64241 + 133 us: 133.41 GB/s, times 14/8.
    expect(found?.busbw).toBeCloseTo(233.46 * GB, -7);
  });
  it('what takes most of it', () => {
    const limit = (machine: Machine, size: number) => measuredForm(machine, 'allreduce', size)?.limit;
    expect(limit(h100, KiB)).toEqual({ by: 'latency' });
    // 15 us of latency, 3.9 of moving, 12 ln 9 = 26 of filling.
    expect(limit(h100, MiB)).toEqual({ by: 'filling' });
    expect(limit(h100, GiB)).toEqual({ by: 'adding', rate: 270 * GB });
    expect(limit(a100, GiB)).toEqual({ by: 'scale-up', rate: 234 * GB });
    expect(limit(pod(32), GiB)).toEqual({ by: 'nics', rate: 384 * GB });
    expect(limit(pcie, GiB)?.by).toBe('pcie');
  });
  it('the band: 15, 39, 24 and 8 % of the measured time', () => {
    const at = (size: number): number[] => Object.values(bandOf(size, 1)).map((edge) => Math.abs(1 - 1 / edge));
    for (const [size, error] of [
      [64 * KiB - 1, 0.15],
      [64 * KiB, 0.39],
      [4 * MiB - 1, 0.39],
      [4 * MiB, 0.24],
      [256 * MiB, 0.24],
      [256 * MiB + 1, 0.08],
    ]) {
      expect(at(size)[0]).toBeCloseTo(error, 12);
      expect(at(size)[1]).toBeCloseTo(error, 12);
    }
  });
});

// ---- Inputs read off graphs

/** The machine of a cluster or node `T`, ranks by `pick` from all. */
function machine(text: string, pick: (ranks: Int32Array) => ArrayLike<number> = (all) => all): Machine | undefined {
  const graph = graphFrom(text, 'T');
  return machineOf(graph, Int32Array.from(pick(graph.ranks)));
}

const node = (body: string): string => `node T : ${body} {\n}`;
const servers = (count: number, type: string, nic = 'nic[*]', link = 'NDR'): string =>
  `cluster T {\n  n[${count}] : ${type}\n  s : switch\n  n[*].${nic} -- s : ${link}\n}`;

describe('one server', () => {
  it('DGX H100: 18 x 25 GB/s, switches that add', () => {
    expect(machine(node('DGX_H100'))).toEqual({
      ...h100,
      inside: { over: 'scale-up', rate: 450 * GB, reduces: true },
    });
  });
  it('DGX A100: 12 x 25 GB/s', () => {
    // NVSwitch 2 does not add.
    expect(machine(node('DGX_A100'))).toEqual({
      ...a100,
      inside: { over: 'scale-up', rate: 300 * GB, reduces: false },
    });
  });
  it('DGX-1 V100, a mesh: only links to ranks that take part, the least of all ranks', () => {
    const inside = (ranks: number[]) => machine(node('DGX1_V100'), (all) => ranks.map((r) => all[r]))?.inside;
    // Six links of 25 GB/s. In the order of the ranks 1-2, 2-3, 5-6 and 6-7 have two, 3-4 has none: no sendrecv.
    expect(inside([0, 1, 2, 3, 4, 5, 6, 7])).toEqual({ over: 'scale-up', rate: 150 * GB, reduces: false });
    // One quad: 0-3, 1-2 and 2-3 have two links, the rest one: GPU 0 has 4, as has 1; 2 and 3 have five.
    expect(inside([0, 1, 2, 3])).toEqual({ over: 'scale-up', rate: 100 * GB, reduces: false, direct: 25 * GB });
    expect(inside([0, 3])).toEqual({ over: 'scale-up', rate: 50 * GB, reduces: false, direct: 50 * GB });
    expect(inside([0, 1])).toEqual({ over: 'scale-up', rate: 25 * GB, reduces: false, direct: 25 * GB });
    // GPU 0 and 5 share no link: PCIe 3.0 x16, 15.75 GB/s, is left.
    expect(inside([0, 5])).toEqual({ over: 'pcie', rate: expect.closeTo(15.75 * GB, -8), streams: 1 });
  });
  it('HGX A100 with four GPUs: four links a pair; two of them have 100 GB/s', () => {
    expect(machine(node('HGX_A100_4'))?.inside).toEqual({
      over: 'scale-up',
      rate: 300 * GB,
      reduces: false,
      direct: 100 * GB,
    });
    expect(machine(node('HGX_A100_4'), (all) => all.slice(0, 2))?.inside).toEqual({
      over: 'scale-up',
      rate: 100 * GB,
      reduces: false,
      direct: 100 * GB,
    });
  });
  it('MI300X: seven links of 64 GB/s, RCCL', () => {
    expect(machine(node('MI300X_Platform'))).toEqual({
      library: 'RCCL',
      domains: 1,
      perDomain: 8,
      perHost: 8,
      spansHosts: false,
      inside: { over: 'scale-up', rate: 448 * GB, reduces: false, direct: 64 * GB },
    });
  });
  it('GB200 NVL72: one domain of 72 on 18 hosts, 900 GB/s', () => {
    expect(machine('cluster T : GB200_NVL72 {\n}')).toEqual({
      library: 'NCCL',
      sm: 100,
      domains: 1,
      perDomain: 72,
      perHost: 4,
      spansHosts: true,
      inside: { over: 'scale-up', rate: 900 * GB, reduces: true },
    });
  });
});

describe('PCIe', () => {
  it('four L40S on root ports of their own: one flow a link', () => {
    const box = machine('node T {\n  cpu : EPYC_9654\n  gpu[4] : L40S\n  gpu[*] -- cpu : PCIe4 x16\n}');
    // 16 GT/s x 16 lanes x 128/130 / 8 = 31.5 GB/s.
    expect(box?.inside).toEqual({ over: 'pcie', rate: expect.closeTo(31.5 * GB, -8), streams: 1 });
  });
  it('peers below one switch meet in it; without peer access all cross its uplink', () => {
    const box = (gpu: string): string => `node T {
  cpu[2] : Xeon_8480C
  pcie[2] : PEX88096
  gpu[8] : ${gpu}
  nic : ConnectX6
  cpu[0] -- cpu[1] : UPI2 x3
  pcie[i] -- cpu[i] : PCIe4 x16
  gpu[i] -- pcie[i / 4] : PCIe4 x16
  nic -- pcie[0] : PCIe4 x16
}`;
    expect(machine(box('L40S'))?.inside).toMatchObject({ over: 'pcie', streams: 1 });
    // Each of four GPUs sends up into the CPU's memory, whoever it sends to.
    expect(machine(box('RTX3090'))?.inside).toMatchObject({ over: 'pcie', streams: 4 });
    // Between hosts the NIC's are one more: what it receives goes up too.
    const hosts = `${box('RTX3090').replace('node T', 'node Box')}\ncluster T {\n  n[4] : Box\n  s : switch\n  n[*].nic -- s : HDR\n}`;
    expect(machine(hosts)?.inside).toMatchObject({ over: 'pcie', streams: 5 });
  });
  it('bridges of pairs do not make a domain of four: PCIe it is', () => {
    const box = machine(`node T {
  cpu : EPYC_9654
  gpu[4] : A100_PCIe
  gpu[*] -- cpu : PCIe4 x16
  gpu[0] -- gpu[1] : NVLink3 x12
  gpu[2] -- gpu[3] : NVLink3 x12
}`);
    expect(box?.inside?.over).toBe('pcie');
  });
});

describe('a network', () => {
  it('DGX H100: eight NICs of 50 GB/s, by number of servers', () => {
    for (const count of [2, 32])
      expect(machine(servers(count, 'DGX_H100'))).toEqual({
        ...pod(count),
        network: { rate: 400 * GB, latency: 0 },
      });
  });
  it('storage NICs do not count, whether on the same network or on one of their own', () => {
    const same = servers(2, 'DGX_H100').replace('}', '  n[*].storage[*] -- s : NDR\n}');
    const own = servers(2, 'DGX_H100').replace('}', '  t : switch\n  n[*].storage[*] -- t : NDR\n}');
    expect(machine(same)?.network?.rate).toBe(400 * GB);
    expect(machine(own)?.network?.rate).toBe(400 * GB);
    // On a network of their own alone there is no way for the GPUs but this.
    expect(machine(servers(2, 'DGX_H100', 'storage[*]'))?.network?.rate).toBe(100 * GB);
  });
  it('DGX-1 V100: four EDR of 12.5 GB/s', () => {
    expect(machine(servers(2, 'DGX1_V100', 'nic[*]', 'EDR'))?.network).toEqual({ rate: 50 * GB, latency: 0 });
  });
  it('p4d: four ports of EFA, 75 us; p5en: sixteen of 25 GB/s, 35 us', () => {
    expect(machine(servers(2, 'AWS_P4d', 'nic[*]', 'EFA100'))?.network).toEqual({ rate: 50 * GB, latency: 75 * us });
    expect(machine(servers(4, 'AWS_P5en', 'nic[*][*]', 'EFA200'))?.network).toEqual({
      rate: 400 * GB,
      latency: 35 * us,
    });
  });
  it('a rail: one GPU a server and its NIC', () => {
    const rails = machine(servers(4, 'DGX_H100'), (all) => all.filter((_, rank) => rank % 8 === 0));
    expect(rails).toMatchObject({ domains: 4, perDomain: 1, network: { rate: 50 * GB } });
    expect(rails?.inside).toBeUndefined();
  });
  it('a cable from NIC to NIC', () => {
    const pair = 'cluster T {\n  n[2] : DGX_H100\n  n[0].nic[i] -- n[1].nic[i] : NDR\n}';
    expect(machine(pair)?.network?.rate).toBe(400 * GB);
  });
  it('a slot that passes less than the port', () => {
    // ConnectX-6 with two ports of 25 GB/s on PCIe 4.0 x16: 31.5 GB/s.
    const host =
      'node H {\n  cpu : EPYC_7742\n  gpu : A100_PCIe\n  nic : ConnectX6_Dual\n  gpu -- cpu : PCIe4 x16\n  nic -- cpu : PCIe4 x16\n}\n';
    const two = `${host}cluster T {\n  n[2] : H\n  s : switch\n  n[*].nic -- s : HDR x2\n}`;
    expect(machine(two)?.network?.rate).toBeCloseTo(31.5 * GB, -8);
  });
});

describe('no form', () => {
  const none = (text: string, pick?: (ranks: Int32Array) => ArrayLike<number>): void =>
    expect(machine(text, pick)).toBeUndefined();

  it('bare kinds, other makers, CPUs', () => {
    none('cluster T {\n  g[4] : gpu\n  g[*] -- g[*] : 50 GB/s\n}');
    none(node('Gaudi2_Box'));
    none('node T {\n  c[2] : EPYC_7742\n  c[0] -- c[1] : XGMI_CPU\n}');
  });
  it('one rank; GPUs of two sorts; not as many in each server', () => {
    none(node('DGX_H100'), (all) => all.slice(0, 1));
    none('node T {\n  a : H100_SXM\n  b : A100_SXM\n  a -- b : 50 GB/s\n}');
    none(servers(2, 'DGX_H100'), (all) => all.slice(0, 12));
  });
  it('nothing between servers, or TCP', () => {
    none('cluster T {\n  n[2] : DGX_H100\n}');
    none(
      'cluster T {\n  n[4] : DGX_H100\n  s[2] : switch\n  n[0..1].nic[*] -- s[0] : NDR\n  n[2..3].nic[*] -- s[1] : NDR\n}',
    );
    none(servers(2, 'DGX_H100(network = ConnectX7_Eth)', 'nic[*]', 'TCP400'));
  });
  it('a request that names what the library chooses', () => {
    const graph = graphFrom(node('DGX_H100'), 'T');
    const request = { collective: 'allreduce', size: GiB } as const;
    expect(measure(graph, request)?.algorithm).toBe('in_switch');
    expect(measure(graph, { ...request, routing: 'ecmp' })).toBeDefined();
    expect(measure(graph, { ...request, algorithm: 'ring' })).toBeUndefined();
    expect(measure(graph, { ...request, channels: 1 })).toBeUndefined();
    expect(measure(graph, { ...request, routing: 'hashed' })).toBeUndefined();
    expect(measure(graph, { ...request, model: 'stepwise' })).toBeUndefined();
  });
});
