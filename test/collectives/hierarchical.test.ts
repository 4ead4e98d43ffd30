// Hierarchical on hosts of any sizes: everything reaches whom it must, in as many bytes; prices by hand.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../server/collectives/analyze.ts';
import { channelSets } from '../../server/collectives/channels.ts';
import type { Algorithm, Collective } from '../../server/collectives/collective.ts';
import { hierarchicalSchedules } from '../../server/collectives/hierarchical.ts';
import { type Layout, layoutOf } from '../../server/collectives/layout.ts';
import { analyzeOn } from '../../server/collectives/price.ts';
import { railTrees } from '../../server/collectives/rail_tree.ts';
import { reversed, type Schedule, type Shape } from '../../server/collectives/schedule.ts';
import { type Device, GB, gpus, graphOf, plainRouter } from './fabric.ts';
import { graphFrom } from './systems.ts';

/** Host of each rank: unequal sizes and equal ones, ranks of a host not always in a row. */
const hosts = fc
  .array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 6 })
  .filter((sizes) => sizes.some((size) => size > 1))
  .chain((sizes) => {
    const all = sizes.flatMap((size, host) => Array.from({ length: size }, () => host));
    return fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });
  });

type Make = (collective: Collective, shape: Shape, layout: Layout) => Schedule[];

/** Its parts in a row. */
const hierarchical: Make = (...asked) => hierarchicalSchedules(...asked).map((parts) => parts.flat());

function schedules(make: Make, collective: Collective, hostOf: readonly number[], root: number): Schedule[] {
  const graph = graphOf(
    gpus(hostOf.length, (i) => hostOf[i]),
    [],
  );
  return make(collective, { n: hostOf.length, size: hostOf.length, root }, layoutOf(graph, graph.ranks));
}

/** `check` gets every way to do it, a byte a block; there is one at least. */
function each(
  collective: Collective,
  check: (steps: Schedule, n: number, root: number, hostOf: readonly number[]) => void,
  make: Make = hierarchical,
) {
  fc.assert(
    fc.property(hosts, fc.nat(), (hostOf, any) => {
      const n = hostOf.length;
      const root = any % n;
      const ways = schedules(make, collective, hostOf, root);
      expect(ways.length).toBeGreaterThan(0);
      for (const steps of ways) check(steps, n, root, hostOf);
    }),
    { numRuns: 60 },
  );
}

/** Ranks that each has heard of at the end. */
function heard(steps: Schedule, n: number): Set<number>[] {
  let known = Array.from({ length: n }, (_, r) => new Set([r]));
  for (const { from, to, repeat } of steps)
    for (let time = 0; time < repeat; time++) {
      const next = known.map((k) => new Set(k));
      from.forEach((sender, i) => {
        for (const rank of known[sender]) next[to[i]].add(rank);
      });
      known = next;
    }
  return known;
}

/** Bytes that each rank gets, less those it sends where `net` is asked for. */
function gets(steps: Schedule, n: number, net = false): number[] {
  const bytes = new Array<number>(n).fill(0);
  for (const s of steps)
    s.to.forEach((to, i) => {
      bytes[to] += s.bytes[i] * s.repeat;
      if (net) bytes[s.from[i]] -= s.bytes[i] * s.repeat;
    });
  return bytes;
}

const hearsAll = (steps: Schedule, n: number): void => {
  for (const known of heard(steps, n)) expect(known.size).toBe(n);
};
/** Within rounding. */
const atLeast = (found: number, least: number): void => expect(found).toBeGreaterThanOrEqual(least - 1e-9);

describe('who hears of whom, and how much each gets', () => {
  it('allgather: a byte of every other', () =>
    each('allgather', (steps, n) => {
      hearsAll(steps, n);
      for (const bytes of gets(steps, n)) atLeast(bytes, n - 1);
    }));
  it('reducescatter is the same backwards', () =>
    each('reducescatter', (steps, n) => {
      hearsAll(reversed(steps), n);
      for (const bytes of gets(reversed(steps), n)) atLeast(bytes, n - 1);
    }));
  it('allreduce: all contributions, 2 (n-1) S in all', () =>
    each('allreduce', (steps, n) => {
      hearsAll(steps, n);
      atLeast(
        gets(steps, n).reduce((a, b) => a + b),
        2 * (n - 1) * n,
      );
    }));
  const treesAnd =
    (rings: Int32Array[]): Make =>
    (collective, shape, layout) =>
      railTrees(collective, shape, layout, rings);
  it('allreduce over trees on rails: 2 (n-1) S in all, and no more', () =>
    each(
      'allreduce',
      (steps, n) => {
        hearsAll(steps, n);
        const sent = gets(steps, n).reduce((a, b) => a + b);
        expect(sent).toBeCloseTo(2 * (n - 1) * n, 6);
      },
      treesAnd([]),
    ));
  it('with rings inside hosts too', () => {
    const graph = graphOf(
      gpus(12, (i) => i % 3),
      [],
    );
    // Four ranks a host; rings of direct links 0-1-2-3 and 0-2-1-3.
    const rings = [Int32Array.of(0, 1, 2, 3), Int32Array.of(0, 2, 1, 3)];
    for (const root of [0, 5, 11])
      for (const collective of ['allreduce', 'broadcast'] as const) {
        const ways = railTrees(collective, { n: 12, size: 12, root }, layoutOf(graph, graph.ranks), rings);
        expect(ways.length).toBe(2);
        for (const steps of ways) {
          if (collective === 'allreduce') hearsAll(steps, 12);
          else for (const known of heard(steps, 12)) expect(known.has(root)).toBe(true);
          for (const [rank, bytes] of gets(steps, 12).entries()) if (rank !== root) atLeast(bytes, 12);
        }
      }
  });
  it('broadcast: everybody gets all; reduce is the same backwards', () => {
    const check = (steps: Schedule, n: number, root: number): void => {
      for (const known of heard(steps, n)) expect(known.has(root)).toBe(true);
      gets(steps, n).forEach((bytes, rank) => {
        if (rank !== root) atLeast(bytes, n);
      });
    };
    for (const make of [hierarchical, treesAnd([])]) {
      each('broadcast', check, make);
      each('reduce', (steps, n, root) => check(reversed(steps), n, root), make);
    }
  });
  it('scatter: each keeps its block, and nobody passes on what has not come; gather is the same backwards', () => {
    const check = (steps: Schedule, n: number, root: number): void => {
      for (const [rank, bytes] of gets(steps, n, true).entries())
        expect(bytes).toBeCloseTo(rank === root ? 1 - n : 1, 9);
      for (let k = 0; k < steps.length; k++)
        for (const [rank, bytes] of gets(steps.slice(0, k + 1), n, true).entries())
          if (rank !== root) atLeast(bytes, 0);
    };
    each('scatter', check);
    each('gather', (steps, n, root) => check(reversed(steps), n, root));
  });
  it('alltoall: between hosts each rank gets a byte of every rank elsewhere', () =>
    each('alltoall', (steps, n, _root, hostOf) => {
      const [, across] = steps;
      for (const [rank, bytes] of gets([across], n).entries())
        expect(bytes).toBeCloseTo(hostOf.filter((host) => host !== hostOf[rank]).length, 9);
      hearsAll(steps, n);
    }));
  it('barrier', () => each('barrier', hearsAll));
});

it('every channel passes every rank once, whatever the hosts', () => {
  fc.assert(
    fc.property(hosts, (hostOf) => {
      const graph = graphOf(
        gpus(hostOf.length, (i) => hostOf[i]),
        [],
      );
      const { sets } = channelSets(layoutOf(graph, graph.ranks));
      // The declared order, and a channel for each rank of the largest host.
      const largest = Math.max(...hostOf.map((host) => hostOf.filter((other) => other === host).length));
      expect(sets.map((set) => set.length)).toEqual([1, largest]);
      for (const order of sets.flat()) expect([...order].sort((a, b) => a - b)).toEqual(hostOf.map((_, i) => i));
    }),
  );
});

describe('three ranks on one host and one on another', () => {
  // Ranks 0, 1, 2 on a switch at 100 GB/s, all four on another at 10 GB/s: inside a host flows share both, 110 GB/s.
  const devices: Device[] = [...gpus(4, (i) => (i < 3 ? 0 : 1)), { kind: 'switch', host: 0 }, { kind: 'switch' }];
  const graph = graphOf(devices, [
    [0, 4, 100],
    [1, 4, 100],
    [2, 4, 100],
    [0, 5, 10],
    [1, 5, 10],
    [2, 5, 10],
    [3, 5, 10],
  ]);
  const check = (collective: Collective, seconds: number): void => {
    const answer = analyzeOn(plainRouter(graph), { collective, size: GB, algorithm: 'hierarchical' });
    if ('fault' in answer) throw new Error(answer.message);
    expect(answer.priced[0].time / seconds).toBeCloseTo(1, 9);
  };
  it('allreduce: 2/3 S inside, three rings of S/3 that all pass the single rank, 2/3 S inside', () =>
    check('allreduce', 2 * (2 / 3 / 110) + 1 / 10));
  it('allgather: three blocks to the single rank, its own to rank 0, which passes two on to two', () =>
    check('allgather', 0.75 / 10 + 1 / 110));
  it('reducescatter: the same backwards', () => check('reducescatter', 0.75 / 10 + 1 / 110));
  it('alltoall: rank 0 collects for the single rank', () => check('alltoall', 1 / 110 + 0.75 / 10));
  it('scatter: two blocks dealt, one sent', () => check('scatter', 0.5 / 110 + 0.25 / 10));
});

describe('racks of three trays of two on one switch, a NIC each', () => {
  // GPUs 100 GB/s to the switch of their rack, NICs 10 GB/s to one switch of the network; no latencies.
  const graph = graphFrom(
    `node Tray {\n  gpu[2] : gpu\n  nic[2] : nic\n  gpu[i] -- nic[i] : 50 GB/s\n}
cluster C {\n  tray[2][3] : Tray\n  rack[2] : switch\n  net : switch
  tray[r][*].gpu[*] -- rack[r] : 100 GB/s\n  tray[*][*].nic[*] -- net : 10 GB/s\n}\n`,
    'C',
  );
  const check = (algorithm: Algorithm, seconds: number): void => {
    const answer = analyze(graph, { collective: 'allreduce', size: GB, algorithm });
    if ('fault' in answer) throw new Error(answer.message);
    const [{ bottleneck, time }] = answer.priced;
    const stepwise = algorithm === 'hierarchical';
    expect((stepwise ? time : (bottleneck?.busy ?? 0) * time) / seconds).toBeCloseTo(1, stepwise ? 2 : 9);
  };
  it('hierarchical: 5/6 S inside the rack, S/6 on each of six rails, 5/6 S inside', () =>
    // Trays alone: rings of six for two rails, 10 steps of S/12 at 10 GB/s, 83 ms.
    check('hierarchical', 2 * (5 / 6 / 100) + 2 / 12 / 10));
  it('ring: six channels of 22 steps of S/72, each over a NIC of its own', () => check('ring', 22 / 72 / 10));
  it('tree: a pair of trees a rail, S/12 up and down each', () => check('tree', 4 / 24 / 10));
});
