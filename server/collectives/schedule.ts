// A schedule: who sends how much to whom, step by step, between ranks 0 .. n-1. It knows nothing of the fabric; the engine
// lays it on routes. What is sent is not kept, only how much: tests follow the pieces.

/** Flows that run at once; a step that comes several times in a row is one step with a count. */
export interface Step {
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** By flow, each time the step runs. */
  readonly bytes: Float64Array;
  /** Times in a row. */
  readonly repeat: number;
}

export type Schedule = readonly Step[];

/** What an algorithm is given. `size` as in CollectiveRequest; `root` is a rank 0 .. n-1. */
export interface Shape {
  readonly n: number;
  readonly size: number;
  readonly root: number;
}

export type MakeSchedule = (shape: Shape) => Schedule;

/** `count` flows, flow i as `flow` says; flows of a rank to itself must not be asked for. */
export function step(
  count: number,
  flow: (i: number) => readonly [from: number, to: number, bytes: number],
  repeat = 1,
): Step {
  const from = new Int32Array(count);
  const to = new Int32Array(count);
  const bytes = new Float64Array(count);
  for (let i = 0; i < count; i++) [from[i], to[i], bytes[i]] = flow(i);
  return { from, to, bytes, repeat };
}

/** A step of the flows given. */
export function stepOf(flows: readonly (readonly [from: number, to: number, bytes: number])[]): Step {
  return step(flows.length, (i) => flows[i]);
}

/**
 * Backwards in time, every flow the other way. What spreads data then reduces it: an allgather becomes a reducescatter,
 * a broadcast a reduce, a scatter a gather.
 */
export function reversed(schedule: Schedule): Schedule {
  return schedule.toReversed().map((s) => ({ from: s.to, to: s.from, bytes: s.bytes, repeat: s.repeat }));
}

/** A reducescatter and an allgather after it: the allreduce that an allgather gives. */
export function thereAndBack(spread: Schedule): Schedule {
  return [...reversed(spread), ...spread];
}

/** The schedule at several places at once: rank r of place p is rank `places[p][r]`. */
export function placed(schedule: Schedule, places: readonly ArrayLike<number>[]): Schedule {
  return schedule.map((s) => {
    const flows = s.from.length;
    return step(
      flows * places.length,
      (i) => {
        const place = places[Math.floor(i / flows)];
        const f = i % flows;
        return [place[s.from[f]], place[s.to[f]], s.bytes[f]];
      },
      s.repeat,
    );
  });
}

/** The largest power of two not above n. */
export const powerBelow = (n: number): number => 2 ** Math.floor(Math.log2(n));
/** Steps until doubling reaches n: ceil(log2 n). */
export const doublings = (n: number): number => Math.ceil(Math.log2(n));
