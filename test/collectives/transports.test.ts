// Small messages by transport: machines of one shape that differ in what joins two GPUs. What holds them is NCCL's tuning
// model (src/graph/tuning.cc, hardware latency of LL: 0.6 us over NVLink, 1.0 over PCIe, 2.7 over the network), and what is
// usual for RoCE, iWARP and TCP where InfiniBand takes 1 to 1.5 us: 1.5 to 3, 3 to 6, 10 to 30.
import { describe, expect, it } from 'vitest';
import { analyze } from '../../server/collectives/analyze.ts';
import { graphOf } from '../topology/graphs.ts';

const us = 1e-6;

/** Two hosts, each a GPU and a NIC below one PCIe switch, and a switch of 150 ns, InfiniBand's, or 600 ns, Ethernet's. */
const network = (nic: string, link: string, delay: string): string => `
node Box { cpu : EPYC_9654; gpu : L40S; nic : ${nic}; sw : PEX89144
  sw -- cpu : PCIe5 x16; gpu -- sw : PCIe4 x16; nic -- sw : PCIe4 x16 }
cluster Two { box[2] : Box; leaf : switch { latency = ${delay} }; box[*].nic -- leaf : ${link} }`;

const machines = {
  nvlink: 'cluster Two { gpu[2] : H100_SXM; sw[4] : NVSwitch3; gpu[*] -- sw[*] : NVLink4 x4 }',
  pcie: 'node Two { cpu : EPYC_9654; gpu[2] : L40S; sw : PEX89144; sw -- cpu : PCIe5 x16; gpu[*] -- sw : PCIe4 x16 }',
  memory: 'node Two { cpu : EPYC_9654; gpu[2] : L40S; gpu[*] -- cpu : PCIe4 x16 }',
  sockets: 'node Two { cpu[2] : Xeon_8480C; gpu[2] : L40S; gpu[i] -- cpu[i] : PCIe4 x16; cpu[0] -- cpu[1] : UPI2 }',
  infiniband: network('ConnectX6', 'HDR', '150 ns'),
  roce: network('E810_CQDA2', 'RoCE100', '600 ns'),
  iwarp: network('E810_CQDA2', 'iWARP100', '600 ns'),
  tcp: network('E810_CQDA2', 'TCP100', '600 ns'),
};
type Machine = keyof typeof machines;

/** Seconds of one algorithm, in steps. */
function time(machine: Machine, collective: 'sendrecv' | 'allreduce', size: number): number {
  const algorithm = collective === 'sendrecv' ? 'direct' : 'recursive_doubling';
  const answer = analyze(graphOf('Two', machines[machine]), { collective, size, algorithm, optimum: false });
  if ('fault' in answer) throw new Error(answer.message);
  return answer.priced[0].time;
}

describe('a message of no bytes to speak of', () => {
  const hop: readonly [Machine, number, number][] = [
    ['nvlink', 0.6 * us, 0.05],
    ['pcie', 1.0 * us, 0.05],
    ['infiniband', 2.7 * us, 0.05],
  ];
  for (const [machine, expected, within] of hop)
    it(`over ${machine} takes what NCCL counts for a hop`, () => {
      expect(Math.abs(time(machine, 'sendrecv', 8) / expected - 1)).toBeLessThan(within);
    });
  // What RoCE, iWARP and TCP take beyond InfiniBand, with a slower switch.
  const beyond: readonly [Machine, number, number][] = [
    ['roce', 0.5 * us, 2 * us],
    ['iwarp', 2 * us, 5 * us],
    ['tcp', 9 * us, 29 * us],
  ];
  for (const [machine, least, most] of beyond)
    it(`over ${machine} takes what is usual more than over InfiniBand`, () => {
      const more = time(machine, 'sendrecv', 8) - time('infiniband', 'sendrecv', 8);
      expect(more).toBeGreaterThan(least);
      expect(more).toBeLessThan(most);
    });
});

describe('the order of transports is that of practice', () => {
  const order: readonly Machine[] = ['nvlink', 'pcie', 'memory', 'sockets', 'infiniband', 'roce', 'iwarp', 'tcp'];
  for (const collective of ['sendrecv', 'allreduce'] as const)
    for (const size of [8, 1024, 65_536])
      it(`${collective} of ${size} B`, () => {
        const times = order.map((machine) => time(machine, collective, size));
        for (let i = 1; i < times.length; i++) expect([order[i], times[i] > times[i - 1]]).toEqual([order[i], true]);
      });
});
