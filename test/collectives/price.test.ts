// Prices by hand: each expected time is worked out beside it.
import { describe, expect, it } from 'vitest';
import type { Algorithm, CollectiveRequest, Priced } from '../../server/collectives/collective.ts';
import { analyzeOn, arcLoadsOn } from '../../server/collectives/price.ts';
import { arcFrom, arcTo, type Graph } from '../../server/topology/graph.ts';
import { GB, GiB, gpus, graphOf, mesh, plainRouter, railed, ring, star, us } from './fabric.ts';

function priced(graph: Graph, request: CollectiveRequest): readonly Priced[] {
  const answer = analyzeOn(plainRouter(graph), { optimum: false, ...request });
  if ('fault' in answer) throw new Error(answer.message);
  return answer.priced;
}

/** Times to a billionth. */
function check(graph: Graph, request: CollectiveRequest & { algorithm: Algorithm }, seconds: number): Priced {
  const [only] = priced(graph, request);
  expect(only.time / seconds).toBeCloseTo(1, 9);
  return only;
}

describe('a ring of four bare links, 50 GB/s and 1 us, 1 GB', () => {
  const four = ring(4, 50, 1);

  it('both ways at once: 6 steps of S/8 each way, 15 ms and 6 us', () => {
    const answer = check(four, { collective: 'allreduce', size: GB, algorithm: 'ring' }, 15e-3 + 6 * us);
    // algbw S/t = 1 GB / 15.006 ms; busbw 2 (n-1)/n = 1.5 times that.
    expect(answer.algbw).toBeCloseTo(GB / 15.006e-3, 0);
    expect(answer.busbw).toBeCloseTo((1.5 * GB) / 15.006e-3, 0);
    expect(answer.bottleneck?.rate).toBe(50 * GB);
    expect(answer.bottleneck?.busy).toBeCloseTo(15 / 15.006, 9);
  });

  it('one channel, the textbook form: 6 steps of S/4', () => {
    check(four, { collective: 'allreduce', size: GB, algorithm: 'ring', channels: 1 }, 30e-3 + 6 * us);
  });

  it('allgather and reducescatter: half of it', () => {
    for (const collective of ['allgather', 'reducescatter'] as const)
      check(four, { collective, size: GB, algorithm: 'ring' }, 7.5e-3 + 3 * us);
  });

  it('a chain in two channels: half of S on each arc, three latencies', () => {
    check(four, { collective: 'broadcast', size: GB, algorithm: 'chain' }, 10e-3 + 3 * us);
    check(four, { collective: 'reduce', size: GB, algorithm: 'chain' }, 10e-3 + 3 * us);
  });

  it('sendrecv: S to the next, 20 ms and 1 us', () => {
    check(four, { collective: 'sendrecv', size: GB, algorithm: 'direct' }, 20e-3 + us);
  });

  it('alltoall at once: S/4 to each; the pair two apart shares both ways round', () => {
    // Clockwise arc: one flow of S/4 by its own pair, and halves of the two opposite flows that pass it:
    // S/4 + 2 x S/8 = S/2 = 0.5 GB at 50 GB/s; the longest way has two links.
    check(four, { collective: 'alltoall', size: GB, algorithm: 'direct' }, 10e-3 + 2 * us);
  });
});

describe('eight H100 on NVSwitch, ring all-reduce of 1 GiB', () => {
  // NVLink4: 18 links of 25 GB/s, 82 % of it to software: 369 GB/s each way. Two links of 0.5 us from GPU to GPU here.
  it('14 steps of S/8 at 369 GB/s', () => {
    const rate = 18 * 25 * 0.82;
    expect(rate).toBeCloseTo(369, 9);
    // 14/8 x 1073741824 / 369e9 = 5.0923 ms, and 14 us.
    check(
      star(8, rate, 0.5),
      { collective: 'allreduce', size: GiB, algorithm: 'ring' },
      (14 / 8) * (GiB / 369e9) + 14 * us,
    );
  });

  it('in the switch: S (1 + 1/8) each way, two ways through the switch', () => {
    const graph = star(8, 369, 0.5, true);
    // Up and down twice: four links of 0.5 us.
    check(graph, { collective: 'allreduce', size: GiB, algorithm: 'in_switch' }, (1.125 * GiB) / 369e9 + 2 * us);
  });

  it('a rack of 18 trays of 4 on the same switches is one island: S (1 + 1/72), not a ring between trays', () => {
    // GB200 NVL72: 18 NVLink5 of 50 GB/s, 80 % of it to software: 720 GB/s.
    const devices = [...gpus(72, (i) => Math.floor(i / 4)), { kind: 'switch', reduces: true } as const];
    const rack = graphOf(
      devices,
      Array.from({ length: 72 }, (_, i) => [i, 72, 720, 0] as const),
    );
    check(rack, { collective: 'allreduce', size: GiB, algorithm: 'in_switch' }, ((1 + 1 / 72) * GiB) / 720e9);
    // One rank sends S up, all others get it.
    check(rack, { collective: 'broadcast', size: GiB, algorithm: 'in_switch' }, GiB / 720e9);
  });

  it('a switch that does not reduce has no in_switch', () => {
    expect(priced(star(8, 369), { collective: 'allreduce', size: GiB }).map((p) => p.algorithm)).not.toContain(
      'in_switch',
    );
  });
});

describe('two nodes of eight over eight rails', () => {
  const two = railed(2, 8, 360, 50, 1);

  it('ring: each of eight channels crosses once each way, 2 x 15/16 of S/8 on every NIC', () => {
    // Per channel and hop: 30 steps of S/8/16; each NIC arc carries one channel: 30/128 S at 50 GB/s = 4.6875 ms for 1 GB.
    // Each GPU's NVLink out carries 7 of 8 channels: 7 x 30/128 GB at 360 = 4.56 ms, so the NIC decides.
    const answer = check(two, { collective: 'allreduce', size: GB, algorithm: 'ring' }, 4.6875e-3 + 30 * 2 * us);
    expect(answer.bottleneck?.rate).toBe(50 * GB);
  });

  it('all NICs carry as much', () => {
    const loads = arcLoadsOn(plainRouter(two), { collective: 'allreduce', size: GB, algorithm: 'ring' });
    if ('fault' in loads) throw new Error(loads.message);
    const rails = Array.from(loads).filter((_, arc) => two.linkRate[arc >> 1] === 50 * GB);
    expect(rails.length).toBe(32);
    for (const load of rails) expect(load / GB).toBeCloseTo(30 / 128, 9);
  });

  it('hierarchical: 7/8 S inside, S/8 over each rail, 7/8 S inside', () => {
    // Inside, direct: 7/8 GB at 360 GB/s, twice; across, two ranks: 2 steps of S/16 at 50 GB/s. Latency 4 steps of 2 us.
    const time = 2 * (0.875 / 360) + 2 * (0.0625 / 50) + 8 * us;
    check(two, { collective: 'allreduce', size: GB, algorithm: 'hierarchical' }, time);
  });

  it('hierarchical alltoall: 7/8 S inside, half of S over each rail', () => {
    check(two, { collective: 'alltoall', size: GB, algorithm: 'hierarchical' }, 0.875 / 360 + 0.5 / 50 + 4 * us);
  });
});

describe('closed forms that ASTRA-sim obeys where no link is shared', () => {
  // Rows of its analytical simulator (commit 518bd51, congestion unaware): 8 ranks, 500 ns a hop, "50 GB/s" that are GiB/s:
  // B = 53.6870912 bytes/ns. With step(s) = hops x 500 + s / B ns. It cuts each event to whole ns, hence the tolerance of
  // a part in a thousand. Its allgather sizes are one rank's shard, here they are the whole result.
  const B = 53.6870912;
  const MiB = 2 ** 20;
  type Row = [Graph, Algorithm, CollectiveRequest['collective'], size: number, form: number, row: number];
  const rows: Row[] = [
    // ring, neighbours one hop apart: 14 step(S/8) = 14 (500 + 2441.41); 14 (500 + 2,500,000)
    [ring(8, B, 0.5), 'ring', 'allreduce', MiB, 14 * (500 + 131072 / B), 41_189],
    [ring(8, B, 0.5), 'ring', 'allreduce', GiB, 14 * (500 + 134217728 / B), 35_009_829],
    // 7 step(S/8); 7 step(shard of 1 MiB)
    [ring(8, B, 0.5), 'ring', 'reducescatter', MiB, 7 * (500 + 131072 / B), 20_595],
    [ring(8, B, 0.5), 'ring', 'allgather', 8 * MiB, 7 * (500 + 1048576 / B), 140_225],
    // ring through a switch: two hops
    [star(8, B, 0.5), 'ring', 'allreduce', MiB, 14 * (1000 + 131072 / B), 48_189],
    [star(8, B, 0.5), 'ring', 'allgather', 8 * GiB, 7 * (1000 + GiB / B), 140_007_008],
    // direct on a mesh: 2 step(S/8); step(S/8); step(shard)
    [mesh(8, B, 0.5), 'direct', 'allreduce', MiB, 2 * (500 + 131072 / B), 5_885],
    [mesh(8, B, 0.5), 'direct', 'alltoall', GiB, 500 + 134217728 / B, 2_500_502],
    [mesh(8, B, 0.5), 'direct', 'allgather', 8 * MiB, 500 + 1048576 / B, 20_033],
    // halving-doubling through a switch: 2 (step(S/2) + step(S/4) + step(S/8)); shards 1, 2, 4 MiB
    [star(8, B, 0.5), 'halving_doubling', 'allreduce', MiB, 2 * (3000 + (7 * 131072) / B), 40_183],
    [star(8, B, 0.5), 'halving_doubling', 'reducescatter', GiB, 3000 + (7 * 134217728) / B, 17_504_210],
    [star(8, B, 0.5), 'halving_doubling', 'allgather', 8 * MiB, 3000 + (7 * 1048576) / B, 139_722],
  ];
  for (const [graph, algorithm, collective, size, form, row] of rows)
    it(`${algorithm} ${collective} of ${size} bytes: ${row} ns`, () => {
      check(graph, { collective, size, algorithm, channels: 1, model: 'stepwise' }, form * 1e-9);
      expect(form / row).toBeCloseTo(1, 3);
    });

  it('where one link is shared we differ, on purpose: direct through a switch', () => {
    // It says 3,443 ns for an alltoall of 1 MiB: every flow as if alone. The port has to send 7/8 S: 17,090 ns and 1 us.
    const size = MiB;
    check(star(8, B, 0.5), { collective: 'alltoall', size, algorithm: 'direct' }, (1000 + (7 * 131072) / B) * 1e-9);
  });
});

describe('what is and is not priced', () => {
  it('doubling all rates halves the bandwidth term of every algorithm', () => {
    const slow = priced(railed(4, 4, 100, 25), { collective: 'allreduce', size: GB });
    const fast = priced(railed(4, 4, 200, 50), { collective: 'allreduce', size: GB });
    expect(fast.map((p) => p.algorithm)).toEqual(slow.map((p) => p.algorithm));
    fast.forEach((p, i) => {
      expect((p.time * 2) / slow[i].time).toBeCloseTo(1, 9);
    });
  });

  it('one rank sends nothing', () => {
    expect(priced(ring(3, 50), { collective: 'allreduce', size: GB, ranks: Int32Array.of(1) })).toEqual([]);
  });

  it('a barrier is latency alone: ceil(log2 4) steps of two links', () => {
    const answer = check(star(4, 50, 1), { collective: 'barrier', size: 0, algorithm: 'dissemination' }, 4 * us);
    expect(answer.bottleneck).toBeUndefined();
  });

  it('a mesh of many is direct: twice S/n on every link, whatever else there is', () =>
    expect(priced(mesh(100, 10), { collective: 'allreduce', size: GB })[0]).toMatchObject({
      algorithm: 'direct',
      time: (2 * GB) / 100 / (10 * GB),
    }));

  it('faults are named', () => {
    const fault = (graph: Graph, request: CollectiveRequest, cancelled = () => false) => {
      const answer = analyzeOn(plainRouter(graph), request, cancelled);
      return 'fault' in answer ? answer.fault : 'none';
    };
    const apart = graphOf(gpus(3), [[0, 1, 50]]);
    expect(fault(apart, { collective: 'allreduce', size: GB })).toBe('unreachable');
    expect(fault(graphOf([], []), { collective: 'allreduce', size: GB })).toBe('no-ranks');
    expect(fault(ring(3, 50), { collective: 'allreduce', size: GB, root: 7 })).toBe('root');
    expect(fault(ring(3, 50), { collective: 'allreduce', size: GB, algorithm: 'bruck' })).toBe('algorithm');
    // 5,000 ranks make 24,995,000 pairs. Bruck's would be priced, and is not said to be what an alltoall takes.
    const many = star(5_000, 50);
    expect(fault(many, { collective: 'alltoall', size: GB })).toBe('size');
    expect(fault(many, { collective: 'allreduce', size: GB, algorithm: 'pairwise' })).toBe('size');
    expect(fault(ring(3, 50), { collective: 'allreduce', size: GB }, () => true)).toBe('cancelled');
    // Inside an algorithm too: at the next step, or within a step of many flows.
    for (const algorithm of ['pairwise', 'direct'] as const) {
      let looks = 0;
      const request = { collective: 'alltoall', size: GB, algorithm, optimum: false } as const;
      expect(fault(star(100, 50), request, () => ++looks > 2)).toBe('cancelled');
      expect(looks).toBeLessThan(6);
    }
    // And inside the optimum, which comes after one ring of one step.
    let looks = 0;
    const request = { collective: 'allgather', size: GB, algorithm: 'ring', channels: 1 } as const;
    expect(fault(star(100, 50), request, () => ++looks > 3)).toBe('cancelled');
    expect(looks).toBeLessThan(7);
  });

  it('a DGX-1 cube mesh has three double rings: six channels', () => {
    // NVIDIA DGX-1 V100, 25 GB/s a link; 2 means a double link. NCCL runs 14/8 S over 6 x 25 GB/s.
    const pairs: [number, number, number][] = [
      [0, 1, 1],
      [0, 2, 1],
      [0, 3, 2],
      [0, 4, 2],
      [1, 2, 2],
      [1, 3, 1],
      [1, 5, 2],
      [2, 3, 2],
      [2, 6, 1],
      [3, 7, 1],
      [4, 5, 1],
      [4, 6, 1],
      [4, 7, 2],
      [5, 6, 2],
      [5, 7, 1],
      [6, 7, 2],
    ];
    const plain = graphOf(
      gpus(8, () => 0),
      pairs.map(([a, b, n]) => [a, b, 25 * n]),
    );
    const graph: Graph = { ...plain, linkCounts: Float64Array.from(pairs, (p) => p[2]) };
    check(graph, { collective: 'allreduce', size: GB, algorithm: 'ring' }, ((14 / 8) * 1) / 150);
    // The same rings as trees, one with each of their eight ranks for a root: every link is in 7 of 8 trees of S/24. ForestColl's optimum.
    check(graph, { collective: 'allreduce', size: GB, algorithm: 'tree' }, 7 / 600);
    // One channel: the first ring, 0 3 2 1 5 6 7 4, runs over double links alone.
    check(graph, { collective: 'allreduce', size: GB, algorithm: 'tree', channels: 1 }, 1 / 50);
    // Three of them from one root, a third of S on each link; six chains carry a sixth.
    check(graph, { collective: 'broadcast', size: GB, algorithm: 'tree', root: 5 }, 1 / 75);
    check(graph, { collective: 'reduce', size: GB, algorithm: 'chain', root: 5 }, 1 / 150);
  });

  it('names the arc that is busiest, in its direction', () => {
    // One slow way from 1 to 0's switch side: rank 2's link has a tenth of the rate.
    const graph = graphOf(
      [...gpus(3), { kind: 'switch' }],
      [
        [0, 3, 100],
        [1, 3, 100],
        [2, 3, 10],
      ],
    );
    const [only] = priced(graph, { collective: 'broadcast', size: GB, algorithm: 'binomial', root: 0 });
    const arc = only.bottleneck?.arc ?? -1;
    expect([arcFrom(graph, arc), arcTo(graph, arc)]).toEqual([3, 2]);
  });

  it('all pairs on a mesh: one step for each half', () => {
    // 2 step(S/8), 1 us a link: 2 x (1 us + 0.125 GB / 50 GB/s).
    check(mesh(8, 50, 1), { collective: 'allreduce', size: GB, algorithm: 'direct' }, 2 * (us + 0.125 / 50));
  });
});
