// One flat ELK run a template: partitions for rows, model order for columns, and switches that ELK itself widens until what
// they serve hangs straight (NETWORK_SIMPLEX with NODE_SIZE). Routes are not taken from ELK.
import type { Box, Link, Placed } from './model.ts';
import { bottom, centre } from './model.ts';
import type { Rect } from './path.ts';
import { splitHead, spotOf } from './paths.ts';
import { cardPort, feedPort, slot } from './sizes.ts';

/** The part of elkjs's graph that is used. */
export interface ElkNode {
  id: string;
  x?: number;
  y?: number;
  width: number;
  height: number;
  layoutOptions: Record<string, string>;
  ports?: { id: string; x: number; y: number; width: number; height: number; layoutOptions: Record<string, string> }[];
}
export interface ElkGraph {
  id: string;
  layoutOptions: Record<string, string>;
  children: ElkNode[];
  edges: { id: string; sources: string[]; targets: string[] }[];
}
/** elkjs, in this thread or behind a worker. */
export interface Elk {
  layout(
    graph: ElkGraph,
  ): Promise<{ children?: { id: string; x?: number; y?: number; width?: number; height?: number }[] }>;
}

const options: Readonly<Record<string, string>> = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.edgeRouting': 'POLYLINE',
  'elk.partitioning.activate': 'true',
  'elk.separateConnectedComponents': 'false',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.crossingMinimization.forceNodeModelOrder': 'true',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.thoroughness': '7',
  'elk.spacing.nodeNode': '12',
  'elk.spacing.edgeNode': '12',
  'elk.spacing.edgeEdge': '10',
  'elk.layered.spacing.nodeNodeBetweenLayers': '44',
  'elk.layered.spacing.edgeNodeBetweenLayers': '12',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '6',
};

/** Runs ELK over the boxes, given in order, and writes x, y and the width of switches back. */
export async function runElk(elk: Elk, boxes: readonly Box[], links: readonly Link[]): Promise<void> {
  const graph = graphOf(boxes, links);
  const placed = await elk.layout(graph);
  const nodes = new Map((placed.children ?? []).map((node) => [node.id, node]));
  boxes.forEach((box, i) => {
    const node = nodes.get(`n${i}`);
    if (!node) return;
    const width = node.width ?? box.width;
    if (box.flexible && box.form !== 'stack') box.width = width;
    box.x = (node.x ?? 0) + (width - box.width) / 2;
    box.y = (node.y ?? 0) + ((node.height ?? box.height) - box.height) / 2;
  });
}

export function graphOf(boxes: readonly Box[], links: readonly Link[]): ElkGraph {
  const tiers = [...new Set(boxes.map((box) => box.tier))].sort((a, b) => a - b);
  const nodes = boxes.map((box, i) => nodeOf(box, `n${i}`, tiers.indexOf(box.tier)));
  return { id: 'root', layoutOptions: { ...options }, children: nodes, edges: edgesOf(boxes, links, nodes) };
}

function nodeOf(box: Box, id: string, partition: number): ElkNode {
  const device = box.form === 'device' && box.class !== 'cpu';
  const bar = box.flexible && box.form !== 'stack';
  return {
    id,
    // A bar starts narrow: given its span beforehand, network simplex packs the bars and can't slide the children.
    width: bar ? Math.min(60, box.width) : device ? Math.max(slot, box.width) : box.width,
    height: box.height,
    layoutOptions: {
      'elk.alignment': 'CENTER',
      'elk.partitioning.partition': String(partition),
      ...(bar ? { 'elk.layered.nodePlacement.networkSimplex.nodeFlexibility': 'NODE_SIZE' } : {}),
    },
  };
}

/** Always from the upper to the lower row; each pair of ends once, sorted as the boxes are. */
function edgesOf(boxes: readonly Box[], links: readonly Link[], nodes: readonly ElkNode[]): ElkGraph['edges'] {
  const number = new Map(boxes.map((box, i) => [box, i]));
  const at = (box: Box): number => number.get(box) ?? 0;
  const wanted: { upper: Box; upperPort: string; lower: Box; lowerPort: string }[] = [];
  for (const link of links) {
    if (link.lateral || link.railed) continue;
    const down = at(link.a) <= at(link.b);
    const [upper, upperPort, lower, lowerPort] = down
      ? [link.a, link.portA, link.b, link.portB]
      : [link.b, link.portB, link.a, link.portA];
    wanted.push({ upper, upperPort, lower, lowerPort });
  }
  for (const box of boxes)
    for (const { from, taps } of box.rails) {
      wanted.push({ upper: from, upperPort: '', lower: box, lowerPort: '' });
      for (const tap of taps) wanted.push({ upper: box, upperPort: '', lower: tap.box, lowerPort: tap.port });
    }
  wanted.sort((a, b) => at(a.upper) - at(b.upper) || at(a.lower) - at(b.lower));
  const seen = new Set<string>();
  const edges: ElkGraph['edges'] = [];
  for (const { upper, upperPort, lower, lowerPort } of wanted) {
    const source = endOf(upper, upperPort, lower, nodes[at(upper)], 'SOUTH');
    const target = endOf(lower, lowerPort, upper, nodes[at(lower)], 'NORTH');
    if (seen.has(`${source} ${target}`)) continue;
    seen.add(`${source} ${target}`);
    edges.push({ id: `e${edges.length}`, sources: [source], targets: [target] });
  }
  return edges;
}

/** Open instances, cards and fed blocks have ports at fixed places; bars must have none, or they would not be widened. */
function endOf(box: Box, port: string, other: Box, node: ElkNode, side: 'NORTH' | 'SOUTH'): string {
  const x = portX(box, port, other);
  if (x === undefined) return node.id;
  const id = `${node.id} ${side} ${Math.round(x)}`;
  node.ports ??= [];
  if (!node.ports.some((each) => each.id === id))
    node.ports.push({
      ...{ id, x, y: side === 'NORTH' ? 0 : box.height, width: 0, height: 0 },
      layoutOptions: { 'elk.port.side': side },
    });
  node.layoutOptions['elk.portConstraints'] = 'FIXED_POS';
  return id;
}

function portX(box: Box, port: string, other: Box): number | undefined {
  if (box.form === 'open' && box.child && port !== '') {
    const inner = innerRect(box.child, port);
    return inner && centre(inner);
  }
  if (box.form === 'card') return cardPort(box, port);
  const feed = box.feeds.indexOf(other);
  return feed < 0 ? undefined : feedPort(box, feed);
}

/** Where something inside an open instance is drawn, in the instance's own coordinates. */
export function innerRect(placed: Placed, path: string): (Rect & { box: Box }) | undefined {
  const [head, rest] = splitHead(path);
  const spot = spotOf(placed.template, head);
  const box = spot && placed.owners[spot.part][spot.from];
  if (!box) return undefined;
  if (box.form === 'open' && box.child && rest !== '') {
    const inner = innerRect(box.child, rest);
    if (inner) return { ...inner, x: inner.x + box.x, y: inner.y + box.y };
  }
  const cell = spot.place === undefined ? undefined : box.cells.find((each) => each.place === spot.place);
  if (cell && box.form !== 'bar')
    return { x: box.x + cell.x, y: box.y + cell.y, width: cell.width || box.width, height: cell.height, box };
  return { x: box.x, y: box.y, width: box.width, height: bottom(box) - box.y, box };
}
