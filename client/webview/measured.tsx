// What one will measure, told apart from what the fabric allows: a block of its own, with its band.
import type { AnalyzeResult, MeasuredCost } from '../../server/protocol.ts';
import { formatPercent, formatRate, formatTime } from './numbers.ts';
import { fill, type Strings } from './strings.ts';

interface Props {
  readonly result: AnalyzeResult;
  readonly strings: Strings;
}

/** Nothing where it is not known. With it comes the heading of what stands below. */
export function Measured({ result: { measured }, strings }: Props) {
  if (!measured) return null;
  const { library, timeUs, lowUs, highUs } = measured;
  return (
    <>
      <section class="measured">
        <h3>{fill(strings.measured, library === 'NCCL' ? 'nccl-tests' : 'rccl-tests')}</h3>
        <p>
          <span class="value">{formatTime(timeUs)}</span>{' '}
          <span class="note" title={strings.measuredBand}>
            {fill(strings.measuredRange, formatTime(lowUs), formatTime(highUs))}
          </span>
        </p>
        <p class="note">{facts(measured, strings).join(' · ')}</p>
        {(measured.optimumPercent ?? 0) > 100 && <p class="note">{strings.measuredBeyond}</p>}
      </section>
      <h3>{strings.allowed}</h3>
    </>
  );
}

function facts({ busbwGBps, algorithm, limit, optimumPercent }: MeasuredCost, strings: Strings): string[] {
  const by = strings[limitWords[limit.by]];
  return [
    fill(strings.measuredBusbw, formatRate(busbwGBps)),
    strings[algorithm],
    limit.GBps === undefined ? by : `${by}, ${formatRate(limit.GBps)}`,
    ...(optimumPercent === undefined || optimumPercent > 100
      ? []
      : [fill(strings.measuredOptimum, formatPercent(Math.round(optimumPercent)))]),
  ];
}

const limitWords = {
  latency: 'limitLatency',
  filling: 'limitFilling',
  nics: 'limitNics',
  'scale-up': 'limitScaleUp',
  pcie: 'limitPcie',
  adding: 'limitAdding',
} as const;
