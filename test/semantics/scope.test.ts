// Names by file: what hides what, what an import brings, what nobody uses.
import { describe, expect, it } from 'vitest';
import { analyse, checkFindings, checkFixes, findingsOf } from './support.ts';

describe('definitions of a file', () => {
  it('twice', () =>
    checkFindings(`
let a = 3
device a : gpu { }
//     ^ error name.duplicate: \`a\` is already defined in this file.
cluster C { g[a] : gpu
  s : switch
  g[*] -- s : 5 GB/s }`));

  it('the first of two counts', () => {
    const file = analyse('device D : gpu { memory = 1 GB }\ndevice D : cpu { }');
    expect(file.definitions.get('D')).toMatchObject({ kind: 'gpu' });
  });

  it('the related place is the first', () => {
    const text = 'device D : gpu { }\ndevice D : cpu { }';
    expect(findingsOf(text)[0].related).toEqual([{ start: 7, end: 8, message: 'here' }]);
  });

  it('hide the library in this file, with a hint; its own nodes keep their parts', () => {
    const text =
      'device H100_SXM : gpu { memory = 96 GB }\nlet a = H100_SXM.memory\nlet NDR = a\ncluster C { n : DGX_H100 }';
    const [shadow, constant, unused] = findingsOf(text);
    expect(shadow).toMatchObject({ code: 'name.shadow', severity: 'hint', start: 7, end: 15 });
    expect(shadow.message).toBe(
      "the library has its own `H100_SXM`; this file now means this one, the library's own nodes keep theirs.",
    );
    expect(constant).toMatchObject({ code: 'name.shadow', severity: 'hint' });
    expect(unused).toMatchObject({ code: 'name.unused' });
    const node = analyse(text).template('C')?.parts[0].type;
    const gpu = node?.sort === 'template' ? node.parts.find(({ name }) => name === 'gpu')?.type : undefined;
    expect(gpu).toMatchObject({ sort: 'device', name: 'H100_SXM', memory: 80e9 });
  });

  it('hide the kinds', () => {
    const file = analyse('device gpu : switch { }\ncluster C { g : gpu }');
    expect(file.template('C')?.parts[0].type).toMatchObject({ kind: 'switch' });
  });

  it('constants are worked out in any order, but not in a circle', () =>
    checkFindings(`
let a = b + 1
//  ^ error name.cycle: \`a\` is made of itself: a > b > a.
let b = a
cluster C {
  let x = y
//        ^ error name.cycle: \`x\` is made of itself.
  let y = x
  g[2] : gpu
  g[0] -- g[1] : 5 GB/s
}`));
});

describe('names nobody uses', () => {
  it('constants and parameters, never definitions', () =>
    checkFindings(`
let a = 3
//  ^ hint name.unused: nothing uses \`a\`.
device D : gpu { }
cluster C(n = 4, m = 2) {
//               ^ hint name.unused: nothing uses \`m\`.
  let k = 3
//    ^ hint name.unused: nothing uses \`k\`.
  let used = 2
  g[n] : gpu
  g[i] -- g[(i + 1) % n] : used * 5 GB/s
}`));

  it('a parameter may serve the default of another, the base or an argument', () =>
    checkFindings(`
cluster A(n = 2) {
  g[n] : gpu
  g[*] -- g[*] : 5 GB/s
}
cluster B(m = 2, n = m) : A(n = n)
cluster C(m = 3) { a : A(n = m) }`));
});

describe('imports', () => {
  const parts = 'device D : gpu { }\nlet n = 4\ncluster Ring(n = 4) { g[n] : gpu\n g[i] -- g[(i + 1) % n] : 5 GB/s }';

  it('bring what the other file defines', () =>
    checkFindings(
      `
import "parts.topo"
cluster C {
  d    : D
  r[n] : Ring(n = n)
  d -- r[*].g[0] : 5 GB/s
}`,
      { 'parts.topo': parts },
    ));

  it('bring not what the other file imports itself', () =>
    checkFindings(
      `
import "middle.topo"
cluster C { d : D
//              ^ error name.unknown: there is no \`D\`.
  m : M }`,
      { 'middle.topo': 'import "parts.topo"\ncluster M { d : D }', 'parts.topo': parts },
    ));

  it('come before the library and after the file itself', () => {
    const beside = { 'own.topo': 'device H100_SXM : gpu { memory = 1 GB }\ndevice D : gpu { memory = 2 GB }' };
    const file = analyse(
      'import "own.topo"\ndevice D : gpu { memory = 3 GB }\ncluster C { a : H100_SXM\n d : D }',
      beside,
    );
    expect(file.template('C')?.parts.map(({ type }) => type)).toMatchObject([{ memory: 1e9 }, { memory: 3e9 }]);
  });

  it('of what is not there, or of nothing that is used', () =>
    checkFindings(
      `
import "none.topo"
//     ^^^^^^^^^^^ error import.missing: there is no file \`none.topo\` here that can be read.
import "parts.topo"
//     ^^^^^^^^^^^^ hint name.unused: nothing of \`parts.topo\` is used.
import "more.topo"
import "more.topo"
//     ^^^^^^^^^^^ hint name.unused: \`more.topo\` is imported above already.
cluster C { m : More }`,
      { 'parts.topo': parts, 'more.topo': 'device More : gpu { }' },
    ));

  it('without quotes are one fault', () =>
    checkFindings(`
import dgx_h100.topo
//     ^^^^^^^^^^^^^ error text.import: the path goes in quotes.`));

  it('of itself, straight or around', () =>
    checkFindings(
      `
import "main.topo"
//     ^^^^^^^^^^^ error import.circular: this file imports itself: main > main.
import "around.topo"
//     ^^^^^^^^^^^^^ error import.circular: this file imports itself: main > around > main.
cluster C { a : Around }`,
      { 'around.topo': 'import "main.topo"\ndevice Around : gpu { }' },
    ));

  it('of which two bring the same name', () =>
    checkFindings(
      `
import "parts.topo"
import "other.topo"
//     ^^^^^^^^^^^^ error import.ambiguous: \`D\` is defined by \`parts.topo\` too.
cluster C { d : D
  e : E }`,
      { 'parts.topo': parts, 'other.topo': 'device D : cpu { }\ndevice E : cpu { }' },
    ));

  it('what is wrong in the other file is told there, and here nothing is made of it', () => {
    const beside = { 'broken.topo': 'device D : gpuu { }\ncluster B { g : D\n g -- g : NDRR }' };
    expect(findingsOf('import "broken.topo"\ncluster C { b : B\n d : D }', beside)).toEqual([]);
    const file = analyse('import "broken.topo"\ncluster C { b : B\n d : D }', beside);
    expect(file.template('C')?.sound).toBe(false);
  });

  it('an import that does nothing can be removed', () => {
    const text = 'import "main.topo"\ncluster C { g : gpu }';
    checkFixes(text, ['Remove the line'], 'cluster C { g : gpu }');
  });
});

describe('plans', () => {
  it('their names and types are checked', () =>
    checkFindings(`
model M { layers = 30, hidden = 4096, heads = 32, sequence = 2048, vocabulary = 50_000 }
cluster C {
  g[4] : gpu
  g[*] -- g[*] : 50 GB/s
  plan p : M { over = g[*], tensor = 2, data = 2, precision = fp16 }
  plan q : Mo { tensr = 2 }
//         ^^ error name.unknown: nothing here is called \`Mo\`; the nearest is \`M\`.
//              ^^^^^ error name.property: a plan has no property \`tensr\`; the nearest is \`tensor\`.
  plan r : H100_SXM { zero = 1.5, recompute = selectiv, over = 4 }
//         ^^^^^^^^ error name.sort: a plan lays out a model; \`H100_SXM\` is the device H100_SXM.
//                           ^^^ error quantity.whole: \`zero\` is a whole number; this is 1.5.
//                                            ^^^^^^^^ error name.word: \`recompute\` is one of none, selective, full.
//                                                             ^ error quantity.dimension: \`over\` takes places of this cluster; this is a number.
  show   p.step
//         ^^^^ hint plan.open: plans are not priced yet: \`step\` stays open; \`memory\` is told.
  expect p.memory <= H100_SXM.memory
}`));

  it('what they give has its type', () =>
    checkFindings(`
model M { layers = 30, hidden = 4096, heads = 32, sequence = 2048, vocabulary = 50_000 }
cluster C {
  g[4] : gpu
  g[*] -- g[*] : 50 GB/s
  plan p : M { tensor = 4 }
  expect p.memory <= 80 GB/s
//                   ^^^^^^^ error quantity.dimension: \`memory\` is a size, 80 GB/s a rate.
  show p.stepp
//       ^^^^^ error name.property: the answer to a question has no \`stepp\`; the nearest is \`step\`.
}`));
});
