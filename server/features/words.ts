// What the words say that are no definitions: arguments and fields of questions, algorithms. For hover and completion.
import * as l10n from '@vscode/l10n';
import type { Algorithm } from '../collectives/collective.ts';

const argumentTexts: Readonly<Record<string, () => string>> = {
  over: () => l10n.t('The ranks that take part; every rank where it is left out.'),
  root: () => l10n.t('The rank that gives or gets all; the first where it is left out.'),
  algorithm: () => l10n.t('How it is done; the fastest that applies where it is left out.'),
  channels: () => l10n.t('Copies that run side by side; as many as the fabric gives where it is left out.'),
  routing: () => l10n.t('`ecmp`: equal ways share the load evenly. `hashed`: each flow keeps to one of them.'),
  without: () => l10n.t('Supposes these places or cables away, for this question.'),
};

const fieldTexts: Readonly<Record<string, () => string>> = {
  time: () => l10n.t('How long it takes.'),
  algbw: () => l10n.t('Size over time.'),
  busbw: () =>
    l10n.t(
      'Bus bandwidth as nccl-tests defines it: `algbw` times a factor of the collective, to be compared with the hardware.',
    ),
  algorithm: () => l10n.t('The algorithm that was fastest, or asked for.'),
  bottleneck: () => l10n.t('The busiest link.'),
  optimum: () => l10n.t('No algorithm takes less time than this.'),
  step: () => l10n.t('The time of one training step.'),
  tokens: () => l10n.t('Tokens a second.'),
  mfu: () => l10n.t('The share of the peak compute that the model gets.'),
  memory: () => l10n.t('The memory needed on the fullest rank.'),
  bubble: () => l10n.t('The share of the step in which pipeline stages wait.'),
  communication: () => l10n.t('The time of communication that nothing hides.'),
};

const algorithmTexts: Readonly<Record<Algorithm, () => string>> = {
  ring: () => l10n.t('Each rank passes pieces on to the next, round a ring.'),
  chain: () => l10n.t('Pieces go from rank to rank, from the root to the last.'),
  tree: () => l10n.t('Two binary trees over the hosts, each carrying half.'),
  halving_doubling: () => l10n.t('Ranks trade halves with partners at half, a quarter, … of the distance, and back.'),
  recursive_doubling: () => l10n.t('Ranks trade all they have with partners at distance 1, 2, 4, …'),
  bruck: () => l10n.t('Rank r sends to r + 1, r + 2, r + 4, …: few steps, for small sizes.'),
  binomial: () => l10n.t('A tree that doubles the ranks reached with each step.'),
  direct: () => l10n.t('Every rank sends to every other at once.'),
  pairwise: () => l10n.t('In step k rank r sends to rank r + k.'),
  torus: () => l10n.t('Rings along each dimension, one after the other.'),
  hierarchical: () => l10n.t('First inside the hosts, then between them, then inside again.'),
  in_switch: () => l10n.t('The switches add up and multicast (SHARP).'),
  pat: () => l10n.t('Parallel aggregated trees: a logarithm of steps, with small buffers.'),
  dissemination: () => l10n.t('In step k rank r tells rank r + 2^k.'),
};

const otherTexts: Readonly<Record<string, () => string>> = {
  ecmp: () => l10n.t('Equal ways share the load evenly.'),
  hashed: () => l10n.t('Each flow keeps to one of the equal ways, as switches hash it.'),
};

const textOf = (texts: Readonly<Record<string, () => string>>, name: string): string | undefined =>
  Object.hasOwn(texts, name) ? texts[name]() : undefined;

export const argumentText = (name: string): string | undefined => textOf(argumentTexts, name);
export const fieldText = (name: string): string | undefined => textOf(fieldTexts, name);
export const wordText = (word: string): string | undefined => textOf(algorithmTexts, word) ?? textOf(otherTexts, word);
