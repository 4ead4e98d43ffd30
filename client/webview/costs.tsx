// What a collective costs, in numbers: three figures, the link that sets them, and every algorithm beside the others.
import { useState } from 'preact/hooks';
import type { Algorithm, AlgorithmCost, AnalyzeResult, LinkLoad, SizeStretch } from '../../server/protocol.ts';
import { arrow, formatPercent, formatRate, formatTime } from './numbers.ts';
import { Swatch } from './series.tsx';
import { formatSize, significant } from './size.ts';
import { compare, type Order, SortHead } from './sorting.tsx';
import { fill, type Strings } from './strings.ts';
import { namesText } from './why.tsx';

interface Shown {
  readonly result: AnalyzeResult;
  readonly shown: AlgorithmCost | undefined;
  readonly strings: Strings;
}

export function Totals({ result, shown, strings }: Shown) {
  if (!shown) return <p class="none">{strings.noAlgorithm}</p>;
  const { optimum } = result;
  const figures = [
    { label: strings.kpiTime, value: formatTime(shown.timeUs), note: strings[shown.name] },
    { label: strings.kpiBusbw, value: formatRate(shown.busbwGBps), note: fill(strings.kpiRanks, result.ranks) },
    {
      label: strings.kpiOptimum,
      value: shown.optimumPercent === undefined ? strings.unknown : formatPercent(shown.optimumPercent),
      note: optimum ? fill(optimum.bound ? strings.optimumBound : strings.optimumTime, formatTime(optimum.timeUs)) : '',
    },
  ];
  return (
    <dl class="figures">
      {figures.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd class="value">{value}</dd>
          <dd class="note">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Bottleneck({ shown, strings, onShow }: Omit<Shown, 'result'> & { onShow: (link: LinkLoad) => void }) {
  if (!shown) return null;
  const link = shown.bottleneck;
  if (!link) return <p class="none">{strings.noBottleneck}</p>;
  const busy = formatPercent(link.busy * 100);
  const rate = formatRate(link.GBps);
  return (
    <button type="button" class="bottleneck" onClick={() => onShow(link)}>
      <span class="spoken">{strings.showBottleneck}</span>
      <span class="dot" />
      <span class="what">
        <span>
          {strings.bottleneck} <b>{arrow(link.a, link.b)}</b>
        </span>
        <span class="note">
          {link.medium ? fill(strings.busyOf, busy, rate, link.medium) : fill(strings.busyOfBare, busy, rate)}
        </span>
      </span>
    </button>
  );
}

interface TableProps extends Shown {
  readonly pinned: Algorithm | undefined;
  readonly onPin: (algorithm: Algorithm | undefined) => void;
}

/** Fastest first until somebody sorts. A row's name is a button that pins it, and lets go of it when pressed again. */
export function Algorithms({ result, shown, strings, pinned, onPin }: TableProps) {
  const [order, setOrder] = useState<Order>();
  if (result.algorithms.length === 0) return null;
  const heads = [strings.algorithm, strings.time, strings.algbw, strings.busbw, strings.ofOptimum];
  const sorted = order ? [...result.algorithms].sort(byColumn(order, strings)) : result.algorithms;
  return (
    <table class="algorithms">
      <caption>{strings.algorithms}</caption>
      <thead>
        <tr>
          {heads.map((head, at) => (
            <SortHead key={head} title={head} at={at} order={order} onOrder={setOrder} />
          ))}
        </tr>
      </thead>
      <tbody>
        {sorted.map((cost) => (
          <tr key={cost.name} class={cost.name === shown?.name ? 'shown' : ''}>
            <th scope="row">
              <button
                type="button"
                aria-pressed={cost.name === pinned}
                title={fill(strings.pin, strings[cost.name])}
                onClick={() => onPin(cost.name === pinned ? undefined : cost.name)}
              >
                <Swatch name={cost.name} />
                {strings[cost.name]}
              </button>
            </th>
            <td>{formatTime(cost.timeUs)}</td>
            <td>{significant(cost.algbwGBps)}</td>
            <td>{significant(cost.busbwGBps)}</td>
            <td>
              <Share percent={cost.optimumPercent} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function byColumn({ by, down }: Order, strings: Strings): (a: AlgorithmCost, b: AlgorithmCost) => number {
  const value = (cost: AlgorithmCost): string | number =>
    [strings[cost.name], cost.timeUs, cost.algbwGBps, cost.busbwGBps, cost.optimumPercent ?? -1][by];
  return (a, b) => (down ? -1 : 1) * compare(value(a), value(b));
}

function Share({ percent }: { percent: number | undefined }) {
  if (percent === undefined) return <>–</>;
  return (
    <span class="share">
      <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect class="whole" width="100" height="8" />
        <rect class="part" width={Math.min(100, percent)} height="8" />
      </svg>
      {formatPercent(Math.round(percent))}
    </span>
  );
}

export function Optimum({ result: { optimum, fastest }, strings }: Pick<Shown, 'result' | 'strings'>) {
  return (
    <>
      {optimum?.cut && <p class="note">{cutText(optimum.cut, strings)}</p>}
      {fastest.length > 1 && <p class="note">{fill(strings.fastestBySize, fastestText(fastest, strings))}</p>}
    </>
  );
}

function cutText(
  { ranks, links, GBps, aloneUs, sides }: NonNullable<AnalyzeResult['optimum']>['cut'] & object,
  strings: Strings,
) {
  const near = aloneUs === undefined ? '' : `${fill(strings.cutNearest, formatTime(aloneUs))} `;
  if (!sides) return near + fill(near ? strings.cutNearestAround : strings.cut, ranks, links.length, formatRate(GBps));
  const over = sides.links.map((each) => fill(strings.whyLinks, each.links, each.name)).join(', ');
  const told = near ? strings.cutNearestSides : strings.cutSides;
  return near + fill(told, namesText(sides.few, strings), sides.manyRanks, formatRate(GBps), over);
}

const fastestText = (stretches: readonly SizeStretch[], strings: Strings): string =>
  stretches
    .map(({ algorithm, toBytes }, i) =>
      i === stretches.length - 1 ? strings[algorithm] : fill(strings.upTo, strings[algorithm], formatSize(toBytes)),
    )
    .join(', ');
