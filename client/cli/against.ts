// Two clusters side by side: the same question of both, each algorithm and the optimum with the ratio of their times.
import { type Cell, csvText, round } from '../../server/features/reportCsv.ts';
import { type Manner, questionText, type Run, ranksText, table, timeText } from '../../server/features/reportText.ts';
import type { AnalyzeResult } from '../../server/protocol.ts';
import { runJson } from './analysisData.ts';
import type { Subject } from './analyze.ts';
import { settingsJson } from './settings.ts';

/** The same settings and sizes, in the same order. */
export interface Pair {
  readonly subjects: readonly [Subject, Subject];
  readonly sweep: boolean;
  readonly runs: readonly [readonly Run[], readonly Run[]];
}

export function againstJson({ sweep, runs: [a, b] }: Pair) {
  const both = a.map((run, i) => ({ a: runJson(run), b: runJson(b[i]) }));
  return sweep ? { sweep: both.map((pair, i) => ({ set: settingsJson(a[i].set), ...pair })) } : both[0];
}

/** One size of one setting, of both. */
interface Compared {
  readonly given: readonly string[];
  readonly a: AnalyzeResult;
  readonly b: AnalyzeResult;
}

function compared({ runs: [a, b] }: Pair): Compared[] {
  return a.flatMap(({ set, answers }, i) =>
    answers.map(({ result }, k) => ({ given: Object.values(set), a: result, b: b[i].answers[k].result })),
  );
}

/** What is compared, and the time of each in us; undefined where one has it not. */
interface Row {
  readonly name: string;
  readonly a: number | undefined;
  readonly b: number | undefined;
}

/** The fastest of both, each algorithm of either, the optimum. */
function rowsOf({ a, b }: Compared): Row[] {
  const time = (result: AnalyzeResult, name: string): number | undefined =>
    result.algorithms.find((each) => each.name === name)?.timeUs;
  const names = new Set([...a.algorithms, ...b.algorithms].map(({ name }) => name));
  const measured = { name: 'measured', a: a.measured?.timeUs, b: b.measured?.timeUs };
  const optimum = { name: 'optimum', a: a.optimum?.timeUs, b: b.optimum?.timeUs };
  return [
    { name: 'fastest', a: a.algorithms[0]?.timeUs, b: b.algorithms[0]?.timeUs },
    ...[...names].map((name) => ({ name, a: time(a, name), b: time(b, name) })),
    ...[optimum, measured].filter((row) => row.a !== undefined || row.b !== undefined),
  ].filter(({ name }) => name !== 'fastest' || a.algorithms.length + b.algorithms.length > 0);
}

const ratio = ({ a, b }: Row): number | undefined => (a && b !== undefined ? b / a : undefined);

/** Root names; with their files where they are the same. */
function labels([a, b]: Pair['subjects']): [string, string] {
  if (a.root !== b.root) return [a.root, b.root];
  return [`${a.source.path}:${a.root}`, `${b.source.path}:${b.root}`];
}

export function againstText(pair: Pair, manner: Manner): string {
  const named = labels(pair.subjects);
  return pair.sweep ? sweepTable(pair, named, manner) : tables(pair, named, manner);
}

function tables(pair: Pair, named: readonly [string, string], manner: Manner): string {
  const parts = compared(pair).map((each) => {
    const { a, b } = each;
    const title = `${questionText(a)}: ${named[0]} on ${ranksText(a.ranks)}, ${named[1]} on ${ranksText(b.ranks)}`;
    const rows = rowsOf(each).map((row) => {
      const bounds = row.name === 'optimum' ? [a.optimum?.bound, b.optimum?.bound] : [];
      return [row.name, timeOf(row.a, bounds[0]), timeOf(row.b, bounds[1]), ratioText(ratio(row))];
    });
    const header = ['', ...named, 'ratio'];
    const body = rows.length > 0 ? table([header, ...rows], [1, 2, 3], manner) : 'one rank has no other to send to';
    const note = a.ranks === b.ranks ? [] : [differs(a, b, named)];
    return [manner === 'markdown' ? `### ${title}\n` : title, body, ...note].join('\n');
  });
  return parts.join('\n\n');
}

const differs = (a: AnalyzeResult, b: AnalyzeResult, [one, other]: readonly [string, string]): string =>
  `${other} has ${ratioText(b.ranks / a.ranks)} times the ranks of ${one}: ${b.ranks} and ${a.ranks}.`;

const timeOf = (us: number | undefined, bound = false): string =>
  us === undefined ? '–' : `${bound ? '≥ ' : ''}${timeText(us)}`;

const ratioText = (value: number | undefined): string =>
  value === undefined ? '–' : String(Number(value.toPrecision(3)));

function sweepTable(pair: Pair, named: readonly [string, string], manner: Manner): string {
  const names = Object.keys(pair.runs[0][0].set);
  const rows = compared(pair).map(({ given, a, b }) => {
    const [one, other] = [a.algorithms[0], b.algorithms[0]];
    return [
      ...given,
      questionText(a),
      ...[a, b].flatMap(({ ranks, algorithms: [best] }) => [`${ranks}`, best?.name ?? '', timeOf(best?.timeUs)]),
      ratioText(ratio({ name: '', a: one?.timeUs, b: other?.timeUs })),
    ];
  });
  const header = [...names, '', ...named.flatMap((name) => [`${name}: ranks`, 'fastest', 'time']), 'ratio'];
  const left = [names.length, names.length + 2, names.length + 5];
  const right = header.flatMap((_, i) => (left.includes(i) ? [] : [i]));
  return table([header, ...rows], right, manner);
}

export function againstCsv(pair: Pair): string {
  const names = Object.keys(pair.runs[0][0].set);
  const header = [
    ...names,
    'collective',
    'size_bytes',
    'a_root',
    'a_ranks',
    'b_root',
    'b_ranks',
    'algorithm',
    'a_time_us',
    'b_time_us',
    'ratio',
  ];
  const cell = (value: number | undefined): Cell => (value === undefined ? '' : round(value));
  const lines = compared(pair).flatMap((each) => {
    const { given, a, b } = each;
    return rowsOf(each).map((row): Cell[] => [
      ...given,
      a.collective,
      a.sizeBytes,
      a.root,
      a.ranks,
      b.root,
      b.ranks,
      row.name,
      cell(row.a),
      cell(row.b),
      cell(ratio(row)),
    ]);
  });
  return csvText([header, ...lines]);
}
