// From a template to a graph: instances stamped, parallel links added up, what is out left out, links told by their use.
import { describe, expect, it } from 'vitest';
import type { Selection } from '../../server/semantics/values.ts';
import { buildGraph } from '../../server/topology/build.ts';
import { arcTo, deviceKind, deviceName, type Graph, LinkUse } from '../../server/topology/graph.ts';
import { device, GB, graphOf, templateOf } from './graphs.ts';

const useNames = ['scaleUp', 'host', 'network'];

/** `a -- b 3 links 75 GB/s`, in order. */
function links(graph: Graph): string[] {
  return Array.from({ length: graph.linkCount }, (_, k) => {
    const [a, b] = [graph.linkA[k], graph.linkB[k]].map((d) => deviceName(graph, d));
    const arrow = graph.linkDirected[k] === 1 ? '->' : '--';
    return `${a} ${arrow} ${b} x${graph.linkCounts[k]} ${Number((graph.linkRate[k] / GB).toPrecision(6))} GB/s`;
  }).sort();
}

const check = (graph: Graph, expected: string[]) => expect(links(graph)).toEqual([...expected].sort());

/** How many links of each use. */
function uses(graph: Graph): Record<string, number> {
  const found: Record<string, number> = {};
  for (const use of graph.linkUse) found[useNames[use]] = (found[useNames[use]] ?? 0) + 1;
  return found;
}

function out(graph: Graph, devices: string[], cables: [string, string, number?][] = []): Graph {
  const without: Selection = {
    places: devices.map((name) => ({ path: name, first: device(graph, name), devices: 1, of: 'template' })),
    cables: cables.map(([a, b, count]) => ({
      a: device(graph, a),
      b: device(graph, b),
      directed: false,
      ...(count === undefined ? {} : { count }),
    })),
  };
  return buildGraph(graph.template, without);
}

const two = `node N { g[2] : gpu; s : switch
  g[*] -- s : NVLink2 x3 }
cluster C { n[2] : N; top : switch
  n[*].s -- top : 40 GB/s }`;

describe('links', () => {
  it('each instance has its own', () =>
    check(graphOf('C', two), [
      'n[0].g[0] -- n[0].s x3 75 GB/s',
      'n[0].g[1] -- n[0].s x3 75 GB/s',
      'n[1].g[0] -- n[1].s x3 75 GB/s',
      'n[1].g[1] -- n[1].s x3 75 GB/s',
      'n[0].s -- top x1 40 GB/s',
      'n[1].s -- top x1 40 GB/s',
    ]));
  it('of one medium between two devices are one, whichever end is named first', () =>
    check(
      graphOf(
        'C',
        'cluster C { g[2] : gpu\n g[0] -- g[1] : NVLink2 x2\n g[1] -- g[0] : NVLink2\n g[0] -- g[1] : 5 GB/s }',
      ),
      ['g[0] -- g[1] x3 75 GB/s', 'g[0] -- g[1] x1 5 GB/s'],
    ));
  it('of another latency, or one way, they stay apart', () =>
    check(
      graphOf(
        'C',
        'cluster C { g[2] : gpu\n g[0] -- g[1] : 5 GB/s\n g[0] -- g[1] : 5 GB/s, 1 us\n g[0] -> g[1] : 5 GB/s\n g[1] -> g[0] : 5 GB/s }',
      ),
      ['g[0] -- g[1] x1 5 GB/s', 'g[0] -- g[1] x1 5 GB/s', 'g[0] -> g[1] x1 5 GB/s', 'g[1] -> g[0] x1 5 GB/s'],
    ));
  it('a PCIe slot is one link of 16 lanes: 32 GT/s x 16 / 8 x 128/130', () =>
    check(
      graphOf('N', 'node N { c : cpu; g : gpu; g -- c : PCIe5 x16 }'),
      ['c -- g x16 63.0154 GB/s'].map((text) => text.replace('c -- g', 'g -- c')),
    ));
  it('arcs leave every device once for every link, one-way links at one end only', () => {
    const graph = graphOf('C', 'cluster C { g[3] : gpu\n g[0] -> g[1] : 5 GB/s\n g[1] -- g[2] : 5 GB/s }');
    const next = Array.from({ length: 3 }, (_, d) =>
      [...graph.arcOut.subarray(graph.arcStart[d], graph.arcStart[d + 1])].map((arc) => arcTo(graph, arc)),
    );
    expect(next).toEqual([[1], [2], [1]]);
  });
});

describe('without', () => {
  it('a device goes with its links, the rest keep their numbers', () => {
    const graph = out(graphOf('C', two), ['n[0].g[1]', 'top']);
    check(graph, [
      'n[0].g[0] -- n[0].s x3 75 GB/s',
      'n[1].g[0] -- n[1].s x3 75 GB/s',
      'n[1].g[1] -- n[1].s x3 75 GB/s',
    ]);
    expect([...graph.ranks].map((rank) => deviceName(graph, rank))).toEqual(['n[0].g[0]', 'n[1].g[0]', 'n[1].g[1]']);
  });
  it('some links of a cable', () =>
    check(out(graphOf('C', two), ['n[1].g[0]', 'n[1].g[1]', 'top'], [['n[0].s', 'n[0].g[0]', 2]]), [
      'n[0].g[0] -- n[0].s x1 25 GB/s',
      'n[0].g[1] -- n[0].s x3 75 GB/s',
    ]));
  it('more than there are, and over several statements', () => {
    const graph = graphOf('C', 'cluster C { g[2] : gpu\n g[0] -- g[1] : NVLink2 x2\n g[1] -- g[0] : NVLink2 x2 }');
    check(out(graph, [], [['g[0]', 'g[1]', 3]]), ['g[1] -- g[0] x1 25 GB/s']);
    check(out(graph, [], [['g[1]', 'g[0]', 9]]), []);
    check(out(graph, [], [['g[1]', 'g[0]']]), []);
  });
  it('in the text: in a part, and in the whole', () =>
    check(
      graphOf(
        'D',
        `node N { g[2] : gpu; s : switch
           g[*] -- s : NVLink2 x3
           without g[1] -- s x1 }
         cluster C { n[2] : N; top : switch
           n[*].s -- top : 40 GB/s }
         cluster D : C { without n[1] }`,
      ),
      ['n[0].g[0] -- n[0].s x3 75 GB/s', 'n[0].g[1] -- n[0].s x2 50 GB/s', 'n[0].s -- top x1 40 GB/s'],
    ));
});

describe('hosts and ranks', () => {
  it('a node is a host, a device in a cluster its own', () => {
    const graph = graphOf('C', two);
    expect(graph.hostCount).toBe(3);
    expect([...graph.host]).toEqual([0, 0, 0, 1, 1, 1, 2]);
  });
  it('CPUs where there is no GPU', () => {
    const graph = graphOf('C', 'cluster C { c[2] : cpu; s : switch\n c[*] -- s : 5 GB/s }');
    expect([...graph.ranks].map((rank) => deviceKind(graph, rank))).toEqual(['cpu', 'cpu']);
  });
});

describe('use', () => {
  // DGX H100: 1 UPI, 4 + 8 + 8 + 2 PCIe, 8 x 4 NVLink; in a unit each has 8 cables to leaves.
  it('a DGX H100 in a unit', () => {
    expect(uses(graphOf('DGX_H100'))).toEqual({ host: 23, scaleUp: 32 });
    expect(uses(graphOf('DGX_H100_SU'))).toEqual({ host: 32 * 23, scaleUp: 32 * 32, network: 32 * 8 });
  });
  it('switches over NVSwitches are scale-up too, those over NICs are network', () =>
    expect(
      uses(
        graphOf(
          'C',
          `node N { gpu : gpu; nvs : switch; nic : nic; cpu : cpu
             gpu -- nvs : NVLink4 x4
             gpu -- cpu : C2C
             nic -- cpu : PCIe5 x16 }
           cluster C { n[2] : N; l2 : switch; leaf[2] : switch; spine : switch
             n[*].nvs -- l2 : NVLink4 x4
             n[i].nic -- leaf[i] : NDR
             leaf[*] -- spine : NDR }`,
        ),
      ),
    ).toEqual({ scaleUp: 4, host: 4, network: 4 }));
  it('a CPU on a leaf is on the network, on a switch of its node it is not', () => {
    const graph = graphOf(
      'C',
      `node N { cpu : cpu; sw : switch; gpu : gpu
         cpu -- sw : 32 GB/s
         gpu -- sw : 32 GB/s }
       cluster C { n[2] : N; leaf : switch
         n[*].cpu -- leaf : 5 GB/s }`,
    );
    expect(uses(graph)).toEqual({ host: 4, network: 2 });
    expect(graph.linkUse.includes(LinkUse.scaleUp)).toBe(false);
  });
});

it('half a million devices in no time to speak of', () => {
  const text = `cluster Big : DGX_H100_SU(nodes = 32) { }
    cluster All { su[512] : DGX_H100_SU }`;
  const graph = buildGraph(templateOf(text, 'All'));
  // 28 + 2 storage NICs = 30 devices a node, 8 leaves a unit: 512 x (32 x 24 + 8)
  expect(graph.ranks.length).toBe(512 * 32 * 8);
  expect(graph.linkCount).toBe(512 * 32 * (23 + 32 + 8));
});
