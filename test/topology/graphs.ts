// Graphs of texts, by the tool's own front end, and devices by the names a text gives them.
import type { Template } from '../../server/semantics/template.ts';
import { buildGraph } from '../../server/topology/build.ts';
import { arcFrom, arcTo, deviceName, type Graph } from '../../server/topology/graph.ts';
import type { Way } from '../../server/topology/ways.ts';
import { Workspace } from '../../server/workspace.ts';

export const GB = 1e9;

/** `name` of a text; findings other than hints and warnings are faults of the test. */
export function templateOf(text: string, name: string): Template {
  const uri = 'file:///test.topo';
  const workspace = new Workspace();
  workspace.update(uri, text, 1);
  const document = workspace.document(uri);
  const semantics = workspace.semantics(uri);
  const findings = [...(document?.findings ?? []), ...(semantics?.findings() ?? [])];
  const errors = findings.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  if (errors.length > 0) throw new Error(errors.join('\n'));
  const template = semantics?.template(name);
  if (!template) throw new Error(`no ${name}`);
  return template;
}

/** The graph of the cluster or node `name`; a library's where the text defines none. */
export const graphOf = (name: string, text = ''): Graph => buildGraph(templateOf(text, name));

/** The device a text calls so: `dgx[0].gpu[3]`. */
export function device(graph: Graph, name: string): number {
  for (let d = 0; d < graph.deviceCount; d++) if (deviceName(graph, d) === name) return d;
  throw new Error(`no device ${name}`);
}

export const devices = (graph: Graph, ...names: string[]): number[] => names.map((name) => device(graph, name));

/** `gpu[0] > nvs[1] 0.25`, an arc and its share a line, in order of devices. */
export function drawn(graph: Graph, { arcs, shares }: Way): string[] {
  return Array.from(arcs, (arc, i) => ({ from: arcFrom(graph, arc), to: arcTo(graph, arc), share: shares[i] }))
    .sort((a, b) => a.from - b.from || a.to - b.to)
    .map(({ from, to, share }) => {
      const part = Math.abs(share - 1) < 1e-12 ? '' : ` ${Number(share.toPrecision(6))}`;
      return `${deviceName(graph, from)} > ${deviceName(graph, to)}${part}`;
    });
}
