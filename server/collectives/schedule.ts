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
  /** By flow, the part of the data it belongs to, where parts go ways of their own: channels, trees. It changes no cost. */
  readonly parts?: Int32Array | undefined;
  /** True where every flow has one of as many bytes the other way: such a step is its own reverse. */
  readonly mutual?: boolean;
  /** Where each of so many ranks sends as many bytes to each other one. */
  readonly complete?: { readonly ranks: number; readonly bytes: number };
  /** Where the step is the same one at many places: `step` with rank r of place p for rank r. */
  readonly everywhere?: Everywhere;
}

interface Everywhere {
  readonly step: Step;
  readonly places: readonly ArrayLike<number>[];
  /** Whether each place has a part of the data of its own, as channels have. */
  readonly channels: boolean;
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

/** `bytes` from each of n ranks to each other; flows are written out only for whoever asks for them. */
export function everyPair(n: number, bytes: number, repeat = 1): Step {
  let flows: Step | undefined;
  const all = (): Step => {
    flows ??= step(n * (n - 1), (i) => {
      const from = Math.floor(i / (n - 1));
      return [from, (from + 1 + (i % (n - 1))) % n, bytes];
    });
    return flows;
  };
  return {
    get from() {
      return all().from;
    },
    get to() {
      return all().to;
    },
    get bytes() {
      return all().bytes;
    },
    repeat,
    mutual: true,
    complete: { ranks: n, bytes },
  };
}

/** How many flows a step has; it does not write them out. */
export function flowsOf(step: Step): number {
  if (step.everywhere) return flowsOf(step.everywhere.step) * step.everywhere.places.length;
  return step.complete ? step.complete.ranks * (step.complete.ranks - 1) : step.from.length;
}

/** A step of the flows given. */
export function stepOf(flows: readonly (readonly [from: number, to: number, bytes: number])[]): Step {
  return step(flows.length, (i) => flows[i]);
}

/**
 * Backwards in time, every flow the other way. What spreads data then reduces it: an allgather becomes a reducescatter,
 * a broadcast a reduce, a scatter a gather.
 */
export const reversed = (schedule: Schedule): Schedule => schedule.toReversed().map(backwards);

function backwards(s: Step): Step {
  if (s.mutual) return s;
  if (s.everywhere) return atPlaces(backwards(s.everywhere.step), s.everywhere.places, s.everywhere.channels);
  return { from: s.to, to: s.from, bytes: s.bytes, repeat: s.repeat, ...(s.parts ? { parts: s.parts } : {}) };
}

/** A reducescatter and an allgather after it: the allreduce that an allgather gives. */
export function thereAndBack(spread: Schedule): Schedule {
  return [...reversed(spread), ...spread];
}

/** Several schedules side by side, step by step, each at its own pace. */
export function together(schedules: readonly Schedule[]): Schedule {
  if (schedules.length === 1) return schedules[0];
  const steps: Step[] = [];
  let running = schedules.map((schedule) => ({ schedule, step: 0, done: 0 }));
  while (running.length > 0) {
    const now = running.map(({ schedule, step }) => schedule[step]);
    const span = running.reduce(
      (least, { done }, i) => Math.min(least, now[i].repeat - done),
      Number.POSITIVE_INFINITY,
    );
    steps.push(atOnce(now, span));
    running.forEach((each, i) => {
      each.done += span;
      if (each.done < now[i].repeat) return;
      each.step++;
      each.done = 0;
    });
    running = running.filter(({ schedule, step }) => step < schedule.length);
  }
  return steps;
}

function atOnce(steps: readonly Step[], repeat: number): Step {
  const count = steps.reduce((sum, { from }) => sum + from.length, 0);
  const [from, to, bytes] = [new Int32Array(count), new Int32Array(count), new Float64Array(count)];
  const parts = steps.some((s) => s.parts) ? new Int32Array(count) : undefined;
  let start = 0;
  for (const s of steps) {
    from.set(s.from, start);
    to.set(s.to, start);
    bytes.set(s.bytes, start);
    if (s.parts) parts?.set(s.parts, start);
    start += s.from.length;
  }
  return {
    from,
    to,
    bytes,
    repeat,
    ...(parts ? { parts } : {}),
    ...(steps.every(({ mutual }) => mutual) ? { mutual: true } : {}),
  };
}

/**
 * The schedule at several places at once: rank r of place p is rank `places[p][r]`. A step that comes twice stays one.
 * `channels`: each place has a part of the data of its own.
 */
export function placed(schedule: Schedule, places: readonly ArrayLike<number>[], channels = false): Schedule {
  const known = new Map<Step, Step>();
  return schedule.map((s) => {
    const one = known.get(s) ?? atPlaces(s, places, channels);
    known.set(s, one);
    return one;
  });
}

/** Flows are written out only for whoever asks for them. */
function atPlaces(step: Step, places: readonly ArrayLike<number>[], channels: boolean): Step {
  let flows: Flows | undefined;
  const all = (): Flows => {
    flows ??= flowsAt(step, places, channels);
    return flows;
  };
  return {
    get from() {
      return all().from;
    },
    get to() {
      return all().to;
    },
    get bytes() {
      return all().bytes;
    },
    get parts() {
      return all().parts;
    },
    repeat: step.repeat,
    ...(step.mutual ? { mutual: true } : {}),
    everywhere: { step, places, channels },
  };
}

type Flows = Pick<Step, 'from' | 'to' | 'bytes' | 'parts'>;

/** More parts than a step has on one channel. */
const partsOfChannel = 256;

function flowsAt(step: Step, places: readonly ArrayLike<number>[], channels: boolean): Flows {
  const flows = step.from.length;
  const [from, to] = [new Int32Array(flows * places.length), new Int32Array(flows * places.length)];
  const bytes = new Float64Array(flows * places.length);
  const parts = channels || step.parts ? new Int32Array(flows * places.length) : undefined;
  places.forEach((place, p) => {
    for (let f = 0, at = p * flows; f < flows; f++, at++) {
      from[at] = place[step.from[f]];
      to[at] = place[step.to[f]];
      if (parts) parts[at] = (channels ? p * partsOfChannel : 0) + (step.parts?.[f] ?? 0);
    }
    bytes.set(step.bytes, p * flows);
  });
  return { from, to, bytes, parts };
}

/** The largest power of two not above n. */
export const powerBelow = (n: number): number => 2 ** Math.floor(Math.log2(n));
/** Steps until doubling reaches n: ceil(log2 n). */
export const doublings = (n: number): number => Math.ceil(Math.log2(n));
