// What holds on any fabric: flows are conserved, every flow goes the shortest ways (against the plainest router there is),
// maximum flow is minimum cut, symmetric fabrics are loaded alike, and nothing is thrown whatever is taken out.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandwidth } from '../../server/topology/bandwidth.ts';
import { bisection } from '../../server/topology/bisection.ts';
import { buildGraph } from '../../server/topology/build.ts';
import { diameter, following, walk } from '../../server/topology/diameter.ts';
import { arcFrom, arcTo, deviceKind, LinkUse } from '../../server/topology/graph.ts';
import { representatives } from '../../server/topology/orbits.ts';
import { oversubscription } from '../../server/topology/oversubscription.ts';
import { passages } from '../../server/topology/passages.ts';
import { makeRouter } from '../../server/topology/routes.ts';
import { plainRouter } from '../collectives/fabric.ts';
import { graphOf, templateOf } from './graphs.ts';

const runs = { numRuns: 60 };

/** Cables with rates between two tiers; each lower place has at least one. */
const cables = (lower: number, upper: number) =>
  fc.array(
    fc.array(fc.record({ to: fc.nat(upper - 1), rate: fc.integer({ min: 1, max: 5 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
    { minLength: lower, maxLength: lower },
  );

const wire = (low: string, high: string, rows: readonly (readonly { to: number; rate: number }[])[]) =>
  rows.flatMap((row, i) => row.map(({ to, rate }) => `${low}[${i}] -- ${high}[${to}] : ${rate} GB/s, ${to + 1} us`));

/** Hosts of one GPU and one NIC with one cable; leaves, spines and cores joined at random. */
const tiered = fc
  .record({
    leaves: fc.integer({ min: 1, max: 4 }),
    spines: fc.integer({ min: 1, max: 4 }),
    cores: fc.integer({ min: 1, max: 3 }),
  })
  .chain(({ leaves, spines, cores }) =>
    fc
      .tuple(
        fc.array(fc.nat(leaves - 1), { minLength: 2, maxLength: 7 }),
        cables(leaves, spines),
        cables(spines, cores),
      )
      .map(([hosts, up, top]) =>
        [
          'node H { gpu : gpu; nic : nic; gpu -- nic : 60 GB/s, 1 us }',
          `cluster C { h[${hosts.length}] : H; leaf[${leaves}] : switch; spine[${spines}] : switch; core[${cores}] : switch`,
          ...hosts.map((leaf, i) => `h[${i}].nic -- leaf[${leaf}] : ${(i % 3) + 1} GB/s`),
          ...wire('leaf', 'spine', up),
          ...wire('spine', 'core', top),
          '}',
        ].join('\n'),
      ),
  );

/** Nodes with anything in them, on one or two tiers; some parts missing. */
const wild = fc
  .record({
    nodes: fc.integer({ min: 1, max: 3 }),
    gpus: fc.integer({ min: 1, max: 4 }),
    nics: fc.integer({ min: 0, max: 3 }),
    cpus: fc.integer({ min: 0, max: 2 }),
    links: fc.constantFrom('mesh', 'ring', 'switches', 'none'),
    p2p: fc.boolean(),
    leaves: fc.integer({ min: 1, max: 3 }),
    spines: fc.integer({ min: 0, max: 2 }),
    dual: fc.boolean(),
  })
  .map(({ nodes, gpus, nics, cpus, links, p2p, leaves, spines, dual }) => {
    const scaleUp = {
      mesh: 'gpu[*] -- gpu[*] : 25 GB/s',
      ring: `gpu[i] -- gpu[(i + 1) % ${gpus}] : 25 GB/s`,
      switches: 'gpu[*] -- nvs[0] : 25 GB/s\n gpu[*] -- nvs[1] : 20 GB/s',
      none: '',
    }[links];
    return `node N {
      cpu[${cpus}] : cpu; gpu[${gpus}] : gpu { p2p = ${p2p} }; nic[${nics}] : nic; nvs[${links === 'switches' ? 2 : 0}] : switch
      ${scaleUp}
      ${cpus > 0 ? `cpu[*] -- cpu[*] : 20 GB/s\n gpu[i] -- cpu[i % ${cpus}] : PCIe4 x16\n nic[i] -- cpu[i % ${cpus}] : PCIe4 x16` : `nic[i] -- gpu[i % ${gpus}] : PCIe4 x16`}
    }
    cluster C {
      n[${nodes}] : N; leaf[${leaves}] : switch; spine[${spines}] : switch
      n[*].nic[i] -- leaf[i % ${leaves}] : 50 GB/s
      ${dual ? `n[*].nic[i] -- leaf[(i + 1) % ${leaves}] : 25 GB/s` : ''}
      leaf[*] -- spine[*] : 40 GB/s
    }`;
  });

/** A graph with some devices and cables out. */
const broken = fc
  .tuple(fc.oneof(tiered, wild), fc.array(fc.nat(), { maxLength: 4 }), fc.array(fc.nat(), { maxLength: 3 }))
  .map(([text, devices, links]) => {
    const template = templateOf(text, 'C');
    const whole = buildGraph(template);
    const places = devices
      .map((d) => d % whole.deviceCount)
      .map((d) => ({ path: '', first: d, devices: 1, of: whole.types[whole.type[d]] }));
    const cut = links.filter(() => whole.linkCount > 0).map((k) => k % whole.linkCount);
    return buildGraph(template, {
      places,
      cables: cut.map((k) => ({ a: whole.linkA[k], b: whole.linkB[k], directed: false })),
    });
  });

describe('routes', () => {
  it('what leaves is what arrives, and what enters a device leaves it', () =>
    fc.assert(
      fc.property(broken, fc.boolean(), (graph, hashed) => {
        const router = makeRouter(graph, { routing: hashed ? 'hashed' : 'ecmp' });
        for (const from of graph.ranks)
          for (const to of graph.ranks) {
            const route = router.route(from, to);
            if (!route || from === to) continue;
            const net = new Float64Array(graph.deviceCount);
            route.arcs.forEach((arc, i) => {
              expect(graph.linkDirected[arc >> 1] === 1 && (arc & 1) === 1).toBe(false);
              net[arcFrom(graph, arc)] -= route.shares[i];
              net[arcTo(graph, arc)] += route.shares[i];
            });
            net[from] += 1;
            net[to] -= 1;
            expect(Math.max(...net.map(Math.abs))).toBeLessThan(1e-9);
            expect(new Set(route.arcs).size).toBe(route.arcs.length);
          }
      }),
      runs,
    ));

  it('a flow added is the route times its bytes, with its latency', () =>
    fc.assert(
      fc.property(broken, (graph) => {
        const router = makeRouter(graph);
        for (const from of graph.ranks)
          for (const to of graph.ranks) {
            const load = new Float64Array(2 * graph.linkCount);
            const latency = router.addFlow(from, to, 7, load);
            router.finish(load);
            const route = router.route(from, to);
            if (!route) expect(latency).toBe(-1);
            else {
              expect(latency).toBeCloseTo(route.latency, 12);
              route.arcs.forEach((arc, i) => {
                load[arc] -= 7 * route.shares[i];
              });
            }
            expect(Math.max(0, ...load.map(Math.abs))).toBeLessThan(1e-9);
          }
      }),
      runs,
    ));

  it('on tiers every flow goes all the shortest ways, split at every device by rate', () =>
    fc.assert(
      fc.property(tiered, (text) => {
        const graph = graphOf('C', text);
        const [router, plain] = [makeRouter(graph), plainRouter(graph)];
        for (const from of graph.ranks)
          for (const to of graph.ranks) {
            if (from === to) continue;
            const [load, expected] = [new Float64Array(2 * graph.linkCount), new Float64Array(2 * graph.linkCount)];
            const reached = router.addFlow(from, to, 1, load) >= 0;
            router.finish(load);
            expect(plain.addFlow(from, to, 1, expected) >= 0).toBe(reached);
            load.forEach((share, arc) => {
              expect(share).toBeCloseTo(expected[arc], 9);
            });
          }
      }),
      runs,
    ));

  it('nothing relays but what may: no NIC for others, no way where flow has none', () =>
    fc.assert(
      fc.property(broken, (graph) => {
        const router = makeRouter(graph);
        for (const from of graph.ranks)
          for (const to of graph.ranks) {
            if (from === to) continue;
            const route = router.route(from, to);
            if (bandwidth(graph, [from], [to]) > 0) expect(route).toBeDefined();
            for (const arc of route?.arcs ?? []) {
              const nic = arcTo(graph, arc);
              if (deviceKind(graph, nic) !== 'nic' || graph.linkUse[arc >> 1] !== LinkUse.network) continue;
              const onward = [...(route?.arcs ?? [])].filter((other) => arcFrom(graph, other) === nic);
              expect(onward.every((other) => graph.linkUse[other >> 1] === LinkUse.host)).toBe(true);
            }
          }
      }),
      runs,
    ));

  it('a symmetric fabric is loaded alike: all to all on a tree with equal leaves', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        (leaves, hosts, spines) => {
          const graph = graphOf(
            'C',
            `cluster C { h[${leaves}][${hosts}] : gpu; leaf[${leaves}] : switch; spine[${spines}] : switch
               h[l][*] -- leaf[l] : 10 GB/s
               leaf[*] -- spine[*] : 10 GB/s }`,
          );
          const load = new Float64Array(2 * graph.linkCount);
          const router = makeRouter(graph);
          for (const from of graph.ranks)
            for (const to of graph.ranks) if (from !== to) router.addFlow(from, to, 1, load);
          router.finish(load);
          const n = leaves * hosts;
          load.forEach((bytes, arc) => {
            const toSpine = [arcFrom(graph, arc), arcTo(graph, arc)].every((d) => deviceKind(graph, d) === 'switch');
            expect(bytes).toBeCloseTo(toSpine ? (hosts * (n - hosts)) / spines : n - 1, 9);
          });
        },
      ),
      { numRuns: 30 },
    ));
});

describe('measures', () => {
  it('the flow between two ranks is the least cut, all cuts tried', () =>
    fc.assert(
      fc.property(tiered, (text) => {
        const graph = graphOf('C', text);
        const [from, to] = [graph.ranks[0], graph.ranks[1]];
        const between = Array.from({ length: graph.deviceCount }, (_, d) => d).filter(
          (d) => deviceKind(graph, d) === 'switch',
        );
        // A GPU and its NIC go together: their link is wider than any cable, and nothing else hangs on them.
        const ends = new Map([
          [from, true],
          [from + 1, true],
          [to, false],
          [to + 1, false],
        ]);
        let least = Number.POSITIVE_INFINITY;
        for (let bits = 0; bits < 2 ** between.length; bits++) {
          const inside = new Map(between.map((d, i) => [d, ((bits >> i) & 1) === 1]));
          let rate = 0;
          for (let k = 0; k < graph.linkCount; k++) {
            const [a, b] = [graph.linkA[k], graph.linkB[k]].map((d) => ends.get(d) ?? inside.get(d));
            if (a !== undefined && b !== undefined && a !== b) rate += graph.linkRate[k];
          }
          least = Math.min(least, rate);
        }
        expect(bandwidth(graph, [from], [to]) / 1e9).toBeCloseTo(least / 1e9, 6);
      }),
      { numRuns: 40 },
    ));

  it('the representatives know the diameter of all', () =>
    fc.assert(
      fc.property(broken, (graph) => {
        const next = following(passages(graph, graph.ranks));
        const [steps, queue] = [new Int32Array(next.start.length - 1), new Int32Array(next.start.length - 1)];
        let longest: number | undefined = 0;
        for (const rank of graph.ranks) {
          walk(rank, next, steps, queue);
          for (const other of graph.ranks)
            longest = longest === undefined || steps[other] < 0 ? undefined : Math.max(longest, steps[other]);
        }
        expect(diameter(graph)).toBe(longest);
        expect([...representatives(graph)].every((rank) => graph.ranks.includes(rank))).toBe(true);
      }),
      runs,
    ));

  it('a bisection said to be exact is: every even cut is as wide', () =>
    fc.assert(
      fc.property(tiered, fc.infiniteStream(fc.boolean()), (text, coins) => {
        const graph = graphOf('C', text);
        const found = bisection(graph);
        const half = graph.ranks.length >> 1;
        for (let run = 0; run < 10; run++) {
          const inside: number[] = [];
          const outside: number[] = [];
          for (const rank of graph.ranks) {
            const room = inside.length < half && (outside.length >= graph.ranks.length - half || coins.next().value);
            (room ? inside : outside).push(rank);
          }
          if (found?.exact) expect(bandwidth(graph, inside, outside)).toBeGreaterThanOrEqual(found.rate * (1 - 1e-9));
        }
      }),
      { numRuns: 25 },
    ));

  it('whatever is taken out, nothing is thrown', () =>
    fc.assert(
      fc.property(fc.oneof(tiered, wild), (text) => {
        const template = templateOf(text, 'C');
        const graph = buildGraph(template, {
          places: [{ path: '', first: 0, devices: template.deviceCount, of: 'template' }],
          cables: [],
        });
        expect(graph.linkCount).toBe(0);
        expect(graph.ranks.length).toBe(0);
        expect(bisection(graph)).toBeUndefined();
        expect(oversubscription(graph)).toBeUndefined();
        expect(diameter(graph)).toBe(0);
        expect(makeRouter(graph).route(0, graph.deviceCount - 1)).toBeUndefined();
      }),
      { numRuns: 20 },
    ));
});
