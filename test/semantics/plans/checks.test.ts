// Each check of a plan, wrong and right: the finding at its place with its message. Fixes are in fixes.test.ts, memory by hand in memory.test.ts.
import { describe, it } from 'vitest';
import { checkFindings } from '../support.ts';

const model = 'model M { layers = 30, hidden = 4096, heads = 32, sequence = 2048, vocabulary = 50_000 }';

/** 16 GPUs on one switch, with a plan of these properties. */
const sixteen = (plan: string, of = model): string => `
${of}
cluster C {
  g[16] : gpu;  s : switch
  g[*] -- s : 450 GB/s
  plan p : M { ${plan}
}`;

describe('degrees', () => {
  it('that do not multiply to the ranks', () =>
    checkFindings(
      sixteen(`tensor = 4, data = 2 }
//             ^^^^^^^^^^^^^^^^^^^^ error plan.degrees: 4 x 2 = 8 ranks, but there are 16 GPUs.`),
    ));
  it('of which there is one, or too many', () =>
    checkFindings(
      sixteen(`microbatch = 2, data = 32, zero = 1 }
//                             ^^^^^^^^^ error plan.degrees: 32 ranks, but there are 16 GPUs.`),
    ));
  it('of which there is none', () =>
    checkFindings(
      sixteen(`zero = 1 }
//     ^ error plan.degrees: 1 rank, but there are 16 GPUs.`),
    ));
  it('over some of the ranks', () =>
    checkFindings(
      sixteen(`over = g[0], data = 16 }
//                          ^^^^^^^^^ error plan.degrees: 16 ranks, but there is 1 GPU.
  plan q : M { over = g[0..7], data = 8 }
  plan r : M { over = g[0] }`),
    ));
  it('over CPUs, where there is no GPU', () =>
    checkFindings(`
${model}
cluster C {
  c[4] : cpu;  s : switch
  c[*] -- s : 50 GB/s
  plan p : M { data = 2 }
//             ^^^^^^^^ error plan.degrees: 2 ranks, but there are 4 CPUs.
}`));
  it('of what is left, where something is absent', () =>
    checkFindings(`
${model}
cluster C {
  g[16] : gpu;  s : switch
  g[*] -- s : 450 GB/s
  without g[15]
  plan p : M { data = 16 }
//             ^^^^^^^^^ error plan.degrees: 16 ranks, but there are 15 GPUs.
}`));
  it('are those of the defaults, whatever a use gives', () =>
    checkFindings(`
${model}
cluster C(n = 16) {
  g[n] : gpu;  s : switch
  g[*] -- s : 450 GB/s
  plan p : M { data = n }
}
cluster D {
  c[2] : C(n = 8)
  t    : switch
  c[*].s -- t : 450 GB/s
}
cluster E : C { }`));
  it('are not asked of a body with errors', () =>
    checkFindings(`
${model}
cluster C {
  g[16] : gpuu
//        ^^^^ error name.unknown: there is no \`gpuu\`; the nearest is \`gpu\`.
  plan p : M { data = 16 }
}`));
});

describe('over', () => {
  it('names a rank twice', () =>
    checkFindings(
      sixteen(`over = g[0..7] + g[7], data = 9 }
//                    ^^^^^^^^^^^^^^ error ask.twice: \`g[7]\` names a rank that is named already.`),
    ));
  it('names what is no rank', () =>
    checkFindings(
      sixteen(`over = s, data = 16 }
//                    ^ error ask.ranks: \`s\` is a switch; ranks are GPUs, or CPUs where there is no GPU.`),
    ));
});

describe('what splits evenly', () => {
  it('layers over stages', () =>
    checkFindings(
      sixteen(`pipeline = 4, data = 4 }
//             ^^^^^^^^^^^^ error plan.layers: 30 layers do not split into 4 stages.
  plan q : M { pipeline = 2, data = 8 }`),
    ));
  it('heads over a tensor group', () =>
    checkFindings(
      sixteen(
        `tensor = 16 }
//             ^^^^^^^^^^^ error plan.heads: 24 heads do not split over 16 ranks.
  plan q : M { tensor = 8, data = 2 }`,
        'model M { layers = 30, hidden = 4608, heads = 24, sequence = 2048, vocabulary = 50_000 }',
      ),
    ));
  it('heads of keys and values; each rank may have a copy of one', () =>
    checkFindings(
      sixteen(
        `over = g[0..11], tensor = 12 }
//                              ^^^^^^^^^^^ error plan.heads: 8 heads of keys and values do not split over 12 ranks.
  plan q : M { tensor = 16 }
  plan r : M { tensor = 4, data = 4 }`,
        'model M { layers = 30, hidden = 4608, heads = 48, kv_heads = 8, sequence = 2048, vocabulary = 50_000, feedforward = 12_288 }',
      ).replace('heads = 48, kv_heads = 8', 'heads = 48, kv_heads = 8'),
    ));
  it('the width of the MLP', () =>
    checkFindings(
      sixteen(
        `tensor = 16 }
//             ^^^^^^^^^^^ error plan.heads: \`feedforward\` 11000 does not split over 16 ranks.`,
        'model M { layers = 30, hidden = 4096, heads = 32, sequence = 2048, vocabulary = 50_000, feedforward = 11_000 }',
      ),
    ));
  it('experts over an expert group', () =>
    checkFindings(
      sixteen(
        `expert = 16 }
//             ^^^^^^^^^^^ error plan.experts: 16 groups, but there are 12 experts.
  plan q : M { expert = 8, data = 2 }
//             ^^^^^^^^^^ error plan.experts: 12 experts do not split over 8 ranks.
  plan r : M { expert = 4, data = 4 }`,
        'model M { layers = 30, hidden = 4096, heads = 32, sequence = 2048, vocabulary = 50_000, experts = 12, active = 2 }',
      ),
    ));
  it('no experts at all', () =>
    checkFindings(
      sixteen(`expert = 16 }
//             ^^^^^^^^^^^ error plan.experts: \`M\` has no experts: \`expert\` is 1.`),
    ));
  it('a sequence over a context group', () =>
    checkFindings(
      sixteen(
        `context = 16 }
//             ^^^^^^^^^^^^ error plan.sequence: 2040 tokens do not split over 16 ranks.
  plan q : M { context = 8, data = 2 }`,
        'model M { layers = 30, hidden = 4096, heads = 32, sequence = 2040, vocabulary = 50_000 }',
      ),
    ));
  it('the batch over replicas', () =>
    checkFindings(
      sixteen(`data = 16, microbatch = 1, batch = 100 }
//                                        ^^^^^^^^^^^ error plan.batch: 100 does not split over 16 replicas of microbatch 1.
  plan q : M { tensor = 16, microbatch = 4, batch = 6 }
//                                          ^^^^^^^^^ error plan.batch: 6 does not split into microbatches of 4.
  plan r : M { data = 16, microbatch = 2, batch = 64 }
  plan v : M { data = 16, microbatch = 2 }`),
    ));
});

describe('a tensor group', () => {
  const hosts = (gpus: number, count: number, plan: string): string => `
${model}
node N { g[${gpus}] : gpu; v : switch; n : nic; g[*] -- v : 300 GB/s; g[*] -- n : 50 GB/s }
cluster C {
  h[${count}] : N;  s : switch;  h[*].n -- s : 50 GB/s
  plan p : M { ${plan}
}`;
  it('that leaves a node of one GPU', () =>
    checkFindings(`
${model}
node N { g : gpu; n : nic; g -- n : 50 GB/s }
cluster C {
  h[8] : N;  s : switch;  h[*].n -- s : 50 GB/s
  plan p : M { tensor = 8 }
//             ^^^^^^^^^^ hint plan.tensor: a tensor group of 8 leaves the node (1 GPU): its allreduce runs at 50 GB/s.
}`));
  // One NIC of 50 GB/s for a group that holds the whole node.
  it('over two nodes of four', () =>
    checkFindings(
      hosts(
        4,
        2,
        `tensor = 8 }
//             ^^^^^^^^^^ hint plan.tensor: a tensor group of 8 leaves the node (4 GPUs): its allreduce runs at 50 GB/s.`,
      ),
    ));
  // Of six GPUs two are of the group that goes over; it has a third of what leaves the node.
  it('that lies across', () =>
    checkFindings(
      hosts(
        6,
        2,
        `tensor = 4, data = 3 }
//             ^^^^^^^^^^ hint plan.tensor: a tensor group of 4 leaves the node (6 GPUs): its allreduce runs at 16.7 GB/s.`,
      ),
    ));
  it('that stays', () => checkFindings(hosts(4, 2, 'tensor = 4, data = 2 }')));
  it('whose ranks are named so that it leaves', () =>
    checkFindings(
      hosts(
        2,
        2,
        `over = h[*].g[0] + h[*].g[1], tensor = 2, data = 2 }
//                                           ^^^^^^^^^^ hint plan.tensor: a tensor group of 2 leaves the node (2 GPUs): its allreduce runs at 25 GB/s.`,
      ),
    ));
  it('in a rack whose nodes share their switches', () =>
    checkFindings(`
${model}
node Tray { g[4] : gpu; n : nic; g[*] -- n : 50 GB/s }
cluster Rack {
  t[4] : Tray;  v : switch;  t[*].g[*] -- v : 900 GB/s
  plan p : M { tensor = 16 }
}`));
});

describe('a schedule', () => {
  it('that has nothing to do, or cannot be had', () =>
    checkFindings(
      sixteen(`data = 16, schedule = gpipe }
//                        ^^^^^^^^^^^^^^^^ hint plan.schedule: one stage needs no schedule: \`pipeline\` is 1.
  plan q : M { pipeline = 2, data = 8, batch = 24, schedule = interleaved }
//                                                 ^^^^^^^^^^^^^^^^^^^^^^ hint plan.schedule: 3 microbatches do not split into rounds of 2 stages, as interleaving needs; stages take turns one microbatch at a time.
  plan r : M { over = g[0..14], pipeline = 15, batch = 30, schedule = interleaved }
  plan v : M { pipeline = 2, data = 8, batch = 32, schedule = interleaved }
  plan t : M { pipeline = 2, data = 8, batch = 24, schedule = gpipe }
  plan u : M { pipeline = 2, data = 8, batch = 24 }`),
    ));
  it('of stages of one layer', () =>
    checkFindings(
      sixteen(
        `pipeline = 16, batch = 32, schedule = interleaved }
//                                        ^^^^^^^^^^^^^^^^^^^^^^ hint plan.schedule: a stage of one layer cannot be interleaved; stages take turns one microbatch at a time.`,
        'model M { layers = 16, hidden = 4096, heads = 32, sequence = 2048, vocabulary = 50_000 }',
      ),
    ));
});

describe('memory', () => {
  const gpus = (plan: string): string => `
${model}
cluster C {
  g[16] : H100_SXM;  s : NVLinkSwitch
  g[*] -- s : NVLink4 x8
  plan p : M { ${plan}
}`;
  // 30 x 12 x 4096^2 + 2 x 50 000 x 4096 = 6.449 G parameters: 12.9, 25.8 and 77.4 GB. Activations: s h (30 (34 + 5 x 32 x 2048 / 4096) + 1 +
  // 4 (1 + 50 000 / 4096)) = 8 388 608 x (3420 + 53.8) = 29.1 GB. In all 145.2 GB.
  it('that does not fit', () =>
    checkFindings(
      gpus(`data = 16 }
//     ^ warning plan.memory: a rank needs 145 GB, but H100_SXM has 80 GB: weights 12.9 GB, gradients 25.8 GB, optimiser states 77.4 GB, activations 29.1 GB.`),
    ));
  it('that does, for a sixteenth of the optimiser states', () => checkFindings(gpus('data = 16, zero = 1 }')));
  it('of ranks that do not state theirs', () => checkFindings(sixteen('data = 16 }')));
  it('of the least of them', () =>
    checkFindings(`
${model}
cluster C {
  g[15] : H100_SXM { memory = 1 TB };  h : H100_SXM { memory = 100 GB };  s : NVLinkSwitch
  g[*] -- s : NVLink4 x8
  h    -- s : NVLink4 x8
  plan p : M { data = 16 }
//     ^ warning plan.memory: a rank needs 145 GB, but H100_SXM has 100 GB: weights 12.9 GB, gradients 25.8 GB, optimiser states 77.4 GB, activations 29.1 GB.
}`));
});

describe('a model', () => {
  it('that lacks what a plan needs', () =>
    checkFindings(
      sixteen(
        `pipeline = 16 }
//         ^ error plan.model: a plan needs to know \`hidden\`, \`sequence\`, \`active\`, which \`M\` does not state.
//             ^^^^^^^^^^^^^ error plan.layers: 30 layers do not split into 16 stages.`,
        'model M { layers = 30, heads = 32, vocabulary = 50_000, experts = 8 }',
      ),
    ));
  it('of which something is wrong is not missed', () =>
    checkFindings(
      sixteen(
        'pipeline = 16 }',
        `model M { layers = 0, hiden = 4096, heads = 32, sequence = 2048, vocabulary = 50_000 }
//                 ^ error quantity.sign: \`layers\` is more than nothing.
//                    ^^^^^ error name.property: a model has no property \`hiden\`; the nearest is \`hidden\`.`,
      ),
    ));
  it('that lacks nothing by its base', () =>
    checkFindings(
      sixteen(
        'data = 16 }',
        'model L { layers = 30, hidden = 4096, heads = 32 }\nmodel M : L { sequence = 2048, vocabulary = 50_000 }',
      ),
    ));
  it('whose figures do not go together', () =>
    checkFindings(`
model A { hidden = 4096, heads = 30 }
//                       ^^^^^^^^^^ error model.heads: 30 heads do not share out a width of 4096.
model B { hidden = 4096, heads = 32, kv_heads = 5 }
//                                   ^^^^^^^^^^^^ error model.heads: 5 heads of keys and values do not split over 32 heads.
model C { experts = 8, active = 9 }
//                     ^^^^^^^^^^ error model.experts: a token goes through 9 experts, but there are 8.
model D { active = 2 }
//        ^^^^^^^^^^ error model.experts: a token goes through 2 experts, but there is 1.
model E { hidden = 4096, heads = 32, kv_heads = 8, experts = 8, active = 2 }
model F : E { hidden = 4100 }
//            ^^^^^^^^^^^^^ error model.heads: 32 heads do not share out a width of 4100.
model G : E { experts = 1 }
//            ^^^^^^^^^^^ error model.experts: a token goes through 2 experts, but there is 1.
model H : E { layers = 2 }`));
});

describe('a value', () => {
  it('of the wrong sort', () =>
    checkFindings(
      sixteen(
        `tensor = 2 GB, context = 1.5, expert = 0, data = -4, pipeline = count(gpu) }
//                      ^^^^ error quantity.dimension: \`tensor\` is a number; this is a size.
//                                      ^^^ error quantity.whole: \`context\` is a whole number; this is 1.5.
//                                                    ^ error quantity.sign: \`expert\` is more than nothing.
//                                                              ^^ error quantity.sign: \`data\` is more than nothing.
//                                                                             ^^^^^^^^^^ error quantity.whole: \`pipeline\` cannot wait for the answer of a question.
  plan q : M { zero = 4, schedule = interleavd, precision = bf8, recompute = 3 }
//                    ^ error quantity.range: \`zero\` is a stage, 0 to 3; this is 4.
//                                  ^^^^^^^^^^ error name.word: \`schedule\` is one of interleaved, gpipe.
//                                                          ^^^ error name.word: \`precision\` is one of bf16, fp16, fp8, fp32.
//                                                                           ^ error name.word: \`recompute\` is one of none, selective, full.
  plan r : M { zero = -1, batch = 2 ** 3.5 }
//                    ^^ error quantity.range: \`zero\` is a stage, 0 to 3; this is -1.
//                                ^^^^^^^^ error quantity.whole: \`batch\` is a whole number; this is 11.31370849898476.
  plan v : M { data = 33 / 2 }
//                    ^^^^^^ hint quantity.rest: 33 / 2 leaves a rest of 1, which is dropped.
  plan t : M { data = 16, data = 8 }
//                        ^^^^ error name.duplicate: \`data\` is set twice.`,
      ),
    ));
  it('of a model', () =>
    checkFindings(`
model M { layers = 2.5, hidden = 4 kB, heads = -1, vocabulary = true, sequence = gpu, experts = 1 / 0, size = 3 }
//                 ^^^ error quantity.whole: \`layers\` is a whole number; this is 2.5.
//                               ^^^^ error quantity.dimension: \`hidden\` is a number; this is a size.
//                                             ^^ error quantity.sign: \`heads\` is more than nothing.
//                                                              ^^^^ error quantity.dimension: \`vocabulary\` is a number; this is a truth.
//                                                                               ^^^ error quantity.dimension: \`sequence\` is a number; this is the kind gpu.
//                                                                                                ^ error quantity.zero: a division by nothing.
//                                                                                                     ^^^^ error name.property: a model has no property \`size\`.`));
});
