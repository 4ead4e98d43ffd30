// The name someone meant: examples, and a plain count of wrong letters beside the fast one.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nearest } from '../../server/semantics/nearest.ts';

it.each([
  ['H100_SMX', ['A100_SXM', 'H100_SXM', 'H100_PCIe'], 'H100_SXM'],
  ['h100_sxm', ['H100_SXM'], 'H100_SXM'],
  ['spnes', ['spines', 'sus', 'spine'], 'spines'],
  ['NVLnk4', ['NVLink3', 'NVLink4'], 'NVLink4'],
  ['swt', ['sw', 'h'], 'sw'],
  ['a', ['A'], 'A'],
  ['D', ['C', 'E'], undefined],
  ['foo', ['bar', 'gpu'], undefined],
  ['leaf', ['leaf'], undefined],
])('%s among %j: %s', (name, names, expected) => expect(nearest(name, names)).toBe(expected));

/** Letters to change, add, drop or swap with their neighbour, by the definition. */
function wrong(a: string, b: string): number {
  const cost = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i + j));
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      cost[i][j] = Math.min(cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  return cost[a.length][b.length];
}

it('is the first of the fewest wrong letters, at most a third or one of two', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'A', '_', '1'), minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(name, fc.array(name, { maxLength: 12 }), (written, names) => {
      const most = written.length < 2 ? 0 : Math.max(1, Math.floor(written.length / 3));
      const counts = names.map((each) =>
        each === written ? Infinity : wrong(written.toLowerCase(), each.toLowerCase()),
      );
      const least = Math.min(...counts);
      expect(nearest(written, names)).toBe(least <= most ? names[counts.indexOf(least)] : undefined);
    }),
    { numRuns: 2000 },
  );
});
