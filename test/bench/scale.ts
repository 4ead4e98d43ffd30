// What an answer costs, text to answer, by size: one line of a table. Bundled and run by scale.mjs, each size in a fresh process.
import { analyze } from '../../server/collectives/analyze.ts';
import { measure } from '../../server/collectives/measured/measure.ts';
import { buildGraph } from '../../server/topology/build.ts';
import { Workspace } from '../../server/workspace.ts';

const uri = 'file:///scale.topo';

/** Milliseconds of CPU, of all threads, and what came out. */
function timed<T>(run: () => T): { ms: number; result: T } {
  const before = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, result };
}

const [gpus, text] = process.argv.slice(2);
const { ms: read, result: graph } = timed(() => {
  const workspace = new Workspace();
  workspace.update(uri, text, 1);
  const template = workspace.semantics(uri)?.template('All');
  if (!template) throw new Error('no template All');
  return buildGraph(template);
});
const request = { collective: 'allreduce', size: 2 ** 30 } as const;
const form = timed(() => measure(graph, request));
const algorithms = timed(() => analyze(graph, { ...request, optimum: false }));
const again = timed(() => analyze(graph, { ...request, optimum: false }));
const whole = timed(() => analyze(graph, { ...request, algorithm: 'in_switch' }));
const exchange = timed(() => analyze(graph, { ...request, collective: 'alltoall' }));
const row = [read, form.ms, algorithms.ms, again.ms, whole.ms, exchange.ms, process.resourceUsage().maxRSS / 1024];
console.log(Number(gpus).toLocaleString('en').padStart(8) + row.map((each) => each.toFixed(0).padStart(14)).join(''));
