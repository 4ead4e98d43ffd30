// Bandwidth, bisection, oversubscription and diameter of fabrics whose figures are known or can be worked out by hand.
import { describe, expect, it } from 'vitest';
import { bandwidth } from '../../server/topology/bandwidth.ts';
import { bisection } from '../../server/topology/bisection.ts';
import { buildGraph } from '../../server/topology/build.ts';
import { diameter } from '../../server/topology/diameter.ts';
import { deviceKind, type Graph } from '../../server/topology/graph.ts';
import { oversubscription } from '../../server/topology/oversubscription.ts';
import { makeRouter } from '../../server/topology/routes.ts';
import { device, devices, GB, graphOf, templateOf } from './graphs.ts';

function check(
  graph: Graph,
  expected: { bisection?: [GBps: number, exact?: false]; diameter?: number; over?: number | undefined },
) {
  if (expected.bisection) {
    const [rate, exact = true] = expected.bisection;
    const found = bisection(graph);
    expect((found?.rate ?? 0) / GB).toBeCloseTo(rate, 6);
    expect(found?.exact).toBe(exact);
  }
  if (expected.diameter !== undefined) expect(diameter(graph)).toBe(expected.diameter);
  if ('over' in expected) expect(oversubscription(graph)).toBe(expected.over);
}

/** A graph without its devices of one kind. */
function withoutKind(name: string, text: string, kind: string): Graph {
  const template = templateOf(text, name);
  const whole = buildGraph(template);
  const places = Array.from({ length: whole.deviceCount }, (_, d) => d)
    .filter((d) => deviceKind(whole, d) === kind)
    .map((d) => ({ path: '', first: d, devices: 1, of: whole.types[whole.type[d]] }));
  return buildGraph(template, { places, cables: [] });
}

const torus = (x: number, y: number, z: number) => `
cluster T {
  chip[${x}][${y}][${z}] : TPUv4
  chip[x][y][z] -- chip[(x + 1) % ${x}][y][z] : ICI
  chip[x][y][z] -- chip[x][(y + 1) % ${y}][z] : ICI
  chip[x][y][z] -- chip[x][y][(z + 1) % ${z}] : ICI
}`;

/** Al-Fares, Loukissas and Vahdat 2008: k pods of k/2 edge and k/2 aggregation switches, (k/2)^2 cores, k^3/4 hosts. */
const fatTree = (k: number, up = 1) => `
cluster F {
  h[${k}][${k / 2}][${k / 2}] : gpu
  edge[${k}][${k / 2}] : switch
  agg[${k}][${k / 2}]  : switch
  core[${k / 2}][${k / 2}] : switch
  h[p][e][i]  -- edge[p][e]   : 10 GB/s
  edge[p][*]  -- agg[p][*]    : ${10 * up} GB/s
  agg[p][a]   -- core[a][*]   : ${10 * up} GB/s
}`;

const sketch = (body: string) => `cluster C {\n${body}\n}`;

describe('known fabrics', () => {
  it('a torus of 4 x 4 x 4: 2 in each dimension; two planes of 16 links of 50 GB/s', () =>
    check(graphOf('T', torus(4, 4, 4)), { diameter: 6, bisection: [1600], over: undefined }));
  it('a torus of 8 x 2 x 4: 4 + 1 + 2; cut across the 8, 2 planes of 8 links', () =>
    check(graphOf('T', torus(8, 2, 4)), { diameter: 7, bisection: [2 * 8 * 50] }));
  it('a hypercube of 16: 4 links; 8 links in one dimension', () =>
    check(
      graphOf('C', sketch('g[16] : gpu\n g[i] -- g[i + 2 ** b * (1 - 2 * (i / 2 ** b % 2))] : 5 GB/s for b in 0..3')),
      {
        diameter: 4,
        bisection: [8 * 5],
      },
    ));
  it('a hypercube of 64: too many cuts to try, the routes prove it', () =>
    check(
      graphOf('C', sketch('g[64] : gpu\n g[i] -- g[i + 2 ** b * (1 - 2 * (i / 2 ** b % 2))] : 5 GB/s for b in 0..5')),
      {
        bisection: [32 * 5],
      },
    ));
  it('a fat tree of k = 4: host, edge, aggregation, core and back; half of 16 hosts', () =>
    check(graphOf('F', fatTree(4)), { diameter: 6, bisection: [80], over: 1 }));
  it('a fat tree of k = 8: half of 128 hosts', () =>
    check(graphOf('F', fatTree(8)), { diameter: 6, bisection: [640], over: 1 }));
  it('a fat tree with thin upper links: 2 x 10 into an edge switch, 2 x 2.5 out of it', () =>
    check(graphOf('F', fatTree(4, 0.25)), { over: 4, bisection: [20] }));
  it('a ring of 6: half way round; two links', () =>
    check(graphOf('C', sketch('g[6] : gpu\n g[i] -- g[(i + 1) % 6] : 7 GB/s')), { diameter: 3, bisection: [14] }));
  it('a ring of 5: 2 against 3', () =>
    check(graphOf('C', sketch('g[5] : gpu\n g[i] -- g[(i + 1) % 5] : 7 GB/s')), { diameter: 2, bisection: [14] }));
  it('a full mesh of 20: 10 x 10 links', () =>
    check(graphOf('C', sketch('g[20] : gpu\n g[*] -- g[*] : 2 GB/s')), { diameter: 1, bisection: [200] }));
  it('one way round only: n - 1 links, and the single link that leaves a half', () =>
    check(graphOf('C', sketch('g[6] : gpu\n g[i] -> g[(i + 1) % 6] : 7 GB/s')), { diameter: 5, bisection: [7] }));
  it('a thin way back counts: 10 one way, 1 the other', () =>
    check(
      graphOf(
        'C',
        sketch(
          'g[4] : gpu\n s : switch\n t : switch\n g[0, 1] -- s : 100 GB/s\n g[2, 3] -- t : 100 GB/s\n s -> t : 10 GB/s\n t -> s : 1 GB/s',
        ),
      ),
      { bisection: [1] },
    ));
  it('a chain of switches: from one end to the other, whichever rank comes first', () =>
    check(
      graphOf(
        'C',
        sketch(
          'g[3] : gpu\n s[4] : switch\n s[i] -- s[i + 1] : 1 GB/s where i < 3\n g[0] -- s[1] : 1 GB/s\n g[1] -- s[0] : 1 GB/s\n g[2] -- s[3] : 1 GB/s',
        ),
      ),
      { diameter: 5 },
    ));
  it('two islands', () => {
    const graph = graphOf('C', sketch('g[4] : gpu\n g[0] -- g[1] : 1 GB/s\n g[2] -- g[3] : 1 GB/s'));
    expect(diameter(graph)).toBeUndefined();
    check(graph, { bisection: [0] });
  });
  it('a single rank', () => {
    const graph = graphOf('C', sketch('g : gpu\n s : switch\n g -- s : 1 GB/s'));
    expect(diameter(graph)).toBe(0);
    expect(bisection(graph)).toBeUndefined();
  });
});

describe('oversubscription', () => {
  it('a SuperPOD is balanced: 32 nodes below a leaf, 32 links up', () =>
    check(graphOf('DGX_H100_SuperPOD'), { over: 1 }));
  it('half the spines: 32 below, 16 up', () =>
    check(graphOf('S', 'cluster S : DGX_H100_SU {\n  spine[4] : QM9700\n  leaf[*] -- spine[*] : NDR x4\n}'), {
      over: 2,
    }));
  it('switches inside nodes do not count', () => check(graphOf('DGX_H100'), { over: undefined }));
  it('nor those of nodes without ranks', () =>
    check(
      graphOf(
        'C',
        'node Box { sw[2] : switch\n sw[0] -- sw[1] : 5 GB/s }\ncluster C { g[2] : gpu; leaf : switch; box : Box\n g[*] -- leaf : 10 GB/s\n leaf -- box.sw[0] : 5 GB/s }',
      ),
      { over: undefined },
    ));
  it('leaves without an upper side', () => check(graphOf('DGX_H100_SU'), { over: undefined }));
  it('three tiers: the worst is the middle one, 2 x 10 from below, 5 up', () =>
    check(
      graphOf(
        'C',
        sketch(
          'g[4] : gpu\n l[2] : switch\n m : switch\n t : switch\n g[i] -- l[i / 2] : 5 GB/s\n l[*] -- m : 10 GB/s\n m -- t : 5 GB/s',
        ),
      ),
      { over: 4 },
    ));
});

describe('bandwidth', () => {
  const between = (graph: Graph, from: string[], to: string[]) =>
    bandwidth(graph, devices(graph, ...from), devices(graph, ...to)) / GB;
  const range = (part: string, a: number, b: number) =>
    Array.from({ length: b - a + 1 }, (_, i) => `${part}[${a + i}]`);

  // NVIDIA DGX-1 with V100, white paper: hybrid cube mesh; 0-4 and 1-5 are double, 2-6 and 3-7 single, 25 GB/s each.
  it('between the quads of a DGX-1: six NVLinks', () =>
    expect(between(withoutKind('DGX1_V100', '', 'cpu'), range('gpu', 0, 3), range('gpu', 4, 7))).toBeCloseTo(150, 9));
  // Beside it a quad has two PCIe switches with 16 lanes of 8 GT/s up to its socket, 128b/130b: 15.754 GB/s each; the two
  // QPI of 19.2 GB/s carry more than that.
  it('and by every way the sockets too', () =>
    expect(between(graphOf('DGX1_V100'), range('gpu', 0, 3), range('gpu', 4, 7))).toBeCloseTo(
      150 + (2 * 16 * 128) / 130,
      6,
    ));
  // 18 NVLinks of 25 GB/s; PCIe 5 x16 beside it: 32 GT/s x 16 / 8 x 128/130 = 63.015 GB/s.
  it('two GPUs of a DGX H100', () => {
    expect(between(withoutKind('DGX_H100', '', 'cpu'), ['gpu[0]'], ['gpu[7]'])).toBeCloseTo(450, 6);
    expect(between(graphOf('DGX_H100'), ['gpu[0]'], ['gpu[7]'])).toBeCloseTo(450 + (64 * 128) / 130, 6);
  });
  // A NIC passes on what is its host's, so GPU 0's traffic may leave by all eight NICs: NVLink to the others is wider,
  // but a GPU does not forward; over PCIe it reaches all of them, as far as its own slot goes.
  it('from node to node a GPU has its own PCIe slot', () => {
    const graph = graphOf('DGX_H100_SU');
    expect(between(graph, ['dgx[0].gpu[0]'], ['dgx[1].gpu[0]'])).toBeCloseTo((64 * 128) / 130, 6);
  });
  it('nodes of a unit: eight NDR', () => {
    const graph = graphOf('DGX_H100_SU');
    const node = (k: number) => range(`dgx[${k}].gpu`, 0, 7);
    expect(between(graph, node(0), node(1))).toBeCloseTo(400, 6);
  });
  it('a GPU does not forward, a chip of a torus does', () => {
    const line = sketch('g[3] : gpu\n g[0] -- g[1] : 5 GB/s\n g[1] -- g[2] : 5 GB/s');
    expect(between(graphOf('C', line), ['g[0]'], ['g[2]'])).toBe(0);
    const chips = sketch('g[3] : gpu { forwards = true }\n g[0] -- g[1] : 5 GB/s\n g[1] -- g[2] : 5 GB/s');
    expect(between(graphOf('C', chips), ['g[0]'], ['g[2]'])).toBe(5);
  });
  it('a NIC does not relay between two networks, nor between two hosts', () => {
    const dual = sketch('g[2] : gpu\n s[2] : switch\n n : nic\n g[i] -- s[i] : 5 GB/s\n n -- s[*] : 5 GB/s');
    const graph = graphOf('C', dual);
    expect(between(graph, ['g[0]'], ['g[1]'])).toBe(0);
    expect(between(graph, ['n'], ['g[1]'])).toBe(5);
    expect(diameter(graph)).toBeUndefined();
  });
  it('other hosts relay nothing', () => {
    const graph = graphOf(
      'C',
      `node N { cpu : cpu; nic[2] : nic; gpu : gpu
         gpu -- cpu : 60 GB/s
         nic[*] -- cpu : 60 GB/s }
       cluster C { n[3] : N; leaf[2] : switch
         n[0].nic[0] -- leaf[0] : 5 GB/s
         n[1].nic[0] -- leaf[1] : 5 GB/s
         n[2].nic[i] -- leaf[i] : 5 GB/s }`,
    );
    expect(between(graph, ['n[0].gpu'], ['n[1].gpu'])).toBe(0);
    expect(between(graph, ['n[0].gpu'], ['n[2].gpu'])).toBe(5);
    expect(makeRouter(graph).route(device(graph, 'n[0].gpu'), device(graph, 'n[1].gpu'))).toBeUndefined();
  });
  it('a star: what one port takes, what all give', () => {
    const graph = graphOf('C', sketch('g[4] : gpu\n s : switch\n g[*] -- s : 5 GB/s'));
    expect(between(graph, ['g[0]'], ['g[1]', 'g[2]', 'g[3]'])).toBe(5);
    expect(between(graph, ['g[0]', 'g[1]'], ['g[2]', 'g[3]'])).toBe(10);
    expect(bandwidth(graph, [device(graph, 's')], devices(graph, 'g[2]'))).toBe(5 * GB);
  });
});
