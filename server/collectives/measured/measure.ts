// What one will measure: the front door of this folder.
import type { Graph } from '../../topology/graph.ts';
import type { CollectiveRequest, Harness } from '../collective.ts';
import { type Measured, measuredForm } from './form.ts';
import { type Machine, machineOf } from './machine.ts';

/**
 * Undefined where no form is given, and where the request names what a library chooses by itself: an algorithm, channels, a
 * model of the first kind; or routes that are hashed.
 */
export function measure(
  graph: Graph,
  request: CollectiveRequest,
  harness?: Harness,
): (Measured & Pick<Machine, 'library'>) | undefined {
  const { collective, size, ranks = graph.ranks, root, algorithm, channels, routing, model } = request;
  if (algorithm || channels || routing === 'hashed' || model) return undefined;
  if (root !== undefined && !ranks.includes(root)) return undefined;
  const machine = machineOf(graph, ranks);
  const measured = machine && measuredForm(machine, collective, size, harness);
  return measured && { ...measured, library: machine.library };
}
