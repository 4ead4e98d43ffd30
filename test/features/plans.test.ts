// Models and plans in the editor: what a hover tells, what is offered, where a name leads, and what a question about a plan answers.
import { describe, expect, it, test } from 'vitest';
import { Answers, questionsOf } from '../../server/features/answers.ts';
import { completions } from '../../server/features/completion.ts';
import { definitionAt } from '../../server/features/definition.ts';
import { hover } from '../../server/features/hover.ts';
import { open, uri } from './support.ts';

// The language's first example. 96 layers of 12 x 12 288^2 = 1.812 G and twice 51 200 x 12 288 = 0.629 G: 175.2 G parameters.
// A rank holds 12 layers over 8 and the one table over 8: 2.7966 G: 5.59, 11.2 and 33.6 GB. Activations: 128 microbatches a
// replica are rounds of 8, so 96 + 7 layers' worth of 34 s h / 8, s h = 25.17 MB, and 8 masks of s h / 8: 11.0 GB.
const training = (line: string): string => `
model GPT3_175B { layers = 96, hidden = 12288, heads = 96, sequence = 2048, vocabulary = 51200 }

node Host {
  gpu[8] : H100_SXM
  nvs[2] : NVLinkSwitch
  nic[8] : ConnectX7
  gpu[*] -- nvs[*] : NVLink4 x9
  gpu[i] -- nic[i] : PCIe5 x16
}
cluster Training {
  dgx[120] : Host
  leaf     : switch
  dgx[*].nic[*] -- leaf : NDR
  /// As it was trained.
  plan gpt3 : GPT3_175B {
    tensor = 8, pipeline = 8, data = 15
    microbatch = 1, batch = 1920, recompute = selective
  }
  ${line}
}`;

/** The hover at `$0` is these lines, blank ones and fences left out. */
function checkHover(marked: string, ...lines: string[]): void {
  const { workspace, cursor } = open(marked);
  const told = hover(workspace, uri, cursor)?.markdown ?? '';
  expect(
    told.split('\n').filter((line) => line !== '' && !line.startsWith('```') && !line.startsWith('| :--')),
  ).toEqual(lines);
}

describe('a hover', () => {
  const laid = [
    'plan gpt3 : GPT3_175B',
    'As it was trained.',
    'tensor 8 x data 15 x pipeline 8 = 960 GPUs, 61.4 GB a GPU of 80 GB',
    '| memory | a rank |',
    '| weights | 5.59 GB |',
    '| gradients | 11.2 GB |',
    '| optimiser states | 33.6 GB |',
    '| activations | 11 GB |',
    '| in all | 61.4 GB |',
  ];
  test('on a plan where it is named', () =>
    checkHover(training('show gpt3').replace('plan gpt3', 'plan gp$0t3'), ...laid));
  test('on a plan where it is asked', () => checkHover(training('show gp$0t3.memory'), ...laid));
  test('on its memory', () =>
    checkHover(training('show gpt3.mem$0ory'), 'memory = 61.4 GB', 'The memory needed on the fullest rank.'));
  test('on what is not told yet', () =>
    checkHover(training('show gpt3.st$0ep'), 'step', 'The time of one training step.'));
  test('on a plan with a fault says what can be told', () =>
    checkHover(
      'model M { layers = 2 }\ncluster C {\n  g[4] : gpu\n  plan p$0 : M { tensor = 2, data = 2 }\n}',
      'plan p : M',
      'tensor 2 x data 2 = 4 GPUs',
    ));
  test('on a plan of which a number is missing', () =>
    checkHover('cluster C {\n  g[4] : gpu\n  plan p$0 : M { tensor = }\n}', 'plan p : M'));
  test('on a model: parameters, and bytes at two each', () =>
    checkHover(
      training('show gpt3').replace('model GPT3', 'model GP$0T3'),
      'model GPT3_175B',
      'layers 96 · hidden 12288 · heads 96 · sequence 2048 · vocabulary 51200',
      '175 G parameters · 350 GB in bf16',
    ));
  test('on a model of experts: Mixtral 8x7B (Jiang et al. 2024), 46.7 G of which 12.9 G for a token', () =>
    checkHover(
      'model M$0 { layers = 32, hidden = 4096, heads = 32, kv_heads = 8, sequence = 32_768, vocabulary = 32_000, feedforward = 14336, experts = 8, active = 2 }',
      'model M',
      'layers 32 · hidden 4096 · heads 32 · kv_heads 8 · sequence 32768 · vocabulary 32000 · feedforward 14336 · experts 8 · active 2',
      '46.7 G parameters, 12.9 G of them for a token · 93.4 GB in bf16',
    ));
  test('on a property of either says what it is where it is left out', () => {
    checkHover(
      training('show gpt3').replace('microbatch', 'micro$0batch'),
      'microbatch',
      'Sequences that a replica works on at once; 1 where it is left out.',
    );
    checkHover(
      'model M { kv_hea$0ds = 8 }',
      'kv_heads',
      'Heads of keys and values, where queries share them; else as many as `heads`.',
    );
  });
});

describe('completion', () => {
  const check = (marked: string, has: readonly string[], not: readonly string[] = []): void => {
    const { workspace, cursor } = open(marked);
    const labels = completions(workspace, uri, cursor).map(({ label }) => label);
    expect([has.filter((each) => !labels.includes(each)), not.filter((each) => labels.includes(each))]).toEqual([
      [],
      [],
    ]);
  };
  test('a statement may be a plan', () => check(training('$0'), ['plan', 'show']));
  test('of a model', () => check(training('plan other : $0'), ['GPT3_175B'], ['Host', 'H100_SXM']));
  test('its properties, those that are set apart', () =>
    check(
      training('plan other : GPT3_175B { tensor = 8, $0 }'),
      ['data', 'pipeline', 'over', 'zero'],
      ['tensor', 'memory'],
    ));
  test('words and stages', () => {
    check(training('plan other : GPT3_175B { recompute = $0 }'), ['none', 'selective', 'full'], ['gpipe']);
    check(training('plan other : GPT3_175B { schedule = $0 }'), ['interleaved', 'gpipe']);
    check(training('plan other : GPT3_175B { precision = $0 }'), ['bf16', 'fp16', 'fp8', 'fp32'], ['fp64']);
    check(training('plan other : GPT3_175B { zero = $0 }'), ['0', '1', '2', '3'], ['4']);
  });
  test('places for its ranks', () =>
    check(training('plan other : GPT3_175B { over = $0 }'), ['dgx', 'leaf'], ['gpt3']));
  test('a plan in a question, and its fields', () => {
    check(training('show $0'), ['gpt3']);
    check(training('show gpt3.$0'), ['memory', 'step', 'tokens', 'mfu', 'bubble', 'communication']);
  });
  test('no plan where a number is meant', () => check(training('show latency(dgx[$0'), [], ['gpt3']));
});

test('a plan and its model lead to where they are written', () => {
  const check = (marked: string, said: string): void => {
    const { workspace, cursor, text } = open(marked);
    const at = definitionAt(workspace, uri, cursor);
    expect(at && text.slice(at.start, text.indexOf('\n', at.start))).toBe(said);
  };
  check(training('show gpt$03.memory'), 'gpt3 : GPT3_175B {');
  check(
    training('show gpt3').replace('gpt3 : GPT3', 'gpt3 : GP$0T3'),
    'GPT3_175B { layers = 96, hidden = 12288, heads = 96, sequence = 2048, vocabulary = 51200 }',
  );
});

describe('an answer', () => {
  const answers = new Answers();
  const check = (line: string, text: string, codes: readonly string[] = []): void => {
    const { workspace } = open(training(line));
    const file = workspace.semantics(uri);
    const [asked] = file ? questionsOf(file) : [];
    if (!file || !asked) throw new Error('no question');
    const answer = answers.answer(file, asked);
    expect([answer.text, answer.findings.map(({ code }) => code)]).toEqual([text, codes]);
  };
  it('tells the memory of a plan', () => check('show gpt3.memory', '61.4 GB'));
  it('holds it against the accelerator', () => check('expect gpt3.memory <= H100_SXM.memory', '✓ 61.4 GB'));
  it('says what it is where it does not hold', () =>
    check('expect gpt3.memory <= 60 GB', '✗ 61.4 GB', ['expect.failed']));
  it('is the layout, of a plan alone', () =>
    check('show gpt3', 'tensor 8 x data 15 x pipeline 8 = 960 GPUs, 61.4 GB a GPU of 80 GB'));
  it('is none where the plan is not understood', () => {
    const { workspace } = open(training('show gpt3.memory').replace('selective', 'selectiv'));
    const file = workspace.semantics(uri);
    const [asked] = file ? questionsOf(file) : [];
    expect(file && asked && answers.answer(file, asked)).toMatchObject({ text: '', findings: [] });
  });
  it('of what is priced comes later', () => check('show gpt3.step', '', ['plan.open']));
  it('is as open where it is compared', () => check('expect gpt3.step < 5 s', '', ['plan.open']));
  it('is not kept when the plan changes', () => {
    const text = training('show gpt3.memory');
    const { workspace } = open(text);
    const said = (changed: string): string => {
      workspace.update(uri, changed, 2);
      const file = workspace.semantics(uri);
      const [asked] = file ? questionsOf(file) : [];
      return file && asked ? answers.answer(file, asked).text : '';
    };
    // A fifteenth of the optimiser states: 16.78 + 2.24 + 11.04 GB. Half as wide: 0.7188 G parameters are 12.94 GB, activations 5.52.
    expect(said(text)).toBe('61.4 GB');
    expect(said(text.replace('recompute = selective', 'recompute = selective, zero = 1'))).toBe('30.1 GB');
    expect(said(text.replace('hidden = 12288', 'hidden = 6144'))).toBe('18.5 GB');
  });
});
