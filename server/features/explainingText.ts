// An analysis in words: the lines under its numbers, for hover and command line. What is nought is left out.
import * as l10n from '@vscode/l10n';
import type { AnalyzeResult, CutSides, Explanation, LinkGroup, RateChange, SizeStretch } from '../protocol.ts';
import { formatQuantity } from '../syntax/quantities.ts';

/** What a line is about, and what it says. */
export type Line = readonly [label: string, text: string];

/** Names of places that are told; the rest are counted. */
const mostNames = 3;

export function explanationLines(explanation: Explanation): Line[] {
  const { groups, traffic, halved, doubled, timeUs } = explanation;
  if (timeUs === 0) return [];
  const [first, ...more] = groups;
  if (!first)
    return [[l10n.t('latency'), explanation.softwareShare > 0 ? latencyText(explanation) : l10n.t('all of the time')]];
  return [
    [l10n.t('busiest'), groupText(first, true)],
    ...more.map((group): Line => ['', groupText(group)]),
    ...(traffic ? [[l10n.t('carries'), trafficText(traffic)] as const] : []),
    [l10n.t('latency'), latencyText(explanation)],
    ...(halved ? [[l10n.t('half the rate'), changeText(halved, timeUs, first)] as const] : []),
    ...(doubled ? [[l10n.t('twice the rate'), changeText(doubled, timeUs, first)] as const] : []),
  ];
}

/** `8 dgx[*].nic[i] -- leaf[i], NDR, 48.5 GB/s: 97 % busy` */
export function groupText(group: LinkGroup, whole = false): string {
  const { name, links, of, medium, GBps, mostGBps, busy } = group;
  const count = links < of && whole ? l10n.t('{0} of {1}', links, of) : `${links}`;
  const least = formatQuantity(GBps * 1e9, 'rate');
  const rate = mostGBps === undefined ? least : l10n.t('{0} to {1}', least, formatQuantity(mostGBps * 1e9, 'rate'));
  return l10n.t(
    '{0}: {1} busy',
    [`${count} ${name}`, medium, rate].filter((each) => each !== '').join(', '),
    percent(busy),
  );
}

function trafficText({ a, b, between, senders, receivers, flows }: NonNullable<Explanation['traffic']>): string {
  const link = `${a} -> ${b}`;
  if (between === 'switches')
    return senders.length > 0
      ? l10n.t('{0}: what the switches add up or copy for {1}', link, namesText(senders))
      : l10n.t('{0}: what the switches add up or copy', link);
  const pairs = l10n.t('{0} to {1}', namesText(senders), namesText(receivers));
  const count = flows > 1 ? `, ${l10n.t('{0} pairs', flows)}` : '';
  const where = between === 'inside' ? `, ${l10n.t('inside a host')}` : '';
  return `${link}: ${pairs}${count}${where}`;
}

export function namesText(names: readonly string[]): string {
  const told = names.slice(0, mostNames).join(', ');
  return names.length > mostNames ? l10n.t('{0} and {1} more', told, names.length - mostNames) : told;
}

function changeText({ timeUs, bottleneck }: RateChange, before: number, first: LinkGroup): string {
  const change = timeUs / before - 1;
  const time = formatQuantity(timeUs * 1e-6, 'time', 4);
  const told = Math.abs(change) < 0.0005 ? l10n.t('{0}, no change', time) : `${time} (${signed(change)})`;
  if (!bottleneck) return told;
  const same = bottleneck.name === first.name;
  return same ? l10n.t('{0}; still the busiest', told) : l10n.t('{0}; then {1}', told, groupText(bottleneck));
}

const signed = (share: number): string => `${share > 0 ? '+' : '−'}${percent(Math.abs(share))}`;

/** Shares below this are not taken apart. */
const toSplit = 0.01;

/** Of the time, and where it goes. */
function latencyText({ latencyShare, softwareShare }: Explanation): string {
  const whole = l10n.t('{0} of the time', percent(latencyShare));
  if (softwareShare === 0 || latencyShare < toSplit) return whole;
  return l10n.t(
    '{0}: {1} in software and adapters, {2} on links and in devices',
    whole,
    percent(softwareShare),
    percent(latencyShare - softwareShare),
  );
}

/** Tenths where they tell: below 10 % and close to the whole. */
function percent(share: number): string {
  const hundredths = share * 100;
  if (hundredths > 0 && hundredths < 0.05) return '< 0.1 %';
  return `${Number(hundredths.toFixed(hundredths < 9.95 || (hundredths > 99 && share < 1) ? 1 : 0))} %`;
}

/** `tree up to 128 KiB, then ring` */
export function fastestText(stretches: readonly SizeStretch[]): string {
  return stretches
    .map(({ algorithm, toBytes }, i) =>
      i === stretches.length - 1 ? algorithm : l10n.t('{0} up to {1}', algorithm, formatQuantity(toBytes, 'size')),
    )
    .join(l10n.t(', then '));
}

/** `g[3] against the other 3 ranks, over 1 g[3] -- s, 25 GB/s` */
export function cutText({ few, manyRanks, links }: CutSides, GBps: number): string {
  const over = links.map(({ name, links: count, medium }) => [`${count} ${name}`, medium].filter(Boolean).join(', '));
  const rate = formatQuantity(GBps * 1e9, 'rate');
  return l10n.t('{0} against {1} other ranks, over {2}: {3}', namesText(few), manyRanks, over.join(' + '), rate);
}

export function optimumText({ optimum }: Pick<AnalyzeResult, 'optimum'>): string {
  if (!optimum || optimum.timeUs === 0) return '';
  const time = formatQuantity(optimum.timeUs * 1e-6, 'time', 4);
  const { cut } = optimum;
  const found = optimum.bound ? l10n.t('no algorithm is faster than {0}', time) : l10n.t('optimum {0}', time);
  if (!cut) return found;
  const alone = cut.aloneUs;
  const what =
    alone === undefined
      ? found
      : l10n.t(
          '{0} by a linear program; the cut that comes nearest asks for {1}',
          found,
          formatQuantity(alone * 1e-6, 'time', 4),
        );
  if (cut.sides) return `${what}: ${cutText(cut.sides, cut.GBps)}`;
  return l10n.t('{0}: {1} ranks behind {2}', what, cut.ranks, formatQuantity(cut.GBps * 1e9, 'rate'));
}
