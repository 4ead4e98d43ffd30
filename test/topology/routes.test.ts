// Ways between devices: NCCL's classes as real machines show them, rails, shares, latencies; sketches of bare kinds.
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../server/topology/build.ts';
import { arcFrom, arcTo, deviceName, type Graph } from '../../server/topology/graph.ts';
import { makeRouter } from '../../server/topology/routes.ts';
import { device, drawn, GB, graphOf, templateOf } from './graphs.ts';

/** Classes between these devices, a row each. */
function checkClasses(graph: Graph, names: string[], rows: string[]): void {
  const router = makeRouter(graph);
  const numbers = names.map((name) => device(graph, name));
  const found = numbers.map((from) => numbers.map((to) => router.route(from, to)?.class ?? '-').join(' '));
  expect(found).toEqual(rows);
}

/** The class and the arcs of one route. */
function checkRoute(graph: Graph, from: string, to: string, cls: string, arcs: string[]): void {
  const route = makeRouter(graph).route(device(graph, from), device(graph, to));
  expect(route?.class).toBe(cls);
  expect(route && drawn(graph, route).sort()).toEqual([...arcs].sort());
}

const list = (part: string, n: number) => Array.from({ length: n }, (_, i) => `${part}[${i}]`);

describe('classes', () => {
  // nvidia-smi topo -m of a DGX-1 V100 shows NV1 and NV2 where links are, SYS between the other GPUs; these NCCL takes
  // over one NVLink hop (NVB). The NIC columns are as there.
  it('DGX-1 V100', () =>
    checkClasses(
      graphOf('DGX1_V100'),
      [...list('gpu', 8), ...list('nic', 4)],
      [
        'LOC NVL NVL NVL NVL NVB NVB NVB PIX PHB SYS SYS',
        'NVL LOC NVL NVL NVB NVL NVB NVB PIX PHB SYS SYS',
        'NVL NVL LOC NVL NVB NVB NVL NVB PHB PIX SYS SYS',
        'NVL NVL NVL LOC NVB NVB NVB NVL PHB PIX SYS SYS',
        'NVL NVB NVB NVB LOC NVL NVL NVL SYS SYS PIX PHB',
        'NVB NVL NVB NVB NVL LOC NVL NVL SYS SYS PIX PHB',
        'NVB NVB NVL NVB NVL NVL LOC NVL SYS SYS PHB PIX',
        'NVB NVB NVB NVL NVL NVL NVL LOC SYS SYS PHB PIX',
        'PIX PIX PHB PHB SYS SYS SYS SYS LOC PHB SYS SYS',
        'PHB PHB PIX PIX SYS SYS SYS SYS PHB LOC SYS SYS',
        'SYS SYS SYS SYS PIX PIX PHB PHB SYS SYS LOC PHB',
        'SYS SYS SYS SYS PHB PHB PIX PIX SYS SYS PHB LOC',
      ],
    ));
  // nvidia-smi topo -m of a DGX H100: NV18 everywhere; PXB to its own NICs there, over the two stages of the real switch,
  // which the library draws as one; NODE (in NCCL PHB) on the same socket, SYS across.
  it('DGX H100', () =>
    checkClasses(
      graphOf('DGX_H100'),
      ['gpu[0]', 'gpu[1]', 'gpu[7]', 'nic[0]', 'nic[2]', 'nic[7]', 'storage[0]'],
      [
        'LOC NVL NVL PIX PHB SYS PHB',
        'NVL LOC NVL PIX PHB SYS PHB',
        'NVL NVL LOC SYS SYS PIX SYS',
        'PIX PIX SYS LOC PHB SYS PHB',
        'PHB PHB SYS PHB LOC SYS PHB',
        'SYS SYS PIX SYS SYS LOC SYS',
        'PHB PHB SYS PHB PHB SYS LOC',
      ],
    ));
  it('two PCIe switches in a row, under one and under two sockets', () =>
    checkClasses(
      graphOf('DGX2'),
      ['nic[0][0]', 'nic[0][1]', 'nic[0][2]', 'nic[1][0]'],
      ['LOC PXB PHB SYS', 'PXB LOC PHB SYS', 'PHB PHB LOC SYS', 'SYS SYS SYS LOC'],
    ));
  it('a GPU without NVLink, peers or not', () => {
    const node = (p2p: boolean) =>
      graphOf(
        'N',
        `node N { cpu[2] : cpu; sw : switch; gpu[4] : gpu { p2p = ${p2p} }
           cpu[0] -- cpu[1] : UPI2
           sw -- cpu[0] : PCIe4 x16
           gpu[0, 1] -- sw : PCIe4 x16
           gpu[2] -- cpu[0] : PCIe4 x16
           gpu[3] -- cpu[1] : PCIe4 x16 }`,
      );
    checkClasses(node(true), list('gpu', 4), [
      'LOC PIX PHB SYS',
      'PIX LOC PHB SYS',
      'PHB PHB LOC SYS',
      'SYS SYS SYS LOC',
    ]);
    checkClasses(node(false), list('gpu', 4), [
      'LOC PHB PHB SYS',
      'PHB LOC PHB SYS',
      'PHB PHB LOC SYS',
      'SYS SYS SYS LOC',
    ]);
  });
  // NCCL: a GPU that reaches a NIC over C2C, its CPU and PCIe is P2C.
  it('over C2C to the CPU', () =>
    checkClasses(
      graphOf(
        'N',
        'node N { gpu : GH200_GPU; cpu : Grace; nic : ConnectX7\n gpu -- cpu : C2C x2\n nic -- cpu : PCIe5 x16 }',
      ),
      ['gpu', 'cpu', 'nic'],
      ['LOC C2C P2C', 'C2C LOC PHB', 'P2C PHB LOC'],
    ));
  it('no way at all', () =>
    checkClasses(graphOf('C', 'cluster C { g[2] : gpu; s[2] : switch; g[i] -- s[i] : 1 GB/s }'), list('g', 2), [
      'LOC -',
      '- LOC',
    ]));
});

describe('shares', () => {
  // Hot Chips 34, NVSwitch: 5, 4, 4, 5 links from each GPU; as one switch of 18 they carry 5/18 and 4/18.
  it('four NVSwitches act as one', () =>
    checkRoute(graphOf('DGX_H100'), 'gpu[2]', 'gpu[5]', 'NVL', [
      'gpu[2] > nvs[0] 0.277778',
      'gpu[2] > nvs[1] 0.222222',
      'gpu[2] > nvs[2] 0.222222',
      'gpu[2] > nvs[3] 0.277778',
      'nvs[0] > gpu[5] 0.277778',
      'nvs[1] > gpu[5] 0.222222',
      'nvs[2] > gpu[5] 0.222222',
      'nvs[3] > gpu[5] 0.277778',
    ]));
  it('a GPU gets all 18 links of it: 450 GB/s at line rate', () => {
    const graph = graphOf('DGX_H100');
    const load = new Float64Array(2 * graph.linkCount);
    const router = makeRouter(graph);
    router.addFlow(device(graph, 'gpu[2]'), device(graph, 'gpu[5]'), 450 * GB, load);
    router.finish(load);
    for (let arc = 0; arc < load.length; arc++)
      expect(load[arc]).toBeLessThanOrEqual(graph.linkRate[arc >> 1] * (1 + 1e-12));
  });
  // Of the relays between 0 and 6 of a DGX-1, 2 has 1 link to each (25 GB/s), 4 has 2 and 1.
  it('over one GPU, the widest ways only', () =>
    checkRoute(graphOf('DGX1_V100'), 'gpu[0]', 'gpu[6]', 'NVB', [
      'gpu[0] > gpu[2] 0.5',
      'gpu[0] > gpu[4] 0.5',
      'gpu[2] > gpu[6] 0.5',
      'gpu[4] > gpu[6] 0.5',
    ]));
  it('of two relays the wider', () =>
    checkRoute(
      graphOf(
        'C',
        'cluster C { g[4] : gpu\n g[0] -- g[1] : 5 GB/s\n g[1] -- g[3] : 5 GB/s\n g[0] -- g[2] : 9 GB/s\n g[2] -- g[3] : 9 GB/s }',
      ),
      'g[0]',
      'g[3]',
      'NVB',
      ['g[0] > g[2]', 'g[2] > g[3]'],
    ));
  // 3 of the 5 links to one NVSwitch out: 2 + 4 + 4 + 5 are left of one GPU; the other server has all.
  it('a server with links out is like no other', () => {
    const graph = graphOf('C', 'cluster C : DGX_H100_SU(nodes = 2) { without dgx[1].gpu[0] -- dgx[1].nvs[0] x3 }');
    const router = makeRouter(graph);
    const first = (node: number) => {
      const route = router.route(device(graph, `dgx[${node}].gpu[0]`), device(graph, `dgx[${node}].gpu[1]`));
      return route && drawn(graph, route)[0];
    };
    expect(first(0)).toBe('dgx[0].gpu[0] > dgx[0].nvs[0] 0.277778');
    expect(first(1)).toBe('dgx[1].gpu[0] > dgx[1].nvs[0] 0.133333');
  });
  it('nor is one that links lead out of', () => {
    const graph = graphOf(
      'C',
      `node N { cpu : cpu; gpu[2] : gpu
         gpu[*] -- cpu : PCIe5 x16 }
       cluster C { n[2] : N; s[3] : switch
         n[0].gpu[i] -- s[i] : 5 GB/s for i in 0..1
         n[1].gpu[*] -- s[2] : 5 GB/s }`,
    );
    const router = makeRouter(graph);
    const classes = [0, 1].map(
      (n) => router.route(device(graph, `n[${n}].gpu[0]`), device(graph, `n[${n}].gpu[1]`))?.class,
    );
    expect(classes).toEqual(['PHB', 'NVL']);
  });
  it('a torus: half each way round the corner', () =>
    checkRoute(
      graphOf(
        'T',
        'cluster T { c[4][4] : TPUv4\n c[x][y] -- c[(x + 1) % 4][y] : ICI\n c[x][y] -- c[x][(y + 1) % 4] : ICI\n}',
      ),
      'c[0][0]',
      'c[1][1]',
      'NVL',
      ['c[0][0] > c[0][1] 0.5', 'c[0][0] > c[1][0] 0.5', 'c[0][1] > c[1][1] 0.5', 'c[1][0] > c[1][1] 0.5'],
    ));
  it('a thin cable carries less', () =>
    checkRoute(
      graphOf(
        'C',
        'cluster C { g[2] : gpu; l[2] : switch; s[2] : switch\n g[i] -- l[i] : 9 GB/s\n l[*] -- s[0] : 2 GB/s\n l[*] -- s[1] : 6 GB/s\n}',
      ),
      'g[0]',
      'g[1]',
      'NVL',
      ['g[0] > l[0]', 'l[0] > s[0] 0.25', 'l[0] > s[1] 0.75', 'l[1] > g[1]', 's[0] > l[1] 0.25', 's[1] > l[1] 0.75'],
    ));
});

describe('rails', () => {
  const rail = (n: number) => [
    `dgx[0].gpu[${n}] > dgx[0].pcie[${n >> 1}]`,
    `dgx[0].pcie[${n >> 1}] > dgx[0].nic[${n}]`,
    `dgx[0].nic[${n}] > leaf[${n}]`,
    `leaf[${n}] > dgx[1].nic[${n}]`,
    `dgx[1].nic[${n}] > dgx[1].pcie[${n >> 1}]`,
    `dgx[1].pcie[${n >> 1}] > dgx[1].gpu[${n}]`,
  ];
  it('GPU r goes by NIC r, though two are equally near', () => {
    const unit = graphOf('DGX_H100_SU');
    for (let n = 0; n < 8; n++) checkRoute(unit, `dgx[0].gpu[${n}]`, `dgx[1].gpu[${n}]`, 'NET', rail(n));
  });
  it('on a DGX-1 two GPUs share the NIC of their PCIe switch', () => {
    const pair = graphOf('C', 'cluster C { n[2] : DGX1_V100; s : SB7800\n n[*].nic[*] -- s : EDR\n}');
    const nics = [0, 1, 4, 7].map((n) => {
      const route = makeRouter(pair).route(device(pair, `n[0].gpu[${n}]`), device(pair, 'n[1].gpu[0]'));
      return route && drawn(pair, route).filter((arc) => arc.includes('> s'));
    });
    expect(nics).toEqual([['n[0].nic[0] > s'], ['n[0].nic[0] > s'], ['n[0].nic[2] > s'], ['n[0].nic[3] > s']]);
  });
  it('rails that only NVLink joins: over the GPU with the right NIC', () => {
    const unit = graphOf('DGX_H100_SU');
    const route = makeRouter(unit).route(device(unit, 'dgx[0].gpu[0]'), device(unit, 'dgx[1].gpu[5]'));
    expect(route?.class).toBe('PXN');
    const ends = route && drawn(unit, route).filter((arc) => arc.includes('leaf') || arc.includes('> dgx[0].gpu'));
    expect(ends).toEqual([
      'dgx[0].nvs[0] > dgx[0].gpu[5] 0.277778',
      'dgx[0].nvs[1] > dgx[0].gpu[5] 0.222222',
      'dgx[0].nvs[2] > dgx[0].gpu[5] 0.222222',
      'dgx[0].nvs[3] > dgx[0].gpu[5] 0.277778',
      'dgx[0].nic[5] > leaf[5]',
      'leaf[5] > dgx[1].nic[5]',
    ]);
  });
  it('rails that spines join: straight on, every spine its part', () => {
    const pod = graphOf('DGX_H100_SuperPOD');
    const route = makeRouter(pod).route(device(pod, 'su[0].dgx[0].gpu[0]'), device(pod, 'su[2].dgx[3].gpu[5]'));
    expect(route?.class).toBe('NET');
    expect(route?.hops).toBe(8);
    expect(route && drawn(pod, route).filter((arc) => arc.includes('> spine'))).toEqual(
      Array.from({ length: 16 }, (_, s) => `su[0].leaf[0] > spine[${s}] 0.0625`),
    );
  });
  it('without NVLink and spines: by the NIC that gets there', () =>
    checkRoute(
      graphOf(
        'C',
        `node N { cpu : cpu; gpu[2] : gpu; nic[2] : nic
           gpu[*] -- cpu : PCIe5 x16
           nic[*] -- cpu : PCIe5 x16 }
         cluster C { n[2] : N; l[2] : switch
           n[*].nic[r] -- l[r] : NDR }`,
      ),
      'n[0].gpu[0]',
      'n[1].gpu[1]',
      'NET',
      [
        'n[0].gpu[0] > n[0].cpu',
        'n[0].cpu > n[0].nic[0] 0.5',
        'n[0].cpu > n[0].nic[1] 0.5',
        'n[0].nic[0] > l[0] 0.5',
        'n[0].nic[1] > l[1] 0.5',
        'l[0] > n[1].nic[0] 0.5',
        'l[1] > n[1].nic[1] 0.5',
        'n[1].nic[0] > n[1].cpu 0.5',
        'n[1].nic[1] > n[1].cpu 0.5',
        'n[1].cpu > n[1].gpu[1]',
      ],
    ));
  it('a NIC on two leaves does not join them', () => {
    const graph = graphOf(
      'C',
      `node N { gpu : gpu; nic : nic
         gpu -- nic : 60 GB/s }
       cluster C { n[2] : N; l[2] : switch; dual : nic
         n[i].nic -- l[i] : 5 GB/s
         dual -- l[*] : 5 GB/s }`,
    );
    expect(makeRouter(graph).route(device(graph, 'n[0].gpu'), device(graph, 'n[1].gpu'))).toBeUndefined();
    expect(makeRouter(graph).route(device(graph, 'n[0].gpu'), device(graph, 'dual'))?.hops).toBe(3);
  });
  it('a storage NIC without a cable is no exit; a broken rail takes the next', () => {
    const template = templateOf('cluster C : DGX_H100_SU(nodes = 2) { without dgx[0].nic[3] -- leaf[3] }', 'C');
    const graph = buildGraph(template);
    const route = makeRouter(graph).route(device(graph, 'dgx[0].gpu[3]'), device(graph, 'dgx[1].gpu[2]'));
    expect(route && drawn(graph, route).filter((arc) => arc.includes('leaf'))).toEqual([
      'dgx[0].nic[2] > leaf[2]',
      'leaf[2] > dgx[1].nic[2]',
    ]);
  });
});

describe('sketches', () => {
  const pair = (node: string) =>
    `node N { ${node} }\ncluster C { n[2] : N; leaf : switch\n n[*].nic[*] -- leaf : 50 GB/s }`;
  it('a switch inside a node that NICs hang on', () => {
    const graph = graphOf(
      'C',
      pair('gpu[2] : gpu; sw : switch; nic[2] : nic\n gpu[*] -- sw : 450 GB/s\n nic[*] -- sw : 50 GB/s'),
    );
    checkRoute(graph, 'n[0].gpu[1]', 'n[1].gpu[1]', 'NET', [
      'n[0].gpu[1] > n[0].sw',
      'n[0].sw > n[0].nic[1]',
      'n[0].nic[1] > leaf',
      'leaf > n[1].nic[1]',
      'n[1].nic[1] > n[1].sw',
      'n[1].sw > n[1].gpu[1]',
    ]);
  });
  it('a NIC between a GPU and a switch in the same node is an exit', () => {
    const graph = graphOf(
      'N',
      'node N { gpu[2] : gpu; nic[2] : nic; sw : switch\n gpu[i] -- nic[i] : 60 GB/s\n nic[*] -- sw : 50 GB/s }',
    );
    checkRoute(graph, 'gpu[0]', 'gpu[1]', 'NET', ['gpu[0] > nic[0]', 'nic[0] > sw', 'sw > nic[1]', 'nic[1] > gpu[1]']);
  });
  it('CPUs alone', () => {
    const graph = graphOf('C', pair('cpu : cpu; nic[1] : nic\n cpu -- nic[0] : 60 GB/s'));
    expect([...graph.ranks].map((rank) => deviceName(graph, rank))).toEqual(['n[0].cpu', 'n[1].cpu']);
    checkRoute(graph, 'n[0].cpu', 'n[1].cpu', 'NET', [
      'n[0].cpu > n[0].nic[0]',
      'n[0].nic[0] > leaf',
      'leaf > n[1].nic[0]',
      'n[1].nic[0] > n[1].cpu',
    ]);
  });
  it('GPUs in a ring relay where there is no other way', () => {
    const graph = graphOf('C', 'cluster C { g[6] : gpu\n g[i] -- g[(i + 1) % 6] : 5 GB/s }');
    checkRoute(graph, 'g[0]', 'g[2]', 'NVB', ['g[0] > g[1]', 'g[1] > g[2]']);
    expect(makeRouter(graph).route(0, 3)?.hops).toBe(3);
  });
  it('a one-way ring goes all the way round', () => {
    const graph = graphOf('C', 'cluster C { g[4] : gpu\n g[i] -> g[(i + 1) % 4] : 5 GB/s }');
    checkRoute(graph, 'g[1]', 'g[0]', 'NVB', ['g[1] > g[2]', 'g[2] > g[3]', 'g[3] > g[0]']);
  });
  it('cables that go one way only, out by one and in by another', () => {
    const graph = graphOf(
      'C',
      'node N { gpu : gpu; nic : nic; gpu -- nic : 60 GB/s }\ncluster C { n[2] : N; up : switch; down : switch\n n[*].nic -> up : 50 GB/s\n up -> down : 50 GB/s\n down -> n[*].nic : 50 GB/s }',
    );
    checkRoute(graph, 'n[0].gpu', 'n[1].gpu', 'NET', [
      'n[0].gpu > n[0].nic',
      'n[0].nic > up',
      'up > down',
      'down > n[1].nic',
      'n[1].nic > n[1].gpu',
    ]);
  });
});

describe('latency', () => {
  const latency = (graph: Graph, from: string, to: string) =>
    makeRouter(graph).route(device(graph, from), device(graph, to))?.latency;
  it('links and the devices between', () => {
    const graph = graphOf(
      'C',
      `cluster C { g[2] : gpu; s : switch { latency = 300 ns }
         g[*] -- s : 5 GB/s, 2 us }`,
    );
    expect(latency(graph, 'g[0]', 'g[1]')).toBeCloseTo(4.3e-6, 12);
    expect(latency(graph, 'g[0]', 's')).toBeCloseTo(2e-6, 12);
    expect(latency(graph, 'g[0]', 'g[0]')).toBe(0);
  });
  it('a NIC and both leaves count, the ranks do not', () => {
    const graph = graphOf(
      'C',
      `node N { gpu : gpu { latency = 9 us }; nic : nic { latency = 100 ns }; gpu -- nic : 60 GB/s, 1 us }
       cluster C { n[2] : N; l[2] : switch { latency = 10 ns }
         n[i].nic -- l[i] : 50 GB/s, 200 ns
         l[0] -- l[1] : 50 GB/s, 5 us }`,
    );
    // 2 x (1 us + 100 ns + 200 ns + 10 ns) + 5 us
    expect(latency(graph, 'n[0].gpu', 'n[1].gpu')).toBeCloseTo(7.62e-6, 12);
    const load = new Float64Array(2 * graph.linkCount);
    const flow = makeRouter(graph).addFlow(device(graph, 'n[0].gpu'), device(graph, 'n[1].gpu'), 1, load);
    expect(flow).toBeCloseTo(7.62e-6, 12);
  });
});

describe('hashed', () => {
  it('a flow takes one way, always the same, and many flows use all', () => {
    const pod = graphOf('DGX_H100_SuperPOD');
    const router = makeRouter(pod, { routing: 'hashed' });
    const again = makeRouter(pod, { routing: 'hashed' });
    const used = new Map<string, number>();
    for (let i = 0; i < 256; i++) {
      const [from, to] = [pod.ranks[i], pod.ranks[256 + ((i * 8) % 256) + (i % 8)]];
      const route = router.route(from, to);
      expect(route?.shares.every((share) => share === 1)).toBe(true);
      expect(again.route(from, to)?.arcs).toEqual(route?.arcs);
      const spine = [...(route?.arcs ?? [])]
        .map((arc) => deviceName(pod, arcTo(pod, arc)))
        .find((n) => n.startsWith('spine'));
      used.set(spine ?? '', (used.get(spine ?? '') ?? 0) + 1);
    }
    expect(used.size).toBe(16);
    // 16 expected on each; a fair throw of 256 on 16 exceeds 40 less than once in 10^6.
    expect(Math.max(...used.values())).toBeLessThan(40);
  });
  it('the way is one that ends where it should', () => {
    const pod = graphOf('DGX_H100_SuperPOD');
    const [from, to] = [pod.ranks[3], pod.ranks[700]];
    const route = makeRouter(pod, { routing: 'hashed' }).route(from, to);
    let at = from;
    for (const arc of route?.arcs ?? []) {
      expect(arcFrom(pod, arc)).toBe(at);
      at = arcTo(pod, arc);
    }
    expect(at).toBe(to);
  });
});
