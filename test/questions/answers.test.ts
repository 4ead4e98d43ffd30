// Questions of the language, asked as a text asks them: answers that can be worked out by hand, and faults in plain words.
import { describe, expect, it } from 'vitest';
import { makeAsker } from '../../server/questions/asker.ts';
import { answerText } from '../../server/questions/text.ts';
import type { Value } from '../../server/semantics/values.ts';
import { parseExpression } from '../../server/syntax/parser.ts';
import { Workspace } from '../../server/workspace.ts';

/** The answer to a question about `name` of a text, and what is wrong with it. */
function ask(
  text: string,
  name: string,
  question: string,
  cancelled = () => false,
): { value: Value; faults: string[] } {
  const uri = 'file:///test.topo';
  const workspace = new Workspace();
  workspace.update(uri, text, 1);
  const file = workspace.semantics(uri);
  const template = file?.template(name);
  if (!file || !template) throw new Error(`no ${name}`);
  const { expr, findings } = parseExpression(question);
  expect(findings).toEqual([]);
  const faults: string[] = [];
  const value = file.evaluate(template, expr, makeAsker(template, { cancelled }), ({ code, message }) => {
    faults.push(`${code}: ${message}`);
  });
  return { value, faults };
}

/** What stands at the end of the line. */
function check(text: string, name: string, question: string, answer: string): void {
  const { value, faults } = ask(text, name, question);
  expect(faults).toEqual([]);
  expect(answerText(value)).toBe(answer);
}

function checkFault(text: string, name: string, question: string, ...faults: string[]): void {
  const asked = ask(text, name, question);
  expect(asked.faults).toEqual(faults);
  expect(asked.value.type).toBe('error');
}

const star = `
cluster Star {
  g[4] : gpu { memory = 80 GB, power = 700 W }
  s    : switch { power = 100 W, latency = 1 us }
  n    : nic
  g[*] -- s : 50 GB/s, 2 us
  n    -- s : 10 GB/s
}`;

const unit = `
cluster Unit : DGX_H100_SU(nodes = 4) {
  spine[2] : QM9700
  leaf[*] -- spine[*] : NDR x2
}`;

describe('counts and totals', () => {
  it('kinds, definitions, selections', () => {
    check(star, 'Star', 'count(gpu)', '4');
    check(star, 'Star', 'count(g[0..2])', '3');
    check(star, 'Star', 'count(gpu, without = g[1])', '3');
    check(unit, 'Unit', 'count(H100_SXM)', '32');
    check(unit, 'Unit', 'count(DGX_H100)', '4');
    check(unit, 'Unit', 'count(DGX_H100, without = dgx[0] + dgx[3])', '2');
    // 4 x 8 cables to leaves and 8 x 2 x 2 to spines.
    check(unit, 'Unit', 'count(NDR)', '64');
  });
  it('memory and power', () => {
    check(star, 'Star', 'memory', '320 GB');
    check(star, 'Star', 'power', '2.9 kW');
    check(star, 'Star', 'power(without = g[0, 1])', '1.5 kW');
    check(star, 'Star', 'memory / count(gpu)', '80 GB');
  });
});

describe('ways', () => {
  it('bandwidth', () => {
    check(star, 'Star', 'bandwidth(g[0], g[1])', '50 GB/s');
    check(star, 'Star', 'bandwidth(g[0, 1], g[2, 3])', '100 GB/s');
    check(star, 'Star', 'bandwidth(g[0, 1], n)', '10 GB/s');
    check(star, 'Star', 'bandwidth(g[0], g[1], without = s)', '0 B/s');
    check('', 'DGX1_V100', 'bandwidth(gpu[0..3], gpu[4..7], without = cpu[*])', '150 GB/s');
    check(unit, 'Unit', 'bandwidth(dgx[0], dgx[1])', '400 GB/s');
  });
  it('latency and path', () => {
    check(star, 'Star', 'latency(g[0], g[1])', '5 us');
    check(star, 'Star', 'path(g[0], g[1])', 'g[0] -> s -> g[1] (NVL, 5 us)');
  });
  it('faults', () => {
    checkFault(star, 'Star', 'bandwidth(g[0, 1], g[1])', 'ask.argument: the two ends of `bandwidth` share a device.');
    checkFault(star, 'Star', 'latency(g[0, 1], g[2])', 'ask.argument: `latency` goes from one device to one other.');
    checkFault(star, 'Star', 'latency(g[0], g[1], without = s)', 'ask.unreachable: there is no way between them.');
    checkFault(star, 'Star', 'path(g[0], g[1], without = g[1])', 'ask.absent: `g[1]` is taken out.');
  });
});

describe('the whole', () => {
  it('bisection, oversubscription, diameter', () => {
    check(star, 'Star', 'bisection', '100 GB/s');
    check(star, 'Star', 'diameter', '2');
    check(unit, 'Unit', 'oversubscription', '1');
    check(unit, 'Unit', 'oversubscription(without = spine[0])', '2');
    check(unit, 'Unit', 'oversubscription <= 1', 'true');
  });
  it('a bisection that is only bounded says so', () => {
    // 60 chips are too many cuts to try, and odd rings make the routes prove less than the cuts found.
    const text = `cluster T { c[5][4][3] : TPUv4
      c[x][y][z] -- c[(x + 1) % 5][y][z] : ICI
      c[x][y][z] -- c[x][(y + 1) % 4][z] : ICI
      c[x][y][z] -- c[x][y][(z + 1) % 3] : ICI }`;
    const { value } = ask(text, 'T', 'bisection');
    expect(answerText(value)).toMatch(/^≤ /);
  });
  it('faults', () => {
    checkFault(star, 'Star', 'oversubscription', 'ask.no-tiers: no switch here has switches above it.');
    checkFault(star, 'Star', 'bisection(without = g[0..2])', 'ask.no-ranks: a bisection needs two ranks.');
    checkFault(star, 'Star', 'diameter(without = s)', 'ask.unreachable: some ranks cannot reach others.');
    checkFault(star, 'Star', 'diameter(without = g[*])', 'ask.no-ranks: no GPU and no CPU here.');
  });
});

describe('collectives', () => {
  const field = (question: string, text = star, name = 'Star') => {
    const { value, faults } = ask(text, name, question);
    expect(faults).toEqual([]);
    return value.type === 'quantity' || value.type === 'number' ? value.value : answerText(value);
  };
  // A ring of 4 on a star, pipelined, one channel: every port carries 2 x 3/4 of 1 GB each way at 50 GB/s, and 6 steps of
  // two links and a switch: 30 ms + 6 x 5 us.
  it('a ring by hand', () => {
    expect(field('allreduce(1 GB, algorithm = ring, channels = 1).time')).toBeCloseTo(30.03e-3, 9);
    expect(field('allreduce(1 GB, algorithm = ring, channels = 1).algbw')).toBeCloseTo(1e9 / 30.03e-3, 0);
    expect(field('allreduce(1 GB, algorithm = ring, channels = 1).busbw')).toBeCloseTo(1.5e9 / 30.03e-3, 0);
    expect(field('allreduce(1 GB, algorithm = ring).algorithm')).toBe('ring');
    expect(field('allreduce(1 GB, algorithm = ring, over = g[0, 2], channels = 1).time')).toBeCloseTo(20.01e-3, 9);
  });
  // Four in a ring at 50 GB/s and 1 us: both ways round 6 steps of 1 us and 2 x 3/4 x 1/2 of 1 GB; one way round twice that.
  it('a ring of links is two channels', () => {
    const ring = 'cluster Ring { g[4] : gpu\n g[i] -- g[(i + 1) % 4] : 50 GB/s, 1 us }';
    expect(field('allreduce(1 GB, algorithm = ring).time', ring, 'Ring')).toBeCloseTo(15.006e-3, 9);
    expect(field('allreduce(1 GB, algorithm = ring, channels = 1).time', ring, 'Ring')).toBeCloseTo(30.006e-3, 9);
  });
  // Two ranks at 50 GB/s each way hand over 1 GB: 20 ms, and 5 us.
  it('a broadcast to one other, from another root', () => {
    expect(field('broadcast(1 GB, over = g[0, 2], root = g[2], algorithm = chain, channels = 1).time')).toBeCloseTo(
      20.005e-3,
      9,
    );
  });
  it('the optimum is below every algorithm, and the bottleneck is a link', () => {
    const optimum = Number(field('allgather(1 GB).optimum'));
    // Each rank has to receive 3/4 of 1 GB over its one port of 50 GB/s.
    expect(optimum).toBeCloseTo(15e-3, 9);
    expect(Number(field('allgather(1 GB).time'))).toBeGreaterThanOrEqual(optimum);
    expect(field('allgather(1 GB).bottleneck')).toMatch(/^(g\[\d\] -> s|s -> g\[\d\]), 50 GB\/s, \d+ % busy$/);
  });
  it('shown alone: time, busbw, algorithm', () => {
    check(star, 'Star', 'allreduce(1 GB, algorithm = ring, channels = 1)', '30 ms · 50 GB/s busbw · ring');
    expect(answerText(ask(star, 'Star', 'barrier').value)).toMatch(/^\d+(\.\d+)? us · /);
  });
  it('every collective answers, on a star, a server and a unit', () => {
    for (const [text, name] of [
      [star, 'Star'],
      ['', 'DGX_H100'],
      [unit, 'Unit'],
    ])
      for (const collective of [
        'allreduce',
        'allgather',
        'reducescatter',
        'broadcast',
        'reduce',
        'gather',
        'scatter',
        'alltoall',
        'sendrecv',
      ])
        for (const routing of ['ecmp', 'hashed'])
          expect(Number(field(`${collective}(64 MiB, routing = ${routing}).time`, text, name))).toBeGreaterThan(0);
  });
  it('fewer spines make an alltoall slower', () => {
    const whole = Number(field('alltoall(1 GiB).time', unit, 'Unit'));
    expect(Number(field('alltoall(1 GiB, without = spine[0]).time', unit, 'Unit'))).toBeGreaterThan(whole);
  });
  it('faults', () => {
    checkFault(star, 'Star', 'allreduce(1 GB, without = g[*])', 'ask.no-ranks: no GPU and no CPU here to take part.');
    checkFault(
      star,
      'Star',
      'allreduce(1 GB, over = s)',
      'ask.ranks: `s` is a switch; ranks are GPUs, or CPUs where there is no GPU.',
    );
    checkFault(
      star,
      'Star',
      'allreduce(1 GB, over = g[0, 1] + g[1])',
      'ask.twice: `g[1]` names a rank that is named already.',
    );
    checkFault(star, 'Star', 'broadcast(1 GB, root = g[0, 1])', 'ask.root: the root is one rank; this is 2.');
    checkFault(
      star,
      'Star',
      'broadcast(1 GB, over = g[0, 1], root = g[2])',
      'ask.root: the root is not one of the ranks.',
    );
    checkFault(star, 'Star', 'allreduce(1 GB, without = s)', 'ask.unreachable: g[0] cannot reach g[1].');
    checkFault(
      star,
      'Star',
      'allreduce(1 GB, over = g[1], without = g[1])',
      'ask.no-ranks: `g[1]` is taken out and cannot take part.',
    );
  });
  it('one rank alone has nobody to send to', () =>
    checkFault(star, 'Star', 'allreduce(1 GB, over = g[1])', 'ask.ranks: one rank has no other to send to.'));
  it('an answer nobody wants any more is given up', () => {
    const { value, faults } = ask(unit, 'Unit', 'alltoall(1 GiB)', () => true);
    expect(value.type).toBe('error');
    expect(faults).toEqual(['ask.cancelled: cancelled.']);
  });
});
