// The words of the language that are not reserved: questions with their arguments and answers, properties with their types.
// Evaluation checks against these tables, completion offers from them, hover explains with them.
import * as l10n from '@vscode/l10n';
import type { Dimension } from '../syntax/quantities.ts';
import { makers, planPrecisions, recomputes, schedules, transports } from './hardware.ts';
import type { Value } from './values.ts';

/** What may stand somewhere; words are known only there. */
export type Wanted =
  | { readonly type: 'quantity'; readonly dimension: Dimension; readonly positive?: boolean }
  | { readonly type: 'number'; readonly whole?: boolean; readonly positive?: boolean }
  /** A whole number from 0 to `most`. */
  | { readonly type: 'stage'; readonly most: number }
  | { readonly type: 'truth' }
  | { readonly type: 'selection' }
  | { readonly type: 'word'; readonly words: readonly string[] }
  | { readonly type: 'anything' };

export interface QuestionSignature {
  readonly name: string;
  /** What stands in `( )` without a name, in order. */
  readonly positional: readonly { readonly name: string; readonly wanted: Wanted }[];
  readonly named: Readonly<Record<string, Wanted>>;
  /** The answer, not yet known: of the right type. */
  readonly answer: Value;
  readonly doc: () => string;
}

const unknown = (dimension: Dimension): Value => ({ type: 'quantity', dimension, value: Number.NaN });
const size: Wanted = { type: 'quantity', dimension: 'size', positive: true };
const selection: Wanted = { type: 'selection' };

export const algorithmWords = [
  'ring',
  'chain',
  'tree',
  'halving_doubling',
  'recursive_doubling',
  'bruck',
  'binomial',
  'direct',
  'pairwise',
  'torus',
  'hierarchical',
  'in_switch',
  'pat',
  'dissemination',
] as const;

export const routingWords = ['ecmp', 'hashed'] as const;

const collectiveArguments: Readonly<Record<string, Wanted>> = {
  over: selection,
  root: selection,
  algorithm: { type: 'word', words: algorithmWords },
  channels: { type: 'number', whole: true, positive: true },
  routing: { type: 'word', words: routingWords },
  without: selection,
};

const collectiveAnswer: Value = {
  type: 'result',
  result: {
    shown: '',
    fields: new Map<string, Value>([
      ['time', unknown('time')],
      ['algbw', unknown('rate')],
      ['busbw', unknown('rate')],
      ['algorithm', { type: 'text', text: '' }],
      ['bottleneck', { type: 'text', text: '' }],
      ['optimum', unknown('time')],
    ]),
  },
};

function collective(name: string, doc: () => string): QuestionSignature {
  const positional = name === 'barrier' ? [] : [{ name: 'size', wanted: size }];
  return { name, positional, named: collectiveArguments, answer: collectiveAnswer, doc };
}

const places = [
  { name: 'a', wanted: selection },
  { name: 'b', wanted: selection },
];
const rate = unknown('rate');
const number: Value = { type: 'number', value: Number.NaN, whole: false };

const questionList: readonly QuestionSignature[] = [
  collective('allreduce', () => l10n.t("Every rank ends with the sum of all buffers. Size: a rank's buffer.")),
  collective('allgather', () => l10n.t('Every rank ends with all parts. Size: the whole result.')),
  collective('reducescatter', () => l10n.t('Every rank ends with its part of the sum. Size: the whole input.')),
  collective('broadcast', () => l10n.t("The root's buffer reaches every rank. Size: that buffer.")),
  collective('reduce', () => l10n.t("The root ends with the sum of all buffers. Size: a rank's buffer.")),
  collective('gather', () => l10n.t("The root ends with all parts. Size: the root's whole buffer.")),
  collective('scatter', () => l10n.t("The root sends each rank its part. Size: the root's whole buffer.")),
  collective('alltoall', () => l10n.t('Every rank sends each other rank a part. Size: what one rank sends in all.')),
  collective('sendrecv', () => l10n.t('Each rank sends to the next and receives from the one before, all at once.')),
  collective('barrier', () => l10n.t('Nobody goes on before everybody has come.')),
  {
    name: 'bandwidth',
    positional: places,
    named: { without: selection },
    answer: rate,
    doc: () => l10n.t('The most that can flow from a to b by every way at once, at line rate, one direction.'),
  },
  {
    name: 'latency',
    positional: places,
    named: { without: selection },
    answer: unknown('time'),
    doc: () => l10n.t('The time from a to b: links and devices on the way.'),
  },
  {
    name: 'path',
    positional: places,
    named: { without: selection },
    answer: { type: 'text', text: '' },
    doc: () => l10n.t('The devices on the way from a to b.'),
  },
  {
    name: 'bisection',
    positional: [],
    named: { without: selection },
    answer: rate,
    doc: () => l10n.t('The rate across the worst even cut of the ranks, one way, by every way.'),
  },
  {
    name: 'oversubscription',
    positional: [],
    named: { without: selection },
    answer: number,
    doc: () => l10n.t('Over the switches outside nodes: the worst ratio of what comes from below to what can go up.'),
  },
  {
    name: 'diameter',
    positional: [],
    named: { without: selection },
    answer: number,
    doc: () => l10n.t('Links on the longest shortest path between two ranks.'),
  },
  {
    name: 'count',
    positional: [{ name: 'what', wanted: { type: 'anything' } }],
    named: { without: selection },
    answer: { type: 'number', value: Number.NaN, whole: true },
    doc: () => l10n.t('How many of a kind, a definition or a selection.'),
  },
  {
    name: 'memory',
    positional: [],
    named: { without: selection },
    answer: unknown('size'),
    doc: () => l10n.t('The memory of all accelerators together.'),
  },
  {
    name: 'power',
    positional: [],
    named: { without: selection },
    answer: unknown('power'),
    doc: () => l10n.t('The power of all devices together.'),
  },
];
export const questions: ReadonlyMap<string, QuestionSignature> = new Map(
  questionList.map((signature) => [signature.name, signature]),
);

export interface PropertySignature {
  readonly wanted: Wanted | { readonly type: 'ports' } | { readonly type: 'ratio' };
  readonly doc: () => string;
}

const q = (dimension: Dimension, doc: () => string, positive = true): PropertySignature => ({
  wanted: { type: 'quantity', dimension, positive },
  doc,
});
const n = (doc: () => string): PropertySignature => ({ wanted: { type: 'number', whole: true, positive: true }, doc });
const t = (doc: () => string): PropertySignature => ({ wanted: { type: 'truth' }, doc });

export const linkProperties: Readonly<Record<string, PropertySignature>> = {
  rate: q('rate', () => l10n.t('The rate of one lane, one direction.')),
  lanes: n(() => l10n.t('Lanes of one link.')),
  width: n(() => l10n.t('The most lanes a link may have, where xN counts lanes, as in PCIe.')),
  encoding: { wanted: { type: 'ratio' }, doc: () => l10n.t('The share the line code leaves, as in 128b/130b.') },
  efficiency: { wanted: { type: 'ratio' }, doc: () => l10n.t('The share that headers leave.') },
  latency: q('time', () => l10n.t('The time through one link.'), false),
  overhead: q(
    'time',
    () => l10n.t('What software and adapters add to a message, at each end that is no switch.'),
    false,
  ),
  transport: {
    wanted: { type: 'word', words: transports },
    doc: () => l10n.t("What carries the data, where it is not the hardware's own."),
  },
};

export const deviceProperties: Readonly<Record<string, PropertySignature>> = {
  ports: { wanted: { type: 'ports' }, doc: () => l10n.t('What it can be connected by: `NVLink4 x18 + PCIe5 x16`.') },
  latency: q('time', () => l10n.t('The time through it.'), false),
  power: q('power', () => l10n.t('What it draws at most.')),
  forwards: t(() => l10n.t('Whether traffic of others passes through it.')),
  reduces: t(() => l10n.t('Whether it reduces and multicasts in the network.')),
};

export const memoryProperties: Readonly<Record<string, PropertySignature>> = {
  memory: q('size', () => l10n.t('Its memory.')),
  memory_bandwidth: q('rate', () => l10n.t('The rate of its memory.')),
};

export const gpuProperties: Readonly<Record<string, PropertySignature>> = {
  bf16: q('compute', () => l10n.t('Dense BF16 compute.')),
  fp16: q('compute', () => l10n.t('Dense FP16 compute.')),
  fp8: q('compute', () => l10n.t('Dense FP8 compute.')),
  fp32: q('compute', () => l10n.t('FP32 compute.')),
  fp64: q('compute', () => l10n.t('FP64 compute.')),
  sm: n(() => l10n.t('CUDA compute capability times ten; a GPU with it runs NCCL.')),
  gfx: n(() => l10n.t('AMD target, such as 942; a GPU with it runs RCCL.')),
  p2p: t(() => l10n.t('Whether peers may reach it over PCIe.')),
};

export const cpuProperties: Readonly<Record<string, PropertySignature>> = {
  maker: { wanted: { type: 'word', words: makers }, doc: () => l10n.t('Who made it.') },
};

export const modelProperties: Readonly<Record<string, PropertySignature>> = {
  layers: n(() => l10n.t('Transformer layers, each attention and an MLP.')),
  hidden: n(() => l10n.t('The width of the model: numbers that stand for a token between layers.')),
  heads: n(() => l10n.t('Attention heads of a layer; they share out `hidden`.')),
  kv_heads: n(() => l10n.t('Heads of keys and values, where queries share them; else as many as `heads`.')),
  sequence: n(() => l10n.t('Tokens of one sequence.')),
  vocabulary: n(() => l10n.t('Different tokens.')),
  feedforward: n(() =>
    l10n.t(
      'The inner width of the MLP, of each expert; else 4 x `hidden`. Another width than that is taken for a gated MLP.',
    ),
  ),
  experts: n(() => l10n.t('MLPs of a layer that tokens choose from; else 1.')),
  active: n(() => l10n.t('Experts that one token goes through.')),
};

export const planProperties: Readonly<Record<string, PropertySignature>> = {
  over: { wanted: selection, doc: () => l10n.t('The ranks that train, in order; every rank where it is left out.') },
  tensor: n(() => l10n.t('Ranks that share each layer (tensor parallel); 1 where it is left out.')),
  context: n(() => l10n.t('Ranks that share each sequence (context parallel); 1 where it is left out.')),
  expert: n(() => l10n.t('Ranks that share the experts of a layer (expert parallel); 1 where it is left out.')),
  data: n(() => l10n.t('Replicas that share the batch (data parallel); 1 where it is left out.')),
  pipeline: n(() => l10n.t('Stages that share the layers (pipeline parallel); 1 where it is left out.')),
  microbatch: n(() => l10n.t('Sequences that a replica works on at once; 1 where it is left out.')),
  batch: n(() => l10n.t('Sequences of one step, on all replicas; data x microbatch where it is left out.')),
  schedule: {
    wanted: { type: 'word', words: schedules },
    doc: () => l10n.t('How pipeline stages take turns; `interleaved` where it is left out.'),
  },
  zero: {
    wanted: { type: 'stage', most: 3 },
    doc: () =>
      l10n.t(
        'What replicas share out (ZeRO): 1 optimiser states, 2 gradients too, 3 weights too; 0 where it is left out.',
      ),
  },
  recompute: {
    wanted: { type: 'word', words: recomputes },
    doc: () => l10n.t('What is computed again in the backward pass rather than kept; `none` where it is left out.'),
  },
  precision: {
    wanted: { type: 'word', words: planPrecisions },
    doc: () => l10n.t('The number format of the matrices; `bf16` where it is left out.'),
  },
};

/** A plan's fields, not yet known. */
export const planAnswer: Value & { readonly type: 'result' } = {
  type: 'result',
  result: {
    shown: '',
    open: new Set(['step', 'tokens', 'mfu', 'bubble', 'communication']),
    fields: new Map<string, Value>([
      ['step', unknown('time')],
      ['tokens', number],
      ['mfu', number],
      ['memory', unknown('size')],
      ['bubble', number],
      ['communication', unknown('time')],
    ]),
  },
};
