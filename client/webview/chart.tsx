// Bus bandwidth, or slowdown against the fastest, over message size, both axes logarithmic. uPlot draws on a canvas, which no screen reader reads:
// the same numbers stand in a table below.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Algorithm, AnalyzeResult } from '../../server/protocol.ts';
import { type Curves, curvesOf, type Shows } from './curves.ts';
import { seriesOf } from './series.tsx';
import { formatSize, significant } from './size.ts';
import { fill, type Strings } from './strings.ts';
import { onThemeChange, themeColour } from './theme.ts';

interface Props {
  readonly result: AnalyzeResult;
  /** The size asked for, marked. */
  readonly size: number;
  readonly shown: Algorithm | undefined;
  readonly strings: Strings;
}

export function Curve({ result, size, shown, strings }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const mark = useRef({ size, shown });
  const [shows, setShows] = useState<Shows>('busbw');
  mark.current = { size, shown };
  const curves = useMemo(() => curvesOf(result, shows), [result, shows]);

  useEffect(() => {
    const make = (): void => {
      plot.current?.destroy();
      if (box.current) plot.current = draw(box.current, curves, shows, () => mark.current);
    };
    make();
    const fit = new ResizeObserver(() => {
      if (box.current) plot.current?.setSize({ width: box.current.clientWidth, height: chartHeight });
    });
    if (box.current) fit.observe(box.current);
    const forget = onThemeChange(make);
    return () => {
      forget();
      fit.disconnect();
      plot.current?.destroy();
    };
  }, [curves]);
  useEffect(() => plot.current?.redraw(false), [size, shown]);

  const { sizes, names, crossings } = curves;
  if (sizes.length === 0) return null;
  const ends = [sizes[0], sizes[sizes.length - 1]].map(formatSize);
  const [title, label] =
    shows === 'busbw' ? [strings.curve, strings.curveLabel] : [strings.slowdown, strings.slowdownLabel];
  return (
    <section class="curve" aria-label={title}>
      <h2>
        {title} {shows === 'busbw' && <span class="unit">{strings.curveGB}</span>}
      </h2>
      <Choice shows={shows} strings={strings} onChoose={setShows} />
      <div ref={box} class="plot" role="img" aria-label={fill(label, names.length, ...ends)} />
      {crossings.length > 0 && (
        <p class="note">
          {fill(
            strings.crossings,
            crossings
              .map(({ bytes, from, to }) => fill(strings.crossing, strings[from], strings[to], formatSize(bytes)))
              .join(', '),
          )}
        </p>
      )}
      <details>
        <summary>{strings.curveTable}</summary>
        <CurveTable curves={curves} title={title} library={result.measured?.library} strings={strings} />
      </details>
    </section>
  );
}

function Choice({ shows, strings, onChoose }: { shows: Shows; strings: Strings; onChoose: (shows: Shows) => void }) {
  const option = (value: Shows, words: string) => (
    <label>
      <input type="radio" name="curve-shows" checked={shows === value} onChange={() => onChoose(value)} />
      <span>{words}</span>
    </label>
  );
  return (
    <fieldset class="switch" aria-label={strings.curveShows}>
      {option('busbw', strings.showBusbw)}
      {option('slowdown', strings.showSlowdown)}
    </fieldset>
  );
}

interface TableProps {
  readonly curves: Curves;
  readonly title: string;
  readonly library: string | undefined;
  readonly strings: Strings;
}

function CurveTable({ curves: { sizes, names, values, measured }, title, library, strings }: TableProps) {
  const [told] = measured;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="scroll" tabIndex={0} aria-label={title}>
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">{strings.size}</th>
            {told && <th scope="col">{fill(strings.measuredCurve, library ?? '')}</th>}
            {names.map((name) => (
              <th key={name} scope="col">
                {strings[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sizes.map((bytes, row) => (
            <tr key={bytes}>
              <th scope="row">{formatSize(bytes)}</th>
              {told && <td>{format(told[row])}</td>}
              {names.map((name, column) => (
                <td key={name}>{format(values[column][row])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const format = (value: number | null): string => (value === null ? '–' : significant(value));
const chartHeight = 190;

type Mark = () => { size: number; shown: Algorithm | undefined };

function draw(box: HTMLElement, curves: Curves, shows: Shows, mark: Mark): uPlot {
  const quiet = themeColour('--vscode-descriptionForeground');
  const grid = { stroke: themeColour('--topo-line'), width: 1 };
  const font = `10px ${themeColour('--vscode-font-family')}`;
  const axis = { stroke: quiet, grid, ticks: { show: false }, font };
  const series = curves.names.map((name): uPlot.Series => {
    const { colour, dash } = seriesOf(name);
    return {
      label: name,
      stroke: themeColour(colour),
      dash: [...dash],
      width: 1.5,
      points: { show: false },
      spanGaps: true,
    };
  });
  const known = measuredSeries(curves);
  return new uPlot(
    {
      width: box.clientWidth,
      height: chartHeight,
      padding: [8, 14, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, distr: 3, log: 2 },
        y: { distr: 3, log: 10, range: shows === 'busbw' ? decades : times },
      },
      axes: [
        {
          ...axis,
          size: 24,
          splits: () => tickSizes(curves.sizes),
          filter: (_, at) => at,
          values: (_, at) => at.map(formatSize),
        },
        {
          ...axis,
          size: 42,
          splits: (_, __, min, max) => tens(min, max),
          filter: (_, at) => at,
          values: (_, at) => at.map(String),
        },
      ],
      series: [{}, ...series, ...known],
      ...(known.length > 0 ? { bands: [bandOf(series.length + 2)] } : {}),
      hooks: {
        draw: [
          (plot) => {
            drawCrossings(plot, curves);
            drawMark(plot, curves, mark());
          },
        ],
      },
    },
    [[...curves.sizes], ...[...curves.values, ...curves.measured].map((row) => [...row])],
    box,
  );
}

/** What one will measure, a broad line, and the two ends of its band, which are not drawn themselves. */
function measuredSeries({ measured }: Curves): uPlot.Series[] {
  const stroke = themeColour('--vscode-foreground');
  const plain = { points: { show: false }, spanGaps: true };
  return measured.map((_, i) => ({ ...plain, stroke: i === 0 ? stroke : 'transparent', width: i === 0 ? 2.5 : 0 }));
}

/** Between the faster end and the slower, by the place of the first of them. */
const bandOf = (low: number): uPlot.Band => ({
  series: [low, low + 1],
  fill: `color-mix(in srgb, ${themeColour('--vscode-foreground')} 16%, transparent)`,
});

/** At most four, five steps of the data apart: room for their words. */
const tickSizes = (sizes: readonly number[]): number[] =>
  sizes.filter((_, i) => i % Math.ceil(sizes.length / 3.5) === 0);

function tens(min: number, max: number): number[] {
  const ticks = [];
  for (let power = Math.round(Math.log10(min)); power <= Math.round(Math.log10(max)); power++)
    ticks.push(Number(`1e${power}`));
  return ticks;
}

/** Whole decades; what is slower than a ten-thousandth of the best is off the chart. */
function decades(_: uPlot, min: number, max: number): uPlot.Range.MinMax {
  const top = 10 ** Math.ceil(Math.log10(max || 1));
  return [Math.max(10 ** Math.floor(Math.log10(min || 0.1)), top / 1e5), top];
}

/** From the fastest to a thousand times as slow. */
function times(_: uPlot, __: number, max: number): uPlot.Range.MinMax {
  return [1, Math.min(1000, 10 ** Math.max(1, Math.ceil(Math.log10(max || 1))))];
}

/** A dotted line where the fastest changes. */
function drawCrossings(plot: uPlot, { crossings }: Curves): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = themeColour('--vscode-descriptionForeground');
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio]);
  for (const { bytes } of crossings) {
    const x = Math.round(plot.valToPos(bytes, 'x', true));
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}

/** A line at the size asked for, and a dot where the algorithm shown stands. */
function drawMark(plot: uPlot, curves: Curves, { size, shown }: { size: number; shown: Algorithm | undefined }): void {
  const x = Math.round(plot.valToPos(size, 'x', true));
  const { left, top, width, height } = plot.bbox;
  if (x < left || x > left + width) return;
  const { ctx } = plot;
  ctx.save();
  ctx.strokeStyle = themeColour('--vscode-focusBorder');
  ctx.lineWidth = 1.5 * devicePixelRatio;
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.moveTo(x, top);
  ctx.lineTo(x, top + height);
  ctx.stroke();
  const row = shown ? curves.values[curves.names.indexOf(shown)] : undefined;
  const value = row && valueAt(curves.sizes, row, size);
  if (shown && value) {
    ctx.fillStyle = themeColour(seriesOf(shown).colour);
    ctx.beginPath();
    ctx.arc(x, plot.valToPos(value, 'y', true), 3.5 * devicePixelRatio, 0, 2 * Math.PI);
    ctx.fill();
  }
  ctx.restore();
}

/** Between two sizes the chart's line is straight in logarithms; so is this. */
function valueAt(sizes: readonly number[], row: readonly (number | null)[], size: number): number | undefined {
  const after = sizes.findIndex((each) => each >= size);
  if (after < 0) return undefined;
  const before = Math.max(0, after - 1);
  const [low, high] = [row[before], row[after]];
  if (!low || !high) return undefined;
  const share = after === before ? 0 : Math.log(size / sizes[before]) / Math.log(sizes[after] / sizes[before]);
  return low * (high / low) ** share;
}
