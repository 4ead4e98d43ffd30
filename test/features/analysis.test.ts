// The panel's question: figures against hand calculation, refusals in words.
import { describe, expect, test } from 'vitest';
import { analysis } from '../../server/features/analysis.ts';
import type { AnalyzeParams, AnalyzeResult } from '../../server/protocol.ts';
import { dgx, open, uri } from './support.ts';

type Ask = Partial<AnalyzeParams>;
const GiB = 2 ** 30;

function ask(text: string, params: Ask = {}): AnalyzeResult {
  const found = analysis(open(text).workspace, { uri, collective: 'allreduce', size: GiB, ...params });
  if ('refused' in found) throw new Error(found.refused);
  return found;
}

function checkRefused(text: string, params: Ask, message: string): void {
  expect(analysis(open(text).workspace, { uri, collective: 'allreduce', size: GiB, ...params })).toEqual({
    refused: message,
  });
}

const ring = 'cluster Ring(n = 4) {\n  g[n] : gpu\n  s : switch\n  g[i] -- g[(i + 1) % n] : 50 GB/s, 1 us\n}';

describe('figures', () => {
  // A ring moves 2 · 7/8 of the size through every GPU's 18 NVLinks: 1.75 GiB over 18 · 25 GB/s · 0.82 = 369 GB/s is 5,092.3 us;
  // in 14 steps, each through two NVLinks and a switch of at most a few us. busbw = 1.75 · size / time, just below 369 GB/s.
  test('eight H100 on NVSwitch: a ring all-reduce of 1 GiB', () => {
    const found = ask(dgx());
    expect([found.root, found.ranks, found.sizeBytes, found.version]).toEqual(['Box', 8, GiB, 1]);
    const priced = found.algorithms.find(({ name }) => name === 'ring');
    const wire = (1.75 * GiB) / 369e9 / 1e-6;
    expect(priced?.timeUs).toBeGreaterThan(wire);
    expect(priced?.timeUs).toBeLessThan(wire + 14 * 5);
    expect(priced?.busbwGBps).toBeCloseTo((1.75 * GiB) / (priced?.timeUs ?? 0) / 1e3, 6);
    expect(priced?.algbwGBps).toBeCloseTo(GiB / (priced?.timeUs ?? 0) / 1e3, 6);
    // The NVSwitches hang on 5 or 4 links: 102.5 or 82 GB/s.
    expect(priced?.bottleneck).toMatchObject({ medium: 'NVLink4' });
    expect([102.5, 82]).toContainEqual(Number(priced?.bottleneck?.GBps.toFixed(3)));
  });

  // 2 · 3/4 GB over two ways of 50 GB/s: 15 ms; six steps of 1 us.
  test('a ring of four bare links', () => {
    const found = ask(ring, { size: 1e9, algorithm: 'ring' });
    expect(found.algorithms.find(({ name }) => name === 'ring')?.timeUs).toBeCloseTo(15_006, 6);
    expect(found.loads).toHaveLength(8);
    for (const { GBps, busy } of found.loads) {
      expect(GBps).toBe(50);
      expect(busy).toBeCloseTo(15_000 / 15_006, 9);
    }
  });

  test('the fastest first', () => {
    const times = ask(dgx()).algorithms.map(({ timeUs }) => timeUs);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });
  // What leaves one rank of the ring: 2 · 50 GB/s. Nobody is faster than 3/4 GB into each rank at that rate, twice.
  test('the optimum is no slower than what was found', () => {
    const { optimum, algorithms } = ask(ring, { size: 1e9 });
    expect(optimum?.timeUs).toBeLessThanOrEqual(algorithms[0].timeUs);
    expect(algorithms[0].optimumPercent).toBeCloseTo((100 * (optimum?.timeUs ?? 0)) / algorithms[0].timeUs, 6);
  });
  test('a sweep has a row for each size, in the order of the algorithms', () => {
    const { sweep, algorithms } = ask(ring, { size: 1e9, sizes: [1e3, 1e9] });
    expect(sweep?.map(({ sizeBytes }) => sizeBytes)).toEqual([1e3, 1e9]);
    expect(sweep?.[1].timesUs).toEqual(algorithms.map(({ timeUs }) => timeUs));
  });
  test('another node of the file', () => expect(ask(`${dgx()}\n${ring}`, { root: 'Box' }).ranks).toBe(8));
  test('some of the ranks', () => expect(ask(ring, { over: 'g[0..2]' }).ranks).toBe(3));
  test('without one', () => expect(ask(ring, { without: 'g[3]' }).ranks).toBe(3));
  test('blanks are no selection', () => expect(ask(ring, { over: ' ', without: '' }).ranks).toBe(4));
  test('parameters given', () => expect(ask(ring, { set: { n: '2 * 3' } }).ranks).toBe(6));
  test('an algorithm that is left out of many ranks stands among the others when it is asked for', () => {
    const text = 'cluster Many { g[65] : gpu; s : switch; g[i] -- s : 50 GB/s }';
    const { algorithms } = ask(text, { algorithm: 'direct', size: 1e9 });
    const direct = algorithms.find(({ name }) => name === 'direct');
    // Twice 64 pieces of S/65 out of each rank at 50 GB/s, which no algorithm without help of the switch can better.
    expect(direct?.timeUs).toBeCloseTo((2 * (64 / 65) * 1e9) / 50e3, 6);
    expect(direct?.optimumPercent).toBeCloseTo(100, 6);
    expect(ask(text).algorithms.map(({ name }) => name)).not.toContain('direct');
  });
  test('a barrier has no size', () => {
    const { algorithms } = ask(ring, { collective: 'barrier', size: 0 });
    expect(algorithms[0].timeUs).toBeGreaterThan(0);
    expect(algorithms[0].busbwGBps).toBe(0);
  });
  test('paths of loads and cut are those of the text', () => {
    const { loads, optimum } = ask(
      `cluster Two {\n  b[2] : Box\n  b[0].g[i] -- b[1].g[i] : 5 GB/s\n}\nnode Box {\n  g[2] : gpu\n  g[0] -- g[1] : 50 GB/s\n}`,
    );
    expect(loads.every(({ a, b }) => /^b\[\d]\.g\[\d]$/.test(a) && /^b\[\d]\.g\[\d]$/.test(b))).toBe(true);
    expect(optimum?.cut?.links.every((link) => /^b\[\d]\.g\[\d] -- b\[\d]\.g\[\d]$/.test(link))).toBe(true);
  });
});

describe('refusals', () => {
  test('no such file', () => checkRefused('', { uri: 'file:///gone.topo' }, 'there is no file `file:///gone.topo`.'));
  test('nothing to ask about', () => checkRefused('let a = 1', {}, 'this file defines no cluster and no node yet.'));
  test('no such root', () => checkRefused(ring, { root: 'Rong' }, 'this file defines no cluster or node `Rong`.'));
  test('errors in the root', () =>
    checkRefused('cluster C {\n  g[2] : Nothing\n}', {}, '`C` has errors; mend them first.'));
  test('no such places', () => checkRefused(ring, { over: 'h[0]' }, 'nothing here is called `h`.'));
  test('places out of range', () => checkRefused(ring, { over: 'g[4]' }, '`g` has 4 places, 0 to 3.'));
  test('no places at all', () => checkRefused(ring, { over: '3' }, '3 does not name places of Ring.'));
  test('half an expression', () => checkRefused(ring, { over: 'g[' }, 'expected a value before the line ends.'));
  test('a question among places', () => checkRefused(ring, { over: 'bisection' }, 'a question cannot stand here.'));
  test('ranks that are none', () =>
    checkRefused(ring, { over: 's' }, '`s` is a switch; ranks are GPUs, or CPUs where there is no GPU.'));
  test('a rank twice', () => checkRefused(ring, { over: 'g[0] + g[0]' }, '`g[0]` names a rank that is named already.'));
  test('bad without', () => checkRefused(ring, { without: 'nowhere' }, 'nothing here is called `nowhere`.'));
  test('nobody left', () => checkRefused(ring, { without: 'g[*]' }, 'there is no GPU and no CPU to take part.'));
  test('no ranks at all', () =>
    checkRefused('cluster C { s[2] : switch }', {}, 'there is no GPU and no CPU to take part.'));
  test('ranks apart', () => checkRefused('cluster C { g[2] : gpu }', {}, 'g[0] cannot reach g[1].'));
  test('a size that is none', () =>
    checkRefused(ring, { size: Number.NaN }, 'a size is a number of bytes, 0 or more.'));
  test('a size below nothing', () => checkRefused(ring, { sizes: [-1] }, 'a size is a number of bytes, 0 or more.'));
  test('no channels', () => checkRefused(ring, { channels: 0 }, 'channels are a whole number, 1 or more.'));
  test('no such parameter', () => checkRefused(ring, { set: { m: '4' } }, '`Ring` has no parameter `m`; it has n.'));
  test('a parameter of another sort', () =>
    checkRefused(ring, { set: { n: 'H100_SXM' } }, '`n` takes a number; H100_SXM is a gpu.'));
  test('half a parameter', () =>
    checkRefused(ring, { set: { n: '4 +' } }, 'n = 4 +: expected a value before the line ends.'));
  test('a parameter that breaks it', () =>
    checkRefused(ring, { set: { n: '-1' } }, 'with n = -1: a size is 0 or more; this is -1.'));
  test('a switch for a GPU, a GPU for a node, a time for a rate', () => {
    const text = `cluster C(d = gpu, h = DGX_A100, r = 1 GB/s) { g : d; x : h; s : switch; g -- s : r }`;
    checkRefused(text, { set: { d: 'QM9700' } }, '`d` takes a gpu; QM9700 is a switch.');
    checkRefused(text, { set: { h: 'H100_SXM' } }, '`h` takes a node; H100_SXM is a gpu.');
    checkRefused(text, { set: { r: '1 s' } }, '`r` takes a rate; 1 s is a time.');
  });
  test('broken off', () =>
    expect(analysis(open(ring).workspace, { uri, collective: 'allreduce', size: GiB }, () => true)).toEqual({
      refused: 'cancelled.',
    }));
});
