// `topo analyze --algorithm`: that row alone, and a plain sentence where there is none.
import { afterAll, expect, test } from 'vitest';
import { Sandbox } from './topo.ts';

const sandbox = new Sandbox({
  'ring.topo': 'cluster Ring(n = 4) {\n  g[n] : gpu\n  g[i] -- g[(i + 1) % n] : 50 GB/s, 1 us\n}\n',
});
afterAll(() => sandbox.remove());
const analyze = (...args: string[]) => sandbox.run(['analyze', 'ring.topo', '--collective', 'allreduce', ...args]);

test('its row alone', () => {
  const { stdout } = analyze('--algorithm', 'tree', '--format', 'json');
  const [{ best, algorithms }] = JSON.parse(stdout).results;
  expect([best, ...algorithms.map(({ name }: { name: string }) => name)]).toEqual(['tree', 'tree']);
});

test('one that does not apply', () =>
  expect(analyze('--algorithm', 'in_switch')).toEqual({
    stdout: '',
    stderr: 'topo: in_switch does not do allreduce on these ranks.\n',
    status: 2,
  }));

test('one rank alone', () => {
  const { stdout, status } = analyze('--over', 'g[2]');
  expect(status).toBe(0);
  expect(stdout).toContain('one rank has no other to send to');
  expect(stdout).toContain('on 1 rank\n');
});
