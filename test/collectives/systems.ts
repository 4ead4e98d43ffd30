// Graphs of clusters written in the language, the library in scope.
import { buildGraph } from '../../server/topology/build.ts';
import type { Graph } from '../../server/topology/graph.ts';
import { Workspace } from '../../server/workspace.ts';

const uri = 'file:///systems.topo';

/** The graph of node or cluster `name` in `text`. */
export function graphFrom(text: string, name: string): Graph {
  const workspace = new Workspace();
  workspace.update(uri, text, 1);
  const template = workspace.semantics(uri)?.template(name);
  if (!template) throw new Error(`no ${name}`);
  return buildGraph(template);
}
