// A file as the server would tell of it, made by hand: four boxes of two GPUs on two leaves, one of them a stack.
import type { AnalyzeResult, Explanation, Scene, SceneLink, ScenePart, SourceRange } from '../../server/protocol.ts';

export const uri = 'file:///cluster.topo';

/** Each thing stands in a line of its own, 100 characters to the line. */
export const at = (line: number, inFile = uri): SourceRange => ({
  uri: inFile,
  start: line * 100,
  end: line * 100 + 20,
  line,
  character: 0,
});

const part = (name: string, count: number, kind: ScenePart['kind'], type: string, line: number): ScenePart => ({
  name,
  dims: count === 1 ? [] : [count],
  count,
  kind,
  type,
  detail: kind === 'gpu' ? '80 GB · 700 W' : '',
  source: at(line),
});

const link = (a: [number, number, string?], b: [number, number], look: SceneLink['look'], line: number): SceneLink => ({
  a: { part: a[0], place: a[1], inner: a[2] ?? '' },
  b: { part: b[0], place: b[1], inner: '' },
  look,
  medium: look === 'infiniband' ? 'NDR' : 'NVLink4',
  count: look === 'infiniband' ? 1 : 18,
  lanes: false,
  GBps: look === 'infiniband' ? 50 : 450,
  effectiveGBps: look === 'infiniband' ? 48 : 400,
  directed: false,
  source: at(line),
});

const eight = [0, 1, 2, 3, 4, 5, 6, 7];

const box: Scene['templates'][number] = {
  name: 'Box',
  of: 'node',
  key: 'box',
  source: at(1),
  parts: [
    part('gpu', 8, 'gpu', 'H100_SXM', 2),
    part('nvs', 4, 'switch', 'NVSwitch3', 3),
    part('nic', 8, 'nic', 'ConnectX7', 4),
  ],
  links: eight.flatMap((g) => [0, 1, 2, 3].map((s) => link([0, g], [1, s], 'nvlink', 5))),
  absent: [],
};

const cluster: Scene['templates'][number] = {
  name: 'Cluster',
  of: 'cluster',
  doc: 'Four boxes on eight rails.',
  key: 'cluster',
  source: at(7),
  parts: [{ ...part('box', 4, 'node', 'Box', 8), template: 1 }, part('leaf', 8, 'switch', 'QM9700', 9)],
  links: [0, 1, 2, 3].flatMap((b) => eight.map((r) => link([0, b, `nic[${r}]`], [1, r], 'infiniband', 10))),
  absent: [],
};

export const clusterScene: Scene = {
  uri,
  version: 1,
  root: 'Cluster',
  roots: ['Cluster', 'Box'],
  templates: [cluster, box],
};

export const boxScene: Scene = { ...clusterScene, root: 'Box', templates: [box] };

/** The same file with one box more. */
export const grownScene: Scene = {
  ...clusterScene,
  version: 2,
  templates: [
    {
      ...cluster,
      key: 'cluster of five',
      parts: [{ ...part('box', 5, 'node', 'Box', 8), template: 1 }, cluster.parts[1]],
      links: [...cluster.links, ...eight.map((r) => link([0, 4, `nic[${r}]`], [1, r], 'infiniband', 10))],
    },
    box,
  ],
};

/** As many boxes as are drawn as one stack. */
export const manyScene: Scene = {
  ...clusterScene,
  version: 3,
  templates: [
    {
      ...cluster,
      key: 'cluster of 100',
      parts: [{ ...part('box', 100, 'node', 'Box', 8), template: 1 }, cluster.parts[1]],
    },
    box,
  ],
};

const bottleneck = { a: 'box[1].nic[5]', b: 'leaf[5]', medium: 'NDR', GBps: 48, busy: 0.98 };

const sides = {
  few: ['box[0]'],
  fewRanks: 8,
  manyRanks: 24,
  links: [{ name: 'box[0].nic[i] -- leaf[i]', links: 8, medium: 'NDR', GBps: 384 }],
};

/** All-reduce of 256 MiB: 2 (n - 1) / n of the size over the bus; figures are round, not worked out. */
export const costs: AnalyzeResult = {
  root: 'Cluster',
  version: 1,
  collective: 'allreduce',
  sizeBytes: 2 ** 28,
  ranks: 32,
  algorithms: [
    { name: 'hierarchical', timeUs: 1510, algbwGBps: 177.8, busbwGBps: 344.5, optimumPercent: 92, bottleneck },
    { name: 'ring', timeUs: 1630, algbwGBps: 164.7, busbwGBps: 319.1, optimumPercent: 85.6, bottleneck },
    { name: 'tree', timeUs: 2480, algbwGBps: 108.2, busbwGBps: 209.7, optimumPercent: 56 },
  ],
  optimum: {
    timeUs: 1389,
    bound: false,
    cut: { ranks: 8, links: eight.map((r) => `box[0].nic[${r}] -- leaf[${r}]`), GBps: 384, sides },
  },
  measured: {
    library: 'NCCL',
    algorithm: 'ring',
    timeUs: 1790,
    lowUs: 1440,
    highUs: 2350,
    algbwGBps: 150,
    busbwGBps: 290,
    limit: { by: 'nics', GBps: 384 },
    optimumPercent: 77.6,
  },
  // Where 14 us + s / 108 GB/s and 20 us + s / 178 GB/s are equal.
  fastest: [
    { algorithm: 'tree', fromBytes: 1, toBytes: 1.648e6 },
    { algorithm: 'hierarchical', fromBytes: 1.648e6, toBytes: 2 ** 34 },
  ],
  loads: [
    bottleneck,
    ...eight.flatMap((r) => [
      { ...bottleneck, a: `box[0].nic[${r}]`, b: `leaf[${r}]`, busy: 0.1 + r / 10 },
      { ...bottleneck, a: `box[2].nic[${r}]`, b: `leaf[${r}]`, busy: 0.9 - r / 10 },
    ]),
  ],
};

const rails = { name: 'box[*].nic[i] -- leaf[i]', links: 32, of: 32, medium: 'NDR', GBps: 48, busy: 0.98 };

/** Of the fastest above. */
export const why: Explanation = {
  algorithm: 'hierarchical',
  timeUs: 1510,
  latencyShare: 0.01,
  softwareShare: 0,
  groups: [rails, { name: 'box[i].gpu[*] -- box[i].sw', links: 32, of: 32, medium: 'NVLink4', GBps: 369, busy: 0.4 }],
  traffic: {
    a: 'box[0].nic[0]',
    b: 'leaf[0]',
    between: 'hosts',
    senders: ['box[0].gpu[0]'],
    receivers: ['box[1].gpu[0]'],
    flows: 1,
  },
  halved: { timeUs: 3020, bottleneck: { ...rails, GBps: 24, busy: 0.99 } },
  doubled: { timeUs: 906, bottleneck: { ...rails, name: 'box[i].gpu[*] -- box[i].sw', busy: 0.67 } },
};

/** Latency and bandwidth: 20 µs and 178 GB/s for the first, and so on. */
export const curveOf = (sizes: readonly number[]): AnalyzeResult => ({
  ...costs,
  sweep: sizes.map((sizeBytes) => ({
    sizeBytes,
    timesUs: [20 + sizeBytes / 178e3, 60 + sizeBytes / 165e3, sizeBytes < 2 ** 12 ? null : 14 + sizeBytes / 108e3],
  })),
});
