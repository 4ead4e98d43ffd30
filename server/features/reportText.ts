// Analyses for people: a table a size with the reasons below it, or one table with a row a setting. As Markdown for whoever
// takes them along, or as a terminal shows them: how it does that is handed in.
import type { AlgorithmCost, AnalyzeResult, Explanation } from '../protocol.ts';
import { formatQuantity } from '../syntax/quantities.ts';
import { explanationLines, fastestText, optimumText } from './explainingText.ts';

/** One size of one setting. */
export interface Answered {
  readonly result: AnalyzeResult;
  readonly explanation?: Explanation;
}

/** One setting (values of parameters by name), a result a size. */
export interface Run {
  readonly set: Readonly<Record<string, string>>;
  readonly answers: readonly Answered[];
}

/** How a terminal shows tables and titles; `markdown` in its place makes Markdown. */
export interface Terminal {
  /** Numbers (`right`) to the right. */
  columns(rows: readonly (readonly string[])[], right?: readonly number[]): string;
  bold(text: string): string;
}
export type Manner = Terminal | 'markdown';

const head = ['algorithm', 'time', 'algbw', 'busbw', '% of optimum', 'bottleneck'];

export const timeText = (us: number, digits = 4): string => formatQuantity(us * 1e-6, 'time', digits);
const rateText = (GBps: number, digits = 4): string => formatQuantity(GBps * 1e9, 'rate', digits);

/** Numbers (`right`) to the right. */
export function table(rows: readonly (readonly string[])[], right: readonly number[], manner: Manner): string {
  if (manner !== 'markdown') return manner.columns(rows, right);
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = `|${rows[0].map((_, i) => (right.includes(i) ? '--:' : ':--')).join('|')}|`;
  const [first, ...rest] = rows;
  return [line(first), rule, ...rest.map(line)].join('\n');
}

/** `allreduce of 1 GiB` */
export const questionText = ({ collective, sizeBytes }: AnalyzeResult): string =>
  collective === 'barrier' ? collective : `${collective} of ${formatQuantity(sizeBytes, 'size')}`;

export const ranksText = (ranks: number): string => `${ranks} rank${ranks === 1 ? '' : 's'}`;

/** Every algorithm a size; what is the same at every size stands once, at the end. */
export function reportText({ answers }: Run, manner: Manner): string {
  const markdown = manner === 'markdown';
  const parts = answers.map(({ result }) => {
    const title = `${result.root}: ${questionText(result)} on ${ranksText(result.ranks)}`;
    const rows = result.algorithms.map((cost) => row(cost, result.optimum?.bound === true));
    const body = rows.length > 0 ? [table([head, ...rows], [1, 2, 3, 4], manner)] : [];
    const under = [optimumText(result), measuredText(result)].filter((line) => line !== '');
    const said = under.flatMap((line) => (markdown ? ['', line] : [line]));
    const none = result.ranks < 2 ? ['one rank has no other to send to'] : [];
    return [markdown ? `### ${title}\n` : title, ...body, ...none, ...said].join('\n');
  });
  return [...parts, ...answers.flatMap((each) => whyText(each, manner)), ...bySize(answers[0], manner)].join('\n\n');
}

/** Another question than what the fabric allows, so a line of its own and no row. */
function measuredText({ measured }: AnalyzeResult): string {
  if (!measured) return '';
  const { library, timeUs, lowUs, highUs, busbwGBps, algorithm } = measured;
  const band = `${timeText(lowUs, 2)} to ${timeText(highUs, 2)}`;
  const tests = library === 'NCCL' ? 'nccl-tests' : 'rccl-tests';
  return `${tests} will print ${timeText(timeUs, 3)} (${band}), ${rateText(busbwGBps, 3)} busbw, by ${algorithm}`;
}

function row(cost: AlgorithmCost, bound: boolean): string[] {
  const { bottleneck, optimumPercent } = cost;
  return [
    cost.name,
    timeText(cost.timeUs),
    rateText(cost.algbwGBps),
    rateText(cost.busbwGBps),
    percentText(optimumPercent, bound),
    bottleneckText(bottleneck),
  ];
}

const percentText = (percent: number | undefined, bound: boolean): string =>
  percent === undefined ? '' : `${bound ? '≥ ' : ''}${percent.toFixed(0)}`;

const bottleneckText = (link: AlgorithmCost['bottleneck']): string =>
  link
    ? `${link.a} -> ${link.b}, ${formatQuantity(link.GBps * 1e9, 'rate')}, ${Math.round(link.busy * 100)} % busy`
    : 'latency';

function whyText({ explanation }: Answered, manner: Manner): string[] {
  const lines = explanation ? explanationLines(explanation) : [];
  if (!explanation || lines.length === 0) return [];
  const title = `why ${explanation.algorithm} takes ${timeText(explanation.timeUs)}`;
  if (manner === 'markdown')
    return [
      `**${title}**\n\n${lines.map(([label, said]) => `- ${label === '' ? 'then' : label}: ${said}`).join('\n')}`,
    ];
  return [`${manner.bold(title)}\n${manner.columns(lines.map(([label, said]) => [`  ${label}`, said]))}`];
}

/** One algorithm everywhere, or none, is no news. */
function bySize({ result: { fastest } }: Answered, manner: Manner): string[] {
  if (fastest.length < 2) return [];
  const title = 'fastest by size';
  return [`${manner === 'markdown' ? `**${title}**` : manner.bold(title)}: ${fastestText(fastest)}`];
}

/** One row a setting and size: the fastest algorithm there. */
export function sweepText(runs: readonly Run[], manner: Manner): string {
  const names = Object.keys(runs[0].set);
  const [{ result: first }] = runs[0].answers;
  const sized = runs[0].answers.length > 1;
  const header = [
    ...names,
    ...(sized ? ['size'] : []),
    'ranks',
    'fastest',
    'time',
    'busbw',
    '% of optimum',
    'bottleneck',
  ];
  const rows = runs.flatMap(({ set, answers }) =>
    answers.map(({ result }) => {
      const [best] = result.algorithms;
      const given = [
        ...names.map((name) => set[name]),
        ...(sized ? [formatQuantity(result.sizeBytes, 'size')] : []),
        `${result.ranks}`,
      ];
      const { measured } = result;
      if (!best && measured)
        return [...given, measured.algorithm, timeText(measured.timeUs), rateText(measured.busbwGBps), '', 'measured'];
      if (!best) return [...given, '', '', '', '', ''];
      return [
        ...given,
        best.name,
        timeText(best.timeUs),
        rateText(best.busbwGBps),
        percentText(best.optimumPercent, result.optimum?.bound === true),
        bottleneckText(best.bottleneck),
      ];
    }),
  );
  const title = `${first.root}: ${sized ? first.collective : questionText(first)}`;
  const fastestAt = header.indexOf('fastest');
  const right = header.flatMap((_, i) => (i === fastestAt || i === header.length - 1 ? [] : [i]));
  return [manner === 'markdown' ? `### ${title}\n` : title, table([header, ...rows], right, manner)].join('\n');
}
