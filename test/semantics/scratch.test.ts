// Arrays that are lent: as long as asked for, all of one value, whoever had them before.
import { expect, test } from 'vitest';
import { Scratch } from '../../server/semantics/body/scratch.ts';

test.each([1, 64, 65, 4096, 4097])('%d numbers', (length) => {
  const scratch = new Scratch();
  for (const value of [7, -1]) {
    const array = scratch.take(length, value);
    expect(array.length).toBeGreaterThanOrEqual(length);
    expect(array.subarray(0, length).every((each) => each === value)).toBe(true);
  }
  expect([...scratch.count(length).subarray(0, length)]).toEqual(Array.from({ length }, (_, k) => k));
});

test('what is short is the same array again, what is long is not kept', () => {
  const scratch = new Scratch();
  expect(scratch.take(9, 0)).toBe(scratch.take(3, 0));
  expect(scratch.take(5000, 0)).not.toBe(scratch.take(5000, 0));
});
