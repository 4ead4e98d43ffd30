// Switches that add up, in hosts and in the network: prices by hand, and the trees they lay.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../server/collectives/analyze.ts';
import type { Collective } from '../../server/collectives/collective.ts';
import { switchWebOf } from '../../server/collectives/network_trees.ts';
import { arcFrom, arcTo, type Graph } from '../../server/topology/graph.ts';
import { type Device, GB, graphOf, type Wire } from './fabric.ts';
import { graphFrom } from './systems.ts';

/** What the busiest link takes for 1 GB, in seconds: the time without its latency, pipelined. */
function check(text: string, collective: Collective, seconds: number, ranks?: number[]): void {
  const graph = graphFrom(text, 'C');
  const over = ranks ? { ranks: graph.ranks.filter((_, i) => ranks.includes(i)) } : {};
  const answer = analyze(graph, { collective, size: GB, algorithm: 'in_switch', ...over });
  if ('fault' in answer) throw new Error(answer.message);
  const [{ bottleneck, time, ofOptimum }] = answer.priced;
  expect(((bottleneck?.busy ?? 0) * time) / seconds).toBeCloseTo(1, 9);
  expect(ofOptimum).toBeLessThanOrEqual(1);
}

const none = (text: string, collective: Collective): void => {
  const answer = analyze(graphFrom(text, 'C'), { collective, size: GB, algorithm: 'in_switch' });
  expect('fault' in answer && answer.fault).toBe('algorithm');
};

const kinds = (adds: string) => `device Adder : switch { reduces = true }\ndevice Plain : switch { reduces = false }
device Spine : ${adds} {}
node Host(p = 2) {\n  gpu[p] : gpu\n  nic[p] : nic\n  sw : switch\n  gpu[*] -- sw : 100 GB/s\n  gpu[i] -- nic[i] : 50 GB/s\n}\n`;

/** Four hosts of two, a rail switch for each of their NICs of 10 GB/s. */
const rails = `${kinds('Adder')}cluster C {\n  host[4] : Host\n  rail[2] : Adder\n  host[*].nic[i] -- rail[i] : 10 GB/s\n}\n`;

/** Four hosts of one at 10 GB/s, two on each leaf; two spines at 2 GB/s. */
const tiers = (adds = 'Adder', without = '') =>
  `${kinds(adds)}cluster C {\n  host[4] : Host(p = 1)\n  leaf[2] : Adder\n  spine[2] : Spine
  host[i].nic[*] -- leaf[i / 2] : 10 GB/s\n  leaf[*] -- spine[*] : 2 GB/s\n${without}}\n`;

it('of ranks with unequal ways to their switches all give the same part to each, by the narrowest way', () =>
  // 3/2 S up and down at each rank for two of them, half over each switch: 10 GB/s is the narrowest way to either.
  check(
    'device Adder : switch { reduces = true }\nnode C {\n  gpu[2] : gpu\n  sw[2] : Adder\n  gpu[i] -- sw[i] : 50 GB/s\n  gpu[i] -- sw[1 - i] : 10 GB/s\n}\n',
    'allreduce',
    0.75 / 10,
  ));

it('ranks on different switches are no island, though they have as many links', () =>
  none(
    'device Adder : switch { reduces = true }\nnode C {\n  gpu[2] : gpu\n  sw[2] : Adder\n  gpu[*] -- sw[0] : 50 GB/s\n  gpu[1] -- sw[1] : 50 GB/s\n  gpu[0] -- sw[0] : 10 GB/s, 1 us\n}\n',
    'allreduce',
  ));

describe('in the network', () => {
  it('allreduce over rails: S/2 on every NIC once, not twice 3/4 of it as in a ring', () => {
    // Inside S/2 each way twice at 100 GB/s, 10 ms: hidden behind the 50 ms of the NICs.
    check(rails, 'allreduce', 0.5 / 10);
  });
  it('broadcast and reduce: half of S over each rail', () => {
    check(rails, 'broadcast', 0.5 / 10);
    check(rails, 'reduce', 0.5 / 10);
  });
  it('allgather: S/2 comes down each rail; reducescatter: S/2 goes up', () => {
    check(rails, 'allgather', 0.5 / 10);
    check(rails, 'reducescatter', 0.5 / 10);
  });
  it('over two tiers a tree a spine: each uplink carries S/2, whatever hangs below', () => {
    check(tiers(), 'allreduce', 0.5 / 2);
    check(tiers(), 'broadcast', 0.5 / 2);
    check(tiers(), 'reduce', 0.5 / 2);
    // Down comes everything, up only the blocks of two of four ranks.
    check(tiers(), 'allgather', 0.5 / 2);
  });
  it('a spine that has lost a leaf carries nothing', () =>
    check(tiers('Adder', '  without leaf[1] -- spine[1]\n'), 'allreduce', 1 / 2));
  it('ranks below one leaf need no spine', () => check(tiers(), 'allreduce', 1 / 10, [2, 3]));
  it('nothing of it where spines do not add', () => none(tiers('Plain'), 'allreduce'));
  it('nor for what is neither sum nor copy', () => none(rails, 'alltoall'));

  it('DGX H100: NVLink carries S (1 + 1/8), the NICs S/8', () => {
    // NVLink 18 x 25 x 0.82 = 369 GB/s: 3.05 ms. NDR 50 x 0.97 = 48.5 GB/s: 0.125 / 48.5 = 2.58 ms.
    check('cluster C : DGX_H100_SU(nodes = 4)', 'allreduce', 1.125 / 369);
  });
});

describe('in hosts', () => {
  const host = (p: number) => `node H${p} {\n  gpu[${p}] : gpu\n  nic[${p}] : nic\n  sw : Adder
  gpu[*] -- sw : 100 GB/s\n  gpu[i] -- nic[i] : 50 GB/s\n}\n`;
  const unlike = (spine: string) =>
    `${kinds('Adder')}${host(3)}${host(1)}cluster C {\n  a : H3\n  b : H1\n  net : ${spine}
  a.nic[*] -- net : 10 GB/s\n  b.nic[*] -- net : 10 GB/s\n}\n`;

  it('three ranks and one: a ring a third, all of them through the one', () => {
    // Three rings of S/3 between two: 2 x 1/2 of S/3 each way, S in all on the NIC of the single rank.
    check(unlike('Plain'), 'allreduce', 1 / 10);
  });
  it('where the network adds too: S up and down at the one', () => check(unlike('Adder'), 'allreduce', 1 / 10));
  it('one host whose switch adds, one whose does not', () => {
    // Inside S at most at 100 GB/s; half of S on each NIC.
    const text = `${kinds('Adder')}${host(2)}cluster C {\n  a : H2\n  b : Host\n  net : Plain
  a.nic[*] -- net : 10 GB/s\n  b.nic[*] -- net : 10 GB/s\n}\n`;
    check(text, 'allreduce', 0.5 / 10);
  });
  it('two tiers of switches without NICs: S once on every link', () => {
    const text = `device Adder : switch { reduces = true }\ncluster C {\n  gpu[4] : gpu\n  leaf[2] : Adder\n  top : Adder
  gpu[i] -- leaf[i / 2] : 10 GB/s\n  leaf[*] -- top : 10 GB/s\n}\n`;
    check(text, 'allreduce', 1 / 10);
    check(text, 'broadcast', 1 / 10);
  });
});

/** Reducing switches in a random tree of wires and some more; leaves are any of them. */
const webs = fc
  .record({
    count: fc.integer({ min: 1, max: 12 }),
    ends: fc.array(fc.nat(), { minLength: 24, maxLength: 24 }),
    more: fc.integer({ min: 0, max: 10 }),
    leaves: fc.integer({ min: 1, max: 12 }),
  })
  .map(({ count, ends, more, leaves }): { graph: Graph; leaves: Int32Array } => {
    const wires = Array.from({ length: count - 1 }, (_, i): Wire => [i + 1, ends[i] % (i + 1), 1, 1]);
    for (let i = 0; i < more && count > 1; i++) {
      const a = ends[12 + i] % count;
      wires.push([a, (a + 1 + (ends[i] % (count - 1))) % count, 1, 1]);
    }
    const devices = Array.from({ length: count }, (): Device => ({ kind: 'switch', reduces: true }));
    return {
      graph: graphOf(devices, wires),
      leaves: Int32Array.from({ length: Math.min(leaves, count) }, (_, i) => i),
    };
  });

it('every tree joins all leaves, with one way up from each switch', () => {
  fc.assert(
    fc.property(webs, ({ graph, leaves }) => {
      const trees = switchWebOf(graph).over(leaves);
      expect(trees.length).toBeGreaterThan(0);
      for (const { switches, above, arc, latency } of trees) {
        expect(new Set(switches).size).toBe(switches.length);
        expect([...switches]).toEqual(expect.arrayContaining([...leaves]));
        let height = 0;
        const depth = [0];
        for (let i = 1; i < switches.length; i++) {
          expect(above[i]).toBeLessThan(i);
          expect([arcFrom(graph, arc[i]), arcTo(graph, arc[i])]).toEqual([switches[i], switches[above[i]]]);
          depth[i] = depth[above[i]] + 1;
          height = Math.max(height, depth[i]);
        }
        // A microsecond a link.
        expect(latency).toBeCloseTo(2e-6 * height, 12);
      }
    }),
  );
});
