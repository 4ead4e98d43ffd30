// What one will measure, as an answer: the time with its band, and what takes most of it in words.
import * as l10n from '@vscode/l10n';
import type { Measured } from '../collectives/measured/form.ts';
import { quantity } from '../semantics/arithmetic.ts';
import type { Value } from '../semantics/values.ts';
import { formatQuantity } from '../syntax/quantities.ts';

/** `1.9 ms, 1.8 to 2.1 · 493 GB/s busbw · in_switch`: the band is what tells it from a price. */
export function shownMeasured(measured: Measured): string {
  const { busbw, algorithm } = measured;
  return `${bandText(measured)} · ${l10n.t('{0} busbw', formatQuantity(busbw, 'rate'))} · ${algorithm}`;
}

/** Digits of an edge: the band is no more certain than that. */
const digits = 2;

/** `1.9 ms, 1.8 to 2.1`; each with its unit where they differ. */
export function bandText({ time, low, high }: Pick<Measured, 'time' | 'low' | 'high'>): string {
  const [taken, from, to] = [time, low, high].map((seconds, i) =>
    formatQuantity(seconds, 'time', i === 0 ? undefined : digits),
  );
  const [unit] = taken.split(' ').slice(-1);
  const alike = from.endsWith(` ${unit}`) && to.endsWith(` ${unit}`);
  const bare = (text: string): string => (alike ? text.slice(0, -unit.length - 1) : text);
  return l10n.t('{0}, {1} to {2}', taken, bare(from), bare(to));
}

export function measuredFields({ time, algbw, busbw, algorithm, limit }: Measured): [string, Value][] {
  return [
    ['time', quantity('time', time)],
    ['algbw', quantity('rate', algbw)],
    ['busbw', quantity('rate', busbw)],
    ['algorithm', { type: 'text', text: algorithm }],
    ['bottleneck', { type: 'text', text: limitText(limit) }],
  ];
}

/** Rates are what the form counts with: nominal ones, and the share that a ring gets of them. */
function limitText(limit: Measured['limit']): string {
  switch (limit.by) {
    case 'latency':
      return l10n.t('latency');
    case 'filling':
      return l10n.t('filling the pipeline');
    case 'nics':
      return l10n.t('the NICs, {0} a domain', formatQuantity(limit.rate, 'rate'));
    case 'scale-up':
      return l10n.t('scale-up links, {0} a GPU', formatQuantity(limit.rate, 'rate'));
    case 'pcie':
      return l10n.t('PCIe, {0} a GPU', formatQuantity(limit.rate, 'rate'));
    case 'adding':
      return l10n.t('adding in the switches, {0}', formatQuantity(limit.rate, 'rate'));
  }
}
