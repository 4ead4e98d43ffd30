// The name someone meant: examples, and a plain count of wrong letters beside the fast one.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fewestWrong, nearest, nearestFew } from '../../server/semantics/nearest.ts';

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
  ['H100', ['A10', 'A100_SXM', 'H100_PCIe', 'H100_SXM'], 'H100_SXM'],
  ['A100', ['A10', 'A100_SXM'], 'A100_SXM'],
  ['A10', ['A100_SXM', 'A16'], 'A16'],
  ['MI300', ['MI100', 'MI300X'], 'MI300X'],
  ['NVLINK4', ['NVLink3', 'NVLink4'], 'NVLink4'],
  ['PCIe_5', ['PCIe4', 'PCIe5'], 'PCIe5'],
  ['PCIe_Gen5', ['PCIe4', 'PCIe5'], 'PCIe5'],
  ['Eth400G', ['Eth40', 'Eth400', 'Eth400_2'], 'Eth400'],
  ['NDR400', ['NDR200', 'NDR'], 'NDR'],
  ['CX7', ['CX', 'ConnectX6', 'ConnectX7', 'ConnectX7_Eth'], 'ConnectX7'],
  ['H100_SMX', ['H100', 'H100_SXM'], 'H100_SXM'],
])('%s among %j: %s', (name, names, expected) => expect(nearest(name, names)).toBe(expected));

it.each([
  ['H100', ['H100_PCIe', 'H100_SXM', 'H100_NVL', 'H100_SXM_64GB'], ['H100_SXM', 'H100_NVL', 'H100_PCIe']],
  ['leaff', ['leafs', 'leafy', 'spine'], ['leafs', 'leafy']],
  ['xy', ['xz', 'xw'], ['xz']],
])('%s is equally near to several of %j: %j', (name, names, expected) =>
  expect(nearestFew(name, names)).toEqual(expected),
);

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

it('finds all with the fewest wrong letters, at most a third or one of two', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'A', '_', '1'), minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(name, fc.array(name, { maxLength: 12 }), (written, names) => {
      const most = written.length < 2 ? 0 : Math.max(1, Math.floor(written.length / 3));
      const counts = names.map((each) =>
        each === written ? Infinity : wrong(written.toLowerCase(), each.toLowerCase()),
      );
      const least = Math.min(...counts);
      expect(fewestWrong(written, names)).toEqual(least <= most ? names.filter((_, i) => counts[i] === least) : []);
    }),
    { numRuns: 2000 },
  );
});
