// `topo expand`: the flat graph, for other programs.
import { graphOf } from '../../server/questions/asker.ts';
import { deviceName, deviceType, type Graph } from '../../server/topology/graph.ts';
import { columns, print, printJson, type Status } from './outcome.ts';
import { combinations } from './settings.ts';
import { templateOf } from './show.ts';
import { chooseRoot, openSource, openWorkspace } from './sources.ts';

export interface ExpandOptions {
  readonly root?: string;
  readonly format: 'text' | 'json';
  readonly set: readonly string[];
}

export function expand(path: string, options: ExpandOptions): Status {
  const source = openSource(openWorkspace(), path);
  const root = chooseRoot(source, options.root);
  const expanded = expandedJson(root, graphOf(templateOf(source, root, combinations(options.set).all[0])));
  if (options.format === 'json') printJson(expanded);
  else {
    print(columns(expanded.devices.map(({ id, kind, type }) => [id, kind, type])));
    print(
      columns(
        expanded.links.map(({ a, b, medium, count, GBps, latency_us, directed }) => [
          a,
          directed ? '->' : '--',
          b,
          medium ? `${medium} x${count}` : '',
          `${GBps} GB/s`,
          `${latency_us} us`,
        ]),
      ),
    );
  }
  return 0;
}

/** Rates per direction, all links between the two together. What `without` takes out is left out. */
function expandedJson(root: string, graph: Graph) {
  const devices = [];
  for (let device = 0; device < graph.deviceCount; device++) {
    if (graph.present[device] === 0) continue;
    const { kind, name } = deviceType(graph, device);
    devices.push({ id: deviceName(graph, device), kind, type: name });
  }
  const links = Array.from({ length: graph.linkCount }, (_, k) => ({
    a: deviceName(graph, graph.linkA[k]),
    b: deviceName(graph, graph.linkB[k]),
    medium: graph.media[graph.linkMedium[k]].name,
    count: graph.linkCounts[k],
    GBps: round(graph.linkRate[k] / 1e9),
    effective_GBps: round(graph.linkEffectiveRate[k] / 1e9),
    latency_us: round(graph.linkLatency[k] * 1e6),
    directed: graph.linkDirected[k] === 1,
  }));
  return { root, devices, links };
}

const round = (value: number): number => Number(value.toPrecision(9));
