// What is offered to mend a plan: titles in their order, and the text after each.
import { describe, expect, it } from 'vitest';
import { applyFix } from '../../syntax/edits.ts';
import { findingsOf } from '../support.ts';

const model = 'model M { layers = 30, hidden = 4096, heads = 32, sequence = 2048, vocabulary = 50_000 }';
const sixteen = (plan: string, of = model): string =>
  `${of}\ncluster C {\n  g[16] : gpu;  s : switch\n  g[*] -- s : 450 GB/s\n  plan p : M ${plan}\n}`;

/** The only finding offers exactly these, each making of the braces what stands beside it; after none is there the same finding. */
function check(plan: string, fixes: Readonly<Record<string, string>>, text = sixteen): void {
  const before = text(plan);
  const findings = findingsOf(before);
  expect(findings).toHaveLength(1);
  const [{ code, fixes: offered = [] }] = findings;
  const made = offered.map(({ title, edits }) => {
    const after = applyFix(before, edits);
    expect(findingsOf(after).map((finding) => finding.code)).not.toContain(code);
    const from = after.indexOf('plan p : M ') + 'plan p : M '.length;
    return [title, after.slice(from, after.indexOf('}', from) + 1)];
  });
  expect(made).toEqual(Object.entries(fixes));
}

describe('degrees', () => {
  it('more replicas, or fewer ranks', () =>
    check('{ tensor = 4, data = 2 }', {
      'data = 4': '{ tensor = 4, data = 4 }',
      'over = g[0..7]': '{ tensor = 4, data = 2, over = g[0..7] }',
    }));
  it('replicas where none are written', () =>
    check('{ tensor = 4 }', {
      'data = 4': '{ tensor = 4, data = 4 }',
      'over = g[0..3]': '{ tensor = 4, over = g[0..3] }',
    }));
  it('in empty braces', () => check('{ }', { 'data = 16': '{ data = 16 }', 'over = g[0]': '{ over = g[0] }' }));
  it('no replicas where the batch would not split', () =>
    check('{ tensor = 4, data = 2, batch = 6 }', {
      'over = g[0..7]': '{ tensor = 4, data = 2, batch = 6, over = g[0..7] }',
    }));
  it('nothing where the number is no plain one', () => check('{ tensor = 4, data = 4 * 2 }', {}));
  it('nothing where no number comes out', () => check('{ tensor = 32 }', {}));

  const nested = (plan: string): string =>
    `${model}
node N { g[4] : gpu; v : switch; n : nic; g[*] -- v : 300 GB/s; v -- n : 50 GB/s }
cluster P { h[4] : N; s : switch; h[*].n -- s : 50 GB/s }
cluster C {
  p[2] : P;  t : switch;  p[*].s -- t : 50 GB/s
  plan p : M ${plan}
}`.replace(/\bp\[/g, 'pod[');
  it('places of the first level that has them', () => {
    check(
      '{ tensor = 4, data = 4 }',
      { 'data = 8': '{ tensor = 4, data = 8 }', 'over = pod[0]': '{ tensor = 4, data = 4, over = pod[0] }' },
      nested,
    );
    check(
      '{ tensor = 4, data = 6 }',
      {
        'data = 8': '{ tensor = 4, data = 8 }',
        'over = pod[*].h[0..2]': '{ tensor = 4, data = 6, over = pod[*].h[0..2] }',
      },
      nested,
    );
    check(
      '{ tensor = 4, data = 3 }',
      {
        'data = 8': '{ tensor = 4, data = 8 }',
        'over = pod[0].h[0..2]': '{ tensor = 4, data = 3, over = pod[0].h[0..2] }',
      },
      nested,
    );
  });
});

describe('places for the ranks', () => {
  const without = (plan: string): string =>
    `${model}
node N { g[4] : gpu; v : switch; c : cpu; n : nic; g[*] -- v : 300 GB/s; g[*] -- n : 50 GB/s; n -- c : 50 GB/s }
cluster C {
  h[4] : N;  s : switch;  h[*].n -- s : 50 GB/s
  without h[1].g[0..3] + h[1].v
  plan p : M ${plan}
}`;
  it('none beyond one without GPUs, which would stand for its CPU', () => {
    check(
      '{ tensor = 4 }',
      { 'data = 3': '{ tensor = 4, data = 3 }', 'over = h[0]': '{ tensor = 4, over = h[0] }' },
      without,
    );
    check('{ tensor = 4, data = 2 }', { 'data = 3': '{ tensor = 4, data = 3 }' }, without);
  });
});

describe('what splits evenly', () => {
  it('fewer stages, more replicas', () =>
    check('{ pipeline = 4, data = 4 }', { 'pipeline = 2, data = 8': '{ pipeline = 2, data = 8 }' }));
  it('replicas that are not written yet', () =>
    check('{ pipeline = 16 }', { 'pipeline = 2, data = 8': '{ pipeline = 2, data = 8 }' }));
  it('stages as an expression stay', () => check('{ pipeline = 2 * 2, data = 4 }', {}));
  it('not where the batch would not split any more', () => check('{ pipeline = 4, data = 4, batch = 4 }', {}));
  it('smaller tensor groups', () =>
    check('{ tensor = 16 }', { 'tensor = 8, data = 2': '{ tensor = 8, data = 2 }' }, (plan) =>
      sixteen(plan, model.replace('hidden = 4096, heads = 32', 'hidden = 4608, heads = 24')),
    ));
  it('no expert groups', () => check('{ expert = 16 }', { 'expert = 1, data = 16': '{ expert = 1, data = 16 }' }));
  it('smaller context groups', () =>
    check('{ context = 16 }', { 'context = 8, data = 2': '{ context = 8, data = 2 }' }, (plan) =>
      sixteen(plan, model.replace('2048', '2040')),
    ));
  it('the batch below and above', () =>
    check('{ data = 16, microbatch = 1, batch = 100 }', {
      'batch = 96': '{ data = 16, microbatch = 1, batch = 96 }',
      'batch = 112': '{ data = 16, microbatch = 1, batch = 112 }',
    }));
  it('none below the first', () => check('{ data = 16, batch = 8 }', { 'batch = 16': '{ data = 16, batch = 16 }' }));
});

describe('a tensor group that leaves its node', () => {
  const nodes = (plan: string): string =>
    `${model}
node N { g[4] : gpu; v : switch; n : nic; g[*] -- v : 300 GB/s; g[*] -- n : 50 GB/s }
cluster C {
  h[2] : N;  s : switch;  h[*].n -- s : 50 GB/s
  plan p : M ${plan}
}`;
  it('one that stays', () => check('{ tensor = 8 }', { 'tensor = 4, data = 2': '{ tensor = 4, data = 2 }' }, nodes));
  it('not where the batch would not split', () => check('{ tensor = 8, batch = 3 }', {}, nodes));
  it('none at all where nodes have one GPU', () =>
    check('{ tensor = 8 }', { 'tensor = 1, data = 8': '{ tensor = 1, data = 8 }' }, (plan) =>
      nodes(plan).replace('g[4] : gpu', 'g[1] : gpu').replace('h[2]', 'h[8]'),
    ));
});

describe('memory', () => {
  const gpus = (memory: string, plan: string): string =>
    sixteen(plan).replace('g[16] : gpu', `g[16] : gpu { memory = ${memory} }`);
  // 145 GB: 116 of weights, gradients and optimiser states (12.9, 25.8, 77.4) and 29.1 of activations. Selective leaves 34 for 114 of
  // each layer: 9.0 GB; full 2: 0.95 GB. ZeRO 1, 2 and 3 take 72.6, 96.7 and 108.8 GB off.
  it('each that is enough by itself', () => {
    check(
      '{ data = 16 }',
      {
        'zero = 1': '{ data = 16, zero = 1 }',
        'zero = 2': '{ data = 16, zero = 2 }',
        'zero = 3': '{ data = 16, zero = 3 }',
      },
      (plan) => gpus('80 GB', plan),
    );
    check(
      '{ data = 16, recompute = none }',
      {
        'recompute = selective': '{ data = 16, recompute = selective }',
        'zero = 1': '{ data = 16, recompute = none, zero = 1 }',
        'zero = 2': '{ data = 16, recompute = none, zero = 2 }',
        'zero = 3': '{ data = 16, recompute = none, zero = 3 }',
        'recompute = full': '{ data = 16, recompute = full }',
      },
      (plan) => gpus('130 GB', plan),
    );
    check('{ data = 16, zero = 2, recompute = selective }', {}, (plan) => gpus('8 GB', plan));
  });
  // Weights, gradients and states in sixteenths 7.26 GB; activations 29.1 GB, 9.0 GB without what attention keeps, about 1 GB
  // recomputed whole. In stage 2 the weights stay whole: 19.35 GB and activations.
  it('two together where nothing fits alone', () =>
    check(
      '{ data = 16 }',
      {
        'recompute = selective, zero = 3': '{ data = 16, recompute = selective, zero = 3 }',
        'zero = 3, recompute = full': '{ data = 16, zero = 3, recompute = full }',
      },
      (plan) => gpus('20 GB', plan),
    ));
  it('in a pipeline no more than the optimiser states', () =>
    check('{ data = 8, pipeline = 2 }', { 'zero = 1': '{ data = 8, pipeline = 2, zero = 1 }' }, (plan) =>
      gpus('48 GB', plan),
    ));
});

describe('a stage of ZeRO', () => {
  it('that is too high', () => check('{ data = 16, zero = 4 }', { '3': '{ data = 16, zero = 3 }' }));
});
describe('a name of frameworks', () => {
  it.each([
    ['tp', 'tensor'],
    ['pp', 'pipeline'],
    ['cp', 'context'],
    ['gbs', 'batch'],
    ['mbs', 'microbatch'],
  ])('%s', (short, name) => {
    const [{ message, fixes }] = findingsOf(sixteen(`{ data = 16, ${short} = 1 }`));
    expect([message, fixes?.map(({ title }) => title)]).toEqual([
      `a plan has no property \`${short}\`; the nearest is \`${name}\`.`,
      [name],
    ]);
  });
});
describe('a word', () => {
  it('that is almost right', () =>
    check('{ data = 16, recompute = selectiv }', { selective: '{ data = 16, recompute = selective }' }));
});
