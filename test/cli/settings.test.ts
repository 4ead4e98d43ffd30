// What stands behind --set and --size: sweeps, and what is no sweep.
import { expect, test } from 'vitest';
import { combinations, sizesOf } from '../../client/cli/settings.ts';

const check = (option: string, ...values: string[]): void =>
  expect(combinations([`n=${option}`]).all.map(({ n }) => n)).toEqual(values);

const checkRefused = (says: RegExp, ...options: string[]): void => expect(() => combinations(options)).toThrow(says);

test('one value, several, a doubling, and a comma inside brackets', () => {
  check('4', '4');
  check('8,16,24', '8', '16', '24');
  check('8..40', '8', '16', '32');
  check('8..128x4', '8', '32', '128');
  check('0..24+8', '0', '8', '16', '24');
  check('min(2, 3)', 'min(2, 3)');
});

test('combinations, the last one fastest', () => {
  const { sweep, all } = combinations(['a=1,2', 'b=3,4']);
  expect(sweep).toBe(true);
  expect(all.map(({ a, b }) => `${a}${b}`)).toEqual(['13', '14', '23', '24']);
});

test('what is refused', () => {
  checkRefused(/NAME=VALUE/, 'n');
  checkRefused(/begin with 1/, 'n=0..8');
  checkRefused(/empty range/, 'n=8..4');
  checkRefused(/gets nowhere/, 'n=8..16x1');
  checkRefused(/gets nowhere/, 'n=8..16+0');
  checkRefused(/more than 10000 values/, 'n=1..100000+1');
  checkRefused(/no end/, `n=1..1${'0'.repeat(400)}`);
  const hundred = Array.from({ length: 100 }, (_, k) => k).join();
  checkRefused(/more than 10000 combinations/, `a=${hundred}`, `b=${hundred}`, 'c=1,2');
});

test('sizes as nccl-tests reads them: 8G is 8 GiB', () => {
  expect(sizesOf(['1KiB..4KiB', '8G', '1e3KiB'])).toEqual([1024, 2048, 4096, 8 * 2 ** 30, 1_024_000]);
  for (const text of ['', 'big', '-1', '1e400', '1e308 TB']) expect(() => sizesOf([text])).toThrow(/is no size/);
  expect(() => sizesOf(['0..1GiB'])).toThrow(/begin with 1/);
});
