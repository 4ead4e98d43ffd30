// One fault is one finding: what a fault of the text brings about further down is not told as well; and the fixes that take
// out, or rename, what a file defines.
import { describe, expect, it } from 'vitest';
import { checkFindings, checkFixes, findingsOf } from './support.ts';

describe('what follows from a fault of the text is silent', () => {
  it('a part that was not understood is not unknown where it is used, and nothing is told of its wiring', () =>
    checkFindings(`
cluster C {
  g(4) : gpu
// ^ error text.expected: a size or an index stands in \`[ ]\`.
  s[2] : switch
  g[*] -- s[0] : 5 GB/s
}`));

  it('nor a constant, a parameter, a definition', () =>
    checkFindings(`
cluster C(n) {
//        ^ error text.expected: a parameter stands with its value, as in \`n = 4\`.
  let k := n
//      ^^ error text.assign: a constant takes \`=\`.
  g[k] : gpu
  node D { g : gpu }
//@2 ^^^^^^ error text.place: a definition cannot stand inside another: move it above \`cluster C\`.
  d[n] : D
}`));

  it('nor a property: ports that were not understood take any link', () =>
    checkFindings(`
device D : gpu { ports = NVLink4 18 }
//                               ^^ error text.expected: a count stands behind what it counts, as in \`NVLink4 x18\`.
cluster C {
  d[2] : D
  d[0] -- d[1] : Eth400
}`));

  it('nor a part that lost its name below another', () =>
    checkFindings(`
cluster C {
  a : switch
  : switch
//@2 ^ error text.expected: expected the end of the line, found \`:\`.
  g[4] : gpu
  g[*] -- s : 5 GB/s
}`));

  it('what is used in a line that was not understood is used', () =>
    checkFindings(`
let k = 4
cluster C(n = 2) {
  g[n ^ k] : gpu
//    ^ error text.character: \`^\` means nothing here: write \`**\`.
}`));

  it('what is wrong elsewhere is told all the same', () =>
    checkFindings(`
cluster C {
  g[4] = gpu
//     ^ error text.assign: a part takes \`:\`, and then what it is.
  h[2] : gpuu
//       ^^^^ error name.unknown: there is no \`gpuu\`; the nearest is \`gpu\`.
  h[0] -- t : 5 GB/s
//        ^ error name.part: \`C\` has no part \`t\`.
}`));

  it('a thousand faults are a thousand findings', () => {
    const lines = Array.from({ length: 1000 }, (_, k) => `  p${k}(2) : gpu\n  p${k}[0] -- q : 5 GB/s`);
    const codes = findingsOf(`cluster C {\n  q : switch\n${lines.join('\n')}\n}\n`).map(({ code }) => code);
    expect([codes.length, new Set(codes)]).toEqual([1000, new Set(['text.expected'])]);
  });
});

describe('what nobody uses is taken out', () => {
  it('a constant, with its line, its comment and what documents it', () =>
    checkFixes(
      'let a = 3\n/// How many.\nlet b = 4 // four\ncluster C { g[a] : gpu }\n',
      ['Remove `b`'],
      'let a = 3\ncluster C { g[a] : gpu }\n',
    ));
  it('a constant that shares its line', () =>
    checkFixes('cluster C { let b = 4; g : gpu }\n', ['Remove `b`'], 'cluster C { g : gpu }\n'));
  it('a parameter: the only one, the first, another', () => {
    checkFixes('cluster C(n = 2) { g : gpu }\n', ['Remove `n`'], 'cluster C { g : gpu }\n');
    checkFixes('cluster C(n = 2, m = 3) { g[m] : gpu }\n', ['Remove `n`'], 'cluster C(m = 3) { g[m] : gpu }\n');
    checkFixes('cluster C(m = 3, n = 2) { g[m] : gpu }\n', ['Remove `n`'], 'cluster C(m = 3) { g[m] : gpu }\n');
  });
  it('but no parameter that a use sets', () => {
    const [found] = findingsOf('cluster S(n = 2) { g : gpu }\ncluster C { s : S(n = 3) }\n');
    expect([found.code, found.fixes]).toEqual(['name.unused', undefined]);
  });
});

describe('a name of the library is renamed wherever it means this definition', () => {
  it('as a base, a type, an argument, in count( ), in expressions', () =>
    checkFixes(
      'device H100_SXM : gpu { memory = 96 GB }\ndevice D : H100_SXM\nnode N(a = H100_SXM) { g : a; h : H100_SXM; d : D }\n' +
        'cluster C { n : N(a = H100_SXM); show count(H100_SXM) * H100_SXM.memory }\n',
      ['Rename to `H100_SXM_own`'],
      'device H100_SXM_own : gpu { memory = 96 GB }\ndevice D : H100_SXM_own\nnode N(a = H100_SXM_own) { g : a; h : H100_SXM_own; d : D }\n' +
        'cluster C { n : N(a = H100_SXM_own); show count(H100_SXM_own) * H100_SXM_own.memory }\n',
    ));
  it('and not where a part hides it', () =>
    checkFixes(
      'device NDR : nic { }\ncluster C { NDR[2] : NDR; g : gpu; NDR[*] -- g : 5 GB/s; show count(NDR) }\n',
      ['Rename to `NDR_own`'],
      'device NDR_own : nic { }\ncluster C { NDR[2] : NDR_own; g : gpu; NDR[*] -- g : 5 GB/s; show count(NDR_own) }\n',
    ));
});

it('a path of Windows is told, and written with `/`', () =>
  checkFixes('import "lib\\parts.topo"\n', ['"lib/parts.topo"'], 'import "lib/parts.topo"\n'));
