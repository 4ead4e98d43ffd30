// Definitions, names and parts: bases with arguments, parameters of every sort, overrides, words that are names elsewhere.
import { describe, expect, it } from 'vitest';
import { checkAnswers, checkFine, codesOf, templateOf } from './support.ts';

describe('parameters', () => {
  it('are links, devices of a kind, nodes, clusters, numbers, quantities and truths', () =>
    checkAnswers(`
node Box(card = ConnectX7) { c : cpu; n : card; n -- c : 50 GB/s }
cluster Rack(of = Box, boxes = 2, wire = NDR, length = 1 us, spare = false, share = 0.5) {
  box[boxes] : of
  s          : QM9700
  box[*].n -- s : wire, length
  let doubled = 2 * boxes
  expect spare == false //= ✓ false
  expect share < 1 //= ✓ 0.5
  show doubled //= 4
  show latency(box[0].c, box[1].c) >= 2 * length //= true
}
cluster C {
  r : Rack(of = Box, boxes = 3, wire = NDR200, length = 2 us, spare = true, share = 0.25)
  show count(Box) //= 3
  show count(ConnectX7) //= 3
  show count(NDR200) //= 3
  show count(NDR) //= 0
}`));

  it('have defaults that use the ones before', () =>
    checkAnswers(`
cluster Fabric(leaves = 2, spines = leaves / 2, ports = leaves + spines) {
  l[leaves] : switch
  s[spines] : switch
  l[*] -- s[*] : 5 GB/s
  show ports //= 3
}
cluster C { f : Fabric(leaves = 8); show count(switch) //= 12
}`));

  it('take a definition of the sort of their default alone', () => {
    const of = (argument: string): string[] =>
      codesOf(`node N { g : gpu }\ncluster S(host = N, wire = NDR, card = ConnectX7) { h : host; a : card; b : card; a -- b : wire }
cluster C { s : S(${argument}) }`);
    expect(of('host = DGX_H100')).toEqual([]);
    expect(of('host = H100_SXM')).toEqual(['name.sort']);
    expect(of('wire = Eth400')).not.toEqual(['name.sort']);
    expect(of('wire = 4')).toEqual(['name.sort']);
    expect(of('card = H100_SXM')).toEqual(['name.sort']);
  });
});

describe('bases', () => {
  it('give properties, which are set again whole', () => {
    const { parts } = templateOf(`
device A : gpu { ports = NVLink4 x4 + PCIe5 x16, memory = 80 GB, power = 700 W }
device B : A { ports = NVLink4 x2 }
cluster C { b : B }`);
    const [{ type }] = parts;
    expect(type).toMatchObject({ memory: 80e9, power: 700 });
    expect(type.sort === 'device' && type.ports?.map(({ link, count }) => [link.name, count])).toEqual([
      ['NVLink4', 2],
    ]);
  });
  it('give parts, connections and absences, with their own parameters set by arguments', () =>
    checkAnswers(`
cluster Base(n = 2) {
  g[n] : gpu { memory = 10 GB }
  g[i] -- g[(i + 1) % n] : 5 GB/s
  without g[0]
}
cluster More(n = 3) : Base(n = n + 1) {
  h : gpu { memory = 100 GB }
  h -- g[1] : 5 GB/s
  show memory //= 130 GB
}
cluster C : More { show count(gpu) //= 4
}`));
  it('give neither parameters nor questions nor constants', () =>
    expect(
      codesOf('cluster A(n = 2) { g[n] : gpu; let k = n; h[k] : nic }\ncluster B : A { i[k] : nic; j[n] : nic }'),
    ).toEqual(['name.unknown', 'name.unknown']));
  it('may be all there is', () => {
    checkFine(
      'node A : DGX_H100\nnode B : DGX_H100(accelerator = H200_SXM)\ncluster Empty\ncluster C { a : A; b : B }',
    );
    expect(templateOf('node A : DGX_H100\ncluster C { a : A }').deviceCount).toBe(28);
  });
  it('of a family all that build on it belong to it', () =>
    checkFine(`
link Wire { }
link Fast : Wire { rate = 10 GB/s }
link Slow : Fast { rate = 5 GB/s }
device D : gpu { ports = Fast x2 }
cluster C { d[2] : D; d[0] -- d[1] : Slow x2 }`));
});

describe('overrides', () => {
  it('are of devices, in braces, one a line or parted by commas', () =>
    checkAnswers(`
cluster C {
  g[2] : H100_SXM { memory = 100 GB, power = 1 kW }
  h    : H100_SXM {
    memory = 50 GB
    power  = 2 kW
  }
  show memory //= 250 GB
  show power //= 4 kW
}`));
});

describe('names', () => {
  it('a body is one namespace, in any order', () =>
    checkAnswers('cluster C {\n  show k //= 4\n  g[k] : gpu\n  let k = 2 * half\n  let half = 2\n}'));
  it('behind a colon and in count( ) parts are not looked at', () =>
    checkAnswers(
      'cluster C {\n  gpu[2] : gpu\n  switch : switch\n  gpu[*] -- switch : 5 GB/s\n  show count(gpu) //= 2\n}',
    ));
  it.each([
    'let',
    'show',
    'expect',
    'without',
    'plan',
    'import',
    'link',
    'device',
    'node',
    'cluster',
    'model',
    'x',
    's',
    'b',
  ])('a part may be called %s', (name) =>
    checkFine(
      `cluster C {\n  ${name}[2] : switch\n  g : gpu\n  g -- ${name}[*] : 5 GB/s\n  without ${name}[1] -- g\n}`,
    ),
  );
  it.each(['for', 'in', 'where', 'true', 'false'])('no part may be called %s', (name) =>
    expect(codesOf(`cluster C {\n  g : gpu\n  ${name}[2] : switch\n}`)).toHaveLength(1),
  );
  it('words are known where a property or an argument calls for one, and are names elsewhere', () =>
    checkAnswers(`
link L { rate = 5 GB/s, transport = roce }
cluster C(ring = 3) {
  g[ring] : gpu
  g[i] -- g[(i + 1) % ring] : L
  show allreduce(1 GB, algorithm = ring).algorithm //= ring
}`));
  it('of two imports are ambiguous, of one hidden by the file itself, of the library by the import', () => {
    const beside = {
      'a.topo': 'device D : gpu { }\ndevice E : gpu { }',
      'b.topo': 'device D : cpu { }\ndevice F : gpu { }',
    };
    expect(codesOf('import "a.topo"\nimport "b.topo"\ncluster C { e : E; f : F }', beside)).toEqual([
      'import.ambiguous',
    ]);
    checkFine('import "a.topo"\nimport "b.topo"\ndevice D : nic { }\ncluster C { d : D; e : E; f : F }', beside);
  });
  it('are not passed on by imports, around two and three files', () => {
    const round = (...names: string[]): Record<string, string> =>
      Object.fromEntries(
        names.map((name, k) => [`${name}.topo`, `import "${names[k + 1] ?? 'main'}.topo"\ndevice D_${name} : gpu { }`]),
      );
    expect(codesOf('import "a.topo"\ncluster C { d : D_a }', round('a'))).toEqual(['import.circular']);
    expect(codesOf('import "a.topo"\ncluster C { d : D_a }', round('a', 'b'))).toEqual(['import.circular']);
    expect(codesOf('import "a.topo"\ncluster C { d : D_b; e : D_a }', round('a', 'b'))).toEqual([
      'import.circular',
      'name.unknown',
    ]);
  });
  it('are told once where an import is missing: what it would have brought is not unknown as well', () =>
    expect(codesOf('import "gone.topo"\ncluster C { d : Wonderful_Device; n[3] : d2 }')).toEqual(['import.missing']));
});

describe('lines', () => {
  it('go on in brackets, behind what wants more, and before what begins no statement', () =>
    checkFine(
      `
cluster C(
  n = 2,
) {
  g[n]
    : gpu
  s :
    switch
  g[*]
    -- s
    : 5 GB/s,
    1 us
    where true
  expect count(
    gpu
  ) ==
    n
}`,
    ));
  it('a semicolon ends one, several are as good as one', () =>
    checkFine('cluster C { ; g[2] : gpu ;; s : switch ; g[*] -- s : 5 GB/s ; }; ;'));
  it.each([['\n'], ['\r\n'], ['\r']])('end with %j', (newline) =>
    checkFine(['cluster C {', '  g[2] : gpu', '\tg[0] -- g[1] : 5 GB/s // a tab', '}', ''].join(newline)),
  );
});
