// What bodies report: each fixture states all findings of its text.
import { describe, expect, it } from 'vitest';
import { annotate, fixture, withoutExpectations } from '../../support/fixture.ts';
import { applyFix } from '../../syntax/edits.ts';
import { bodies } from './support.ts';

/** The findings of a text are exactly those its marks state. */
function check(marked: string): void {
  const stated = fixture(marked).text;
  const text = withoutExpectations(stated);
  expect(annotate(text, bodies(text).findings)).toBe(stated);
}

/** The text after the first fix of its only finding, or the one with this title. */
function checkFix(before: string, title: string, after: string): void {
  const { findings } = bodies(before);
  expect(findings.map(({ code }) => code)).toHaveLength(1);
  const fix = findings[0].fixes?.find((each) => each.title === title);
  expect(findings[0].fixes?.map((each) => each.title)).toContain(title);
  expect(applyFix(before, fix?.edits)).toBe(after);
}

describe('names', () => {
  it('an unknown part', () =>
    check(`
cluster C {
  sw : switch
  h  : RTX4090
  h -- swt : PCIe4 x16
//     ^^^ error name.part: \`C\` has no part \`swt\`; the nearest is \`sw\`.
}`));

  it('an unknown part of a part', () =>
    check(`
node N { card : nic }
cluster C {
  h[2] : N
  s : switch
  h[*].cart -- s : 5 GB/s
//     ^^^^ error name.part: \`N\` has no part \`cart\`; the nearest is \`card\`.
}`));

  it('a part twice', () =>
    check(
      `
cluster C {
  leaf[4] : QM9700
  leaf[2] : QM8790
//@2 ^^^^ error name.duplicate: \`leaf\` is already a part of \`C\`.
}`,
    ));

  it('a body that holds itself', () =>
    check(`
cluster A { b : B }
cluster B { a : A }
//              ^ error name.cycle: \`A\` contains itself: A > B > A.`));

  it('a body that builds on itself', () =>
    check(`
node A : A { g : gpu }
//       ^ error name.cycle: \`A\` contains itself: A > A.`));

  it('a link as a part', () =>
    check(`
cluster C {
  g[4] : NDR
//       ^^^ error name.sort: \`NDR\` is a link; a part is a device, a node or a cluster.
}`));

  it('a node in a node', () =>
    check(`
node A { c : cpu }
node B { a : A }
//           ^ error name.sort: a node is one host: it holds devices, not the node \`A\`.`));

  it('an argument that is none', () =>
    check(`
cluster S(nodes = 4) { g[nodes] : gpu }
cluster T { s : S(node = 31) }
//                ^^^^^^^^^ error name.argument: \`S\` has no parameter \`node\`; it has \`nodes = 4\`.`));

  it('an argument of the wrong sort', () =>
    check(`
cluster S(host = H100_SXM) { g : host }
cluster T { s : S(host = ConnectX7) }
//                       ^^^^^^^^^ error name.sort: \`host\` takes a gpu, this is a nic.`));

  it('a fault that only the arguments cause is told at the use', () =>
    check(`
cluster S(n = 4) {
  g[n] : gpu
  g[0] -- g[3] : 5 GB/s
  g[1] -- g[2] : 5 GB/s
}
cluster T { s : S(n = 3) }
//              ^^^^^^^^ error index.range: with n = 3: \`g\` has 3 places, 0 to 2.`));

  it('a variable that is nearly a parameter', () =>
    check(`
cluster C(spines = 2) {
  s[spines] : QM9700
  l[4]      : QM9700
  l[*] -- s[spnes] : NDR
//          ^^^^^ warning name.variable: \`spnes\` is taken for a new index variable; did you mean the parameter \`spines\`?
}`));

  it('what uses a part that could not be made is silent', () =>
    check(`
cluster C {
  g[4] : NDR
//       ^^^ error name.sort: \`NDR\` is a link; a part is a device, a node or a cluster.
  s    : switch
  g[*] -- s : 5 GB/s
  without g[9]
}`));
});

describe('indices', () => {
  it('out of range', () =>
    check(`
cluster C {
  g[4] : gpu
  g[0] -- g[4] : 5 GB/s
//          ^ error index.range: \`g\` has 4 places, 0 to 3.
}`));

  it('out of range at one value of a variable', () =>
    check(`
cluster C {
  g[4] : gpu
  g[i] -- g[i + 1] : 5 GB/s
//          ^^^^^ error index.range: at i = 3 this is 4; \`g\` has 4 places, 0 to 3.
}`));

  it('out of range in a set', () =>
    check(`
cluster C {
  g[4] : gpu
  s    : switch
  g[0, 2..4] -- s : 5 GB/s
//     ^^^^ error index.range: \`g\` has 4 places, 0 to 3.
}`));

  it('where is asked before the range', () =>
    check(`
cluster C {
  g[4] : gpu
  g[i] -- g[i + 1] : 5 GB/s where i < 3
}`));

  it('ranges that disagree', () =>
    check(`
cluster C {
  g[4] : gpu
  s[2] : switch
  g[i] -- s[i] : 5 GB/s
//          ^ error index.ranges: \`i\` runs over both, but \`g\` has 4 places, 0 to 3 and \`s\` has 2 places, 0 to 1.
}`));

  it('no range', () =>
    check(`
cluster C {
  g[8] : gpu
  g[2 * i] -- g[2 * i + 1] : 5 GB/s
//      ^ error index.no-range: \`i\` stands alone in no index, so nothing says how far it runs.
}`));

  it('an empty set', () =>
    check(`
cluster C {
  g[4] : gpu
  s : switch
  g[3..1] -- s : 5 GB/s
//  ^^^^ warning index.empty: nothing lies between 3 and 1.
}`));

  it('no index on an array', () =>
    check(`
cluster C {
  g[4] : gpu
  s : switch
  g -- s : 5 GB/s
//@2 ^ error index.missing: \`g\` has 4 places: which of them?
}`));

  it('an index on one thing', () =>
    check(`
cluster C {
  g[4] : gpu
  s : switch
  g[*] -- s[0] : 5 GB/s
//         ^^^ error index.single: \`s\` is one thing: it takes no index.
}`));

  it('a parameter alone in an index, out of range', () =>
    check(`
cluster C(n = 4) {
  g[n] : gpu
  s : switch
  g[n] -- s : 5 GB/s
//  ^ error index.parameter: \`n\` is the parameter here (4), not a variable; \`g\` ends at 3.
}`));

  it('a parameter alone in an index', () =>
    check(`
cluster C(n = 2) {
  g[3] : gpu
  g[n] -- g[0, 1] : 5 GB/s
//  ^ hint index.parameter: \`n\` is the parameter here (2), not a variable.
}`));

  it('a for that changes nothing', () =>
    check(`
cluster C {
  g[2] : gpu
  g[0] -- g[1] : 5 GB/s for k in 0..1
//                      ^^^^^^^^^^^^^ warning index.idle: \`k\` changes nothing: a statement joins two ends once.
}`));

  it('a thing joined with itself', () =>
    check(`
cluster C {
  g[4] : gpu
  g[0] -- g[0] : 5 GB/s
//@2 ^^^^^^^^^^^^ error index.nothing: this joins a thing with itself, so it makes no link.
}`));

  it('where that never holds', () =>
    check(`
cluster C {
  g[4] : gpu
  g[i] -- g[0] : 5 GB/s where i > 9
//                      ^^^^^^^^^^^ error index.nothing: \`where\` holds nowhere, so this makes no link.
}`));

  it('nothing made for want of places is no fault', () =>
    check(`
cluster Ring(n = 1) {
  g[n] : gpu
  s[0] : switch
  g[i] -- g[(i + 1) % n] : 5 GB/s
  g[*] -- s[*] : 5 GB/s
  g[*] -- s[0] : 5 GB/s
}`));

  it('an index that is no whole number', () =>
    check(`
cluster C {
  g[4] : gpu
  s : switch
  g[i / 2.0] -- s : 5 GB/s for i in 0..3
//  ^^^^^^^ error quantity.whole: at i = 1 this is 0.5, no whole number; \`g\` has 4 places, 0 to 3.
}`));
});

describe('media', () => {
  it('nothing or less', () =>
    check(`
cluster C {
  g[2] : gpu
  g[0] -- g[1] : 0 GB/s
//               ^^^^^^ error quantity.sign: a rate is more than nothing.
}`));

  it('a family', () =>
    check(`
cluster C {
  g[2] : gpu
  g[0] -- g[1] : NVLink
//               ^^^^^^ error name.sort: \`NVLink\` only founds a family and has no rate: name a link of it.
}`));

  it('a rest dropped in a count', () =>
    check(`
cluster C {
  g[2] : gpu
  g[0] -- g[1] : NVLink4 x(7 / 2)
//                         ^^^^^ hint quantity.rest: 7 / 2 leaves a rest of 1, which is dropped.
}`));

  // 18 links of 25 GB/s each way: 450 GB/s one way, the data sheet's 900 GB/s both ways.
  it('the figure of the data sheet', () =>
    check(`
device G : gpu { ports = NVLink4 x18 }
cluster C {
  g[2] : G
  g[0] -- g[1] : 900 GB/s
//               ^^^^^^^^ hint quantity.both-ways: 900 GB/s is what 18 NVLink4 carry both ways together; rates here are one way.
}`));
});

describe('ports', () => {
  it('more than there are', () =>
    check(`
cluster C {
  n[65] : ConnectX7
  leaf  : QM9700
  n[*] -- leaf : NDR
//        ^^^^ error port.count: 65 NDR on QM9700, which has 64: \`n[*]\` 65.
}`));

  it('more than there are, by several statements', () =>
    check(`
cluster C {
  n[40] : ConnectX7
  m[30] : ConnectX7
  leaf[1] : QM9700
  n[*] -- leaf[0] : NDR
  leaf[0] -- m[*] : NDR
//@2 ^^^^^^^ error port.count: 70 NDR on \`leaf[0]\` (QM9700), which has 64: \`n[*]\` 40, \`m[*]\` 30.
}`));

  it('a parent takes from what is left', () =>
    check(`
cluster Pod {
  n[40] : ConnectX7
  leaf  : QM9700
  n[*] -- leaf : NDR
}
cluster All {
  pod[2]    : Pod
  spine[25] : QM9700
  pod[*].leaf -- spine[*] : NDR
//@2 ^^^^^^^^^^^ error port.count: 65 NDR on \`pod[0].leaf\` (QM9700), which has 64: 40 inside, \`spine[*]\` 25.
}`));

  it('two half links a port', () =>
    check(`
device Card : nic { ports = NDR200 }
cluster C {
  n[128] : Card
  leaf   : QM9700
  n[*] -- leaf : NDR200
}`));

  it('slower links take whole ports when they have as many lanes', () =>
    check(`
device Card : nic { ports = HDR }
cluster C {
  n[65] : Card
  leaf  : QM9700
  n[*] -- leaf : HDR
//        ^^^^ error port.count: 65 HDR on QM9700, which has 64: \`n[*]\` 65.
}`));

  it('the slowest fitting ports are used first', () => {
    const text = `
device Mixed : switch { ports = NDR x2 + HDR x2 }
cluster C {
  n[3] : nic
  s    : Mixed
  n[*] -- s : HDR
}`;
    check(text);
  });

  it('no such port', () =>
    check(`
cluster C {
  g : H100_SXM
  s : QM9700
  g -- s : NVLink4
//     ^ error port.none: the QM9700 has no NVLink port; it has NDR x64.
}`));

  it('faster than the port', () =>
    check(`
node N {
  c : EPYC_9654
  g : A100_SXM
  g -- c : PCIe5 x16
//         ^^^^^ error port.generation: the A100_SXM ends at PCIe4.
}`));

  it('slower than both ends', () =>
    check(`
node N {
  c : EPYC_9654
  g : H100_SXM
  g -- c : PCIe4 x16
//         ^^^^^ hint port.slower: both ends carry PCIe5, which is faster.
}`));

  it('a single lane', () =>
    check(`
node N {
  c : EPYC_9654
  g : H100_SXM
  g -- c : PCIe5
//         ^^^^^ hint port.width: this is a single lane.
}`));

  it('no width', () =>
    check(`
node N {
  c : EPYC_9654
  g : H100_SXM
  g -- c : PCIe5 x12
//               ^^^ error port.width: a width is a power of two: 1, 2, 4, 8 or 16.
}`));

  it('too wide for the link', () =>
    check(
      `
node N {
  c : EPYC_9654
  g : H100_SXM
  g -- c : PCIe5 x32
//               ^^^ error port.width: PCIe5 has 16 lanes at most.
}`,
    ));

  it('too wide for the port', () =>
    check(`
node N {
  c : EPYC_7742
  n : E810
  n -- c : PCIe4 x16
//               ^^^ error port.width: the E810 has 8 PCIe lanes.
}`));

  it('too many lanes for one port', () =>
    check(`
cluster C {
  t[2] : Tomahawk4
  t[0] -- t[1] : Eth800
//               ^^^^^^ error port.lanes: Eth800 needs 8 lanes; a port of the Tomahawk4 (Eth400) has 4.
}`));
});

describe('wiring', () => {
  it('connected to nothing', () =>
    check(`
cluster C {
  g[4] : gpu
  s[2] : switch
//@2 ^^^^ warning wiring.alone: \`s[1]\` is connected to nothing.
  g[*] -- s[0] : 5 GB/s
}`));

  it('GPUs out of reach', () =>
    check(`
cluster C {
  g[4] : gpu
//@2 ^^^^ warning wiring.split: 2 groups of GPUs that cannot reach each other: g[0, 1] and g[2, 3].
  g[0] -- g[1] : 5 GB/s
  g[2] -- g[3] : 5 GB/s
}`));

  it('nothing joined at all is a beginning, no fault', () =>
    check(`
cluster C {
  g[4] : gpu
}`));

  it('what is absent needs no connection', () =>
    check(`
cluster C {
  g[4] : gpu
  g[0] -- g[1] : 5 GB/s
  without g[2..3]
}`));

  it('a NIC faster than its slot', () =>
    check(`
node N {
  c : EPYC_7742
  n : ConnectX7
  n -- c : PCIe4 x16
//         ^^^^^^^^^ warning wiring.slot: the slot carries 31.5 GB/s, the NIC 50 GB/s.
}
cluster C { m : N; s : QM9700; m.n -- s : NDR }`));

  it('a GPU far from its NIC', () =>
    check(`
node N {
  c[2] : EPYC_7742;  g : RTX4090;  n : E810
  c[0] -- c[1] : XGMI_CPU x3
  g -- c[0] : PCIe4 x16
  n -- c[1] : PCIe4 x8
//@2 ^^^^^^^^^ hint wiring.far: \`g\` reaches its nearest NIC through the other socket.
}`));

  it('a place unlike its siblings', () =>
    check(`
cluster C {
  n[4] : ConnectX7
  s    : QM9700
  c    : EPYC_9654
  n[*] -- s : NDR
  n[0..2] -- c : PCIe5 x16
//  ^^^^ hint wiring.sibling: \`n[3]\` lacks the PCIe that \`n[0..2]\` have.
}`));

  it('an end that is a node', () =>
    check(`
node N { c : cpu }
cluster C {
  h[2] : N
  s : switch
  h[*] -- s : 5 GB/s
//@2 ^^^^ error wiring.group: \`h[0]\` is a node: which device in it?
}`));

  it('PCIe that is no tree', () =>
    check(`
node N {
  c : EPYC_9654
  p[2] : PEX89144
  g : RTX4090
  p[*] -- c : PCIe5 x16
  g -- p[*] : PCIe4 x8
//@2 ^^^^^^^^^ warning wiring.tree: PCIe is a tree: \`g\` and \`p[1]\` are joined already.
}`));

  it('without a cable that is not there', () =>
    check(`
cluster C {
  g[3] : gpu
  g[0, 1] -- g[2] : 5 GB/s
  without g[0] -- g[1]
//        ^^^^^^^^^^^^ warning wiring.absent: nothing joins \`g[0]\` and \`g[1]\`, so nothing can be taken out.
}`));
});

describe('size', () => {
  it('too many devices', () =>
    check(`
cluster C {
  g[2000][2000] : gpu
// ^^^^^^^^^^^^ error size.devices: 4 000 000 devices; the limit is 1 000 000. Nothing was built.
}`));

  // 10 000 * 9 999 / 2
  it('too many links', () =>
    check(`
cluster C {
  g[10_000] : gpu
  g[*] -- g[*] : 1 GB/s
//@2 ^^^^^^^^^^^^ error size.links: 49 995 000 links; the limit is 10 000 000. Nothing was built.
}`));
});

describe('questions', () => {
  it('an expect that can hold no truth', () =>
    check(`
cluster C {
  g[2] : gpu
  g[0] -- g[1] : 5 GB/s
  expect bisection
//       ^^^^^^^^^ error expect.truth: \`expect\` needs a comparison; this is a rate.
}`));
});

describe('fixes', () => {
  it('names the nearest part', () =>
    checkFix(
      'cluster C { sw : switch; g : gpu; g -- swt : 5 GB/s }',
      'sw',
      'cluster C { sw : switch; g : gpu; g -- sw : 5 GB/s }',
    ));
  it('makes a ring', () =>
    checkFix(
      'cluster C { g[4] : gpu; g[i] -- g[i + 1] : 5 GB/s }',
      '(i + 1) % 4 (a ring)',
      'cluster C { g[4] : gpu; g[i] -- g[(i + 1) % 4] : 5 GB/s }',
    ));
  it('makes a line', () =>
    checkFix(
      'cluster C { g[4] : gpu; g[i] -- g[i + 1] : 5 GB/s }',
      'where i < 3 (a line)',
      'cluster C { g[4] : gpu; g[i] -- g[i + 1] : 5 GB/s where i < 3 }',
    ));
  it('takes the last place, or makes one more', () => {
    const before = 'cluster C { g[4] : gpu; g[0] -- g[4] : 5 GB/s }';
    checkFix(before, '3', 'cluster C { g[4] : gpu; g[0] -- g[3] : 5 GB/s }');
    checkFix(before, 'g[5]', 'cluster C { g[5] : gpu; g[0] -- g[4] : 5 GB/s }');
  });
  it('gives a range', () =>
    checkFix(
      'cluster C { g[8] : gpu; g[2 * i] -- g[2 * i + 1] : 5 GB/s }',
      'for i in 0..3',
      'cluster C { g[8] : gpu; g[2 * i] -- g[2 * i + 1] : 5 GB/s for i in 0..3 }',
    ));
  it('doubles a link', () =>
    checkFix(
      'cluster C { g[2] : gpu; g[0] -- g[1] : 5 GB/s for k in 0..1 }',
      'x2',
      'cluster C { g[2] : gpu; g[0] -- g[1] : 5 GB/s x2 }',
    ));
  it('fills the slot', () =>
    checkFix(
      'node N { c : EPYC_9654; g : H100_SXM; g -- c : PCIe5 }',
      'PCIe5 x16',
      'node N { c : EPYC_9654; g : H100_SXM; g -- c : PCIe5 x16 }',
    ));
  it('splits a link over ports', () =>
    checkFix(
      'cluster C { t[2] : Tomahawk4; t[0] -- t[1] : Eth800 }',
      'Eth400 x2',
      'cluster C { t[2] : Tomahawk4; t[0] -- t[1] : Eth400 x2 }',
    ));
  it('lets as many stand as there are ports', () =>
    checkFix(
      'cluster C { n[65] : ConnectX7; leaf : QM9700; n[*] -- leaf : NDR }',
      'n[64]',
      'cluster C { n[64] : ConnectX7; leaf : QM9700; n[*] -- leaf : NDR }',
    ));
  it('joins every place', () =>
    checkFix(
      'cluster C { g[4] : gpu; s[2] : switch; g[*] -- s[0] : 5 GB/s }',
      's[*]',
      'cluster C { g[4] : gpu; s[2] : switch; g[*] -- s[*] : 5 GB/s }',
    ));
});
