// Every schedule moves what its collective must move: pieces are followed step by step from the flows alone. What reduces
// is followed backwards, as the spreading it is the mirror of: added up once on each way, nothing twice.
import { describe, expect, it } from 'vitest';
import type { Algorithm, Collective } from '../../server/collectives/collective.ts';
import { scheduleOf } from '../../server/collectives/forms.ts';
import { reversed, type Schedule } from '../../server/collectives/schedule.ts';
import { parentOf, ringBroadcast, twin } from '../../server/collectives/tree.ts';

const counts = [2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16];

function schedule(algorithm: Algorithm, collective: Collective, n: number, size: number, root = 0): Schedule {
  const make = scheduleOf(algorithm, collective);
  if (!make) throw new Error(`${algorithm} does no ${collective}`);
  return make({ n, size, root });
}

/**
 * Follows pieces 0 .. n-1, one a byte: a flow of k bytes must bring the receiver k pieces that it lacks and the sender had
 * before the step, those of the nearest ranks first. Returns what each rank holds at the end.
 */
function spread(steps: Schedule, start: readonly ReadonlySet<number>[]): Set<number>[] {
  const n = start.length;
  const held = start.map((pieces) => new Set(pieces));
  for (const { from, to, bytes, repeat } of steps)
    for (let time = 0; time < repeat; time++) {
      const before = held.map((pieces) => new Set(pieces));
      from.forEach((sender, i) => {
        const fresh = [...before[sender]].filter((piece) => !held[to[i]].has(piece));
        fresh.sort((a, b) => ((sender - a + n) % n) - ((sender - b + n) % n));
        expect(fresh.length, `what ${sender} can give ${to[i]}`).toBeGreaterThanOrEqual(Math.round(bytes[i]));
        for (const piece of fresh.slice(0, Math.round(bytes[i]))) held[to[i]].add(piece);
      });
    }
  return held;
}

const everything = (n: number): Set<number> => new Set(Array.from({ length: n }, (_, i) => i));
const own = (n: number): Set<number>[] => Array.from({ length: n }, (_, i) => new Set([i]));

function checkAllgather(steps: Schedule, n: number): void {
  for (const pieces of spread(steps, own(n))) expect(pieces).toEqual(everything(n));
}

describe('allgather, and reducescatter as its mirror', () => {
  const algorithms: Algorithm[] = [
    'ring',
    'halving_doubling',
    'recursive_doubling',
    'bruck',
    'direct',
    'pairwise',
    'pat',
  ];
  for (const algorithm of algorithms)
    for (const n of counts)
      it(`${algorithm} on ${n}`, () => {
        checkAllgather(schedule(algorithm, 'allgather', n, n), n);
        if (scheduleOf(algorithm, 'reducescatter'))
          checkAllgather(reversed(schedule(algorithm, 'reducescatter', n, n)), n);
      });
});

describe('allreduce', () => {
  for (const n of counts) {
    it(`ring on ${n}: a reducescatter, then an allgather`, () => {
      const [step] = schedule('ring', 'allreduce', n, n);
      expect(step.repeat).toBe(2 * (n - 1));
      checkAllgather([{ ...step, repeat: n - 1 }], n);
    });

    for (const algorithm of ['direct', 'pairwise'] as const)
      it(`${algorithm} on ${n}`, () => {
        const steps = schedule(algorithm, 'allreduce', n, n);
        expect(steps.map((s) => s.repeat)).toEqual(steps.map(() => 2));
        const once = steps.map((s) => ({ ...s, repeat: 1 }));
        checkAllgather(reversed(once), n);
        checkAllgather(once, n);
      });

    for (const algorithm of ['halving_doubling', 'recursive_doubling', 'tree'] as const)
      it(`${algorithm} on ${n}: every contribution reaches every rank`, () => {
        // How much: 2 (n-1) S in all is the least (Patarasuk and Yuan 2009); recursive doubling pays more for few steps.
        const steps = schedule(algorithm, 'allreduce', n, 1);
        expect(heard(steps, n)).toEqual(Array.from({ length: n }, () => everything(n)));
        const sent = total(steps);
        if (algorithm === 'recursive_doubling') expect(sent).toBeGreaterThanOrEqual(2 * (n - 1) - 1e-9);
        else expect(sent).toBeCloseTo(2 * (n - 1), 9);
      });
  }
});

/** Ranks that each has heard of, sending all one knows. */
function heard(steps: Schedule, n: number): Set<number>[] {
  const known = own(n);
  for (const { from, to, repeat } of steps)
    for (let time = 0; time < repeat; time++) {
      const before = known.map((k) => new Set(k));
      from.forEach((sender, i) => {
        for (const rank of before[sender]) known[to[i]].add(rank);
      });
    }
  return known;
}

const total = (steps: Schedule): number =>
  steps.reduce((sum, s) => sum + s.repeat * s.bytes.reduce((a, b) => a + b, 0), 0);

describe('broadcast from every root, and reduce as its mirror', () => {
  for (const n of counts)
    for (const root of [0, 1, n - 1]) {
      // Two pieces: a tree of the double tree carries one half, so pieces are dealt by flow.
      for (const algorithm of ['chain', 'binomial'] as const)
        it(`${algorithm} on ${n} from ${root}`, () =>
          checkBroadcast(schedule(algorithm, 'broadcast', n, 2, root), n, root));
      it(`a ring as a tree on ${n} from ${root}: neighbours alone, no link twice`, () => {
        const steps = ringBroadcast({ n, size: 2, root });
        checkBroadcast(steps, n, root);
        const links = steps.flatMap((s) => Array.from(s.from, (from, i) => [from, s.to[i]].sort((a, b) => a - b)));
        for (const [a, b] of links) expect([1, n - 1]).toContain(b - a);
        expect(new Set(links.map(String)).size).toBe(n - 1);
        expect(steps.length).toBe(Math.floor(n / 2));
      });
      it(`tree on ${n} from ${root}`, () => checkTrees(schedule('tree', 'broadcast', n, 2, root), n, root));
    }

  function checkBroadcast(steps: Schedule, n: number, root: number): void {
    const start = Array.from({ length: n }, (_, r) => (r === root ? everything(2) : new Set<number>()));
    for (const pieces of spread(steps, start)) expect(pieces).toEqual(everything(2));
  }

  /** Flows alternate between the trees. */
  function checkTrees(steps: Schedule, n: number, root: number): void {
    for (const tree of [0, 1]) {
      const half = steps.map((s) => ({
        ...s,
        from: s.from.filter((_, i) => i % 2 === tree),
        to: s.to.filter((_, i) => i % 2 === tree),
        bytes: s.bytes.filter((_, i) => i % 2 === tree),
      }));
      const start = Array.from({ length: n }, (_, r) => (r === root ? everything(1) : new Set<number>()));
      for (const pieces of spread(half, start)) expect(pieces).toEqual(everything(1));
    }
  }

  for (const n of counts)
    it(`reduce on ${n} is a broadcast backwards`, () => {
      for (const algorithm of ['chain', 'tree', 'binomial'] as const)
        expect(reversed(schedule(algorithm, 'reduce', n, 1, n - 1))).toEqual(
          schedule(algorithm, 'broadcast', n, 1, n - 1),
        );
    });
});

describe('scatter, and gather as its mirror', () => {
  for (const algorithm of ['binomial', 'direct', 'pairwise'] as const)
    for (const n of counts)
      for (const root of [0, n - 1])
        it(`${algorithm} on ${n} from ${root}`, () => {
          checkScatter(schedule(algorithm, 'scatter', n, n, root), n, root);
          checkScatter(reversed(schedule(algorithm, 'gather', n, n, root)), n, root);
        });

  /** A rank that takes pieces takes those of ranks below it: found by walking the tree backwards from the leaves. */
  function checkScatter(steps: Schedule, n: number, root: number): void {
    const below = own(n);
    for (const s of reversed(steps))
      s.from.forEach((rank, i) => {
        for (const piece of below[rank]) below[s.to[i]].add(piece);
      });
    expect(below[root]).toEqual(everything(n));
    for (const s of steps)
      s.to.forEach((rank, i) => {
        expect(s.bytes[i]).toBeCloseTo(below[rank].size, 9);
      });
  }
});

describe('alltoall', () => {
  for (const algorithm of ['direct', 'pairwise'] as const)
    for (const n of counts)
      it(`${algorithm} on ${n}: every pair once`, () => {
        const pairs = new Set<string>();
        for (const s of schedule(algorithm, 'alltoall', n, n)) {
          s.from.forEach((from, i) => {
            pairs.add(`${from} ${s.to[i]}`);
          });
          for (const bytes of s.bytes) expect(bytes).toBe(1);
        }
        expect(pairs.size).toBe(n * (n - 1));
      });

  for (const n of counts)
    it(`bruck on ${n}: a block d ranks away moves by the bits of d`, () => {
      const steps = schedule('bruck', 'alltoall', n, n);
      steps.forEach((s, k) => {
        const moving = Array.from({ length: n }, (_, d) => d).filter((d) => d & (1 << k)).length;
        s.from.forEach((from, i) => {
          expect(s.to[i]).toBe((from + 2 ** k) % n);
          expect(s.bytes[i]).toBe(moving);
        });
      });
      expect(2 ** steps.length).toBeGreaterThanOrEqual(n);
    });
});

describe('barrier and sendrecv', () => {
  for (const n of counts) {
    it(`dissemination on ${n}: every rank hears of every other, in ceil(log2 n) steps`, () => {
      const steps = schedule('dissemination', 'barrier', n, 0);
      expect(heard(steps, n)).toEqual(Array.from({ length: n }, () => everything(n)));
      expect(steps.length).toBe(Math.ceil(Math.log2(n)));
    });
    it(`sendrecv on ${n}: all of S to the next`, () => {
      const [step] = schedule('direct', 'sendrecv', n, 5);
      step.from.forEach((from, i) => {
        expect([step.to[i], step.bytes[i]]).toEqual([(from + 1) % n, 5]);
      });
    });
  }
});

describe('the double tree', () => {
  for (const n of counts)
    it(`on ${n}: no rank but a root is inner in both trees`, () => {
      const inner = (name: (r: number) => number) =>
        new Set(Array.from({ length: n - 1 }, (_, r) => name(parentOf(r + 1, n))));
      const [first, second] = [inner((r) => r), inner((r) => twin(r, n))];
      const both = [...first].filter((r) => second.has(r) && r !== 0 && r !== twin(0, n));
      expect(both).toEqual([]);
    });
});
