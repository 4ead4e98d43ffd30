// What one will measure beside the prices of the panel's question: two answers, each where it stands. Numbers by hand.
import { describe, expect, test } from 'vitest';
import { analysis } from '../../server/features/analysis.ts';
import type { AnalyzeParams, AnalyzeResult } from '../../server/protocol.ts';
import { open, uri } from './support.ts';

const GiB = 2 ** 30;
const text = `
node Eight : DGX_H100 { }
cluster Narrow(up = 2) {
  dgx[2] : DGX_H100
  leaf[2] : switch
  dgx[i].nic[*] -- leaf[i] : NDR
  leaf[0] -- leaf[1] : NDR x(up)
}
node Four { g[4] : gpu
  g[*] -- g[*] : 50 GB/s }`;

function ask(root: string, params: Partial<AnalyzeParams> = {}): AnalyzeResult {
  const found = analysis(open(text).workspace, { uri, root, collective: 'allreduce', size: GiB, ...params });
  if ('refused' in found) throw new Error(found.refused);
  return found;
}

describe('both answers', () => {
  // 15 us, 1 GiB at 270 GB/s (3976.8 us), 12 ln 8193 = 108.1 us.
  const time = 15 + GiB / 270e3 + 12 * Math.log(8193);

  test('stand side by side', () => {
    const { measured, algorithms } = ask('Eight');
    expect(measured).toMatchObject({ library: 'NCCL', algorithm: 'in_switch', limit: { by: 'adding', GBps: 270 } });
    expect(measured?.timeUs).toBeCloseTo(time, 6);
    expect(measured?.lowUs).toBeCloseTo(time / 1.08, 6);
    expect(measured?.highUs).toBeCloseTo(time / 0.92, 6);
    expect(measured?.busbwGBps).toBeCloseTo((GiB / time / 1e3) * (14 / 8), 6);
    expect(algorithms.map(({ name }) => name)).toContain('ring');
    expect(algorithms.find(({ name }) => name === 'in_switch')?.timeUs).not.toBe(measured?.timeUs);
  });
  test('the share of the optimum is of the measured time', () => {
    const { measured, optimum } = ask('Eight');
    expect(measured?.optimumPercent).toBeCloseTo((100 * (optimum?.timeUs ?? 0)) / time, 6);
  });
  test('an algorithm that is drawn takes nothing away, one that runs benchmarks adds', () => {
    expect(ask('Eight', { algorithm: 'ring' }).measured?.timeUs).toBeCloseTo(time, 6);
    expect(ask('Eight', { harness: 'torch' }).measured?.timeUs).toBeCloseTo(time + 21, 6);
    expect(ask('Eight', { harness: 'process' }).measured?.timeUs).toBeCloseTo(time + 24, 6);
  });
  test('each size of a curve has it, with its band', () => {
    const { sweep } = ask('Eight', { sizes: [1024, GiB] });
    expect(sweep?.map(({ measured }) => measured?.timeUs)).toEqual([
      expect.closeTo(ask('Eight', { size: 1024 }).measured?.timeUs ?? Number.NaN, 9),
      expect.closeTo(time, 6),
    ]);
    expect(sweep?.[1].measured?.highUs).toBeCloseTo(time / 0.92, 6);
    expect(ask('Four', { sizes: [1024] }).sweep?.[0].measured).toBeUndefined();
  });
  test('channels, hashed routes and a model of the fabric have none, nor have bare kinds', () => {
    for (const params of [{ channels: 1 }, { routing: 'hashed' }, { model: 'stepwise' }] as const)
      expect(ask('Eight', params).measured).toBeUndefined();
    expect(ask('Four').measured).toBeUndefined();
  });
  // Two NDR between the leaves, 97 GB/s in software, take 1 GiB each way in 11 ms; the form sees eight NICs: 4.4 ms.
  test('more than all of the optimum: the fabric is narrower than the form sees', () => {
    expect(ask('Narrow').measured?.optimumPercent).toBeGreaterThan(100);
  });
});

describe('what one will measure alone', () => {
  test('prices nothing', () => {
    const found = ask('Eight', { model: 'measured', sizes: [1024] });
    expect(found.measured).toEqual({ ...ask('Eight').measured, optimumPercent: undefined });
    expect([found.algorithms, found.loads, found.fastest, found.sweep]).toEqual([[], [], [], []]);
    expect(found.optimum).toBeUndefined();
  });
  test('is refused where it is not known', () => {
    const found = analysis(open(text).workspace, {
      uri,
      root: 'Four',
      collective: 'allreduce',
      size: GiB,
      model: 'measured',
    });
    expect(found).toMatchObject({
      refused: expect.stringMatching(/^what one will measure is not known for allreduce/),
    });
  });
});
