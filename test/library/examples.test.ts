// The examples one opens first: each says what it teaches, every question in it is answered, what it expects holds, and what
// it shows is what one works out by hand.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Answers, questionsOf } from '../../server/features/answers.ts';
import type { FileSemantics } from '../../server/semantics/file.ts';
import { analyse, findingsOf } from '../semantics/support.ts';
import { besideExamples, examples } from '../support/examples.ts';

const answersOf = (file: FileSemantics) =>
  questionsOf(file).map((asked) => {
    const { source, kind } = asked.question;
    const question = file.tree.text.slice(source.start, source.end);
    return { of: asked.template.name, question, kind, ...new Answers().answer(file, asked) };
  });

describe.each(examples)('%s', (_, text) => {
  it('says what it teaches, in few lines', () => {
    expect(text).toMatch(/^\/\/ \S/);
    expect(text.split('\n').length).toBeLessThanOrEqual(36);
  });

  it('has no finding', () => expect(findingsOf(text, besideExamples)).toEqual([]));

  it('answers what it asks, and what it expects holds', () => {
    const answers = answersOf(analyse(text, besideExamples));
    expect(answers.length).toBeGreaterThan(1);
    expect(answers.some(({ kind }) => kind === 'expect')).toBe(true);
    for (const { question, kind, findings, ok, text: said } of answers) {
      expect({ question, findings, ok }).toEqual({ question, findings: [], ok: kind === 'expect' ? true : null });
      expect(said, question).not.toMatch(/^$|\?/);
    }
  });
});

it('the page of examples has each of them', () => {
  const page = readFileSync(new URL('../../examples/README.md', import.meta.url), 'utf8');
  const linked = [...page.matchAll(/\]\((\w+)\.topo\)/g)].map(([, name]) => name).sort();
  expect(linked).toEqual(examples.map(([name]) => name));
});

/** What the example says at the end of the line of a `show`. */
function check(name: string, definition: string, show: string, said: string): void {
  const answers = answersOf(analyse(besideExamples[`${name}.topo`] ?? '', besideExamples));
  const found = answers.find(
    ({ of, question }) => of === definition && question.replace(/\s+/g, ' ') === `show ${show}`,
  );
  expect(found?.text).toBe(said);
}

describe('worked by hand', () => {
  // Bandwidth terms; S is the size, n the ranks. An all-reduce moves 2 (n - 1) / n S through each rank, an all-to-all and an
  // all-gather (n - 1) / n S. busbw counts just that, so where nothing else is in the way it is the rate of the way out.
  it.each([
    // 1.5 x 1 GB at 2 x 50 GB/s is 15 ms; round one way alone, 30 ms. Trees along the ring load its links alike and are 2 deep
    // there and 2 back, 4 us; a ring takes 6 steps of 1 us. Both are lost in the rounding.
    ['ring', 'Ring', 'allreduce(1 GB)', '15 ms · 100 GB/s busbw · tree'],
    ['ring', 'Ring', 'allreduce(1 GB, algorithm = ring, channels = 1)', '30 ms · 50 GB/s busbw · ring'],
    ['ring', 'Ring', 'bisection', '100 GB/s'],
    ['one_way', 'OneWay', 'allreduce(1 GB)', '30 ms · 50 GB/s busbw · ring'],
    ['one_way', 'BothWays', 'allreduce(1 GB)', '15 ms · 100 GB/s busbw · tree'],
    // 5/6 of 60 MB at 10 GB/s.
    ['star_and_tree', 'Star', 'alltoall(60 MB)', '5 ms · 10 GB/s busbw · direct'],
    // A fifth of 1 GB to each of four over its own 25 GB/s, twice: 2 x 8 ms.
    ['mesh', 'Mesh', 'allreduce(1 GB, algorithm = direct).time', '16 ms'],
    // GPUs pass nothing on, so all goes by the hubs, 50 GB/s a GPU.
    ['indices', 'Indices', 'bandwidth(g[0][0], g[3][1])', '50 GB/s'],
    // Two hops of PCIe at 150 ns and 275 ns for the GPU, and PEX88096 at 105 ns.
    ['pcie_box', 'PCIe_Box', 'path(gpu[0], gpu[3])', 'gpu[0] -> pcie -> gpu[3] (PIX, 955 ns)'],
    // 3/4 of 64 MiB, half of it each way round a ring of 45 GB/s: 559.2 us; three hops of 1 us.
    ['torus', 'Torus', 'allgather(64 MiB, over = chip[0][*][0])', '562 us · 89.5 GB/s busbw · ring'],
    // RoCE100 is 50 ns and 500 ns for the adapter, twice; a cable of 30 m 150 ns more, Tomahawk 3 0.6 us.
    ['lab', 'Lab', 'latency(near[0].nic, far[0].nic)', '1.85 us'],
    // 11/6 of 256 MiB at 12.5 GB/s x 0.96 is 41.0 ms; 22 steps of some us.
    ['lab', 'Lab', 'allreduce(256 MiB)', '41.1 ms · 12 GB/s busbw · ring'],
    // 2 x (50 + 250) ns and 150 ns; 2 x (50 + 500) ns and 0.6 us.
    ['roce_or_infiniband', 'WithInfiniBand', 'latency(dgx[0].nic[0], dgx[1].nic[0])', '750 ns'],
    ['roce_or_infiniband', 'WithRoCE', 'latency(dgx[0].nic[0], dgx[1].nic[0])', '1.7 us'],
    // Two links of 150 ns, 275 ns for the CPU and for the memory, and a switch of 100 ns.
    ['cxl_pool', 'Pool', 'latency(host[0].cpu, mem[0])', '950 ns'],
    ['cxl_pool', 'Pool', 'bandwidth(host[0].cpu, mem[*])', '63 GB/s'],
    // What nccl-tests will print: 8/5 of 2 GiB at 96 % of one NDR port, 48 GB/s, is 71.58 ms; latency 6.8 us and two levels of
    // 5 us up and down; filling 16 log2 5 ln(1 + 16384) = 361 us: 71.97 ms. Over 1.08, over 0.92.
    [
      'training',
      'Training',
      'allreduce(2 GiB, over = su[0].dgx[0..4].gpu[0])',
      '72 ms, 67 to 78 · 47.7 GB/s busbw · ring',
    ],
    ['lab_parts', 'LabServer', 'memory', '96 GB'],
    // 1,016 x 700 W.
    ['superpod', 'SuperPOD', 'power', '711 kW'],
    // GPU, processor, adapter, edge, aggregation, core and down again.
    ['fat_tree', 'FatTree', 'diameter', '10'],
  ])('%s: %s, %s', check);
});
