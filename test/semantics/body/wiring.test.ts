// Wiring as it goes wrong on real machines, and as it is right on them.
import { describe, it } from 'vitest';
import { checkFindings as check, checkMended } from './mended.ts';

describe('wiring.slot', () => {
  it('a slot of half the lanes, told once', () =>
    check(`
node N {
  c : EPYC_9654
  n : ConnectX7
  n -- c : PCIe5 x8
//         ^^^^^^^^ warning wiring.slot: the slot carries 31.5 GB/s, the NIC 50 GB/s.
}`));
  it('is widened', () =>
    checkMended('node N { c : EPYC_9654; n : ConnectX7; n -- c : PCIe5 x<<8>> }', 'PCIe5 x16', '16'));
  it('a slot that runs a generation low, told once', () =>
    checkMended('node N { c : EPYC_9654; n : ConnectX7; n -- c : PCIe<<4>> x16 }', 'PCIe5 x16', '5'));
  it('two slots are enough (Socket Direct)', () =>
    check(`
device Direct : nic { ports = NDR + PCIe4 x32 }
node N { c[2] : EPYC_7742; n : Direct; n -- c[*] : PCIe4 x16 }`));
  it('a card runs as one family at a time', () =>
    check(
      'device VPI : nic { ports = NDR + Eth400 + PCIe5 x16 }\nnode N { c : EPYC_9654; n : VPI; n -- c : PCIe5 x16 }',
    ));
  it('told where only an argument makes it so', () =>
    check(`
device HDRCard : nic { ports = HDR + PCIe4 x16 }
node N(card = HDRCard) {
  c : EPYC_7742
  n : card
  n -- c : PCIe4 x16
}
cluster C {
  a : N(card = ConnectX7)
//    ^^^^^^^^^^^^^^^^^^^ warning wiring.slot: with card = ConnectX7: the slot carries 31.5 GB/s, the NIC 50 GB/s.
  b : N(card = ConnectX7)
  s : switch
  a.n -- s : NDR
  b.n -- s : NDR
}`));
});

describe('wiring.tree', () => {
  it('a GPU below two switches of one CPU', () =>
    check(`
node N {
  c    : EPYC_9654
  p[2] : PEX89144
  g    : H100_SXM
  p[*] -- c    : PCIe5 x16
  g    -- p[0] : PCIe5 x8
  g    -- p[1] : PCIe5 x8
//@2 ^^^^^^^^^^^^ warning wiring.tree: PCIe is a tree: \`g\` and \`p[1]\` are joined already.
}`));
  it('the way up that its base has', () =>
    check(`
node Base { c : EPYC_9654; p[2] : PEX89144; p[*] -- c : PCIe5 x16 }
node N : Base {
  p[0] -- p[1] : PCIe5 x16
//@2 ^^^^^^^^^^^^ warning wiring.tree: PCIe is a tree: \`p[0]\` and \`p[1]\` are joined already.
}`));
  it('a cable that is out makes no circle', () =>
    check(`
node N {
  c    : EPYC_9654
  p[2] : PEX89144
  p[*] -- c    : PCIe5 x16
  p[0] -- p[1] : PCIe5 x16
  without p[0] -- p[1]
}`));
  it('below two CPUs, which are joined by other links', () =>
    check('node N { c[2] : EPYC_7742; p : switch; c[0] -- c[1] : XGMI_CPU; p -- c[*] : PCIe4 x16 }'));
  it('a fabric of CXL 3 is none', () =>
    check(`
link PCIe6 : PCIe { rate = 64 GT/s, encoding = 242B/256B }
link CXL3 : PCIe6 { }
cluster C { s[3] : switch; s[*] -- s[*] : CXL3 x16 }`));
  it('but CXL 2 is one', () =>
    check(`
link CXL2 : PCIe5 { }
cluster C {
  s[3] : switch
  s[*] -- s[*] : CXL2 x16
//@2 ^^^^^^^^^^^^ warning wiring.tree: PCIe is a tree: \`s[1]\` and \`s[2]\` are joined already.
}`));
});

describe('wiring.far', () => {
  it('all NICs on one socket, where there is one for each', () =>
    check(`
node N {
  c[2] : EPYC_7742
  g[8] : A100_SXM
  n[2] : E810
  c[0] -- c[1]     : XGMI_CPU x3
  g[i] -- c[i / 4] : PCIe4 x16
  n[*] -- c[1]     : PCIe4 x8
//@2 ^^^^^^^^^^^^ hint wiring.far: \`g[0]\` reaches its nearest NIC through the other socket.
}`));
  it('a single NIC for both sockets stands somewhere', () =>
    check(`
node N {
  c[2] : EPYC_7742
  g[8] : A100_SXM
  n    : E810
  c[0] -- c[1]     : XGMI_CPU x3
  g[i] -- c[i / 4] : PCIe4 x16
  n    -- c[1]     : PCIe4 x8
}`));
  it('but not where no GPU is', () =>
    checkMended(
      `node N {
  c[2] : EPYC_7742; g : A100_SXM; n : E810
  c[0] -- c[1] : XGMI_CPU x3; g -- c[0] : PCIe4 x16
  n -- <<c[1]>> : PCIe4 x8
}`,
      'c[0]',
      'c[0]',
    ));
  it('four NICs for eight GPUs, each below the switch of a pair', () =>
    check(`
node N {
  c[2] : Xeon_E5;  p[4] : PEX8796;  g[8] : V100_SXM;  n[4] : ConnectX4
  c[0] -- c[1]     : QPI x2
  p[i] -- c[i / 2] : PCIe3 x16
  g[i] -- p[i / 2] : PCIe3 x16
  n[i] -- p[i]     : PCIe3 x16
}`));
});

describe('wiring.sibling', () => {
  it('a NIC of one node', () =>
    check(`
node N { n[2] : ConnectX7 }
cluster C {
  h[4]    : N
  leaf[2] : QM9700
  h[i].n[r] -- leaf[r] : NDR where i < 3 || r == 0
//  ^ hint wiring.sibling: \`h[3].n[1]\` lacks the InfiniBand that the other 3 have.
}`));
  it('a place of two dimensions', () =>
    check(`
cluster C {
  g[2][2] : gpu
//@2 ^^^^^^^ hint wiring.sibling: \`g[1][1]\` lacks the NVLink that the other 3 have.
  s       : NVSwitch3
  c       : cpu
  g[*][*] -- c : 5 GB/s
  g[0][*] -- s : NVLink4
  g[1][0] -- s : NVLink4
}`));
  it('a GPU without its NVLinks', () =>
    checkMended(
      `node N {
  g[8] : H100_SXM; s[4] : NVSwitch3; c : cpu
  g[*] -- c : PCIe5 x16
  g[<<0..6>>] -- s[*] : NVLink4 x4
}`,
      'g[*]',
      '*',
    ));
  it('what the base was told of is not told again', () =>
    check(`
node Base {
  g[4] : H100_SXM;  s : NVSwitch3;  c : cpu
  g[*] -- c : PCIe5 x16
  g[0..2] -- s : NVLink4
//  ^^^^ hint wiring.sibling: \`g[3]\` lacks the NVLink that \`g[0..2]\` have.
}
node N : Base {
  n : nic
  n -- c : PCIe5 x16
}`));
});

describe('wiring.uneven', () => {
  it('a GPU with fewer links to the switches', () =>
    check(`
node N {
  g[8] : H100_SXM
  s[4] : NVSwitch3
  g[*]    -- s[0..2] : NVLink4 x4
  g[0..6] -- s[3]    : NVLink4 x4
//  ^^^^ hint wiring.uneven: \`g[7]\` has 300 GB/s to \`s\`, each of its 7 siblings 400 GB/s.
}`));
  it('is joined as they are', () =>
    checkMended(
      `node N { g[8] : H100_SXM; s[4] : NVSwitch3
  g[*] -- s[0..2] : NVLink4 x4; g[<<0..6>>] -- s[3] : NVLink4 x4 }`,
      'g[*]',
      '*',
    ));
  it('a count that slipped', () =>
    check(`
node N {
  g[8] : H100_SXM
  s    : NVSwitch3
  g[0..6] -- s : NVLink4 x8
  g[7]    -- s : NVLink4 x6
//                       ^^ hint wiring.uneven: \`g[7]\` has 150 GB/s to \`s\`, each of its 7 siblings 200 GB/s.
}`));
  it('one that has more means it', () =>
    check('node N { g[8] : H100_SXM; s : NVSwitch3; g[*] -- s : NVLink4 x4; g[0] -- s : NVLink4 x2 }'));
  it('a cube mesh, a line, a grid', () =>
    check(`
node Mesh {
  g[8] : V100_SXM
  g[0..3] -- g[0..3]  : NVLink2
  g[4..7] -- g[4..7]  : NVLink2
  g[i]    -- g[i + 4] : NVLink2 for i in 0..3
  g[0]    -- g[3]     : NVLink2
}
cluster Line { g[6] : gpu; g[i] -- g[i + 1] : NVLink2 where i < 5 }
cluster Grid {
  c[4][4] : TPUv4
  c[x][y] -- c[x + 1][y] : ICI where x < 3
  c[x][y] -- c[x][y + 1] : ICI where y < 3
}`));
  it('the last switch of a row that does not fill', () =>
    check(
      'node N { g[7] : RTX4090; p[4] : PEX89144; c : EPYC_9654; g[i] -- p[i / 2] : PCIe4 x16; p[*] -- c : PCIe5 x16 }',
    ));
});

/** Hosts with one NIC each below leaves, and what joins these to spines. */
const pod = (up: string, more = '', hosts = 16, spines = 4) => `
node Host {
  c : EPYC_9654;  g : H100_SXM;  n : ConnectX7
  g -- c : PCIe5 x16
  n -- c : PCIe5 x16
}
cluster Pod {
  host[${hosts}] : Host
  leaf[4]  : QM9700
  spine[${spines}] : QM9700
  host[h].n -- leaf[h / ${Math.ceil(hosts / 4)}] : NDR
${up}${more}
}`;

describe('wiring.uneven of switches', () => {
  it('a spine that one leaf does not reach', () =>
    check(
      pod(`  leaf[*]    -- spine[0..2] : NDR
  leaf[0..2] -- spine[3]    : NDR
//     ^^^^ hint wiring.uneven: \`leaf[3]\`: 150 GB/s up, 200 GB/s for each of 3 siblings.`),
    ));
  it('is reached then', () =>
    checkMended(pod('  leaf[*] -- spine[0..2] : NDR\n  leaf[<<0..2>>] -- spine[3] : NDR'), 'leaf[*]', '*'));
  it('a leaf with fewer cables', () =>
    check(
      pod(`  leaf[0..2] -- spine[*] : NDR x2
  leaf[3]    -- spine[*] : NDR x1
//                             ^^ hint wiring.uneven: \`leaf[3]\`: 200 GB/s up, 400 GB/s for each of 3 siblings.`),
    ));
  // The GPUs reach each other by NVLink and the other rails, so that nothing is out of reach.
  it('a rail without a way up', () =>
    check(`
node Host {
  g[4] : H100_SXM
  s    : NVSwitch3
  n[4] : ConnectX7
  g[*] -- s    : NVLink4 x16
  n[i] -- g[i] : PCIe5 x16
}
cluster Rails {
  host[4]  : Host
  leaf[4]  : QM9700
  spine[2] : QM9700
  host[h].n[r] -- leaf[r] : NDR
  leaf[0..2] -- spine[*] : NDR x2
//     ^^^^ hint wiring.uneven: \`leaf[3]\`: no way up, 200 GB/s for each of 3 siblings.
}`));
  it('a cable that is known to be out', () =>
    check(pod('  leaf[*] -- spine[*] : NDR', '\n  without leaf[3] -- spine[3]')));
  it('a leaf with fewer hosts, and spines that share out a rest', () =>
    check(pod('  leaf[*] -- spine[0, 1] : NDR x11\n  leaf[*] -- spine[2] : NDR x10', '', 13, 3)));
});

describe('wiring.oversubscribed', () => {
  // Four hosts of 50 GB/s each below, two cables of 50 GB/s up.
  it('all leaves alike, told once', () =>
    check(
      pod(
        `  leaf[*] -- spine[*] : NDR
//@2 ^^^^^^^^^^^^^^^^^^^ warning wiring.oversubscribed: \`leaf[0]\` and 3 more: oversubscribed 2 : 1, 200 GB/s from below and 100 GB/s up. Where it is meant, say \`expect oversubscription <= 2\`.`,
        '',
        16,
        2,
      ),
    ));
  it('is meant where an expect says so', () =>
    checkMended(
      pod('  leaf[*] -- spine[*] : NDR<<>>', '', 16, 2),
      'expect oversubscription <= 2',
      '\n  expect oversubscription <= 2',
    ));
  it('or a show asks for it', () => check(pod('  leaf[*] -- spine[*] : NDR', '\n  show oversubscription', 16, 2)));
  it('as much up as down', () => check(pod('  leaf[*] -- spine[*] : NDR')));
  it('hosts that are out bring no load', () =>
    check(
      pod('  leaf[*] -- spine[*] : NDR', '\n  without host[*]', 16, 2).replace(
        'host[*]',
        'host[0..1] + host[4..5] + host[8..9] + host[12..13]',
      ),
    ));
  it('a spine that is out is planned all the same', () =>
    check(pod('  leaf[*] -- spine[*] : NDR', '\n  without spine[0]')));
  it('a sketch means the rate it gives', () => check(pod('  leaf[*] -- spine[*] : 10 GB/s')));
  it('inside a part, whose statement is told with it', () =>
    check(`${pod('  leaf[*] -- spine[*] : NDR', '', 16, 2)}
cluster All {
  pod[2] : Pod
//@2 ^^^^^^ warning wiring.oversubscribed: \`pod[0].leaf[0]\` and 7 more: oversubscribed 2 : 1, 200 GB/s from below and 100 GB/s up. Where it is meant, say \`expect oversubscription <= 2\`.
  core[2] : QM9700
  pod[*].spine[*] -- core[*] : NDR x2
}`));
  it('of a part that asks for it nothing is told', () =>
    check(`${pod('  leaf[*] -- spine[*] : NDR', '\n  expect oversubscription <= 2', 16, 2)}
cluster All {
  pod[2]  : Pod
  core[2] : QM9700
  pod[*].spine[*] -- core[*] : NDR x2
}`));
  it('what hangs above spines that reach all hosts takes no load of theirs', () =>
    check(
      pod(
        '  leaf[*] -- spine[*] : NDR',
        '\n  border : QM9700\n  store : nic\n  spine[*] -- border : NDR\n  store -- border : NDR',
      ),
    ));
  it('nor does a single leaf with a cable to elsewhere', () =>
    check('cluster C { g[8] : gpu; leaf : QM9700; core : QM9700; g[*] -- leaf : NDR; leaf -- core : NDR }'));
  it('two switches side by side have no upper side', () =>
    check('cluster C { g[8] : gpu; s[2] : QM9700; g[i] -- s[i / 4] : NDR; s[0] -- s[1] : NDR }'));
  it('nor has a PCIe switch in a node', () =>
    check('node N { c : EPYC_9654; p : PEX89144; g[4] : H100_SXM; p -- c : PCIe5 x16; g[*] -- p : PCIe5 x16 }'));
});

describe('size', () => {
  it('devices of all parts together', () =>
    check(`
cluster P { g[600] : gpu }
cluster C {
  a[1000] : P
  b[1000] : P
// ^^^^^^ error size.devices: 1 200 000 devices; the limit is 1 000 000. Nothing was built.
}`));
  it('a thousand million of them', () =>
    check(`
cluster C {
  g[1e9] : gpu
// ^^^^^ error size.devices: 1 000 000 000 devices; the limit is 1 000 000. Nothing was built.
}`));
  // 1000 x 1000 x 11 pairs.
  it('links of all statements together', () =>
    check(`
cluster C {
  a[1000] : gpu
  b[11_000] : gpu
  a[*] -- b[*] : 1 GB/s
//@2 ^^^^^^^^^^^^ error size.links: 11 000 000 links; the limit is 10 000 000. Nothing was built.
}`));
  it('as many as may be', () => check('cluster C { g[1_000_000] : gpu }'));
});
