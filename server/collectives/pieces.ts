// Which pieces of the data each flow of a schedule carries. A schedule says how much goes from whom to whom; what that is
// follows from it: a receiver gets what it lacks and the sender has. What adds up is followed backwards in time, as the
// spreading it is the mirror of. Where that leaves a choice that comes to nothing, pieces are not told.
import type { Collective } from './collective.ts';
import type { Schedule, Shape, Step } from './schedule.ts';

/** Pieces are copied; or added to what is there by a sender that keeps nothing of them (gives), or that keeps them (adds). */
export type How = 'copies' | 'gives' | 'adds';

/** A schedule step by step, no step a repeat of the one before. */
export interface Followed {
  /** Pieces that the data is cut into, all as large. */
  readonly pieces: number;
  /** By rank, then piece: contributions it holds at the beginning; of what adds nothing up 1 where it has the piece. */
  readonly start: readonly Uint8Array[];
  /** Contributions of a piece that is complete. */
  readonly whole: number;
  /** By step, then flow. */
  readonly carried: readonly (readonly Int32Array[])[];
  /** By step. */
  readonly how: readonly How[];
}

/** More are not told apart. */
const mostPieces = 1024;

/** `steps`: each once. Undefined where the pieces do not follow from the flows. */
export function follow(collective: Collective, shape: Shape, steps: Schedule): Followed | undefined {
  const { n, size, root } = shape;
  const nothing = (pieces: number): Uint8Array[] => Array.from({ length: n }, () => new Uint8Array(pieces));
  const all = (pieces: number): Uint8Array[] => Array.from({ length: n }, () => new Uint8Array(pieces).fill(1));
  const copies = steps.map((): How => 'copies');
  const gives = steps.map((): How => 'gives');
  const atRoot = (pieces: number): Uint8Array[] => {
    const start = nothing(pieces);
    start[root].fill(1);
    return start;
  };
  switch (collective) {
    case 'allgather':
    case 'gather': {
      const pieces = piecesOf(steps, size, n);
      const start = blocks(n, pieces);
      const carried = pieces && spread(steps, start, size / pieces);
      return carried ? { pieces, start, whole: 1, carried, how: copies } : undefined;
    }
    case 'broadcast': {
      const pieces = piecesOf(steps, size, 1);
      const carried = pieces && spread(steps, atRoot(pieces), size / pieces);
      return carried ? { pieces, start: atRoot(pieces), whole: 1, carried, how: copies } : undefined;
    }
    case 'scatter': {
      const pieces = piecesOf(steps, size, n);
      const carried = pieces && mirrored(steps, blocks(n, pieces), size / pieces);
      return carried ? { pieces, start: atRoot(pieces), whole: 1, carried, how: copies } : undefined;
    }
    case 'reducescatter': {
      const pieces = piecesOf(steps, size, n);
      const carried = pieces && mirrored(steps, blocks(n, pieces), size / pieces);
      return carried ? { pieces, start: all(pieces), whole: n, carried, how: gives } : undefined;
    }
    case 'reduce': {
      const pieces = piecesOf(steps, size, 1);
      const carried = pieces && mirrored(steps, atRoot(pieces), size / pieces);
      return carried ? { pieces, start: all(pieces), whole: n, carried, how: gives } : undefined;
    }
    case 'allreduce':
      return exchanged(steps, n, size) ?? thereAndBack(steps, n, size);
    case 'alltoall':
      return pairs(steps, n, size / n);
    case 'sendrecv':
      return pairs(steps, n, size);
    default:
      return told(steps, n);
  }
}

/** The fewest pieces of which every flow carries a whole number; 0: more than are told apart. */
function piecesOf(steps: Schedule, size: number, least: number): number {
  const shares = new Set<number>();
  for (const { bytes } of steps) for (const each of bytes) shares.add(each / size);
  for (let pieces = least; pieces <= mostPieces; pieces += least)
    if ([...shares].every((share) => Math.abs(share * pieces - Math.round(share * pieces)) < 1e-6)) return pieces;
  return 0;
}

/** Each rank's own block of the data, in so many pieces. */
function blocks(n: number, pieces: number): Uint8Array[] {
  return Array.from({ length: n }, (_, rank) => {
    const held = new Uint8Array(pieces);
    return held.fill(1, (rank * pieces) / n, ((rank + 1) * pieces) / n);
  });
}

/**
 * What each flow carries where it only copies: pieces that the sender had before the step and the receiver lacks, of the
 * flow's part of the data; first what it has sent as such, of the nearest ranks, and given to fewest. Undefined where there
 * are too few.
 */
function spread(steps: Schedule, start: readonly Uint8Array[], unit: number): Int32Array[][] | undefined {
  const n = start.length;
  const pieces = start[0].length;
  const held = start.map((each) => each.slice());
  const owner = Int32Array.from({ length: pieces }, (_, piece) => start.findIndex((each) => each[piece] === 1));
  const part = new Int32Array(pieces).fill(anyPart);
  /** By sender, then piece: how often it has sent it, and as what part. */
  const sent = start.map(() => new Int32Array(pieces));
  const asPart = start.map(() => new Int32Array(pieces).fill(anyPart));
  const carried: Int32Array[][] = [];
  for (const { from, to, bytes, parts } of steps) {
    const before = held.map((each) => each.slice());
    const flows: Int32Array[] = [];
    for (let i = 0; i < from.length; i++) {
      const own = parts?.[i] ?? anyPart;
      const fresh: number[] = [];
      for (let piece = 0; piece < pieces; piece++)
        if (before[from[i]][piece] === 1 && held[to[i]][piece] === 0 && isOf(part[piece], own)) fresh.push(piece);
      const wanted = Math.round(bytes[i] / unit);
      // Who has everything may get it again.
      if (fresh.length < wanted && before[to[i]].every((has) => has === 1))
        for (let piece = 0; piece < pieces; piece++)
          if (before[from[i]][piece] === 1 && isOf(part[piece], own)) fresh.push(piece);
      if (fresh.length < wanted) return undefined;
      const [times, sentAs] = [sent[from[i]], asPart[from[i]]];
      const strange = (piece: number): number => Number(own !== anyPart && sentAs[piece] !== own);
      const away = (piece: number): number => (from[i] - owner[piece] + n) % n;
      fresh.sort((a, b) => strange(a) - strange(b) || away(a) - away(b) || times[a] - times[b]);
      const taken = fresh.slice(0, wanted);
      for (const piece of taken) {
        held[to[i]][piece] = 1;
        times[piece]++;
        if (own === anyPart) continue;
        sentAs[piece] = own;
        part[piece] = own;
      }
      flows.push(Int32Array.from(taken));
    }
    carried.push(flows);
  }
  return carried;
}

/** Pieces that have not gone any way yet, and flows that carry whatever is there. */
const anyPart = -1;
const isOf = (piece: number, flow: number): boolean => piece === anyPart || flow === anyPart || piece === flow;

/** The same for a schedule that is a spreading from `start` backwards in time; flow by flow, whichever is another's reverse. */
function mirrored(steps: Schedule, start: readonly Uint8Array[], unit: number): Int32Array[][] | undefined {
  const back = steps.toReversed().map(({ from, to, ...step }) => ({ ...step, from: to, to: from }));
  return spread(back, start, unit)?.reverse();
}

/** An allreduce in which all data goes at once: what comes is added, or is the sum where it has all that is there. */
function exchanged(steps: Schedule, n: number, size: number): Followed | undefined {
  if (!steps.every(({ bytes }) => bytes.every((each) => Math.abs(each - size) < 1e-9 * size))) return undefined;
  const heard = Array.from({ length: n }, (_, rank) => new Set([rank]));
  const how: How[] = [];
  for (const { from, to } of steps) {
    const before = heard.map((each) => new Set(each));
    const news = Array.from(from, (sender, i) => [...before[sender]].some((rank) => !before[to[i]].has(rank)));
    const twice = Array.from(from, (sender, i) => [...before[sender]].some((rank) => before[to[i]].has(rank)));
    if (news.includes(false) || new Set(twice).size > 1) return undefined;
    how.push(twice[0] ? 'copies' : 'adds');
    from.forEach((sender, i) => {
      for (const rank of before[sender]) heard[to[i]].add(rank);
    });
  }
  const carried = steps.map(({ from }) => Array.from(from, () => Int32Array.of(0)));
  return { pieces: 1, start: Array.from(heard, () => Uint8Array.of(1)), whole: n, carried, how };
}

/** An allreduce whose first half adds up, every piece at one rank, and whose second half spreads the sums. */
function thereAndBack(steps: Schedule, n: number, size: number): Followed | undefined {
  const pieces = steps.length % 2 === 0 ? piecesOf(steps, size, 1) : 0;
  if (pieces === 0) return undefined;
  const [there, back] = [steps.slice(0, steps.length / 2), steps.slice(steps.length / 2)];
  const unit = size / pieces;
  const sums = endsOf(back, n, pieces, unit);
  const [first, last] = sums ? [mirrored(there, sums, unit), spread(back, sums, unit)] : [];
  if (!first || !last) return undefined;
  return {
    pieces,
    start: Array.from({ length: n }, () => new Uint8Array(pieces).fill(1)),
    whole: n,
    carried: [...first, ...last],
    how: steps.map((_, step) => (step < there.length ? 'gives' : 'copies')),
  };
}

/** Where the sums stand before they are spread: each rank with what it does not get. */
function endsOf(back: Schedule, n: number, pieces: number, unit: number): Uint8Array[] | undefined {
  const own = new Array<number>(n).fill(pieces);
  for (const { to, bytes } of back)
    to.forEach((rank, i) => {
      own[rank] -= Math.round(bytes[i] / unit);
    });
  if (own.some((count) => count < 0) || own.reduce((sum, count) => sum + count, 0) !== pieces) return undefined;
  let next = 0;
  return own.map((count) => {
    const held = new Uint8Array(pieces).fill(1, next, next + count);
    next += count;
    return held;
  });
}

/** Every rank sends others what is meant for them, told by its number. Undefined where it goes over a third one. */
function pairs(steps: Schedule, n: number, bytesOfPair: number): Followed | undefined {
  const seen = new Set<number>();
  for (const { from, to, bytes } of steps)
    for (let i = 0; i < from.length; i++) {
      if (Math.abs(bytes[i] - bytesOfPair) > 1e-9 * bytesOfPair) return undefined;
      seen.add(from[i] * n + to[i]);
    }
  if (seen.size !== steps.reduce((sum, { from }) => sum + from.length, 0)) return undefined;
  const carried = steps.map(({ from }) => Array.from(from, (rank) => Int32Array.of(rank)));
  return { pieces: n, start: blocks(n, n), whole: 1, carried, how: steps.map(() => 'copies') };
}

/** A barrier: who has heard of whom. */
function told(steps: Schedule, n: number): Followed {
  const start = blocks(n, n);
  const heard = start.map((each) => each.slice());
  const carried = steps.map(({ from, to }) => {
    const before = heard.map((each) => each.slice());
    return Array.from(from, (sender, i) => {
      const news = [...before[sender].keys()].filter((rank) => before[sender][rank] === 1 && heard[to[i]][rank] === 0);
      for (const rank of news) heard[to[i]][rank] = 1;
      return Int32Array.from(news);
    });
  });
  return { pieces: n, start, whole: 1, carried, how: steps.map(() => 'copies') };
}

/** Each step as often as it comes, whatever its `repeat` says; a pairwise allreduce tells the rounds of both its halves together. */
export function eachOnce(steps: Schedule): Step[] {
  if (steps.length > 1 && steps.every(({ repeat }) => repeat === 2)) return [...steps, ...steps];
  return steps.flatMap((step) => Array.from({ length: step.repeat }, () => step));
}
