// Answers of what one will measure: where they are given, and how they read. The numbers by hand; the form's own tests are in
// test/collectives/measured.test.ts.
import { describe, expect, it } from 'vitest';
import { makeAsker } from '../../server/questions/asker.ts';
import { bandText } from '../../server/questions/measured.ts';
import { answerText } from '../../server/questions/text.ts';
import { parseExpression } from '../../server/syntax/parser.ts';
import { Workspace } from '../../server/workspace.ts';

const text = `
node Eight : DGX_H100 {}
cluster Two {
  dgx[2] : DGX_H100
  leaf   : QM9700
  dgx[*].nic[*] -- leaf : NDR
}
cluster Bare {
  g[4] : gpu
  g[i] -- g[(i + 1) % 4] : 50 GB/s, 1 us
}`;

function ask(name: string, question: string): { said: string; faults: string[] } {
  const uri = 'file:///measured.topo';
  const workspace = new Workspace();
  workspace.update(uri, text, 1);
  const file = workspace.semantics(uri);
  const template = file?.template(name);
  if (!file || !template) throw new Error(`no ${name}`);
  const faults: string[] = [];
  const { expr } = parseExpression(question);
  const value = file.evaluate(template, expr, makeAsker(template), ({ code }) => faults.push(code));
  return { said: answerText(value), faults };
}

function check(name: string, question: string, said: string): void {
  expect(ask(name, question)).toEqual({ said, faults: [] });
}

describe('eight H100: 1 GiB, adding in the switches', () => {
  // 270 GB/s: 3977 us; 15 us of latency; filling 12 ln 8193 = 108 us: 4.10 ms. Over 1.08: 3.80, over 0.92: 4.46.
  it('the time with its band, busbw, the algorithm', () => {
    // 1 GiB / 4.0999 ms x 14/8 = 458.3 GB/s.
    check('Eight', 'allreduce(1 GiB)', '4.1 ms, 3.8 to 4.5 · 458 GB/s busbw · in_switch');
  });
  it('fields', () => {
    check('Eight', 'allreduce(1 GiB).time', '4.1 ms');
    check('Eight', 'allreduce(1 GiB).algbw', '262 GB/s');
    check('Eight', 'allreduce(1 GiB).algorithm', 'in_switch');
    check('Eight', 'allreduce(1 GiB).bottleneck', 'adding in the switches, 270 GB/s');
    check('Eight', 'allreduce(1 KiB).bottleneck', 'latency');
    check('Eight', 'allreduce(1 MiB).bottleneck', 'filling the pipeline');
    check('Eight', 'allgather(1 GiB).bottleneck', 'scale-up links, 351 GB/s a GPU');
    check('Two', 'allgather(1 GiB).bottleneck', 'the NICs, 384 GB/s a domain');
  });
  it('the optimum is the fabric’s, as with an algorithm named', () => {
    const named = ask('Eight', 'allreduce(1 GiB, algorithm = ring).optimum');
    expect(ask('Eight', 'allreduce(1 GiB).optimum')).toEqual(named);
    expect(named.said).not.toBe('?');
  });
});

describe('what the fabric allows is told', () => {
  it('where an algorithm is named', () => {
    // 369 GB/s in software: 14/8 of 1 GiB is 5.092 ms; 14 steps of 0.6 us.
    check('Eight', 'allreduce(1 GiB, algorithm = ring)', '5.1 ms · 368 GB/s busbw · ring');
  });
  it('on bare kinds', () => {
    // Trees along the ring: 1.5 GB over 100 GB/s, 4 us; a ring has 6 us.
    check('Bare', 'allreduce(1 GB)', '15 ms · 100 GB/s busbw · tree');
  });
  it('where no form is given', () => {
    expect(ask('Two', 'alltoall(1 GiB)').said).toMatch(/^\S+ ms · \S+ GB\/s busbw · \w+$/);
    expect(ask('Eight', 'gather(1 GiB)').said).toMatch(/^\S+ ms · \S+ GB\/s busbw · \w+$/);
  });
  it('and its faults', () => {
    expect(ask('Eight', 'broadcast(1 GiB, over = gpu[0..3], root = gpu[5])').faults).toEqual(['ask.root']);
    expect(ask('Two', 'allreduce(1 GiB, without = leaf)').faults).toEqual(['ask.unreachable']);
  });
});

describe('the band', () => {
  it.each([
    [1.9, 1.76, 2.07, '1.9 ms, 1.8 to 2.1'],
    [0.95, 0.88, 1.03, '950 us, 880 us to 1 ms'],
    [1.05, 0.97, 1.14, '1.05 ms, 970 us to 1.1 ms'],
  ])('%d ms between %d and %d', (time, low, high, said) => {
    expect(bandText({ time: time / 1e3, low: low / 1e3, high: high / 1e3 })).toBe(said);
  });
});
