// The `topo` command: the same engine without an editor. Status 0 fine, 1 something was found, 2 used wrongly.
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { version } from '../../package.json';
import { startSolver } from '../../server/lsp/solver.ts';
import { serveStdio } from '../../server/lsp/stdio.ts';
import { harnesses } from '../../server/protocol.ts';
import { type AnalyzeOptions, analyze } from './analyze.ts';
import { type CheckOptions, check } from './check.ts';
import { type ExpandOptions, expand } from './expand.ts';
import { explain } from './explain.ts';
import { fmt } from './fmt.ts';
import { complain, type Status, UsageError, visible } from './outcome.ts';
import { type RenderOptions, render } from './render.ts';
import { type AskOptions, ask, type ShowOptions, show } from './show.ts';

let status: Status = 0;
const ends = (by: Status): void => {
  status = by;
};

const collect = (value: string, before: readonly string[]): string[] => [...before, value];

function natural(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It is a whole number.');
  return Number(text);
}

/** Commands that may be asked for an optimum. */
const answering: ReadonlySet<string> = new Set(['check', 'show', 'ask', 'analyze']);

const root = (): Option => new Option('--root <name>', 'the cluster or node; may be left out where there is one');
const set = (): Option =>
  new Option('--set <name=value>', 'another value for a parameter of the root; more than once')
    .argParser(collect)
    .default([], 'none');
const sweptSet = (): Option =>
  new Option(
    '--set <name=value>',
    'another value for a parameter of the root, or a sweep: n=8..128 (doubling), 8..128x4, 8..32+8, 8,16,24; more than once',
  )
    .argParser(collect)
    .default([], 'none');
const format = (...choices: string[]): Option =>
  new Option('--format <format>', 'how to print').choices(choices).default(choices[0]);

const topo = new Command('topo')
  .description('Describe a GPU cluster in text; check it, draw it, and know what a collective costs on it.')
  .version(version)
  .showHelpAfterError('Say topo --help, or topo COMMAND --help, for how it is used.')
  .exitOverride()
  .hook('preAction', async (_, command) => {
    if (answering.has(command.name())) await startSolver();
  });

topo
  .command('check')
  .description('every finding and every expectation')
  .argument('<file...>', '.topo files; - is standard input')
  .addOption(format('text', 'json', 'sarif', 'github'))
  .option('--max-warnings <n>', 'more warnings than this are status 1', natural)
  .addOption(
    new Option(
      '--severity <code=level>',
      'tell a code, or wiring.*, as error, warning, information, hint or off; more than once',
    )
      .argParser(collect)
      .default([], 'as topo explain has them'),
  )
  .action((files: string[], options: CheckOptions) => ends(check(files, options)));

topo
  .command('explain')
  .description('what a code of a finding means, with a wrong and the right text')
  .argument('[code]', 'as wiring.slot; without it, all there are')
  .action((code: string | undefined) => ends(explain(code)));

topo
  .command('show')
  .description('the answers to every show and expect, with their lines')
  .argument('<file...>', '.topo files; - is standard input')
  .addOption(root())
  .addOption(set())
  .addOption(format('text', 'json'))
  .action((files: string[], options: ShowOptions) => ends(show(files, options)));

topo
  .command('ask')
  .description("one expression, as 'allreduce(1 GiB, algorithm = ring).busbw'")
  .argument('<file>', 'a .topo file; - is standard input')
  .argument('<expression>', 'a question, or anything the language can work out')
  .addOption(root())
  .addOption(sweptSet())
  .addOption(format('text', 'json', 'csv'))
  .action((file: string, expression: string, options: AskOptions) => ends(ask(file, expression, options)));

topo
  .command('analyze')
  .description('every algorithm of a collective, the optimum, the bottleneck')
  .argument('<file>', 'a .topo file; - is standard input')
  .addOption(root())
  .option('--collective <name>', 'allgather, reducescatter, broadcast, …', 'allreduce')
  .addOption(
    new Option('--size <size>', '1GiB, 256M or a range 1KiB..8GiB (doubling); more than once')
      .argParser(collect)
      .default([], '1GiB'),
  )
  .option('--over <places>', 'the ranks, as su[0].dgx[0..7]')
  .addOption(
    new Option('--without <places>', 'what to suppose absent: links, switches, NICs, nodes; more than once')
      .argParser(collect)
      .default([], 'nothing'),
  )
  .option('--algorithm <name>', 'this one alone')
  .option('--channels <n>', 'rings or trees to split the data over', natural)
  .addOption(new Option('--routing <how>', 'equal ways share, or each flow takes one').choices(['ecmp', 'hashed']))
  .addOption(
    new Option('--model <how>', 'how steps are priced, or only what one will measure').choices([
      'stepwise',
      'pipelined',
      'measured',
    ]),
  )
  .addOption(new Option('--harness <who>', 'who runs the benchmark, for what one will measure').choices(harnesses))
  .addOption(sweptSet())
  .option(
    '--against <other>',
    'OTHER.topo, OTHER.topo:Name or :Name of this file: the same question of it, side by side',
  )
  .option('--explain', 'the reasons, also of many sizes or settings')
  .option('--no-explain', 'the numbers alone')
  .addOption(format('text', 'json', 'csv', 'markdown'))
  .action((file: string, options: AnalyzeOptions) =>
    ends(analyze(file, options.size.length > 0 ? options : { ...options, size: ['1GiB'] })),
  );

topo
  .command('expand')
  .description('the flat graph')
  .argument('<file>', 'a .topo file; - is standard input')
  .addOption(root())
  .addOption(set())
  .addOption(format('text', 'json'))
  .action((file: string, options: ExpandOptions) => ends(expand(file, options)));

topo
  .command('render')
  .description('the diagram, as .svg or .png')
  .argument('<file>', 'a .topo file; - is standard input')
  .addOption(root())
  .requiredOption('-o, --output <file>', 'where to write it, .svg or .png; - is standard output, in SVG')
  .addOption(
    new Option('--theme <theme>', 'the colours; hc is high contrast')
      .choices(['light', 'dark', 'hc', 'hclight', 'hc-dark', 'hc-light'])
      .default('light'),
  )
  .addOption(
    new Option('--expand <path>', 'an array or a place to open, as dgx[0]; more than once')
      .argParser(collect)
      .default([], 'none'),
  )
  .option('--heat <question>', "colour links by load, as 'allreduce(1 GiB)'")
  .action(async (file: string, options: RenderOptions) => ends(await render(file, options)));

topo
  .command('fmt')
  .description('the one formatting, in place')
  .argument('<file...>', '.topo files; - is standard input, to standard output')
  .option('--check', 'change nothing; status 1 where something would change', false)
  .action((files: string[], options: { check: boolean }) => ends(fmt(files, options)));

topo
  .command('lsp')
  .description('the language server on standard input and output')
  .option('--stdio', 'as it is in any case')
  .action(() => {
    serveStdio();
    return new Promise(() => {});
  });

// A pipe that is closed early (`| head`) is no fault.
process.stdout.on('error', () => process.exit(process.exitCode ?? status));
process.stderr.on('error', () => process.exit(process.exitCode ?? status));

topo
  .parseAsync()
  .then(() => {
    process.exitCode = status;
  })
  .catch((thrown: unknown) => {
    if (thrown instanceof CommanderError) process.exitCode = thrown.exitCode === 0 ? 0 : 2;
    else {
      complain(
        thrown instanceof UsageError
          ? `topo: ${visible(thrown.message)}`
          : `topo: a mistake of ours: ${stackOf(thrown)}`,
      );
      process.exitCode = 2;
    }
  });

function stackOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
