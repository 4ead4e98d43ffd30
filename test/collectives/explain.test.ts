// Why an algorithm takes as long as it does: busiest links, whose data, other rates; and the cut of the optimum in words.
import { describe, expect, test } from 'vitest';
import { analyze, explain } from '../../server/collectives/analyze.ts';
import type { CollectiveRequest } from '../../server/collectives/collective.ts';
import type { Explanation } from '../../server/collectives/explain.ts';
import { sidesOf } from '../../server/collectives/sides.ts';
import type { Graph } from '../../server/topology/graph.ts';
import { graphFrom } from './systems.ts';

// Four ranks on a switch; the link of the last one is half as wide.
const star = graphFrom(
  `cluster Star {
  g[4] : gpu
  s    : switch
  g[0..2] -- s : 50 GB/s, 1 us
  g[3]    -- s : 25 GB/s, 1 us
}`,
  'Star',
);

// Two hosts of two ranks, fast inside, each rank with a NIC on a rail of its own.
const rails = graphFrom(
  `node Box {
  gpu[2] : gpu
  nic[2] : nic
  sw     : switch
  gpu[*] -- sw     : 400 GB/s, 1 us
  gpu[i] -- nic[i] : 100 GB/s, 1 us
}
cluster Rails {
  box[2]  : Box
  leaf[2] : switch
  box[*].nic[i] -- leaf[i] : 25 GB/s, 1 us
}`,
  'Rails',
);

type Request = Parameters<typeof explain>[1];
const GB = 1e9;

function explained(graph: Graph, request: Partial<Request> = {}): Explanation {
  const found = explain(graph, { collective: 'allreduce', size: GB, algorithm: 'ring', ...request });
  if ('fault' in found) throw new Error(found.message);
  return found;
}

describe('what of the latency is software', () => {
  const overhead = (text: string): Graph =>
    graphFrom(`link Cable { rate = 50 GB/s; latency = 1 us; overhead = 2 us }\n${text}`, 'Star');
  // A message crosses two links of 1 us and is sent and taken in by a GPU at 2 us each: 6 us, 4 of them software.
  const plain = overhead('cluster Star { g[4] : gpu; s : switch; g[*] -- s : Cable }');
  test('of a ring: six steps beside 30 ms of moving', () => {
    const { latency, software, time } = explained(plain);
    expect(time).toBeCloseTo(0.03 + 36e-6, 9);
    expect(latency * time).toBeCloseTo(36e-6, 9);
    expect(software * time).toBeCloseTo(24e-6, 9);
  });
  test('of a barrier: two thirds of all', () => {
    const { latency, software } = explained(plain, { collective: 'barrier', size: 0, algorithm: 'dissemination' });
    expect([latency, software]).toEqual([1, expect.closeTo(2 / 3, 9)]);
  });
  test('in the switches: as much, as every byte enters and leaves a GPU once', () => {
    const adding = overhead('cluster Star { g[4] : gpu; s : switch { reduces = true }; g[*] -- s : Cable }');
    const { latency, software } = explained(adding, { algorithm: 'in_switch' });
    expect(software / latency).toBeCloseTo(2 / 3, 9);
  });
  test('on bare rates none', () => expect(explained(star).software).toBe(0));
});

// A ring moves 2 · 3/4 GB over every link each way: 60 ms over 25 GB/s, 30 ms over 50; six steps over two links of 1 us.
describe('a star with one slow link', () => {
  test('it is busy nearly all the time, the others half of it', () => {
    const { groups, latency } = explained(star);
    expect(latency).toBeCloseTo(12 / 60_012, 9);
    expect(groups.map(({ name, links, of, rate }) => [name, links, of, rate])).toEqual([
      ['g[3] -- s', 1, 1, 25 * GB],
      ['g[0..2] -- s', 3, 3, 50 * GB],
    ]);
    expect(groups.map(({ busy }) => busy)).toEqual([
      expect.closeTo(60_000 / 60_012, 9),
      expect.closeTo(30_000 / 60_012, 9),
    ]);
  });

  test('half its rate doubles the time', () => {
    const { halved } = explained(star);
    expect(halved?.time).toBeCloseTo(0.120012, 9);
    expect(halved?.bottleneck?.name).toBe('g[3] -- s');
  });

  test('twice its rate halves the time, and then all are as busy', () => {
    const { doubled } = explained(star);
    expect(doubled?.time).toBeCloseTo(0.030012, 9);
    expect(doubled?.bottleneck?.name).toBe('g[0..2] -- s');
  });
  // One way round: the last rank sends to the first, over the first of the two arcs that are as busy.
  test('whose data crosses it', () => {
    const { traffic } = explained(star, { channels: 1 });
    expect(traffic).toMatchObject({ senders: ['g[3]'], receivers: ['g[0]'], flows: 1, between: 'hosts' });
  });
});

describe('two hosts on two rails', () => {
  test('the rails are busiest, with what runs between the hosts on the same rail', () => {
    const { groups, traffic } = explained(rails);
    expect(groups[0]).toMatchObject({ name: 'box[*].nic[i] -- leaf[i]', links: 4, of: 4 });
    expect(traffic).toMatchObject({ senders: ['box[0].gpu[0]'], receivers: ['box[1].gpu[0]'], between: 'hosts' });
  });

  // Each rank sends a quarter to each other. The rails are not joined, so what is for the first rank of the other host crosses
  // the first rail: two quarters over 25 GB/s take 20 ms, over 50 GB/s 10 ms,
  // and the longer way is six links.
  test('an alltoall: both ranks of a host to the one on the rail', () => {
    const { traffic, groups, doubled } = explained(rails, { collective: 'alltoall', algorithm: 'direct' });
    expect(groups[0].name).toBe('box[*].nic[i] -- leaf[i]');
    expect(traffic).toMatchObject({ senders: ['box[0]'], receivers: ['box[1].gpu[0]'], flows: 2, between: 'hosts' });
    expect(doubled?.time).toBeCloseTo(0.010006, 9);
  });

  test('inside one host', () => {
    const { traffic } = explained(rails, { ranks: rails.ranks.slice(0, 2) });
    expect(traffic).toMatchObject({ senders: ['box[0].gpu[0]'], receivers: ['box[0].gpu[1]'], between: 'inside' });
  });
});

test('latency alone: no bottleneck is named, nothing would change', () =>
  expect(explained(star, { collective: 'barrier', size: 0, algorithm: 'dissemination' })).toMatchObject({
    algorithm: 'dissemination',
    latency: 1,
    groups: [],
  }));

test('what an algorithm does not do is a fault', () =>
  expect(explain(star, { collective: 'barrier', size: 0, algorithm: 'ring' })).toMatchObject({ fault: 'algorithm' }));

describe('the cut of the optimum', () => {
  function check(graph: Graph, request: Partial<CollectiveRequest>, few: string, links: readonly string[]): void {
    const analysis = analyze(graph, { collective: 'allgather', size: GB, ...request });
    if ('fault' in analysis || !analysis.optimum?.cut) throw new Error('no cut');
    const sides = sidesOf(graph, request.ranks ?? graph.ranks, analysis.optimum.cut);
    expect(sides?.few.names.join(', ')).toBe(few);
    expect(sides?.links.map((each) => `${each.links} ${each.name}`)).toEqual(links);
    expect(sides?.links.reduce((sum, { rate }) => sum + rate, 0)).toBeCloseTo(analysis.optimum.cut.rate, 0);
  }
  // Three shards go in over 25 GB/s.
  test('the slow rank against the others', () => check(star, {}, 'g[3]', ['1 g[3] -- s']));
  test('the same for what is added up', () => check(star, { collective: 'reducescatter' }, 'g[3]', ['1 g[3] -- s']));
  // A ring joins each to two: the side with fewer ranks is named first.
  test('links between places of one array', () =>
    check(graphFrom('cluster Ring { g[5] : gpu\n g[i] -- g[(i + 1) % 5] : 50 GB/s }', 'Ring'), {}, 'g[0]', [
      '2 g[0] -- g[1, 4]',
    ]));
  // Two ranks' data leaves a host over two rails.
  test('one host against the other', () => check(rails, {}, 'box[0]', ['2 box[0].nic[i] -- leaf[i]']));
});
