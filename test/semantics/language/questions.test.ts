// Questions on systems small enough to be worked out by hand, and arithmetic on what they answer.
import { describe, expect, it } from 'vitest';
import { checkAnswers, codesOf } from './support.ts';

describe('values', () => {
  it('dimensions, powers, minus, remainders, equality to one part in a million', () =>
    checkAnswers(`
cluster C {
  g : gpu
  show 2 ** 3 ** 2 //= 512
  show -2 ** 2 //= -4
  show 7 / 2 //= 3
  show (0 - 7) / 2 //= -4
  show -1 % 4 //= 3
  show 7.0 / 2 //= 3.5
  show 0.1 + 0.2 == 0.3 //= true
  show 1 GB / 20 ms //= 50 GB/s
  show 1 GB / 50 GB/s //= 20 ms
  show 50 GB/s * 20 ms //= 1 GB
  show 900 GB/s / 25 GB/s //= 36
  show 400Gb/s == 50 GB/s //= true
  show 450 GB/s == 450.0001 GB/s //= true
  show 450 GB/s == 450.01 GB/s //= false
  show 32 GT/s * 16 //= 64 GB/s
  show min(1 GB/s, 9 Gb/s) //= 1 GB/s
  show max(2, 7 / 2) //= 3
  show 1 < 2 && !(2 < 1) || false //= true
  show H100_SXM.memory / 2 //= 40 GB
}`));
  it('means nothing between other dimensions', () => {
    const of = (expr: string): string[] => codesOf(`cluster C { g : gpu\n show ${expr} }`);
    for (const expr of [
      '1 GB + 1 GB/s',
      '1 GB * 1 GB',
      '1 us * 1 us',
      '1 W / 1 s',
      '2 ** 1 GB',
      '1 GB < 1 s',
      'true + 1',
      '!3',
    ])
      expect([expr, of(expr)]).toEqual([expr, ['quantity.dimension']]);
  });
});

// Four GPUs on a switch: 50 GB/s and 2 us a cable, 1 us through the switch.
const star = (...questions: string[]): string => `cluster Star {
  g[4] : gpu { memory = 80 GB, power = 700 W }
  s    : switch { power = 100 W, latency = 1 us }
  n    : nic
  g[*] -- s : 50 GB/s, 2 us
  n    -- s : 10 GB/s
${questions.map((question) => `  ${question}\n`).join('')}}`;

describe('on a star', () => {
  it('what flows, how long it takes, which way', () =>
    checkAnswers(
      star(
        'show bandwidth(g[0], g[1]) //= 50 GB/s',
        'show bandwidth(g[0] + g[1], g[2..3]) //= 100 GB/s',
        'show bandwidth(g[*], n) //= 10 GB/s',
        'show bandwidth(g[0], g[1], without = s) //= 0 B/s',
        'show latency(g[0], g[1]) //= 5 us',
        'show path(g[0], g[1]) //= g[0] -> s -> g[1] (NVL, 5 us)',
        'show 2 * latency(g[0], g[1]) + 1 us //= 11 us',
      ),
    ));
  it('counts, totals, the whole', () =>
    checkAnswers(
      star(
        'show count(gpu) //= 4',
        'show count(switch) + count(nic) //= 2',
        'show count(g[1..2] + n) //= 3',
        'show count(gpu, without = g[0, 1]) //= 2',
        'show memory //= 320 GB',
        'show memory(without = g[3]) //= 240 GB',
        'show power //= 2.9 kW',
        'show memory / count(gpu) //= 80 GB',
        // Two against two: two cables of 50 GB/s.
        'show bisection //= 100 GB/s',
        'show diameter //= 2',
        'expect diameter <= 2 && bisection >= 100 GB/s //= ✓',
      ),
    ));
  it('a single device gives its properties', () =>
    checkAnswers(
      star('show g[0].memory //= 80 GB', 'show s.latency //= 1 us', 'show g[1].memory == H100_SXM.memory //= true'),
    ));
});

describe('collectives', () => {
  // Two ranks send half of it to each other, twice: 1 GB in all at 50 GB/s is 20 ms, and no algorithm can do with less.
  it('give their fields, and arithmetic goes on with them', () =>
    checkAnswers(`cluster C {
  g[2] : gpu
  g[0] -- g[1] : 50 GB/s
  show allreduce(1 GB, algorithm = ring).algorithm //= ring
  show sendrecv(1 GB).algbw == sendrecv(1 GB).busbw //= true
  show 1 GB / allreduce(1 GB).time == allreduce(1 GB).algbw //= true
  expect allreduce(1 GB).time >= allreduce(1 GB).optimum //= ✓ 20 ms
  show allreduce(1 GB).time / 2 //= 10 ms
}`));
  it("take their arguments, of which none is anybody else's", () => {
    const of = (question: string): string[] =>
      codesOf(`cluster C { g[4] : gpu; g[*] -- g[*] : 5 GB/s\n show ${question} }`);
    for (const name of [
      'allreduce',
      'allgather',
      'reducescatter',
      'broadcast',
      'reduce',
      'gather',
      'scatter',
      'alltoall',
      'sendrecv',
    ]) {
      expect([
        name,
        of(`${name}(1 MB, over = g[0..1], algorithm = direct, channels = 2, routing = ecmp, without = g[3])`),
      ]).toEqual([name, []]);
      expect([name, of(name)]).toEqual([name, ['ask.argument']]);
    }
    expect(of('barrier()')).toEqual([]);
    expect(of('barrier')).toEqual([]);
    expect(of('broadcast(1 MB, root = g[2]).time')).toEqual([]);
    expect(of('bisection(over = g[0])')).toEqual(['ask.argument']);
    expect(of('latency(g[0])')).toEqual(['ask.argument']);
  });
});

describe('where they belong', () => {
  it('neither uses nor what builds on a definition ask again', () =>
    checkAnswers(`
cluster Pair(n = 2) { g[n] : gpu; g[*] -- g[*] : 5 GB/s
  show count(gpu) //= 2
}
cluster Three : Pair(n = 3) { show count(gpu) //= 3
}
cluster C { p[2] : Pair(n = 4) }`));
  it('a node or a cluster stands for its GPUs, or for its CPUs where there are none', () =>
    checkAnswers(`
node N { c : cpu; n : nic; n -- c : 10 GB/s }
cluster C {
  h[4] : N
  s    : switch
  h[*].n -- s : 10 GB/s
  // Two against two, by cables of 10 GB/s.
  show bisection //= 20 GB/s
  show bandwidth(h[0], h[1]) //= 10 GB/s
}`));
  it('a rank named twice is one too many', () => {
    const of = (over: string): string[] =>
      codesOf(`cluster C { g[4] : gpu; g[*] -- g[*] : 5 GB/s\n show allreduce(1 MB, over = ${over}) }`);
    expect(of('g[0] + g[2..3]')).toEqual([]);
  });
  // Four leaves of 2 x 10 GB/s below and 1 x 10 GB/s up.
  it('oversubscription is over the switches that have an upper side', () =>
    checkAnswers(
      `
cluster C {
  g[8] : gpu
  leaf[4] : switch
  spine : switch
  g[i] -- leaf[i / 2] : 10 GB/s
  leaf[*] -- spine : 10 GB/s
  show oversubscription //= 2
}`,
    ));
});
