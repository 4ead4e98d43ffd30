// Parameters and bytes against published figures, each worked out by hand beside it.
import { describe, expect, it } from 'vitest';
import { rankMemory } from '../../../server/semantics/plans/memory.ts';
import type { Plan } from '../../../server/semantics/plans/plan.ts';
import { parametersOf, type Transformer } from '../../../server/semantics/plans/transformer.ts';
import { transformerNamed } from './support.ts';

const GiB = 2 ** 30;

const plan: Plan = {
  tensor: 1,
  context: 1,
  expert: 1,
  data: 1,
  pipeline: 1,
  microbatch: 1,
  batch: 1,
  zero: 0,
  schedule: 'interleaved',
  recompute: 'none',
  precision: 'bf16',
};

/** The models of Megatron-LM, of 2048 tokens and 51 200 words (Korthikanti et al. 2022, table 3). */
const megatron = (layers: number, hidden: number, heads: number): Transformer =>
  transformerNamed(
    'M',
    `model M { layers = ${layers}, hidden = ${hidden}, heads = ${heads}, sequence = 2048, vocabulary = 51200 }`,
  );

describe('parameters', () => {
  const check = (text: string, all: number, active = all): void => {
    const model = transformerNamed('M', `model M { ${text} }`);
    expect(parametersOf(model)).toEqual({ all, active });
  };

  it('GPT-3: 175 G (Brown et al. 2020, table 2.1)', () =>
    // 96 layers of 12 h^2 = 1 811 939 328, and twice 50 257 x 12 288
    check(
      'layers = 96, hidden = 12288, heads = 96, sequence = 2048, vocabulary = 50_257',
      96 * 1_811_939_328 + 2 * 617_558_016,
    ));

  it('Llama 2 70B: 69 G (Touvron et al. 2023); 68 976 648 192 with the 161 norms of 8192', () =>
    check(
      'layers = 80, hidden = 8192, heads = 64, kv_heads = 8, sequence = 4096, vocabulary = 32_000, feedforward = 28672',
      68_976_648_192 - 161 * 8192,
    ));

  it('Llama 2 7B: 6.74 G; 6 738 415 616 with the 65 norms of 4096', () =>
    check(
      'layers = 32, hidden = 4096, heads = 32, sequence = 4096, vocabulary = 32_000, feedforward = 11008',
      6_738_415_616 - 65 * 4096,
    ));

  it('Mixtral 8x7B: 46.7 G, 12.9 G of them for a token (Jiang et al. 2024); 46 702 792 704 with the 65 norms of 4096', () =>
    // Of the 8 experts of 3 x 4096 x 14 336 a token leaves out 6, in each of 32 layers.
    check(
      'layers = 32, hidden = 4096, heads = 32, kv_heads = 8, sequence = 32_768, vocabulary = 32_000, feedforward = 14336, experts = 8, active = 2',
      46_702_792_704 - 65 * 4096,
      46_702_792_704 - 65 * 4096 - 32 * 6 * 3 * 4096 * 14_336,
    ));

  it('a width of four times the model written out is that of a plain MLP', () =>
    check('layers = 1, hidden = 8, heads = 2, sequence = 4, vocabulary = 10, feedforward = 32', 12 * 64 + 2 * 80));
});

describe('weights, gradients, optimiser states', () => {
  const of = (model: Transformer, changes: Partial<Plan>): number[] => {
    const { weights, gradients, optimiser } = rankMemory(model, { ...plan, ...changes });
    return [weights, gradients, optimiser];
  };
  const tiny = megatron(8, 1024, 16);
  /** 8 x 12 x 1024^2 and twice 51 200 x 1024. */
  const all = 100_663_296 + 104_857_600;

  // Megatron-LM, documentation of the distributed optimizer: 18, 20 and 16 bytes a parameter.
  it.each([
    ['bf16', [2, 4, 12]],
    ['fp16', [2, 2, 16]],
    ['fp32', [4, 4, 8]],
    ['fp8', [2, 4, 12]],
  ] as const)('%s takes %j bytes a parameter', (precision, bytes) =>
    expect(of(tiny, { precision })).toEqual(bytes.map((each) => each * all)),
  );

  // Rajbhandari et al. 2020, figure 1: of the 64 replicas each keeps 1/64 of what the stage shares out.
  it.each([
    [0, [2, 4, 12]],
    [1, [2, 4, 12 / 64]],
    [2, [2, 4 / 64, 12 / 64]],
    [3, [2 / 64, 4 / 64, 12 / 64]],
  ])('ZeRO %i over 64 replicas leaves %j bytes a parameter', (zero, bytes) =>
    expect(of(tiny, { zero, data: 64, batch: 64 })).toEqual(bytes.map((each) => each * all)),
  );

  // Korthikanti et al. 2022, figure 1, the layers: 18 bytes for each of 48 x 12 h^2 / 8; the tables come on top.
  it.each([
    ['22B', megatron(48, 6144, 64), { tensor: 8 }, 45.5625],
    ['175B', megatron(96, 12_288, 96), { tensor: 8, pipeline: 8 }, 45.5625],
    ['530B', megatron(105, 20_480, 128), { tensor: 8, pipeline: 35 }, 31.640625],
    ['1T', megatron(128, 25_600, 160), { tensor: 8, pipeline: 64 }, 32.958984375],
  ] as const)('%s as published', (_, model, changes, published) => {
    const tables = ((changes.tensor === 8 && !('pipeline' in changes) ? 2 : 1) * 51_200 * model.hidden) / 8;
    const taken = of(model, changes).reduce((sum, each) => sum + each);
    expect((taken - 18 * tables) / GiB).toBeCloseTo(published, 9);
  });

  it('expert ranks hold different experts and the same of all else', () => {
    const model = transformerNamed(
      'M',
      'model M { layers = 2, hidden = 8, heads = 2, sequence = 4, vocabulary = 10, experts = 4, active = 1 }',
    );
    // A layer: attention 4 x 64, router 8 x 4; an expert 8 x 64. Tables: twice 10 x 8.
    const shared = 2 * (4 * 64 + 8 * 4) + 2 * 80;
    const experts = 2 * (4 / 2) * 8 * 64;
    expect(of(model, { expert: 2 })[0]).toBe(2 * (shared + experts));
    // Six ranks hold the same of what is shared, three of an expert.
    expect(of(model, { expert: 2, data: 3, batch: 3, zero: 1 })[2]).toBe(12 * (shared / 6 + experts / 3));
  });

  it('of fewer heads of keys and values than ranks each rank has a copy', () => {
    const model = transformerNamed(
      'M',
      'model M { layers = 1, hidden = 8, heads = 4, kv_heads = 2, sequence = 4, vocabulary = 4 }',
    );
    // Queries and output 2 x 64, MLP 8 x 64 and tables 2 x 32 over 4; keys and values 2 x 8 x 4 over 2.
    expect(of(model, { tensor: 4 })[0]).toBe(2 * ((2 * 64 + 8 * 64 + 64) / 4 + 64 / 2));
  });
});

describe('activations', () => {
  const of = (model: Transformer, changes: Partial<Plan>): number =>
    rankMemory(model, { ...plan, ...changes }).activations;

  // Korthikanti et al. 2022, figure 1, with sequence parallelism and selective recomputation: 34 s b h L / t, times
  // 1 + (p - 1) / (p v) for interleaving. What stands at the two ends comes on top (their section 4.3): s b h p / t for the mask
  // behind the words, and 4 s b h (1 + v / h) / t for the logits where there is one stage.
  it('22B as published, and its ends', () => {
    const model = megatron(48, 6144, 64);
    const ends = (2048 * 4 * 6144 * (1 + 4 * (1 + 51_200 / 6144))) / 8;
    const taken = of(model, { tensor: 8, microbatch: 4, batch: 4, recompute: 'selective' });
    expect((taken - ends) / GiB).toBeCloseTo(9.5625, 9);
  });
  it('530B as published: three layers a stage, each a chunk', () => {
    const taken = of(megatron(105, 20_480, 128), { tensor: 8, pipeline: 35, batch: 280, recompute: 'selective' });
    expect((taken - (2048 * 20_480 * 35) / 8) / GiB).toBeCloseTo(23.076171875, 9);
  });
  it('1T as published, not interleaved: 100 microbatches are no rounds of 64', () => {
    const taken = of(megatron(128, 25_600, 160), { tensor: 8, pipeline: 64, batch: 100, recompute: 'selective' });
    expect((taken - (2048 * 25_600 * 64) / 8) / GiB).toBeCloseTo(26.5625, 9);
  });

  // Table 2, a layer, s b h = 4 x 2048 x 6144: 34 + 5 a s / h = 34 + 5 x 64 x 2048 / 6144, or 34, over t; or 2.
  it.each([
    ['none', 1, 34 + (5 * 64 * 2048) / 6144],
    ['none', 8, (34 + (5 * 64 * 2048) / 6144) / 8],
    ['selective', 8, 34 / 8],
    ['full', 1, 2],
    ['full', 8, 2],
  ] as const)('%s over %i ranks', (recompute, tensor, bytes) => {
    const two = of(megatron(2, 6144, 64), { tensor, recompute, microbatch: 4, batch: 4 });
    const one = of(megatron(1, 6144, 64), { tensor, recompute, microbatch: 4, batch: 4 });
    expect((two - one) / (4 * 2048 * 6144)).toBeCloseTo(bytes, 9);
  });

  /** How many layers' worth the first stage holds: of 8 layers, four stages, 2 each. */
  const held = (changes: Partial<Plan>): number => {
    const model = megatron(8, 1024, 16);
    const mask = 2048 * 1024;
    const staged = of(model, { pipeline: 4, recompute: 'full', ...changes });
    const microbatches = changes.schedule === 'gpipe' ? (changes.batch ?? 1) : Math.min(4, changes.batch ?? 1);
    return (staged - mask * microbatches) / (2 * 2048 * 1024);
  };
  it('one microbatch alone fills a stage once', () => expect(held({ batch: 1 })).toBe(2));
  it('interleaved: L (1 + (p - 1) / (p v)) = 8 (1 + 3 / 8)', () => expect(held({ batch: 16 })).toBe(11));
  it('no more than there are microbatches', () => expect(held({ batch: 4 })).toBe(8));
  it('one forward, one backward, where it cannot be interleaved', () => expect(held({ batch: 18 })).toBe(8));
  it('gpipe holds them all', () => expect(held({ batch: 16, schedule: 'gpipe' })).toBe(32));

  it('context parallel ranks hold their share of the tokens', () => {
    const model = megatron(4, 1024, 16);
    expect(of(model, { context: 4 })).toBe(of(model, {}) / 4);
  });

  it('fp32 doubles the numbers, not the masks', () => {
    // With s b h = 1, t = 1: 16 numbers (two norms' inputs, 5 of attention, 9 of the MLP) and 2 masks; full keeps 1 number.
    const layer = (changes: Partial<Plan>): number =>
      (of(megatron(2, 1024, 16), changes) - of(megatron(1, 1024, 16), changes)) / (2048 * 1024);
    expect(layer({ precision: 'fp32', recompute: 'selective' })).toBe(4 * 16 + 2);
    expect(layer({ precision: 'fp32', recompute: 'full' })).toBe(4);
  });

  it('a gated MLP keeps gate, value and product; each expert of a token its own', () => {
    const layer = (more: string): number => {
      const model = (layers: number): Transformer =>
        transformerNamed(
          'M',
          `model M { layers = ${layers}, hidden = 64, heads = 4, sequence = 32, vocabulary = 10${more} }`,
        );
      return (of(model(2), { recompute: 'selective' }) - of(model(1), { recompute: 'selective' })) / (32 * 64);
    };
    // Beside the MLP 4 + 11; plain 2 (1 + 2 x 4) + 1 = 19; gated, three times as wide, 2 (1 + 3 x 3) + 1 = 21.
    expect(layer('')).toBe(34);
    expect(layer(', feedforward = 192')).toBe(15 + 21);
    expect(layer(', experts = 4, active = 2')).toBe(15 + 2 * 19);
    // One head of keys and values for four: K and V are 2 x 2 / 4 instead of 2 x 2.
    expect(layer(', kv_heads = 1')).toBe(34 - 3);
  });
});
