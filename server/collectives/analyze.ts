// The room's front door: a collective asked of a graph. Routes are kept as long as their graph.
import type { Graph } from '../topology/graph.ts';
import { makeRouter, type Router } from '../topology/routes.ts';
import type { Analyze, ArcLoads } from './collective.ts';
import { analyzeOn, arcLoadsOn } from './price.ts';

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
