// Analyses for programs: JSON as documented, and CSV with a row an algorithm.
import type {
  AlgorithmCost,
  AnalyzeResult,
  Explanation,
  LinkGroup,
  MeasuredCost,
  RateChange,
} from '../../server/protocol.ts';
import type { Answered, Run } from './analyze.ts';
import { settingsJson } from './settings.ts';

export const round = (value: number): number => Number(value.toPrecision(9));

export const runsJson = (runs: readonly Run[], sweep: boolean) =>
  sweep ? { sweep: runs.map((run) => ({ set: settingsJson(run.set), ...runJson(run) })) } : runJson(runs[0]);

export function runJson({ answers }: Run) {
  const [{ result }] = answers;
  const { root, ranks, collective } = result;
  return { root, ranks, collective, results: answers.map(resultJson) };
}

function resultJson({ result, explanation }: Answered) {
  const { sizeBytes, algorithms: costs, measured, optimum, fastest } = result;
  return {
    size_bytes: sizeBytes,
    best: costs[0]?.name ?? null,
    ...(measured ? { measured: measuredJson(measured) } : {}),
    ...(optimum ? { optimum: optimumJson(optimum) } : {}),
    algorithms: costs.map((cost) => ({
      name: cost.name,
      time_us: round(cost.timeUs),
      algbw_GBps: round(cost.algbwGBps),
      busbw_GBps: round(cost.busbwGBps),
      optimum_percent: cost.optimumPercent === undefined ? null : round(cost.optimumPercent),
      bottleneck: cost.bottleneck
        ? {
            a: cost.bottleneck.a,
            b: cost.bottleneck.b,
            medium: cost.bottleneck.medium,
            GBps: round(cost.bottleneck.GBps),
            busy_percent: round(cost.bottleneck.busy * 100),
          }
        : null,
    })),
    fastest: fastest.map(({ algorithm, fromBytes, toBytes }) => ({
      algorithm,
      from_bytes: Math.round(fromBytes),
      to_bytes: Math.round(toBytes),
    })),
    ...(explanation ? { explanation: explanationJson(explanation) } : {}),
  };
}

const measuredJson = ({ algorithm, timeUs, lowUs, highUs, busbwGBps }: MeasuredCost) => ({
  algorithm,
  time_us: round(timeUs),
  low_us: round(lowUs),
  high_us: round(highUs),
  busbw_GBps: round(busbwGBps),
});

function optimumJson({ timeUs, bound, cut }: NonNullable<AnalyzeResult['optimum']>) {
  if (!cut) return { time_us: round(timeUs), ...(bound ? { bound: true } : {}) };
  const { ranks, links, GBps, sides } = cut;
  return {
    time_us: round(timeUs),
    ...(bound ? { bound: true } : {}),
    cut: {
      ranks,
      links,
      GBps: round(GBps),
      ...(sides
        ? {
            side: sides.few,
            side_ranks: sides.fewRanks,
            other_ranks: sides.manyRanks,
            groups: sides.links.map((each) => ({ ...each, GBps: round(each.GBps) })),
          }
        : {}),
    },
  };
}

function explanationJson({ algorithm, latencyShare, groups, traffic, halved, doubled }: Explanation) {
  return {
    algorithm,
    latency_percent: round(latencyShare * 100),
    busiest: groups.map(groupJson),
    ...(traffic ? { traffic } : {}),
    ...(halved ? { half_rate: changeJson(halved) } : {}),
    ...(doubled ? { twice_rate: changeJson(doubled) } : {}),
  };
}

const groupJson = ({ name, links, of, medium, GBps, mostGBps, busy }: LinkGroup) => ({
  name,
  links,
  of,
  medium,
  GBps: round(GBps),
  ...(mostGBps === undefined ? {} : { most_GBps: round(mostGBps) }),
  busy_percent: round(busy * 100),
});

const changeJson = ({ timeUs, bottleneck }: RateChange) => ({
  time_us: round(timeUs),
  bottleneck: bottleneck ? groupJson(bottleneck) : null,
});

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

export function csv(runs: readonly Run[]): string {
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
