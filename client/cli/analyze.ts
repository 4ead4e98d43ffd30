// `topo analyze`: every algorithm of a collective, the optimum, the bottleneck and why, for one size or many, one setting or
// a sweep, one cluster or two side by side.
import { algorithms, collectives } from '../../server/collectives/collective.ts';
import { analysis } from '../../server/features/analysis.ts';
import { explanation } from '../../server/features/explaining.ts';
import { reportCsv } from '../../server/features/reportCsv.ts';
import { type Answered, type Run, reportText, sweepText } from '../../server/features/reportText.ts';
import type { AnalyzeParams, AnalyzeResult, Harness } from '../../server/protocol.ts';
import { formatQuantity } from '../../server/syntax/quantities.ts';
import type { Workspace } from '../../server/workspace.ts';
import { againstCsv, againstJson, againstText } from './against.ts';
import { runsJson } from './analysisData.ts';
import { print, printJson, progress, type Status, terminal, UsageError } from './outcome.ts';
import { combinations, type Settings, sizesOf } from './settings.ts';
import { chooseRoot, openSource, openWorkspace, type Source } from './sources.ts';

export interface AnalyzeOptions {
  readonly root?: string;
  readonly collective: string;
  readonly size: readonly string[];
  readonly over?: string;
  readonly without: readonly string[];
  readonly algorithm?: string;
  readonly channels?: number;
  readonly routing?: 'ecmp' | 'hashed';
  readonly model?: 'stepwise' | 'pipelined' | 'measured';
  readonly harness?: Harness;
  readonly format: 'text' | 'json' | 'csv' | 'markdown';
  readonly set: readonly string[];
  readonly against?: string;
  /** Left out: where there is one size and one setting. */
  readonly explain?: boolean;
}

/** A cluster that is asked, and how it is called beside another. */
export interface Subject {
  readonly source: Source;
  readonly root: string;
}

export function analyze(path: string, options: AnalyzeOptions): Status {
  const workspace = openWorkspace();
  const source = openSource(workspace, path);
  const subject: Subject = { source, root: chooseRoot(source, options.root) };
  const other = options.against === undefined ? undefined : otherOf(workspace, source, options.against);
  const { sweep, all } = combinations(options.set);
  const manner = options.format === 'markdown' ? 'markdown' : terminal;
  const ask = (of: Subject, both: readonly Subject[]): Run[] =>
    all.map((set) => ({ set, answers: answersOf(workspace, of, settingsOf(of, both, set), options, sweep) }));
  if (other) {
    const both = [subject, other];
    const pair = { subjects: [subject, other], sweep, runs: [ask(subject, both), ask(other, both)] } as const;
    progress('');
    if (options.format === 'json') printJson(againstJson(pair));
    else print(options.format === 'csv' ? againstCsv(pair) : againstText(pair, manner));
    return 0;
  }
  const runs = ask(subject, [subject]);
  progress('');
  if (options.format === 'json') printJson(runsJson(runs, sweep));
  else if (options.format === 'csv') print(reportCsv(runs));
  else print(sweep ? sweepText(runs, manner) : reportText(runs[0], manner));
  return 0;
}

/** `OTHER.topo`, `OTHER.topo:Name`, `:Name` of the same file. */
function otherOf(workspace: Workspace, source: Source, named: string): Subject {
  const [, path = named, root] = /^(|-|.*\.topo):(\w+)$/.exec(named) ?? [];
  const other = path === '' || path === source.path ? source : openSource(workspace, path);
  return { source: other, root: chooseRoot(other, root) };
}

/** Of two clusters each takes the parameters it has; one that neither has is told of by the first. */
function settingsOf({ source, root }: Subject, both: readonly Subject[], set: Settings): Settings {
  if (both.length === 1) return set;
  const has = (subject: Pick<Subject, 'source' | 'root'>, name: string): boolean => {
    const definition = subject.source.file.definitions.get(subject.root);
    return definition?.sort === 'body' && definition.parameters.some((each) => each.name === name);
  };
  const own = Object.entries(set).filter(
    ([name]) => has({ source, root }, name) || !both.some((subject) => has(subject, name)),
  );
  return Object.fromEntries(own);
}

function answersOf(
  workspace: Workspace,
  { source, root }: Subject,
  set: Settings,
  options: AnalyzeOptions,
  sweep: boolean,
): Answered[] {
  const params = { ...paramsOf(options), uri: source.uri, root, set };
  const sizes = params.collective === 'barrier' ? [0] : sizesOf(options.size);
  const explains = options.explain ?? (sizes.length === 1 && !sweep && options.against === undefined);
  return sizes.map((size, i) => {
    if (sizes.length > 1 || sweep) progress(`${root}: ${formatQuantity(size, 'size')}, ${i + 1} of ${sizes.length}`);
    const found = analysis(workspace, { ...params, size });
    if ('refused' in found) throw new UsageError(`${source.path}: ${found.refused}`);
    const result = only(found, options.algorithm);
    const [best] = result.algorithms;
    if (!explains || !best) return { result };
    const why = explanation(workspace, { ...params, size, algorithm: best.name });
    return 'refused' in why ? { result } : { result, explanation: why };
  });
}

/** The row of the algorithm asked for; all where none was. */
function only(result: AnalyzeResult, asked: string | undefined): AnalyzeResult {
  if (asked === undefined || result.ranks < 2) return result;
  const { measured: _, ...allowed } = result;
  const costs = result.algorithms.filter(({ name }) => name === asked);
  if (costs.length === 0) throw new UsageError(`${asked} does not do ${result.collective} on these ranks.`);
  return { ...allowed, algorithms: costs, fastest: [] };
}

function paramsOf(options: AnalyzeOptions): Omit<AnalyzeParams, 'uri' | 'size'> {
  const collective = collectives.find((each) => each === options.collective);
  if (!collective) throw new UsageError(`--collective is one of ${collectives.join(', ')}.`);
  const algorithm = algorithms.find((each) => each === options.algorithm);
  if (options.algorithm !== undefined && !algorithm)
    throw new UsageError(`--algorithm is one of ${algorithms.join(', ')}.`);
  const { over, without, channels, routing, model, harness } = options;
  return {
    collective,
    ...(over === undefined ? {} : { over }),
    ...(without.length === 0 ? {} : { without: allOf(without) }),
    ...(algorithm ? { algorithm } : {}),
    ...(channels === undefined ? {} : { channels }),
    ...(routing === undefined ? {} : { routing }),
    ...(model === undefined ? {} : { model }),
    ...(harness === undefined ? {} : { harness }),
  };
}

/** Places and cables together, each as it was written. */
const allOf = (without: readonly string[]): string =>
  without.length === 1 ? without[0] : without.map((each) => `(${each})`).join(' + ');
