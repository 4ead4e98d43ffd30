import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatRate, formatTime } from '../../client/webview/numbers.ts';
import { formatSize, parseSize, sizeOfStep, slider, stepOfSize } from '../../client/webview/size.ts';

function check(text: string, bytes: number | undefined): void {
  expect([text, parseSize(text)]).toEqual([text, bytes]);
}

test('sizes are read as people write them, a bare letter as nccl-tests reads it', () => {
  check('256 MiB', 256 * 1024 * 1024);
  check('256M', 268_435_456);
  check('1g', 1_073_741_824);
  check('64K', 65_536);
  check('1.5 GiB', 1_610_612_736);
  check('100 MB', 100_000_000);
  check('4096', 4096);
  check(' 8 B ', 8);
  check('1e6', 1_000_000);
});

test('what is no size is not guessed at', () => {
  for (const text of ['', 'MiB', '12 parsecs', '-4M', '0', '1..5G', '9999999T', '1,5G']) check(text, undefined);
});

test('sizes are written in binary units with three digits', () => {
  expect([1, 1023, 1024, 2 ** 27.5, 2 ** 28, 1.5 * 2 ** 30, 2 ** 36].map(formatSize)).toEqual([
    '1 B',
    '1023 B',
    '1 KiB',
    '181 MiB',
    '256 MiB',
    '1.5 GiB',
    '64 GiB',
  ]);
});

test('what is written can be read again, to three digits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 46 }), (bytes) => {
      const again = parseSize(formatSize(bytes));
      expect(Math.abs((again ?? 0) / bytes - 1)).toBeLessThan(0.006);
    }),
  );
});

test('every step of the slider comes back to itself', () => {
  for (let step = slider.least; step <= slider.most; step += slider.step)
    expect(stepOfSize(sizeOfStep(step))).toBe(step);
  expect(stepOfSize(1)).toBe(slider.least);
  expect(stepOfSize(2 ** 45)).toBe(slider.most);
});

test('times and rates carry the unit that keeps them short', () => {
  expect([0.4, 12.34, 1510, 2_300_000].map(formatTime)).toEqual(['400 ns', '12.3 µs', '1.51 ms', '2.3 s']);
  expect([48, 344.5, 12_800].map(formatRate)).toEqual(['48 GB/s', '345 GB/s', '12.8 TB/s']);
});
