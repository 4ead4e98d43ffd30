// What was measured beside what the form predicts: rows that people posted (test/fixtures/measured/rows.csv), the machines they
// ran on (machines.topo there), and the table that docs/cost-model.md shows. `npm run measured` prints it.
import { readFileSync } from 'node:fs';
import { collectives, harnesses } from '../../server/collectives/collective.ts';
import { bands } from '../../server/collectives/measured/band.ts';
import { type Measured, measuredForm } from '../../server/collectives/measured/form.ts';
import { type Machine, machineOf } from '../../server/collectives/measured/machine.ts';
import { formatQuantity } from '../../server/syntax/quantities.ts';
import { buildGraph } from '../../server/topology/build.ts';
import { Workspace } from '../../server/workspace.ts';

const folder = 'test/fixtures/measured';
const page = 'docs/cost-model.md';

export interface Row {
  readonly machine: string;
  readonly collective: string;
  readonly ranks: number;
  readonly harness: string;
  readonly size: number;
  /** Microseconds. */
  readonly time: number;
  /** Why no form can tell it; empty for most. */
  readonly flag: string;
}

export interface Compared extends Row {
  /** Microseconds. */
  readonly predicted: number;
  /** Predicted / measured - 1. */
  readonly error: number;
  readonly insideBand: boolean;
}

export function rows(): Row[] {
  const [, ...lines] = readFileSync(`${folder}/rows.csv`, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [machine, collective, ranks, harness, size, time, , , flag] = line.split(',');
    return { machine, collective, ranks: Number(ranks), harness, size: Number(size), time: Number(time), flag };
  });
}

export function compare(all: readonly Row[] = rows()): Compared[] {
  const machineFor = machines();
  return all.map((row) => {
    const { time, low, high } = formOf(row, machineFor(row));
    const predicted = time * 1e6;
    const insideBand = row.time >= low * 1e6 && row.time <= high * 1e6;
    return { ...row, predicted, error: predicted / row.time - 1, insideBand };
  });
}

/** The first `ranks` GPUs of a row's machine. */
function machines(): (row: Row) => Machine | undefined {
  const uri = 'file:///machines.topo';
  const workspace = new Workspace();
  workspace.update(uri, readFileSync(`${folder}/machines.topo`, 'utf8'), 1);
  const known = new Map<string, Machine | undefined>();
  return ({ machine, ranks }) => {
    const key = `${machine} ${ranks}`;
    if (known.has(key)) return known.get(key);
    const template = workspace.semantics(uri)?.template(machine);
    const graph = template && buildGraph(template);
    const found = graph && machineOf(graph, graph.ranks.slice(0, ranks));
    known.set(key, found);
    return found;
  };
}

function formOf(row: Row, machine: Machine | undefined): Measured {
  const collective = collectives.find((each) => each === row.collective);
  const harness = harnesses.find((each) => each === row.harness);
  const form = machine && collective && harness && measuredForm(machine, collective, row.size, harness);
  if (!form) throw new Error(`no form for ${row.collective} on ${row.machine}`);
  return form;
}

export const bandNumber = (size: number): number => bands.findIndex(({ holds }) => holds(size));

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

const cells = (values: readonly string[]): string => `| ${values.join(' | ')} |`;
const timeText = (us: number): string => formatQuantity(us / 1e6, 'time');
const percent = (part: number): string => `${(100 * part).toFixed(part < 0.1 ? 1 : 0)} %`;

/** Median |error| in each band, and of how many rows. */
const medians = (of: readonly Compared[]): string[] =>
  bands.map((_, band) => {
    const errors = of.filter(({ size }) => bandNumber(size) === band).map(({ error }) => Math.abs(error));
    return errors.length === 0 ? '' : `${percent(median(errors))} of ${errors.length}`;
  });

const inside = (of: readonly Compared[]): string[] =>
  bands.map((_, band) => {
    const own = of.filter(({ size }) => bandNumber(size) === band);
    return percent(own.filter(({ insideBand }) => insideBand).length / own.length);
  });

/** As it stands in the page: by machine and collective, all together, and the rows apart. */
export function table(compared: readonly Compared[] = compare()): string {
  const plain = compared.filter(({ flag }) => flag === '');
  const groups = new Map<string, Compared[]>();
  for (const row of plain) {
    const name = cells([row.machine, row.collective, String(row.ranks)]);
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  const apart = compared.filter(({ flag }) => flag !== '');
  return [
    cells(['machine', 'collective', 'ranks', ...bands.map(({ name }) => name)]),
    '|:--|:--|--:|--:|--:|--:|--:|',
    ...[...groups].map(([name, of]) => `${name.slice(0, -2)} ${cells(medians(of))}`),
    cells(['**all**', '', '', ...medians(plain)]),
    cells(['inside the band', '', '', ...inside(plain)]),
    '',
    cells(['apart', 'collective', 'ranks', 'size', 'measured', 'predicted', 'why']),
    '|:--|:--|--:|--:|--:|--:|:--|',
    ...apart.map(({ machine, collective, ranks, size, time, predicted, flag }) =>
      cells([machine, collective, `${ranks}`, formatQuantity(size, 'size'), timeText(time), timeText(predicted), flag]),
    ),
  ].join('\n');
}

const [from, to] = ['<!-- measured: npm run measured -- --write -->\n', '\n<!-- /measured -->'];

/** The page with the table as it is now. */
export function pageWith(text: string): { before: string; after: string } {
  const before = readFileSync(page, 'utf8');
  const [start, end] = [before.indexOf(from), before.indexOf(to)];
  if (start < 0 || end < 0) throw new Error(`${page} has no place for the table`);
  return { before, after: `${before.slice(0, start + from.length)}${text}${before.slice(end)}` };
}
