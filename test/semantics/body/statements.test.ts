// What connection statements make: link counts of real systems by hand, and rules 1 to 5 of the language against a plain
// interpreter of them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { devicePath, type Template } from '../../../server/semantics/template.ts';
import { bodies, whole } from './support.ts';

/** Pairs and links (xN) of the connections of one family of a body with no findings. */
function check(text: string, name: string, family: string, expected: { pairs: number; links: number }): void {
  const made = bodies(text);
  expect(made.findings).toEqual([]);
  const of = made.template(name).connections.filter(({ medium }) => (medium?.family ?? '') === family);
  const pairs = of.reduce((sum, { a }) => sum + a.length, 0);
  const links = of.reduce((sum, { a, count }) => sum + a.length * count, 0);
  expect({ pairs, links }).toEqual(expected);
}

const joins = (template: Template): string[] =>
  template.connections.flatMap(({ a, b }) =>
    Array.from(a, (from, k) => `${devicePath(template, from)} ${devicePath(template, b[k])}`),
  );

const dgxH100 = `
node DGX_H100(accelerator = H100_SXM) {
  cpu[2]  : Xeon_8480C
  pcie[4] : PEX89144
  gpu[8]  : accelerator
  nvs[4]  : NVSwitch3
  nic[8]  : ConnectX7
  cpu[0]  -- cpu[1]      : UPI2 x3
  pcie[i] -- cpu[i / 2]  : PCIe5 x16
  gpu[i]  -- pcie[i / 2] : PCIe5 x16
  nic[i]  -- pcie[i / 2] : PCIe5 x16
  gpu[*]  -- nvs[0, 3]   : NVLink4 x5
  gpu[*]  -- nvs[1, 2]   : NVLink4 x4
}
cluster SU(host = DGX_H100, nodes = 32) {
  dgx[nodes] : host
  leaf[8]    : QM9700
  dgx[n].nic[r] -- leaf[r] : NDR
}
cluster SuperPOD(sus = 4, spines = 4 * sus) {
  su[sus]       : SU
  spine[spines] : QM9700
  su[s].leaf[l] -- spine[*] : NDR x(32 / spines)
  without su[sus - 1].dgx[31]
}`;

describe('real systems', () => {
  // Eight GPUs, each 5 + 4 + 4 + 5 = 18 links to four NVSwitches: 8 * 18 = 144 in 8 * 4 = 32 pairs.
  it('DGX H100', () => check(dgxH100, 'DGX_H100', 'NVLink', { pairs: 32, links: 144 }));

  // 32 nodes of 8 NICs, each on its own leaf: 256.
  it('a scalable unit', () => check(dgxH100, 'SU', 'InfiniBand', { pairs: 256, links: 256 }));

  // 4 units of 8 leaves to 16 spines: 512 pairs of 32 / 16 = 2 cables.
  it('SuperPOD', () => check(dgxH100, 'SuperPOD', 'InfiniBand', { pairs: 512, links: 1024 }));

  it('SuperPOD of one unit: 8 leaves, 4 spines, eight cables a pair', () => {
    const { connections, deviceCount, absences } = bodies(dgxH100).template('SuperPOD', { sus: whole(1) });
    expect(connections.map(({ a, count }) => [a.length, count])).toEqual([[32, 8]]);
    // A DGX here has 2 + 4 + 8 + 4 + 8 = 26 devices: 32 of them, 8 leaves, 4 spines.
    expect(deviceCount).toBe(32 * 26 + 8 + 4);
    expect(absences[0].devices).toHaveLength(26);
    expect(absences[0].devices[0]).toBe(31 * 26);
  });

  // Hybrid cube mesh: two quads of 6 pairs, 4 across: 16 pairs. Six links a GPU: 8 * 6 / 2 = 24 links.
  it('DGX-1 V100', () => {
    const text = `
node DGX1 {
  gpu[8] : V100_SXM
  gpu[0..3] -- gpu[0..3]  : NVLink2
  gpu[4..7] -- gpu[4..7]  : NVLink2
  gpu[i]    -- gpu[i + 4] : NVLink2 for i in 0..3
  gpu[0] -- gpu[3, 4] : NVLink2
  gpu[1] -- gpu[2, 5] : NVLink2
  gpu[2] -- gpu[3]    : NVLink2
  gpu[4] -- gpu[7]    : NVLink2
  gpu[5] -- gpu[6]    : NVLink2
  gpu[6] -- gpu[7]    : NVLink2
}`;
    const made = bodies(text);
    expect(made.findings).toEqual([]);
    const template = made.template('DGX1');
    expect(joins(template)).toHaveLength(24);
    expect(new Set(joins(template)).size).toBe(16);
  });

  for (const [n, links] of [
    [1, 0],
    [2, 1],
    [3, 3],
    [4, 4],
  ])
    it(`a ring of ${n}`, () =>
      check(`cluster R { g[${n}] : gpu; g[i] -- g[(i + 1) % ${n}] : 5 GB/s }`, 'R', '', { pairs: links, links }));

  // n (n - 1) / 2
  it('a full mesh of 9', () =>
    check('cluster M { g[9] : gpu; g[*] -- g[*] : 5 GB/s }', 'M', '', { pairs: 36, links: 36 }));

  // d * 2^(d - 1): 4 * 8
  it('a hypercube of 4 dimensions', () =>
    check(
      'cluster H(d = 4) { g[2 ** d] : gpu; g[i] -- g[i + 2 ** b] : 5 GB/s for b in 0..d - 1 where i / 2 ** b % 2 == 0 }',
      'H',
      '',
      { pairs: 32, links: 32 },
    ));

  // Each of n^3 chips has 6 neighbours, shared: 3 n^3; of extent 2 both neighbours are one: 3 n^3 / 2.
  for (const [n, links] of [
    [3, 81],
    [2, 12],
  ])
    it(`a torus of ${n}^3`, () =>
      check(
        `cluster T(n = ${n}) {
  c[n][n][n] : TPUv4
  c[x][y][z] -- c[(x + 1) % n][y][z] : ICI
  c[x][y][z] -- c[x][(y + 1) % n][z] : ICI
  c[x][y][z] -- c[x][y][(z + 1) % n] : ICI
}`,
        'T',
        'ICI',
        { pairs: links, links },
      ));

  // k pods of (k / 2)^2 edge-to-aggregation links; k * k / 2 aggregation switches with k / 2 cores each: k^3 / 4 = 16 for k = 4.
  it('a fat tree of k = 4', () => {
    const text = `
cluster Pod(k = 4) {
  g[k / 2][k / 2] : gpu
  edge[k / 2] : switch
  agg[k / 2]  : switch
  g[e][h] -- edge[e] : 5 GB/s
  edge[*] -- agg[*] : 5 GB/s
}
cluster FatTree(k = 4) {
  pod[k] : Pod(k = k)
  core[k / 2][k / 2] : switch
  pod[p].agg[a] -- core[a][*] : 5 GB/s
}`;
    check(text, 'FatTree', '', { pairs: 16, links: 16 });
    check(text, 'Pod', '', { pairs: 8, links: 8 });
  });
});

describe('what a connection carries', () => {
  // 18 lanes pairs of 106.25 Gb/s, 16/17 of it: 25 GB/s a link, 450 GB/s for 18 (data sheet: 900 GB/s both ways).
  it('NVLink4 x18', () => {
    const [connection] = bodies('cluster C { a : H100_SXM; b : H100_SXM; a -- b : NVLink4 x18, 1 us }').template(
      'C',
    ).connections;
    expect(connection.rate).toBeCloseTo(450e9, -3);
    expect(connection.effectiveRate).toBeCloseTo(450e9 * 0.8, -3);
    expect(connection.latency).toBeCloseTo(1.5e-6, 12);
  });

  // 16 lanes of 32 GT/s, 128/130 of it: 63.0 GB/s.
  it('PCIe5 x16 is one link of 16 lanes', () => {
    const [connection] = bodies('node N { c : EPYC_9654; g : H100_SXM; g -- c : PCIe5 x16 }').template('N').connections;
    expect(connection.rate / 1e9).toBeCloseTo(63.015, 3);
    expect(connection.count).toBe(16);
  });

  it('a bare rate, twice', () => {
    const [connection] = bodies('cluster C { g[2] : gpu; g[0] -- g[1] : 50 GB/s x2 }').template('C').connections;
    expect(connection).toMatchObject({ rate: 100e9, effectiveRate: 100e9, latency: 0, count: 2, directed: false });
    expect(connection.medium).toBeUndefined();
  });
});

describe('templates', () => {
  it('the same arguments give the same object', () => {
    const text = 'cluster P(n = 2) { g[n] : gpu }\ncluster C { a : P; b : P(n = 2); c : P(n = 3) }';
    const [a, b, c] = bodies(text).template('C').parts;
    expect(a.type).toBe(b.type);
    expect(c.type).not.toBe(a.type);
  });

  it('order of statements does not matter, parts come before definitions, later defaults use earlier ones', () => {
    const text = `
cluster C(n = 2, m = n + 1) {
  gpu[i] -- gpu[(i + 1) % size] : 5 GB/s
  let size = n * m
  gpu[size] : gpu
}`;
    const made = bodies(text);
    expect(made.findings).toEqual([]);
    expect(made.template('C').deviceCount).toBe(6);
    expect(made.template('C', { n: whole(3) }).deviceCount).toBe(12);
  });

  it('a base comes first: its parts, connections and absences, none of its questions', () => {
    const text = `
cluster A(n = 3) { g[n] : gpu; g[*] -- g[*] : 5 GB/s; without g[0]; show count(gpu) }
cluster B : A(n = 4) { s : switch; g[*] -- s : 5 GB/s; without g[1] }`;
    const made = bodies(text);
    expect(made.findings).toEqual([]);
    const template = made.template('B');
    expect(template.parts.map(({ name, first }) => [name, first])).toEqual([
      ['g', 0],
      ['s', 4],
    ]);
    expect(template.connections.map(({ a }) => a.length)).toEqual([6, 4]);
    expect(template.absences.map(({ devices }) => [...devices])).toEqual([[0], [1]]);
    expect(template.questions).toEqual([]);
  });

  it('a device with a property set anew', () => {
    const [part] = bodies('cluster C { g : H100_SXM { memory = 192 GB } }').template('C').parts;
    expect(part.type).toMatchObject({ sort: 'device', kind: 'gpu', memory: 192e9 });
  });
});

// ---- Rules 1 to 5 as they are written, on one array g[n] with a few indices and clauses.

type Index = { text: string; at: (v: Record<string, number>) => number } | { set: number[]; text: string };

const n = 5;
const variable = fc.constantFrom('i', 'j');
const index: fc.Arbitrary<Index> = fc.oneof(
  variable.map((v): Index => ({ text: v, at: (values) => values[v] })),
  fc.tuple(variable, fc.nat(3)).map(([v, k]): Index => ({ text: `(${v} + ${k}) % ${n}`, at: (x) => (x[v] + k) % n })),
  fc.tuple(variable, fc.nat(2)).map(([v, k]): Index => ({ text: `${v} - ${k}`, at: (x) => x[v] - k })),
  fc
    .tuple(variable, fc.integer({ min: 1, max: 3 }))
    .map(([v, k]): Index => ({ text: `${v} / ${k}`, at: (x) => Math.floor(x[v] / k) })),
  fc.nat(n - 1).map((k): Index => ({ text: String(k), at: () => k })),
  fc.constant<Index>({ text: '*', set: [0, 1, 2, 3, 4] }),
  fc.array(fc.nat(n - 1), { minLength: 2, maxLength: 3 }).map((set): Index => ({ text: set.join(', '), set })),
);
const statement = fc.record({
  a: index,
  b: index,
  for: fc.option(fc.tuple(variable, fc.nat(2), fc.nat(4)), { nil: undefined }),
  where: fc.option(fc.tuple(variable, fc.nat(4)), { nil: undefined }),
  directed: fc.boolean(),
});
type Drawn = typeof statement extends fc.Arbitrary<infer T> ? T : never;

/** The pairs by the letter of the rules; undefined where the statement is wrong. */
function interpret({ a, b, for: clause, where, directed }: Drawn): string[] | undefined {
  const order: { name: string; values: number[] }[] = [];
  const add = (name: string, values: number[]) => {
    if (!order.some((axis) => axis.name === name)) order.push({ name, values });
  };
  const rangeOf = (name: string): number[] | undefined => {
    if (clause?.[0] === name)
      return Array.from({ length: Math.max(0, clause[2] - clause[1] + 1) }, (_, k) => clause[1] + k);
    return a.text === name || b.text === name ? [0, 1, 2, 3, 4] : undefined;
  };
  for (const [side, end] of [
    ['a', a],
    ['b', b],
  ] as const) {
    if ('set' in end) {
      add(side, end.set);
      continue;
    }
    const name = /[ij]/.exec(end.text)?.[0];
    const range = name ? rangeOf(name) : [];
    if (!range) return undefined;
    if (name) add(name, range);
  }
  if (clause) add(clause[0], rangeOf(clause[0]) ?? []);
  if (where && !order.some(({ name }) => name === where[0])) return undefined;
  const made: string[] = [];
  const seen = new Set<string>();
  let wrong = false;
  const visit = (k: number, values: Record<string, number>): void => {
    const axis = order[k];
    if (axis) {
      for (const value of axis.values) visit(k + 1, { ...values, [axis.name]: value });
      return;
    }
    if (where && !(values[where[0]] < where[1])) return;
    const from = 'set' in a ? values.a : a.at(values);
    const to = 'set' in b ? values.b : b.at(values);
    if (from < 0 || from >= n || to < 0 || to >= n) {
      wrong = true;
      return;
    }
    const key = directed || from < to ? `${from} ${to}` : `${to} ${from}`;
    if (from === to || seen.has(key)) return;
    seen.add(key);
    made.push(`${from} ${to}`);
  };
  visit(0, {});
  return wrong ? undefined : made;
}

describe('rules 1 to 5', () => {
  it('the compiled statement makes what the rules say, in their order', () => {
    let right = 0;
    fc.assert(
      fc.property(statement, (drawn) => {
        const { a, b, for: clause, where, directed } = drawn;
        const clauses = `${clause ? ` for ${clause[0]} in ${clause[1]}..${clause[2]}` : ''}${where ? ` where ${where[0]} < ${where[1]}` : ''}`;
        const text = `cluster C { g[${n}] : gpu; g[${a.text}] ${directed ? '->' : '--'} g[${b.text}] : 1 GB/s${clauses} }`;
        const { findings, template } = bodies(text);
        const expected = interpret(drawn);
        const errors = findings.filter(({ severity }) => severity === 'error');
        if (!expected) {
          expect(errors, text).not.toEqual([]);
          return;
        }
        right++;
        expect(
          errors.filter(({ code }) => code !== 'index.nothing'),
          text,
        ).toEqual([]);
        const { connections } = template('C');
        expect(
          connections.flatMap(({ a: from, b: to }) => Array.from(from, (f, k) => `${f} ${to[k]}`)),
          text,
        ).toEqual(expected);
      }),
      { numRuns: 1500 },
    );
    expect(right).toBeGreaterThan(300);
  });
});
