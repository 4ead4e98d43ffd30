// Analyses as CSV: a row an algorithm, figures in the units their columns name.
import type { AlgorithmCost, AnalyzeResult } from '../protocol.ts';
import type { Run } from './reportText.ts';

export const round = (value: number): number => Number(value.toPrecision(9));

export type Cell = string | number;

export function csvText(rows: readonly (readonly Cell[])[]): string {
  const cell = (value: Cell): string =>
    /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  return rows.map((cells) => cells.map(cell).join(',')).join('\n');
}

/** Where only what one will measure was asked, that. */
function costsOf({ algorithms, measured, ranks }: AnalyzeResult): readonly AlgorithmCost[] {
  if (!measured || algorithms.length > 0 || ranks < 2) return algorithms;
  const { algorithm: name, timeUs, algbwGBps, busbwGBps } = measured;
  return [{ name, timeUs, algbwGBps, busbwGBps }];
}

export function reportCsv(runs: readonly Run[]): string {
  const names = Object.keys(runs[0].set);
  const header = [
    ...names,
    'root',
    'ranks',
    'collective',
    'size_bytes',
    'algorithm',
    'time_us',
    'algbw_GBps',
    'busbw_GBps',
    'optimum_percent',
    'bottleneck_a',
    'bottleneck_b',
  ];
  const lines = runs.flatMap(({ set, answers }) =>
    answers.flatMap(({ result }) =>
      costsOf(result).map((cost) => [
        ...names.map((name) => set[name]),
        result.root,
        result.ranks,
        result.collective,
        result.sizeBytes,
        cost.name,
        round(cost.timeUs),
        round(cost.algbwGBps),
        round(cost.busbwGBps),
        cost.optimumPercent === undefined ? '' : round(cost.optimumPercent),
        cost.bottleneck?.a ?? '',
        cost.bottleneck?.b ?? '',
      ]),
    ),
  );
  return csvText([header, ...lines]);
}
