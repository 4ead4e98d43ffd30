// One question must not hold up typing for long: the server works on one thing at a time.
import type { Patience } from '../features/answers.ts';

/** Of questions that a text asks by itself. */
const askedSeconds = 3;
/** Of what a hover tells beside the rest. */
export const hoverSeconds = 1;
/** Of an analysis that the user waits for. */
export const wantedSeconds = 20;

/** From now on. */
export function patience(seconds = askedSeconds): Patience {
  const until = performance.now() + seconds * 1000;
  return { seconds, isOver: () => performance.now() > until };
}
