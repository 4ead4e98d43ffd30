// Large texts for measuring, and those that ask for more than can be built. Each is right but for that.

/** Sixteen lines: a node as people write it. */
export const node = (i: number): string => `
/// Node number ${i}.
node Node${i}(accelerator = H100_SXM, network = ConnectX7) {
  cpu[2]  : Xeon_8480C
  pcie[4] : PEX89144
  gpu[8]  : accelerator { memory = 192 GB }
  nic[8]  : network

  cpu[0]  -- cpu[1]      : UPI2 x3
  pcie[i] -- cpu[i / 2]  : PCIe5 x16
  gpu[i]  -- pcie[i / 2] : PCIe5 x16
  nic[i]  -- pcie[(i + 1) % 8 / 2] : 25 GB/s, 1 us
  show   allreduce(1 GiB, over = gpu[0..7])
  expect oversubscription <= 1
}
`;

const several = (count: number, make: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('');

/** So many lines of nodes. */
export const nodes = (lines: number): string => several(Math.floor(lines / 16), node);

/** So many lines in four clusters: long bodies of parts and cables. */
export const longBodies = (lines: number): string =>
  several(
    4,
    (k) =>
      `cluster Long${k} {\n${several(Math.floor(lines / 8), (i) => `  g${i}[4] : gpu\n  g${i}[*] -- g${Math.max(0, i - 1)}[*] : 50 GB/s\n`)}}\n`,
  );

/** So many clusters, one a line. */
export const oneLiners = (lines: number): string =>
  several(lines, (i) => `cluster C${i} { g[4] : gpu; g[i] -- g[(i + 1) % 4] : 50 GB/s, 1 us }\n`);

const levels = (count: number): string =>
  `cluster C0 { g[10] : gpu; g[*] -- g[*] : 1 GB/s }\n${several(count, (i) => `cluster C${i + 1} { c[10] : C${i} }\n`)}`;

/** Texts that declare or join a thousand million things and more, by what they do it with, and the code they get. */
export const endless: readonly (readonly [name: string, code: string, text: string])[] = [
  ['one array', 'size.devices', 'cluster C { g[1000000000] : gpu; g[*] -- g[*] : 50 GB/s }'],
  ['two dimensions', 'size.devices', 'cluster C { g[100000][10000] : gpu; g[i][j] -- g[j][i] : 50 GB/s }'],
  ['nested clusters', 'size.devices', levels(9)],
  ['a hundred levels', 'size.devices', levels(100)],
  ['a base', 'size.devices', 'cluster A { g[1000000000] : gpu }\ncluster B : A { h : gpu; h -- g[*] : 1 GB/s }'],
  ['a default', 'size.devices', 'cluster A(n = 10 ** 9) { g[n] : gpu; g[i] -- g[(i + 1) % n] : 1 GB/s }'],
  ['an argument', 'size.devices', 'cluster A(n = 2) { g[n] : gpu }\ncluster B { a : A(n = 1000000000) }'],
  ['empty clusters', 'size.devices', 'cluster A { }\ncluster B { a[1000000000] : A }'],
  ['for', 'size.links', 'cluster C { g[4] : gpu; g[i % 4] -- g[(i + 1) % 4] : 1 GB/s for i in 0..1000000000 }'],
  [
    'two for',
    'size.links',
    'cluster C { g[4] : gpu; g[i % 4] -- g[j % 4] : 1 GB/s for i in 0..99999 for j in 0..99999 where i < j }',
  ],
  ['a range', 'index.range', 'cluster C { g[4] : gpu; g[0] -- g[0..1000000000] : 1 GB/s }'],
  ['a set', 'size.links', `cluster C { g[100000] : gpu; g[0] -- g[${Array(10000).fill('*').join(', ')}] : 1 GB/s }`],
  ['a mesh', 'size.links', 'cluster C { g[50000] : gpu; g[*] -- g[*] : 1 GB/s }'],
  ['an xN', 'port.count', 'cluster C { g[2] : H100_SXM; g[0] -- g[1] : NVLink4 x1000000000 }'],
  ['an exponent', 'quantity.range', 'cluster C { g[9 ** 9 ** 9 ** 9] : gpu }'],
  ['a literal', 'size.devices', 'cluster C { g[1e300] : gpu }'],
  ['cables taken out', 'size.links', 'cluster C { g[50000] : gpu; without g[*] -- g[*] }'],
  ['a sum', 'size.links', `cluster C { g[100000] : gpu; let a = ${Array(1000).fill('g[*]').join(' + ')} }`],
];
