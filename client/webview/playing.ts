// What an algorithm has come to after any of its steps: who holds what, and what the step does, in words. No DOM.
import type { FlowStep, Steps } from '../../server/protocol.ts';
import { arrow, formatTime } from './numbers.ts';
import { fill, type Strings } from './strings.ts';

/** What the stage shows of one step. */
export interface Playing {
  /** Between two ranks, all that goes from one to the other at once. */
  readonly flows: readonly { readonly from: string; readonly to: string; readonly words: string }[];
  /** By rank, how complete each piece is, 0..1; none where pieces are not told. */
  readonly fills: readonly { readonly path: string; readonly pieces: readonly number[] }[];
}

/** Contributions by rank and piece after so many steps; none where pieces are not told. */
export function heldAfter({ data, steps }: Steps, count: number): number[][] {
  let held = data?.start.map((each) => [...each]) ?? [];
  for (const step of steps.slice(0, count)) if (step.pieces) held = moved(held, step, step.pieces);
  return held;
}

function moved(before: number[][], { from, to, how }: FlowStep, pieces: readonly (readonly number[])[]): number[][] {
  const held = before.map((each) => [...each]);
  const each = (take: (piece: number, i: number) => void): void => {
    for (let i = 0; i < from.length; i++) for (const piece of pieces[i]) take(piece, i);
  };
  if (how === 'gives')
    each((piece, i) => {
      held[from[i]][piece] = 0;
    });
  each((piece, i) => {
    const sent = before[from[i]][piece];
    held[to[i]][piece] = how === 'copies' ? sent : held[to[i]][piece] + sent;
  });
  return held;
}

/** More arrows than this hide one another: the load of the links tells then. */
const mostArrows = 256;

/** After so many steps, with what the last of them sends; 0: before the first. */
export function playing(told: Steps, count: number): Playing {
  const { ranks, data } = told;
  const whole = data?.whole ?? 1;
  const fills = heldAfter(told, count).map((pieces, rank) => ({
    path: ranks[rank],
    pieces: pieces.map((contributions) => contributions / whole),
  }));
  const step = count > 0 ? told.steps[count - 1] : undefined;
  const flows = step ? pairsOf(step) : [];
  return {
    fills,
    flows:
      flows.length > mostArrows
        ? []
        : flows.map(({ from, to, pieces }) => ({ from: ranks[from], to: ranks[to], words: brief(pieces) })),
  };
}

interface Pair {
  readonly from: number;
  readonly to: number;
  readonly pieces: number[];
}

function pairsOf({ from, to, pieces }: FlowStep): Pair[] {
  const pairs = new Map<string, Pair>();
  for (let i = 0; i < from.length; i++) {
    const key = `${from[i]} ${to[i]}`;
    const pair = pairs.get(key) ?? { from: from[i], to: to[i], pieces: [] };
    pairs.set(key, pair);
    pair.pieces.push(...(pieces?.[i] ?? []));
  }
  return [...pairs.values()];
}

/** `0–3, 7` */
export function ranges(numbers: readonly number[]): string {
  const sorted = [...numbers].sort((a, b) => a - b);
  const runs: [first: number, last: number][] = [];
  for (const number of sorted) {
    const run = runs.at(-1);
    if (run && number <= run[1] + 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
}

/** As a label: numbers that can be taken in at a glance, else how many there are. */
function brief(pieces: readonly number[]): string {
  const text = ranges(pieces);
  return text.split(', ').length > mostRuns ? `${pieces.length} ×` : text;
}

const mostRuns = 3;

/** Flows that are told in words; the picture has all. */
const mostInWords = 4;

/** What the step does, for the line under the diagram and for a screen reader. */
export function stepWords(told: Steps, count: number, strings: Strings): string {
  if (count === 0) return strings.playStart;
  const step = told.steps[count - 1];
  const pairs = pairsOf(step);
  const does =
    pairs.length === 0 ? strings.playSwitches : step.how === 'copies' ? strings.playCopies : strings.playAdds;
  const named = pairs.slice(0, mostInWords).map(({ from, to, pieces }) => {
    const way = arrow(told.ranks[from], told.ranks[to]);
    const numbers = ranges(pieces);
    const many = numbers.split(', ').length > mostRuns;
    if (pieces.length === 0) return way;
    return fill(strings.playPiece, way, many ? fill(strings.playPieces, pieces.length) : numbers);
  });
  const rest = pairs.length > mostInWords ? [fill(strings.playMore, pairs.length - mostInWords)] : [];
  return [`${formatTime(step.timeUs)}. ${does}`, ...named, ...rest].join(' · ');
}
