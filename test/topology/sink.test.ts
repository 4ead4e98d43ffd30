// From each to each over scale-up links alone, poured destination by destination: what laying every pair on its own route gives.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeRouter } from '../../server/topology/routes.ts';
import { graphOf } from './graphs.ts';

interface Fabric {
  readonly gpus: number;
  readonly forwards: boolean;
  readonly links: readonly (readonly [a: number, b: number, rate: number, us: number])[];
}

/** A line that joins all, and links anywhere; the last two are switches. */
const fabrics = fc.integer({ min: 3, max: 8 }).chain((gpus) =>
  fc.record({
    gpus: fc.constant(gpus),
    forwards: fc.boolean(),
    links: fc.array(
      fc.tuple(fc.nat(gpus + 1), fc.nat(gpus + 1), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 4 })),
      { maxLength: 12 },
    ),
  }),
);

function textOf({ gpus, forwards, links }: Fabric): string {
  const name = (d: number): string => (d < gpus ? `g[${d}]` : `s[${d - gpus}]`);
  const line = Array.from({ length: gpus - 1 }, (_, d) => [d, d + 1, 2, 1] as const);
  const all = [...line, ...links.filter(([a, b]) => a !== b && (a < gpus || b < gpus))];
  return `device G : gpu { forwards = ${forwards}; latency = 2 us }
device S : switch { latency = 3 us }
cluster C { g[${gpus}] : G; s[2] : S
${all.map(([a, b, rate, us]) => `  ${name(a)} -- ${name(b)} : ${rate} GB/s, ${us} us`).join('\n')} }`;
}

it('as many bytes on every link, as late', () => {
  fc.assert(
    fc.property(fabrics, (fabric) => {
      const graph = graphOf('C', textOf(fabric));
      const router = makeRouter(graph);
      const [load, expected] = [new Float64Array(2 * graph.linkCount), new Float64Array(2 * graph.linkCount)];
      const pour = makeRouter(graph).each?.(graph.ranks);
      fc.pre(pour !== undefined);
      let longest = 0;
      for (const from of graph.ranks)
        for (const to of graph.ranks)
          if (from !== to) longest = Math.max(longest, router.addFlow(from, to, 5, expected));
      router.finish(expected);
      expect(pour?.(5, load)).toBeCloseTo(longest, 12);
      load.forEach((bytes, arc) => {
        expect(bytes).toBeCloseTo(expected[arc], 9);
      });
    }),
    { numRuns: 200 },
  );
});
