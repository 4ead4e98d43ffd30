// The whole road on random clusters: hosts of several sizes and wirings, one tier of switches or two, some of which reduce,
// cables missing, any ranks in any order. Every algorithm that applies has a price, and none beats the optimum.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { analyze } from '../../server/collectives/analyze.ts';
import { type Collective, collectives } from '../../server/collectives/collective.ts';
import { graphFrom } from './systems.ts';

const host = fc.record({
  gpus: fc.integer({ min: 1, max: 4 }),
  count: fc.integer({ min: 1, max: 3 }),
  inside: fc.constantFrom('adds', 'plain', 'ring'),
});

const clusters = fc
  .record({
    hosts: fc.array(host, { minLength: 1, maxLength: 3 }),
    leaves: fc.integer({ min: 1, max: 3 }),
    spines: fc.integer({ min: 0, max: 2 }),
    adds: fc.boolean(),
    spineAdds: fc.boolean(),
    lost: fc.option(fc.tuple(fc.nat(), fc.nat())),
    uplink: fc.integer({ min: 1, max: 40 }),
  })
  .map(({ hosts, leaves, spines: wanted, adds, spineAdds, lost, uplink }) => {
    const spines = leaves > 1 ? Math.max(1, wanted) : 0;
    const nodes = hosts.map(({ gpus, inside }, h) => {
      const ring =
        gpus > 2 ? `gpu[i] -- gpu[(i + 1) % ${gpus}] : 60 GB/s` : gpus === 2 ? 'gpu[0] -- gpu[1] : 60 GB/s' : '';
      const wires =
        inside === 'ring' ? ring : `sw : ${inside === 'adds' ? 'Adder' : 'switch'}\n  gpu[*] -- sw : 90 GB/s`;
      return `node H${h} {\n  gpu[${gpus}] : gpu\n  nic[${gpus}] : nic\n  gpu[i] -- nic[i] : 30 GB/s\n  ${wires}\n}`;
    });
    const parts = hosts.map(
      ({ count }, h) => `h${h}[${count}] : H${h}\n  h${h}[i].nic[j] -- leaf[(i + j) % ${leaves}] : 10 GB/s`,
    );
    const up =
      spines === 0
        ? ''
        : `spine[${spines}] : ${spineAdds ? 'Adder' : 'switch'}\n  leaf[*] -- spine[*] : ${uplink} GB/s`;
    const without = lost && spines > 1 ? `without leaf[${lost[0] % leaves}] -- spine[${lost[1] % spines}]` : '';
    return `device Adder : switch { reduces = true }\n${nodes.join('\n')}
cluster C {\n  leaf[${leaves}] : ${adds ? 'Adder' : 'switch'}\n  ${parts.join('\n  ')}\n  ${up}\n  ${without}\n}\n`;
  });

/** Served on any ranks, whatever joins them. */
const always: Partial<Record<Collective, readonly string[]>> = {
  allreduce: ['ring', 'tree', 'halving_doubling', 'recursive_doubling', 'direct', 'pairwise'],
  allgather: ['ring', 'halving_doubling', 'recursive_doubling', 'bruck', 'direct', 'pairwise'],
  reducescatter: ['ring', 'halving_doubling', 'direct', 'pairwise'],
  broadcast: ['chain', 'tree', 'binomial'],
  reduce: ['chain', 'tree', 'binomial'],
  gather: ['binomial', 'direct', 'pairwise'],
  scatter: ['binomial', 'direct', 'pairwise'],
  alltoall: ['bruck', 'direct', 'pairwise'],
  sendrecv: ['direct'],
  barrier: ['dissemination'],
};

it('every algorithm has a price, and none beats the optimum', () => {
  fc.assert(
    fc.property(
      clusters,
      fc.constantFrom(...collectives),
      fc.constantFrom('stepwise', 'pipelined', undefined),
      fc.infiniteStream(fc.nat()),
      (text, collective, model, stream) => {
        const graph = graphFrom(text, 'C');
        const keyed = Array.from(graph.ranks, (rank) => ({ rank, key: stream.next().value ?? 0 }));
        keyed.sort((a, b) => a.key - b.key);
        const ranks = Int32Array.from(keyed.slice(0, 1 + (keyed[0].key % keyed.length)), ({ rank }) => rank);
        const root = ranks[ranks.length - 1];
        const answer = analyze(graph, { collective, size: 1e9, ranks, root, ...(model ? { model } : {}) });
        if ('fault' in answer) throw new Error(answer.message);
        const names = answer.priced.map(({ algorithm }) => algorithm);
        if (ranks.length > 1) expect(names).toEqual(expect.arrayContaining([...(always[collective] ?? [])]));
        const least = (answer.optimum?.time ?? 0) * (1 - 1e-9);
        for (const { algorithm, time } of answer.priced) expect(time, algorithm).toBeGreaterThanOrEqual(least);
      },
    ),
    { numRuns: 150 },
  );
});
