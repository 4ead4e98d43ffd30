// Hierarchical over groups in groups: what is found in a fabric, that every piece reaches whom it must, and prices by hand.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../server/collectives/analyze.ts';
import type { Collective } from '../../server/collectives/collective.ts';
import { hierarchicalSchedules } from '../../server/collectives/hierarchical.ts';
import { layoutOf } from '../../server/collectives/layout.ts';
import { nestingsOf, type Split, splitsOf } from '../../server/collectives/nestings.ts';
import { reversed, type Schedule } from '../../server/collectives/schedule.ts';
import { makeRouter } from '../../server/topology/routes.ts';
import { GB, gpus, graphOf } from './fabric.ts';
import { graphFrom } from './systems.ts';

/** p ranks a host, hosts a pod, pods a hall, halls; whose place each rank number has. */
const nested = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 2, max: 4 }), fc.integer({ min: 2, max: 3 }), fc.nat(1))
  .chain(([p, hosts, pods, more]) => {
    const n = p * hosts * pods * (more + 1);
    return fc.record({
      p: fc.constant(p),
      hosts: fc.constant(hosts),
      pods: fc.constant(pods),
      place: fc.shuffledSubarray(
        Array.from({ length: n }, (_, i) => i),
        { minLength: n, maxLength: n },
      ),
      root: fc.nat(n - 1),
    });
  });

interface Nested {
  readonly p: number;
  readonly hosts: number;
  readonly pods: number;
  readonly place: readonly number[];
  readonly root: number;
}

const divided = (place: readonly number[], by: number): Split => Int32Array.from(place, (at) => Math.floor(at / by));

/** Every way, in parts, a byte a block. */
function partsOf(collective: Collective, { p, hosts, pods, place, root }: Nested): Schedule[][] {
  const n = place.length;
  const graph = graphOf(
    gpus(n, (rank) => Math.floor(place[rank] / p)),
    [],
  );
  const splits = [divided(place, p * hosts * pods), divided(place, p * hosts)];
  return hierarchicalSchedules(collective, { n, size: n, root }, layoutOf(graph, graph.ranks), splits);
}

/** Ranks that each has heard of at the end, where each tells all it knows. */
function heard(steps: Schedule, n: number): Set<number>[] {
  let known = Array.from({ length: n }, (_, rank) => new Set([rank]));
  for (const { from, to, repeat } of steps)
    for (let time = 0; time < repeat; time++) {
      const next = known.map((own) => new Set(own));
      from.forEach((sender, i) => {
        for (const rank of known[sender]) next[to[i]].add(rank);
      });
      known = next;
    }
  return known;
}

const sent = (steps: Schedule): number =>
  steps.reduce((sum, { bytes, repeat }) => sum + repeat * bytes.reduce((a, b) => a + b, 0), 0);

/** Every flow of k bytes brings k blocks that the receiver lacks and the sender had before the step: at the end all have all. */
function followBlocks(steps: Schedule, n: number): void {
  const held = Array.from({ length: n }, (_, rank) => new Set([rank]));
  for (const { from, to, bytes, repeat } of steps)
    for (let time = 0; time < repeat; time++) {
      const before = held.map((blocks) => new Set(blocks));
      from.forEach((sender, i) => {
        const fresh = [...before[sender]].filter((block) => !held[to[i]].has(block));
        if (fresh.length < Math.round(bytes[i])) throw new Error(`${sender} has ${fresh.length} blocks for ${to[i]}`);
        for (const block of fresh.slice(0, Math.round(bytes[i]))) held[to[i]].add(block);
      });
    }
  for (const blocks of held) expect(blocks.size).toBe(n);
}

const each = (collective: Collective, check: (all: Schedule[], at: Nested) => void): void =>
  fc.assert(
    fc.property(nested, (at) => {
      const all = partsOf(collective, at).map((parts) => parts.flat());
      expect(all.length).toBeGreaterThan(0);
      check(all, at);
    }),
    { numRuns: 30 },
  );

describe('every piece reaches whom it must', () => {
  it('allgather and reducescatter: all hear of all, n - 1 blocks to each of n ranks', () => {
    const check = (all: Schedule[], n: number): void => {
      for (const steps of all) {
        for (const known of heard(steps, n)) expect(known.size).toBe(n);
        expect(sent(steps)).toBeGreaterThanOrEqual(n * (n - 1) - 1e-6);
      }
      expect(Math.min(...all.map(sent))).toBeCloseTo(n * (n - 1), 6);
    };
    each('allgather', (all, { place }) => check(all, place.length));
    each('reducescatter', (all, { place }) => check(all.map(reversed), place.length));
  });

  it('block by block, where each sends to each inside', () =>
    fc.assert(
      fc.property(nested, (at) => {
        // Two rings of half blocks inside are not followed: who gets which half cannot be told from bytes.
        const isDirect = ([only, ...more]: Schedule): boolean =>
          more.length === 0 && only.repeat === 1 && only.mutual === true;
        const gathers = partsOf('allgather', at).filter((parts) => isDirect(parts[parts.length - 1]));
        const scatters = partsOf('reducescatter', at).filter((parts) => isDirect(parts[0]));
        expect(gathers.length).toBeGreaterThan(0);
        expect(scatters.length).toBe(gathers.length);
        for (const parts of gathers) followBlocks(parts.flat(), at.place.length);
        for (const parts of scatters) followBlocks(reversed(parts.flat()), at.place.length);
      }),
      { numRuns: 30 },
    ));

  it('allreduce: every contribution, and 2 (n-1) S in all', () =>
    each('allreduce', (all, { place: { length: n } }) => {
      for (const steps of all) {
        for (const known of heard(steps, n)) expect(known.size).toBe(n);
        expect(sent(steps)).toBeGreaterThanOrEqual(2 * (n - 1) * n - 1e-6);
      }
      expect(Math.min(...all.map(sent))).toBeCloseTo(2 * (n - 1) * n, 6);
    }));

  it('broadcast and reduce: all hear of the root; each gets its n bytes', () => {
    const check = (steps: Schedule, n: number, root: number): void => {
      for (const known of heard(steps, n)) expect(known.has(root)).toBe(true);
      expect(sent(steps)).toBeGreaterThanOrEqual((n - 1) * n - 1e-6);
    };
    each('broadcast', (all, { place: { length: n }, root }) => {
      for (const steps of all) check(steps, n, root);
    });
    each('reduce', (all, { place: { length: n }, root }) => {
      for (const steps of all) check(reversed(steps), n, root);
    });
  });

  it('scatter and gather: each keeps its block, and nobody passes on what has not come', () => {
    const check = (steps: Schedule, n: number, root: number): void => {
      const net = new Array<number>(n).fill(0);
      for (const { from, to, bytes } of steps) {
        bytes.forEach((own, i) => {
          net[to[i]] += own;
          net[from[i]] -= own;
        });
        for (let rank = 0; rank < n; rank++) if (rank !== root) expect(net[rank]).toBeGreaterThanOrEqual(-1e-9);
      }
      for (let rank = 0; rank < n; rank++) expect(net[rank]).toBeCloseTo(rank === root ? 1 - n : 1, 9);
    };
    each('scatter', (all, { place: { length: n }, root }) => {
      for (const steps of all) check(steps, n, root);
    });
    each('gather', (all, { place: { length: n }, root }) => {
      for (const steps of all) check(reversed(steps), n, root);
    });
  });

  it('alltoall: between groups each rank gets a byte of every rank elsewhere', () => {
    each('alltoall', (all, { p, hosts, place }) => {
      // Of two levels only; where hosts have one rank, pods are the groups.
      const inner = p > 1 ? p : hosts;
      const [[, across]] = all;
      const net = new Array<number>(place.length).fill(0);
      across.to.forEach((to, i) => {
        net[to] += across.bytes[i];
      });
      for (const bytes of net) expect(bytes).toBeCloseTo(place.length - inner, 9);
    });
  });

  it('alltoall and barrier: all hear of all', () => {
    for (const collective of ['alltoall', 'barrier'] as const)
      each(collective, (all, { place: { length: n } }) => {
        for (const steps of all) for (const known of heard(steps, n)) expect(known.size).toBe(n);
      });
  });
});

const host = `node H {
  gpu[2] : gpu; nv : switch; nic[2] : nic
  gpu[*] -- nv : 100 GB/s
  gpu[i] -- nic[i] : 50 GB/s
}`;
/** Three pods of three hosts of two GPUs; each rail of a pod has one uplink an eighth as fast as the three NICs' 10 GB/s each. */
const flat = `${host}
cluster C {
  h[3][3] : H; leaf[3][2] : switch; spine[2] : switch
  h[p][*].nic[r] -- leaf[p][r] : 10 GB/s
  leaf[*][r] -- spine[r] : 1.25 GB/s
}`;
const inPods = `${host}
cluster Pod {
  h[3] : H; leaf[2] : switch
  h[*].nic[r] -- leaf[r] : 10 GB/s
}
cluster C {
  pod[3] : Pod; spine[2] : switch
  pod[*].leaf[r] -- spine[r] : 1.25 GB/s
}`;

describe('what is found', () => {
  const sizes = (text: string): number[][] => {
    const graph = graphFrom(text, 'C');
    const layout = layoutOf(graph, graph.ranks);
    return nestingsOf(layout.groups, splitsOf(layout, makeRouter(graph))).map((nesting) =>
      nesting.map((groups) => groups[0].length),
    );
  };
  it('hosts under leaves, from the links and from templates alike', () => {
    const expected = [
      [2, 18],
      [2, 6, 18],
    ];
    expect(sizes(flat)).toEqual(expected);
    expect(sizes(inPods)).toEqual(expected);
  });
  it('hosts of one GPU under leaves: the leaves are hosts', () => {
    expect(
      sizes(`node H { gpu : gpu; nic : nic; gpu -- nic : 50 GB/s }
cluster C {
  h[2][3] : H; leaf[2] : switch; spine : switch
  h[l][*].nic -- leaf[l] : 10 GB/s
  leaf[*] -- spine : 10 GB/s
}`),
    ).toEqual([[3, 6]]);
  });
  it('no level where pods have unequal numbers of hosts', () => {
    expect(sizes(flat.replace('leaf[*][r]', 'without h[2][2]\n  leaf[*][r]'))).toEqual([[2, 16]]);
  });
});

describe('three levels, pods oversubscribed', () => {
  for (const [name, text] of Object.entries({ flat, inPods })) {
    const graph = graphFrom(text, 'C');
    const check = (collective: Collective, seconds: number): void => {
      const answer = analyze(graph, { collective, size: GB, algorithm: 'hierarchical', optimum: false });
      if ('fault' in answer) throw new Error(answer.message);
      expect(answer.priced[0].time / seconds).toBeCloseTo(1, 3);
    };
    // Inside a host: one step of S/2 at 100 GB/s. In a pod: rings of three hosts, two steps of S/2/3 at 10 GB/s. Between pods:
    // rings of three for each of the three hosts' sixth of S, which share an uplink: two steps of three times S/6/3 at 1.25 GB/s.
    const [inside, pod, top] = [1 / 2 / 100, 2 / 6 / 10, (2 * 3) / 18 / 1.25];
    it(`${name}: allreduce, all of it there and back`, () =>
      // Hosts alone: 16 steps of S/2/9 over an uplink, 0.71 s instead of 0.6.
      check('allreduce', 2 * (inside + pod + top)));
    it(`${name}: allgather and reducescatter, once`, () => {
      check('allgather', inside + pod + top);
      check('reducescatter', inside + pod + top);
    });
    it(`${name}: scatter and gather: the root's host, its pod, a third of a rail's data to each other pod`, () => {
      check('scatter', inside + pod + top);
      check('gather', inside + pod + top);
    });
  }
});
