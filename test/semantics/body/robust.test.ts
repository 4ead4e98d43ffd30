// Broken texts: whatever is missing, bodies are made of the rest and nothing is thrown.
import { expect, it } from 'vitest';
import { bodies } from './support.ts';

const text = `
node Box(accelerator = H100_SXM, n = 4) {
  cpu[2] : EPYC_9654
  gpu[n] : accelerator { memory = 192 GB }
  nic    : ConnectX7
  let half = n / 2
  gpu[i] -- cpu[i / half] : PCIe5 x16, 1 us
  nic    -- cpu[0] : PCIe5 x(2 ** 4)
  gpu[*] -- gpu[*] : NVLink4 x5 where true
  without gpu[0] -- gpu[1] x2
}
node Big : Box(n = 2 * 3)
cluster All(boxes = 3) {
  box[boxes] : Box(n = boxes + 1)
  leaf[2]    : QM9700
  box[b].nic -- leaf[k] : NDR for k in 0..1 where b % 2 == k
  leaf[0] -> leaf[1] : 50 GB/s x2
  without box[boxes - 1] + leaf[0] -- leaf[1]
  expect count(gpu) == 12
  show bisection(over = box[*].gpu[0, 1])
}`;

/** Every body of the text is made, and every finding lies in the text. */
function check(broken: string): void {
  for (const { start, end, message } of bodies(broken).findings) {
    expect(start, message).toBeGreaterThanOrEqual(0);
    expect(end, message).toBeLessThanOrEqual(broken.length);
    expect(end, message).toBeGreaterThanOrEqual(start);
  }
}

it('every prefix', () => {
  for (let k = 0; k <= text.length; k++) check(text.slice(0, k));
});
it('every deletion of one character', () => {
  for (let k = 0; k < text.length; k++) check(text.slice(0, k) + text.slice(k + 1));
});
it('every character made another', () => {
  for (let k = 0; k < text.length; k++) for (const c of '9[*') check(text.slice(0, k) + c + text.slice(k + 1));
});

/** Sizes that no machine could hold are refused from the numbers alone. */
function checkRefused(big: string, code: string): void {
  expect(bodies(big).findings.map((finding) => finding.code)).toEqual([code]);
}

it('arrays of nothing', () =>
  checkRefused('cluster E { }\ncluster C { e[1e9] : E; g[2] : gpu; g[0] -- g[1] : 5 GB/s }', 'size.devices'));
it('rows of nothing are not counted to their end', () => {
  const { connections } = bodies(
    'cluster C { g[4] : gpu; s[0][1e15] : switch; g[*] -- s[*][*] : 5 GB/s; g[k] -- s[i][j] : 5 GB/s }',
  ).template('C');
  expect(connections.map(({ a }) => a.length)).toEqual([0, 0]);
});
it('a range without end', () =>
  checkRefused('cluster C { g[4] : gpu; g[i % 4] -- g[0] : 5 GB/s for i in 0..1e12 }', 'size.links'));
it('combinations without end', () =>
  checkRefused('cluster C { g[4000] : gpu; g[i] -- g[j] : 5 GB/s for k in 0..9 where i + k == j }', 'size.links'));
it('many parts that are each within the limit', () =>
  checkRefused('cluster P { g[900_000] : gpu }\ncluster C { p[2] : P }', 'size.devices'));
it('bodies in bodies in bodies', () => {
  const chain = Array.from({ length: 3000 }, (_, k) => `cluster C${k} { c : C${k + 1} }`).join('\n');
  const { findings } = bodies(`${chain}\ncluster C3000 { g : gpu }`);
  expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(['size.depth']));
});
it('bodies that each use the next one twice, differently', () => {
  const text = Array.from({ length: 40 }, (_, k) => {
    const use = (n: string) => `C${k - 1}(n = ${n})`;
    return k === 0
      ? 'cluster C0(n = 1) { g : gpu }'
      : `cluster C${k}(n = 1) { a : ${use('2 * n')}; b : ${use('2 * n + 1')} }`;
  }).join('\n');
  const { findings } = bodies(text);
  expect(findings.map(({ code }) => code)).toContain('size.variants');
  expect(findings.every(({ message }) => message.length < 2_000)).toBe(true);
});
