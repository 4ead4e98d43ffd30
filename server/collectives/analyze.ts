// The room's front door: a collective asked of a graph. Routes are kept as long as their graph.
import type { Graph } from '../topology/graph.ts';
import { makeRouter, type Router } from '../topology/routes.ts';
import type { Algorithm, Analyze, ArcLoads, Cancelled, CollectiveFault, CollectiveRequest } from './collective.ts';
import { type Explanation, explainOn } from './explain.ts';
import { analyzeOn, arcLoadsOn } from './price.ts';
import { type Watched, watchOn } from './watch.ts';

type Routing = 'ecmp' | 'hashed';

const routers = new WeakMap<Graph, Map<Routing, Router>>();

function routerOf(graph: Graph, routing: Routing = 'ecmp'): Router {
  const known = routers.get(graph) ?? new Map<Routing, Router>();
  routers.set(graph, known);
  const router = known.get(routing) ?? makeRouter(graph, { routing });
  known.set(routing, router);
  return router;
}

export const analyze: Analyze = (graph, request, cancelled) =>
  analyzeOn(routerOf(graph, request.routing), request, cancelled);

export const arcLoads: ArcLoads = (graph, request) => arcLoadsOn(routerOf(graph, request.routing), request);

/** Why the algorithm takes as long as it does. */
export const explain = (
  graph: Graph,
  request: CollectiveRequest & { readonly algorithm: Algorithm },
  cancelled?: Cancelled,
): Explanation | CollectiveFault => explainOn(routerOf(graph, request.routing), request, cancelled);

/** The algorithm step by step. */
export const watch = (
  graph: Graph,
  request: CollectiveRequest & { readonly algorithm: Algorithm },
  cancelled?: Cancelled,
): Watched | CollectiveFault => watchOn(routerOf(graph, request.routing), request, cancelled);
