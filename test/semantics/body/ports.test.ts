// Ports used and free, as hover tells them, across a template and its parents.
import { expect, it } from 'vitest';
import { portsOf } from '../../../server/semantics/body/ports.ts';
import { devicePath } from '../../../server/semantics/template.ts';
import { bodies } from './support.ts';

/** The ports of a device of a body, as `used/free NAME`. */
function check(text: string, body: string, path: string, expected: string[]): void {
  const template = bodies(text).template(body);
  const device = Array.from({ length: template.deviceCount }, (_, k) => k).find(
    (k) => devicePath(template, k) === path,
  );
  const states = portsOf(template, device ?? -1);
  expect(states.map(({ entry, used, free }) => `${used}/${free} ${entry.link.name}`)).toEqual(expected);
}

const pods = `
cluster Pod(cards = 40) {
  n[cards] : ConnectX7
  leaf : QM9700
  n[*] -- leaf : NDR
}
cluster All {
  pod[2]   : Pod
  spine[4] : QM9700
  pod[*].leaf -- spine[*] : NDR x4
}
cluster More : All {
  extra : QM9700
  extra -- pod[0].leaf : NDR200 x3
}`;

it('a link with a width takes lanes, others take links', () =>
  check('node N { c : EPYC_9654; g[2] : H100_SXM; g[*] -- c : PCIe5 x8; g[0] -- g[1] : NVLink4 x5 }', 'N', 'g[0]', [
    '5/13 NVLink4',
    '8/8 PCIe5',
  ]));
it('what nothing is joined to is free', () => check('cluster C { s : QM9700 }', 'C', 's', ['0/64 NDR']));
// 40 below, 4 spines of 4 cables: 56 of 64.
it('a parent adds to what its parts take', () => check(pods, 'All', 'pod[1].leaf', ['56/8 NDR']));
it('a part alone keeps its own count', () => check(pods, 'Pod', 'leaf', ['40/24 NDR']));
// Three half links more: 57.5.
it('a body takes from what its base left', () => check(pods, 'More', 'pod[0].leaf', ['57.5/6.5 NDR']));
it('what only the base joins is known too', () => check(pods, 'More', 'spine[3]', ['8/56 NDR']));
it('the slowest fitting entry first, then the next', () =>
  check(
    'device Mixed : switch { ports = NDR x2 + HDR x2 }\ncluster C { n[3] : nic; s : Mixed; n[*] -- s : HDR }',
    'C',
    's',
    ['1/1 NDR', '2/0 HDR'],
  ));
it('a bare rate takes none', () =>
  check('cluster C { n : ConnectX7; s : QM9700; n -- s : 50 GB/s }', 'C', 's', ['0/64 NDR']));
