// Bus bandwidth over message size, both axes logarithmic. uPlot draws on a canvas, which no screen reader reads:
// the same numbers stand in a table below.
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Algorithm, AnalyzeResult } from '../../server/protocol.ts';
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

export interface Curves {
  readonly sizes: readonly number[];
  readonly names: readonly Algorithm[];
  /** GB/s by algorithm, then size; null where it does not apply. */
  readonly busbw: readonly (readonly (number | null)[])[];
}

/** The bus factor of an operation is the same for every algorithm and size: read from the answer, not worked out here. */
export function curvesOf({ algorithms, sweep = [] }: AnalyzeResult): Curves {
  const priced = algorithms.find(({ algbwGBps }) => algbwGBps > 0);
  const factor = priced ? priced.busbwGBps / priced.algbwGBps : 1;
  return {
    sizes: sweep.map(({ sizeBytes }) => sizeBytes),
    names: algorithms.map(({ name }) => name),
    busbw: algorithms.map((_, a) =>
      sweep.map(({ sizeBytes, timesUs }) => {
        const us = timesUs[a];
        return us ? (sizeBytes / us / 1e3) * factor : null;
      }),
    ),
  };
}

export function Curve({ result, size, shown, strings }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const mark = useRef({ size, shown });
  mark.current = { size, shown };

  useEffect(() => {
    const make = (): void => {
      plot.current?.destroy();
      if (box.current) plot.current = draw(box.current, curvesOf(result), () => mark.current);
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
  }, [result]);
  useEffect(() => plot.current?.redraw(false), [size, shown]);

  const { sizes, names } = curvesOf(result);
  if (sizes.length === 0) return null;
  const ends = [sizes[0], sizes[sizes.length - 1]].map(formatSize);
  return (
    <section class="curve" aria-label={strings.curve}>
      <h2>
        {strings.curve} <span class="unit">{strings.curveGB}</span>
      </h2>
      <div ref={box} class="plot" role="img" aria-label={fill(strings.curveLabel, names.length, ...ends)} />
      <details>
        <summary>{strings.curveTable}</summary>
        <CurveTable curves={curvesOf(result)} strings={strings} />
      </details>
    </section>
  );
}

function CurveTable({ curves: { sizes, names, busbw }, strings }: { curves: Curves; strings: Strings }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="scroll" tabIndex={0} aria-label={strings.curve}>
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">{strings.size}</th>
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
              {names.map((name, column) => (
                <td key={name}>{format(busbw[column][row])}</td>
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

function draw(box: HTMLElement, curves: Curves, mark: () => { size: number; shown: Algorithm | undefined }): uPlot {
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
  return new uPlot(
    {
      width: box.clientWidth,
      height: chartHeight,
      padding: [8, 14, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false, distr: 3, log: 2 }, y: { distr: 3, log: 10, range: decades } },
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
      series: [{}, ...series],
      hooks: { draw: [(plot) => drawMark(plot, curves, mark())] },
    },
    [[...curves.sizes], ...curves.busbw.map((row) => [...row])],
    box,
  );
}

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
  const row = shown ? curves.busbw[curves.names.indexOf(shown)] : undefined;
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
