// Large fabrics are folded for the optimum: devices that play the same part become one node, and one rank an orbit is tried.
// Neither may change what comes out.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastCut, terrainOf, worstScatter, worstSpread } from '../../server/collectives/cut.ts';
import type { Graph } from '../../server/topology/graph.ts';
import { orbits } from '../../server/topology/orbits.ts';
import { refine } from '../../server/topology/refine.ts';
import { graphOf } from '../topology/graphs.ts';
import { boxes } from './boxes.ts';

const rate = (graph: Graph) => (arc: number) =>
  arc & 1 && graph.linkDirected[arc >> 1] ? 0 : graph.linkEffectiveRate[arc >> 1];

describe('classes', () => {
  it('a unit of 32 alike servers has a class for each device of one of them that is like no other', () => {
    const graph = graphOf('DGX_H100_SU');
    const { count, of } = refine(graph, new Int32Array(graph.deviceCount), rate(graph));
    // All 256 GPUs play one part, as do their NICs, the sockets, the PCIe switches, the two outer NVSwitches, the two
    // inner ones, the leaves, the storage NICs.
    expect(new Set(Array.from(graph.ranks, (rank) => of[rank])).size).toBe(1);
    expect(count).toBe(8);
  });

  it('devices of a class have the same rates to and from every class', () =>
    fc.assert(
      fc.property(boxes, (text) => {
        const graph = graphOf('C', text);
        const { of } = refine(graph, new Int32Array(graph.deviceCount), rate(graph));
        const look = Array.from({ length: graph.deviceCount }, () => new Map<string, number>());
        for (let arc = 0; arc < 2 * graph.linkCount; arc++) {
          if (rate(graph)(arc) === 0) continue;
          const [a, b] = arc & 1 ? [graph.linkB, graph.linkA] : [graph.linkA, graph.linkB];
          const [from, to] = [a[arc >> 1], b[arc >> 1]];
          for (const [device, key] of [
            [from, `to ${of[to]} ${rate(graph)(arc)}`],
            [to, `from ${of[from]} ${rate(graph)(arc)}`],
          ] as const)
            look[device].set(key, (look[device].get(key) ?? 0) + 1);
        }
        const seen = new Map<number, string>();
        look.forEach((own, device) => {
          const spelt = JSON.stringify([...own].sort());
          expect(seen.get(of[device]) ?? spelt).toBe(spelt);
          seen.set(of[device], spelt);
        });
      }),
      { numRuns: 60 },
    ));
});

describe('folded', () => {
  it('every cut has the rate it has unfolded, with one rank an orbit as with all', () => {
    let fewer = 0;
    fc.assert(
      fc.property(boxes, fc.boolean(), fc.nat(), (text, backwards, pick) => {
        const graph = graphOf('C', text);
        const { ranks } = graph;
        const [flat, folded] = [false, true].map((fold) => terrainOf(graph, ranks, backwards, fold));
        const root = ranks[pick % ranks.length];
        const ratio = (cut: { rate: number; crossing: number } | undefined) => (cut ? cut.rate / cut.crossing : 0);
        if (ranks.length > 1) {
          const few = orbits(graph, ranks, []);
          if (few.length < ranks.length) fewer++;
          expect(ratio(worstSpread(folded, few)) / 1e9).toBeCloseTo(ratio(worstSpread(flat, ranks)) / 1e9, 9);
          expect(ratio(worstScatter(folded, root)) / 1e9).toBeCloseTo(ratio(worstScatter(flat, root)) / 1e9, 9);
          const rooted = orbits(graph, ranks, [root]);
          const [one, all] = [leastCut(folded, root, rooted), leastCut(flat, root, ranks)];
          expect((one?.rate ?? 0) / 1e9).toBeCloseTo((all?.rate ?? 0) / 1e9, 9);
        }
      }),
      { numRuns: 80 },
    );
    expect(fewer).toBeGreaterThan(20);
  });
});
