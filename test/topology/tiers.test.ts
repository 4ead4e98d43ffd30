// Networks in tiers: where flows may be added up before they are laid, and that laying them so changes no link's load.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviceKind, type Graph } from '../../server/topology/graph.ts';
import { makeRouter } from '../../server/topology/routes.ts';
import { tiersOf } from '../../server/topology/tiers.ts';
import { plainRouter } from '../collectives/fabric.ts';
import { device, graphOf } from './graphs.ts';

interface Tree {
  readonly pods: number;
  readonly leaves: number;
  readonly spines: number;
  /** Above each spine of all pods, or, where they are shared, above all spines. */
  readonly cores: number;
  readonly shared?: boolean;
  /** Lines that follow: what is missing or half. */
  readonly faults: readonly string[];
}

/** Pods of leaves under spines; the p-th spine of every pod under the p-th cores, or under all. Two hosts a leaf. */
const text = ({ pods, leaves, spines, cores, shared, faults }: Tree): string => `
node H { gpu : gpu; nic : nic; gpu -- nic : 60 GB/s, 1 us }
cluster Pod { leaf[${leaves}] : switch { latency = 1 us }; spine[${spines}] : switch { latency = 2 us }
  h[${leaves}][2] : H
  h[l][*].nic -- leaf[l] : 10 GB/s, 3 us
  leaf[*] -- spine[*] : 4 GB/s, 5 us
}
cluster C { pod[${pods}] : Pod; core[${spines}][${cores}] : switch { latency = 7 us }
  pod[*].spine[p] -- core[${shared ? '*' : 'p'}][*] : 2 GB/s, 11 us
  ${faults.join('\n  ')}
}`;

const passesOf = (graph: Graph) => (d: number) => deviceKind(graph, d) === 'switch';

/** The tier at which traffic between two switches turns; 0 where it is worked out pair by pair. */
function turn(graph: Graph, a: string, b: string): number {
  const tiers = tiersOf(graph, passesOf(graph));
  if (!tiers) return 0;
  const [x, y] = [a, b].map((path) => tiers.number[device(graph, path)]);
  return x < 0 || y < 0 ? 0 : tiers.turn(x, y);
}

const whole = { pods: 2, leaves: 2, spines: 2, cores: 2, faults: [] };

describe('tiers', () => {
  it('leaves of a pod turn at its spines, leaves of two pods at the cores', () => {
    const graph = graphOf('C', text(whole));
    expect(turn(graph, 'pod[0].leaf[0]', 'pod[0].leaf[1]')).toBe(2);
    expect(turn(graph, 'pod[0].leaf[0]', 'pod[1].leaf[1]')).toBe(3);
  });

  it('a leaf that lacks a cable spreads like no other: its pairs are worked out one by one, all others are not', () => {
    const graph = graphOf('C', text({ ...whole, leaves: 3, faults: ['without pod[0].leaf[0] -- pod[0].spine[0]'] }));
    expect(turn(graph, 'pod[0].leaf[0]', 'pod[0].leaf[1]')).toBe(0);
    expect(turn(graph, 'pod[0].leaf[0]', 'pod[1].leaf[0]')).toBe(0);
    expect(turn(graph, 'pod[0].leaf[1]', 'pod[0].leaf[2]')).toBe(2);
    expect(turn(graph, 'pod[0].leaf[1]', 'pod[1].leaf[0]')).toBe(3);
  });

  it('a torus has none, nor has a network with a link that has one direction, nor one with a short cut', () => {
    const torus = graphOf(
      'C',
      'cluster C { s[4] : switch; g[4] : gpu; n[4] : nic; g[i] -- n[i] : 5 GB/s\n n[i] -- s[i] : 5 GB/s\n s[i] -- s[(i + 1) % 4] : 5 GB/s }',
    );
    expect(tiersOf(torus, passesOf(torus))).toBeUndefined();
    for (const fault of ['core[0][0] -> core[0][1] : 1 GB/s', 'pod[0].leaf[0] -- pod[0].leaf[1] : 1 GB/s'])
      expect(turn(graphOf('C', text({ ...whole, faults: [fault] })), 'pod[0].leaf[0]', 'pod[0].leaf[1]')).toBe(0);
  });

  it('one climb by hand: 8 bytes over two spines and four cores', () => {
    const graph = graphOf('C', text(whole));
    const router = makeRouter(graph);
    const load = new Float64Array(2 * graph.linkCount);
    const latency = router.addFlow(device(graph, 'pod[0].h[0][0].gpu'), device(graph, 'pod[1].h[1][1].gpu'), 8, load);
    router.finish(load);
    // Out and in: gpu, cable and leaf, 2 x (1 + 3 + 1) us; up and down: 2 x (5 + 2 + 11) us; the core 7 us.
    expect(latency).toBeCloseTo(53e-6, 12);
    const bytes = (a: string, b: string): number => {
      const [x, y] = [device(graph, a), device(graph, b)];
      for (let k = 0; k < graph.linkCount; k++) {
        if (graph.linkA[k] === x && graph.linkB[k] === y) return load[2 * k];
        if (graph.linkA[k] === y && graph.linkB[k] === x) return load[2 * k + 1];
      }
      return Number.NaN;
    };
    expect(bytes('pod[0].leaf[0]', 'pod[0].spine[1]')).toBeCloseTo(4, 12);
    expect(bytes('pod[0].spine[1]', 'core[1][0]')).toBeCloseTo(2, 12);
    expect(bytes('core[1][0]', 'pod[1].spine[1]')).toBeCloseTo(2, 12);
    expect(bytes('pod[1].spine[0]', 'pod[1].leaf[1]')).toBeCloseTo(4, 12);
    expect(bytes('pod[1].spine[0]', 'pod[1].leaf[0]')).toBe(0);
  });
});

/** A cable out, or half of a bundle: one more between the same two. */
const fault = (pods: number, leaves: number, spines: number, cores: number) =>
  fc
    .record({
      kind: fc.constantFrom('leaf out', 'core out', 'leaf more', 'core more'),
      pod: fc.nat(pods - 1),
      leaf: fc.nat(leaves - 1),
      spine: fc.nat(spines - 1),
      core: fc.nat(cores - 1),
    })
    .map(({ kind, pod, leaf, spine, core }) => {
      const [low, high] = kind.startsWith('leaf')
        ? [`pod[${pod}].leaf[${leaf}]`, `pod[${pod}].spine[${spine}]`]
        : [`pod[${pod}].spine[${spine}]`, `core[${spine}][${core}]`];
      const latency = kind.startsWith('leaf') ? 5 : 11;
      return kind.endsWith('out') ? `without ${low} -- ${high}` : `${low} -- ${high} : 4 GB/s, ${latency} us`;
    });

const trees = fc
  .record({
    pods: fc.integer({ min: 1, max: 3 }),
    leaves: fc.integer({ min: 1, max: 3 }),
    spines: fc.integer({ min: 1, max: 3 }),
    cores: fc.integer({ min: 1, max: 2 }),
    shared: fc.boolean(),
  })
  .chain((tree) =>
    fc
      .array(fault(tree.pods, tree.leaves, tree.spines, tree.cores), { maxLength: 2 })
      .map((faults): Tree => ({ ...tree, faults: [...new Set(faults)] })),
  );

describe('flows that are added up', () => {
  it('load every link as flows laid one by one do, whatever cables are out', () => {
    let gathered = 0;
    fc.assert(
      fc.property(trees, (tree) => {
        const graph = graphOf('C', text(tree));
        const [router, plain] = [makeRouter(graph), plainRouter(graph)];
        const [load, expected] = [new Float64Array(2 * graph.linkCount), new Float64Array(2 * graph.linkCount)];
        const tiers = tiersOf(graph, passesOf(graph));
        for (const from of graph.ranks)
          for (const to of graph.ranks) {
            if (from === to) continue;
            const bytes = 1 + ((from * 7 + to * 3) % 5);
            const latency = router.addFlow(from, to, bytes, load);
            expect(latency).toBeCloseTo(router.route(from, to)?.latency ?? -1, 12);
            plain.addFlow(from, to, bytes, expected);
          }
        router.finish(load);
        load.forEach((bytes, arc) => {
          expect(bytes).toBeCloseTo(expected[arc], 9);
        });
        const leaves = [...graph.present.keys()].filter((d) => tiers && tiers.number[d] >= 0);
        for (const a of leaves)
          for (const b of leaves) if (tiers && a !== b && tiers.turn(tiers.number[a], tiers.number[b]) > 0) gathered++;
      }),
      { numRuns: 80 },
    );
    // Else nothing was added up, and the test would hold of anything.
    expect(gathered).toBeGreaterThan(200);
  });
});
