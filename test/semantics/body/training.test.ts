// Links that run below what their ends can do, links that name more than an end has, and figures of both ways.
import { describe, it } from 'vitest';
import { checkFindings as check, checkMended } from './mended.ts';

describe('port.slower', () => {
  it('half the lanes, where both ends have more to give', () =>
    check(`
node N {
  c : EPYC_9654
  g : H100_SXM
  g -- c : PCIe5 x8
//               ^^ hint port.slower: both ends have 16 lanes to give; this takes 8.
}`));
  it('is widened', () =>
    checkMended('node N { c : EPYC_9654; g : H100_SXM; g -- c : PCIe5 x<<8>> }', 'PCIe5 x16', '16'));
  it('not where the lanes are shared out to the last', () =>
    check(`
device Desktop : cpu { ports = PCIe5 x16 }
node N {
  c    : Desktop
  g[2] : H100_SXM
  g[*] -- c : PCIe5 x8
}`));
  it('not where a card has no more', () => check('node N { c : EPYC_7742; n : E810; n -- c : PCIe4 x8 }'));
  it('not where a second statement takes the rest', () =>
    check(`
device Twin : nic { ports = PCIe5 x16 }
node N {
  c[2] : EPYC_9654
  n    : Twin
  n -- c[0] : PCIe5 x8
  n -- c[1] : PCIe5 x8
}`));
  // 8 lanes of PCIe 5 carry 31.5 GB/s, HDR 25.
  it('not where a NIC needs no more', () =>
    check(`
device Card : nic { ports = HDR + PCIe5 x16 }
node N { c : EPYC_9654; n : Card; n -- c : PCIe5 x8 }`));
  it('by the device that a parameter stands for', () =>
    check(`
node N(accelerator = H100_SXM) {
  c : EPYC_9654
  g : accelerator
  g -- c : PCIe4 x16
//         ^^^^^ hint port.slower: both ends carry PCIe5, which is faster.
}`));
  it('QPI between sockets of UPI', () =>
    check(`
node N {
  c[2] : Xeon_8480C
  c[0] -- c[1] : QPI x3
//               ^^^ hint port.slower: both ends carry UPI2, which is faster.
}`));
  it('HDR between ports of NDR', () =>
    check(`
cluster C {
  n : ConnectX7
  s : QM9700
  n -- s : HDR
//         ^^^ hint port.slower: both ends carry NDR, which is faster.
}`));
  it('HDR from a card of HDR is as fast as it can be', () =>
    check('device Card : nic { ports = HDR }\ncluster C { n : Card; s : QM9700; n -- s : HDR }'));
  it('half a port from a card that has nothing else for it', () =>
    check(`
cluster C {
  n[2] : ConnectX7
  s    : QM9700
  n[*] -- s : NDR200
//            ^^^^^^ hint port.slower: both ends carry NDR, which is faster.
}`));
  it('becomes the whole port', () =>
    checkMended('cluster C { n[2] : ConnectX7; s : QM9700; n[*] -- s : NDR<<200>> }', 'NDR', ''));
  it('not where the halves go to two switches', () =>
    check('cluster C { n : ConnectX7; s[2] : QM9700; n -- s[*] : NDR200 }'));
  it('not between switches, which split ports to reach more', () =>
    check('cluster C { s[2] : QM9700; s[0] -- s[1] : NDR200 x8 }'));
  it('a slower Ethernet keeps its transport', () =>
    checkMended(
      `link RoCE25 : Eth25 { transport = roce, lanes = 4 }
link RoCE400 : Eth400 { transport = roce }
cluster C { t[2] : Tomahawk4; t[0] -- t[1] : RoCE<<25>> }`,
      'RoCE400',
      '400',
    ));
});

describe('port.generation', () => {
  it('the slower of the two ends is what both have', () =>
    checkMended('node N { c : Xeon_E5; g : A100_SXM; g -- c : PCIe<<5>> x16 }', 'PCIe3', '3'));
  it('NVLink', () =>
    check(`
node N {
  g[2] : V100_SXM
  g[0] -- g[1] : NVLink4 x6
//               ^^^^^^^ error port.generation: the V100_SXM ends at NVLink2.
}`));
  it('InfiniBand, in a body that builds on another', () =>
    check(`
cluster Base {
  n : nic
  s : QM8790
}
cluster C : Base {
  n -- s : NDR
//         ^^^ error port.generation: the QM8790 ends at HDR.
}`));
  it('through a nested array', () =>
    check(`
node N { n[2] : ConnectX4 }
cluster C {
  h[2] : N
  s[2] : QM9700
  h[i].n[r] -- s[r] : HDR
//                    ^^^ error port.generation: the ConnectX4 ends at EDR.
}`));
});

describe('port.lanes', () => {
  it('an NVLink of more and slower lanes', () =>
    check(`
node N {
  g[2] : H100_SXM
  g[0] -- g[1] : NVLink2
//               ^^^^^^^ error port.lanes: NVLink2 needs 8 lanes; a port of the H100_SXM (NVLink4) has 2.
}`));
  it('a port split in two keeps the transport', () =>
    checkMended(
      `link RoCE400 : Eth400 { transport = roce }
link RoCE800 : Eth800 { transport = roce }
cluster C { t[2] : Tomahawk4; t[0] -- t[1] : <<RoCE800 x3>> }`,
      'RoCE400 x6',
      'RoCE400 x6',
    ));
  it('two links on a port of twice the lanes', () =>
    check('device Wide : switch { ports = Eth800 x1 }\ncluster C { t : Tomahawk4; w : Wide; t -- w : Eth400 x2 }'));
  it('and no third', () =>
    check(`
device Wide : switch { ports = Eth800 x1 }
cluster C {
  t : Tomahawk4
  w : Wide
  t -- w : Eth400 x3
//     ^ error port.count: 3 Eth400 on Wide, which has 2: \`t\` 3.
}`));
});

describe('port.count', () => {
  it('what `without` takes out keeps its port', () =>
    check(`
cluster C {
  n[65] : ConnectX7
  leaf  : QM9700
  n[*] -- leaf : NDR
//        ^^^^ error port.count: 65 NDR on QM9700, which has 64: \`n[*]\` 65.
  without n[64]
}`));
  it('one-way links take a port each', () =>
    check(`
device Tiny : switch { ports = NDR x1 }
cluster C {
  s[2] : Tiny
  s[0] -> s[1] : NDR
  s[1] -> s[0] : NDR
//@2 ^^^^ error port.count: 2 NDR on \`s[1]\` (Tiny), which has 1: \`s[0]\` 1, \`s[0]\` 1.
}`));
  it('a mesh is told of at one end', () =>
    check(`
device Tiny : switch { ports = NDR x2 }
cluster C {
  s[4] : Tiny
  s[*] -- s[*] : NDR
//@2 ^^^^ error port.count: 3 NDR on \`s[0]\` (Tiny), which has 2: \`s[*]\` 3.
}`));
  it('only where `where` holds', () =>
    check(
      'cluster C { n[66] : nic; m : switch; leaf : QM9700; n[*] -- m : 50 GB/s; n[i] -- leaf : NDR where i < 64 }',
    ));
  it('families are counted apart', () =>
    check(`
device Both : nic { ports = NDR + Eth25 x2 + PCIe5 x16 }
cluster C { n : Both; s : QM9700; t : switch; n -- s : NDR; n -- t : Eth25 x2 }`));
});

describe('quantity.both-ways', () => {
  const links = `
link NVLink3 : NVLink { rate = 50 Gb/s, lanes = 4 }
link NVLink5 : NVLink { rate = 212.5 Gb/s, lanes = 2, encoding = 16b/17b }
link XGMI3 : XGMI { rate = 32 GT/s }
device A100 : gpu { ports = NVLink3 x12 + PCIe4 x16 }
device B200 : gpu { ports = NVLink5 x18 + PCIe5 x16 }
device MI300X : gpu { ports = XGMI3 x7 + PCIe5 x16 }
`;
  // Data sheets: A100 600 GB/s, B200 1.8 TB/s, MI300X 896 GB/s; PCIe 4 and 5 x16 64 and 128 GB/s; all of both ways.
  it.each([
    ['A100', '600 GB/s', '300 GB/s', 'NVLink3 x12'],
    ['B200', '1800 GB/s', '900 GB/s', 'NVLink5 x18'],
    ['MI300X', '896 GB/s', '448 GB/s', 'XGMI3 x7'],
    ['A100', '64 GB/s', '31.5 GB/s', 'PCIe4 x16'],
    ['B200', '128 GB/s', '63 GB/s', 'PCIe5 x16'],
    ['B200', '126 GB/s', '63 GB/s', 'PCIe5 x16'],
    ['ConnectX7', '100 GB/s', '50 GB/s', 'NDR'],
    ['V100_SXM', '32 GB/s', '15.8 GB/s', 'PCIe3 x16'],
  ])('%s at %s', (device, figure, oneWay, named) => {
    const text = (medium: string) => `${links}cluster C { d[2] : ${device}; d[0] -- d[1] : ${medium} }`;
    checkMended(text(`<<${figure}>>`), oneWay, oneWay);
    checkMended(text(`<<${figure}>>`), named, named);
  });
  it('spread over all peers of a mesh', () =>
    check(`${links.slice(1)}
cluster C {
  g[8] : MI300X
  g[*] -- g[*] : 128 GB/s
//               ^^^^^^^^ hint quantity.both-ways: 7 times 128 GB/s is what 7 XGMI3 carry both ways together; rates here are one way.
}`));
  it('spread over four switches', () =>
    checkMended(
      `${links}cluster C { g[8] : A100; s[4] : switch; g[*] -- s[*] : <<150 GB/s>> }`,
      'NVLink3 x3',
      'NVLink3 x3',
    ));
  it('counted in parts', () =>
    checkMended('cluster C { g[2] : V100_SXM; g[0] -- g[1] : <<50 GB/s>> x6 }', '25 GB/s', '25 GB/s'));
  it.each(['450 GB/s', '50 GB/s', '63 GB/s', '64 GB/s', '225 GB/s'])('%s is one way of an H100', (rate) =>
    check(`cluster C { g[4] : H100_SXM; g[i] -- g[(i + 1) % 4] : ${rate} }`),
  );
  it('a kind has no data sheet', () => check('cluster C { g[2] : gpu; g[0] -- g[1] : 900 GB/s }'));
});
