// Things that rest on others, worked out innermost first: a chain of thousands must not become as deep a recursion.

/**
 * Calls `work` for all that `name` rests on, then for `name` itself; for some more than once. `restsOn` leaves out what is done
 * or being done. In a circle somebody comes first: `work` finds the others not done.
 */
export function workUp(name: string, restsOn: (name: string) => Iterable<string>, work: (name: string) => void): void {
  const open = [name];
  const entered = new Set<string>();
  for (let at = open.at(-1); at !== undefined; at = open.at(-1)) {
    if (entered.has(at)) {
      open.pop();
      work(at);
      continue;
    }
    entered.add(at);
    for (const other of restsOn(at)) if (!entered.has(other)) open.push(other);
  }
}

/** So many are simply worked out one in another; from there on, what they rest on is worked out first. */
export const simpleDepth = 8;
/** Beyond this only circles lead, since all else is worked out first: many circles through one another are told as one. */
export const circleDepth = 16;
