// Names people know from data sheets, written where the library has another: the nearest of the sort that is wanted there.
import { expect, it } from 'vitest';
import { diagnostics } from '../../server/features/diagnostics.ts';
import { open, uri } from '../features/support.ts';

/** The fixes of the only finding, in order. */
function check(text: string, ...names: readonly string[]): void {
  const { workspace } = open(text);
  const unknown = diagnostics(workspace, uri).filter(({ code }) => code === 'name.unknown');
  expect(unknown.map(({ fixes }) => fixes?.map(({ title }) => title))).toEqual([names]);
}

it.each([
  ['H100', ['H100_SXM', 'H100_NVL', 'H100_PCIe']],
  ['B200', ['B200_SXM']],
  ['MI250X', ['MI250X_GCD']],
  ['CX7', ['ConnectX7']],
  ['Quantum2', ['QM9700', 'QM9790']],
])('a part `%s`: %j', (name, names) => check(`node N { p : ${name} }`, ...names));

it.each([
  ['NVLINK4', ['NVLink4']],
  ['PCIe5x16', ['PCIe5 x16']],
  ['Eth400G', ['Eth400']],
  ['NDR400', ['NDR']],
])('a link `%s`: %j', (name, names) => {
  check(`node N { a, b : gpu\n a -- b : ${name} }`, ...names);
  check(`device D : nic { ports = ${name} }`, ...names);
});

it('a base is of the sort that builds on it', () => {
  check('link Eth40_x : Eth40G', 'Eth40');
  check('device D : CX7', 'ConnectX7');
  check('cluster C { g : gpu\n plan p : Llama3_70 { } }', 'Llama3_70B');
});
