// What comes out where it is read: on a terminal, and through a pipe that is closed early.
import { spawn } from 'node:child_process';
import { afterAll, expect, test } from 'vitest';
import { Sandbox } from './topo.ts';

const sandbox = new Sandbox({
  'escape.topo': 'cluster C { g[2] : gpu \u001b]0;title\u0007 }\n',
  'sound.topo': 'cluster C { g[2] : gpu }\n',
  'many.topo': `cluster C {\n${'  g : gpx\n'.repeat(5_000)}}\n`,
});
afterAll(() => sandbox.remove());

test('characters that a terminal obeys are shown by number', () => {
  const { stdout } = sandbox.run(['check', 'escape.topo']);
  expect(stdout).toContain('`\\u{1b}');
  expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  expect(sandbox.run(['ask', 'sound.topo', '1 \u001b[31m']).stderr).toContain('\\u{1b}');
});

test('a pipe that is closed early hides nothing: errors are status 1', async () => {
  const topo = spawn(process.execPath, ['topo.js', 'check', 'many.topo'], { cwd: sandbox.folder });
  const status = new Promise((done) => topo.on('exit', done));
  topo.stdout.destroy();
  let complaint = '';
  for await (const chunk of topo.stderr) complaint += chunk;
  expect([await status, complaint]).toEqual([1, '']);
});
