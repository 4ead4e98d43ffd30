// Analyses for programs: JSON as documented. CSV, as the cost panel has it too, is server/features/reportCsv.ts.
import { round } from '../../server/features/reportCsv.ts';
import type { Answered, Run } from '../../server/features/reportText.ts';
import type { AnalyzeResult, Explanation, LinkGroup, MeasuredCost, RateChange } from '../../server/protocol.ts';
import { settingsJson } from './settings.ts';

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

const measuredJson = ({
  library,
  algorithm,
  timeUs,
  lowUs,
  highUs,
  busbwGBps,
  limit,
  optimumPercent,
}: MeasuredCost) => ({
  library,
  algorithm,
  time_us: round(timeUs),
  low_us: round(lowUs),
  high_us: round(highUs),
  busbw_GBps: round(busbwGBps),
  limit: { by: limit.by, ...(limit.GBps === undefined ? {} : { GBps: round(limit.GBps) }) },
  optimum_percent: optimumPercent === undefined ? null : round(optimumPercent),
});

function optimumJson({ timeUs, bound, cut }: NonNullable<AnalyzeResult['optimum']>) {
  if (!cut) return { time_us: round(timeUs), ...(bound ? { bound: true } : {}) };
  const { ranks, links, GBps, aloneUs, sides } = cut;
  return {
    time_us: round(timeUs),
    ...(bound ? { bound: true } : {}),
    cut: {
      ranks,
      links,
      GBps: round(GBps),
      ...(aloneUs === undefined ? {} : { alone_us: round(aloneUs) }),
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

function explanationJson({ algorithm, latencyShare, softwareShare, groups, traffic, halved, doubled }: Explanation) {
  return {
    algorithm,
    latency_percent: round(latencyShare * 100),
    software_percent: round(softwareShare * 100),
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
