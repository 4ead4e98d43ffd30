// A finding about what stands in many places is told once, with the places it touches.
import { expect, it } from 'vitest';
import { Workspace } from '../../server/workspace.ts';

/** Each finding of a text: its code, the text it marks, and what is related to it. */
function check(text: string, expected: readonly (readonly [code: string, at: string, ...related: string[]])[]): void {
  const workspace = new Workspace();
  workspace.update('file:///uses.topo', text, 1);
  const findings = workspace.semantics('file:///uses.topo')?.findings() ?? [];
  const told = findings.map(({ code, start, end, related = [] }) => [
    code,
    text.slice(start, end),
    ...related.map((each) => `${text.slice(each.start, each.end)}: ${each.message}`),
  ]);
  expect(told).toEqual(expected);
}

const host = `
node Host {
  c : EPYC_7742
  n : ConnectX7
  n -- c : PCIe4 x16
}`;

it('a node of two levels of clusters', () =>
  check(
    `${host}
cluster SU(nodes = 4) { dgx[nodes] : Host; leaf : switch; dgx[*].n -- leaf : NDR }
cluster Pod { su[2][3] : SU(nodes = 32); top : switch; su[*][*].leaf -- top : 50 GB/s x32 }`,
    [['wiring.slot', 'PCIe4 x16', 'su: used as `su[0..1][0..2].dgx[0..31]`, 192 places']],
  ));
it('in several systems, through a base', () =>
  check(
    `${host}
node Other : Host
cluster A { h[2] : Host; s : switch; h[*].n -- s : NDR }
cluster B { o : Other; h : Host; s : switch; o.n -- s : NDR; h.n -- s : NDR }`,
    [['wiring.slot', 'PCIe4 x16', 'h: used as `h[0..1]`, 2 places', 'o: used as `o`', 'h: used as `h`']],
  ));
it('of four places three are named', () =>
  check(
    `${host}
cluster A { a : Host; b : Host; c : Host; d : Host; s : switch; a.n -- s : NDR; b.n -- s : NDR; c.n -- s : NDR; d.n -- s : NDR }`,
    [['wiring.slot', 'PCIe4 x16', 'a: used as `a`', 'b: used as `b`', 'c: used as `c`']],
  ));
it('a single place says nothing new', () =>
  check(`${host}\ncluster A { h : Host; s : switch; h.n -- s : NDR }`, [['wiring.slot', 'PCIe4 x16']]));
it('a system itself stands nowhere', () => check(host, [['wiring.slot', 'PCIe4 x16']]));
it('what only arguments make wrong is told once for all uses of them in a body', () =>
  check(
    `node N(lanes = 16) { c : EPYC_9654; g : H100_SXM; g -- c : PCIe5 x(lanes) }
cluster A { a[2] : N(lanes = 8); b : N; d : N(lanes = 8); s : switch; a[*].c -- s : 5 GB/s; b.c -- s : 5 GB/s; d.c -- s : 5 GB/s }
cluster B { a[2] : A; t : switch; a[*].s -- t : 5 GB/s }`,
    [
      [
        'port.slower',
        'N(lanes = 8)',
        'x(lanes): both ends have 16 lanes to give; this takes 8.',
        'N(lanes = 8): used with the same here too',
        'a: used as `a[0..1]`, 2 places',
      ],
    ],
  ));
it('and of a base', () =>
  check(
    `device Slow : nic { ports = HDR + PCIe4 x16 }
node N(card = Slow) { c : EPYC_7742; n : card; n -- c : PCIe4 x16 }
node M : N(card = ConnectX7)
cluster A { m[3] : M; s : switch; m[*].n -- s : NDR }`,
    [
      [
        'wiring.slot',
        'N(card = ConnectX7)',
        'PCIe4 x16: the slot carries 31.5 GB/s, the NIC 50 GB/s.',
        'm: used as `m[0..2]`, 3 places',
      ],
    ],
  ));
it('more ways than anyone follows: 65 536 of them', () => {
  const levels = Array.from(
    { length: 16 },
    (_, k) => `cluster C${k + 1} { a : C${k}; b : C${k}; a.s -- b.s : NDR; s : switch; a.s -- s : NDR }`,
  );
  const deep = (last: string) => `${'a.'.repeat(14)}${last}`;
  check(`${host}\ncluster C0 { h : Host; s : switch; h.n -- s : NDR }\n${levels.join('\n')}`, [
    ['wiring.slot', 'PCIe4 x16', ...['a.a.h', 'a.b.h', 'b.a.h'].map((way) => `a: used as \`${deep(way)}\``)],
  ]);
});
