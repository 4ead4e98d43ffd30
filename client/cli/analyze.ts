// `topo analyze`: every algorithm of a collective, the optimum, the bottleneck, for one size or many.
import { algorithms, collectives } from '../../server/collectives/collective.ts';
import { analysis } from '../../server/features/analysis.ts';
import type { AlgorithmCost, AnalyzeParams, AnalyzeResult } from '../../server/protocol.ts';
import { formatQuantity } from '../../server/syntax/quantities.ts';
import { columns, print, printJson, progress, type Status, UsageError } from './outcome.ts';
import { combinations, type Settings, settingsJson, sizesOf } from './settings.ts';
import { chooseRoot, openSource, openWorkspace } from './sources.ts';

export interface AnalyzeOptions {
  readonly root?: string;
  readonly collective: string;
  readonly size: readonly string[];
  readonly over?: string;
  readonly without?: string;
  readonly algorithm?: string;
  readonly channels?: number;
  readonly routing?: 'ecmp' | 'hashed';
  readonly model?: 'stepwise' | 'pipelined';
  readonly format: 'text' | 'json' | 'csv' | 'markdown';
  readonly set: readonly string[];
}

interface Run {
  readonly set: Settings;
  readonly results: readonly AnalyzeResult[];
}

export function analyze(path: string, options: AnalyzeOptions): Status {
  const workspace = openWorkspace();
  const source = openSource(workspace, path);
  const params = { ...paramsOf(options), uri: source.uri, root: chooseRoot(source, options.root) };
  const sizes = params.collective === 'barrier' ? [0] : sizesOf(options.size);
  const { sweep, all } = combinations(options.set);
  const runs: Run[] = all.map((set) => ({
    set,
    results: sizes.map((size, i) => {
      if (sizes.length * all.length > 1) progress(`${formatQuantity(size, 'size')}, ${i + 1} of ${sizes.length}`);
      const result = analysis(workspace, { ...params, size, set });
      if ('refused' in result) throw new UsageError(`${source.path}: ${result.refused}`);
      return only(result, options.algorithm);
    }),
  }));
  progress('');
  if (options.format === 'json')
    printJson(
      sweep ? { sweep: runs.map((run) => ({ set: settingsJson(run.set), ...runJson(run) })) } : runJson(runs[0]),
    );
  else if (options.format === 'csv') print(csv(runs));
  else print(runs.map((run) => text(run, options.format === 'markdown', sweep)).join('\n\n'));
  return 0;
}

/** The row of the algorithm asked for; all where none was. */
function only(result: AnalyzeResult, asked: string | undefined): AnalyzeResult {
  if (asked === undefined || result.ranks < 2) return result;
  const costs = result.algorithms.filter(({ name }) => name === asked);
  if (costs.length === 0) throw new UsageError(`${asked} does not do ${result.collective} on these ranks.`);
  return { ...result, algorithms: costs };
}

function paramsOf(options: AnalyzeOptions): Omit<AnalyzeParams, 'uri' | 'size'> {
  const collective = collectives.find((each) => each === options.collective);
  if (!collective) throw new UsageError(`--collective is one of ${collectives.join(', ')}.`);
  const algorithm = algorithms.find((each) => each === options.algorithm);
  if (options.algorithm !== undefined && !algorithm)
    throw new UsageError(`--algorithm is one of ${algorithms.join(', ')}.`);
  return {
    collective,
    ...(options.over === undefined ? {} : { over: options.over }),
    ...(options.without === undefined ? {} : { without: options.without }),
    ...(algorithm ? { algorithm } : {}),
    ...(options.channels === undefined ? {} : { channels: options.channels }),
    ...(options.routing === undefined ? {} : { routing: options.routing }),
    ...(options.model === undefined ? {} : { model: options.model }),
  };
}

function runJson({ results }: Run) {
  const [{ root, ranks, collective }] = results;
  return { root, ranks, collective, results: results.map(resultJson) };
}

function resultJson({ sizeBytes, algorithms: costs, optimum }: AnalyzeResult) {
  return {
    size_bytes: sizeBytes,
    best: costs[0]?.name ?? null,
    ...(optimum
      ? {
          optimum: {
            time_us: round(optimum.timeUs),
            ...(optimum.bound ? { bound: true } : {}),
            ...(optimum.cut ? { cut: { ...optimum.cut, GBps: round(optimum.cut.GBps) } } : {}),
          },
        }
      : {}),
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
  };
}

const round = (value: number): number => Number(value.toPrecision(9));

const head = ['algorithm', 'time', 'algbw', 'busbw', '% of optimum', 'bottleneck'];

function row(cost: AlgorithmCost, bound: boolean): string[] {
  const { bottleneck, optimumPercent } = cost;
  return [
    cost.name,
    formatQuantity(cost.timeUs * 1e-6, 'time', 4),
    formatQuantity(cost.algbwGBps * 1e9, 'rate', 4),
    formatQuantity(cost.busbwGBps * 1e9, 'rate', 4),
    optimumPercent === undefined ? '' : `${bound ? '≥ ' : ''}${optimumPercent.toFixed(0)}`,
    bottleneck
      ? `${bottleneck.a} -> ${bottleneck.b}, ${formatQuantity(bottleneck.GBps * 1e9, 'rate')}, ${Math.round(bottleneck.busy * 100)} % busy`
      : 'latency',
  ];
}

function text({ set, results }: Run, markdown: boolean, named: boolean): string {
  const parts = results.map((result) => {
    const { root, ranks, collective, sizeBytes, optimum } = result;
    const given = named
      ? `, ${Object.entries(set)
          .map(([name, value]) => `${name} = ${value}`)
          .join(', ')}`
      : '';
    const size = collective === 'barrier' ? '' : ` of ${formatQuantity(sizeBytes, 'size')}`;
    const title = `${root}: ${collective}${size} on ${ranks} rank${ranks === 1 ? '' : 's'}${given}`;
    const rows = result.algorithms.map((cost) => row(cost, optimum?.bound === true));
    const table = markdown
      ? [
          `| ${head.join(' | ')} |`,
          '|:--|--:|--:|--:|--:|:--|',
          ...rows.map((cells) => `| ${cells.join(' | ')} |`),
        ].join('\n')
      : columns([head, ...rows], [1, 2, 3, 4]);
    const body = rows.length > 0 ? table : 'one rank has no other to send to';
    return [markdown ? `### ${title}\n` : title, body, optimumLine(result)].filter((line) => line !== '').join('\n');
  });
  return parts.join('\n\n');
}

/** Links of the cut that are named in text; the JSON has them all. */
const namedLinks = 4;

function optimumLine({ optimum }: AnalyzeResult): string {
  if (!optimum || optimum.timeUs === 0) return '';
  const time = formatQuantity(optimum.timeUs * 1e-6, 'time', 4);
  const { cut } = optimum;
  const what = optimum.bound ? 'no algorithm is faster than' : 'optimum';
  if (!cut) return `${what} ${time}`;
  const more = cut.links.length > namedLinks ? `, … ${cut.links.length} in all` : '';
  const links = cut.links.slice(0, namedLinks).join(', ') + more;
  return `${what} ${time}: ${cut.ranks} ranks behind ${formatQuantity(cut.GBps * 1e9, 'rate')} (${links})`;
}

function csv(runs: readonly Run[]): string {
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
  const lines = runs.flatMap(({ set, results }) =>
    results.flatMap((result) =>
      result.algorithms.map((cost) => [
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
  const cell = (value: string | number): string =>
    /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  return [header, ...lines].map((cells) => cells.map(cell).join(',')).join('\n');
}
