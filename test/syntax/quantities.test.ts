// Units and quantities as people write and read them. Factors: SI prefixes are decimal, IEC prefixes binary, a byte is 8 bits.
import { describe, expect, test } from 'vitest';
import {
  conversions,
  type Dimension,
  formatQuantity,
  nearestUnits,
  parseSize,
  unitOf,
} from '../../server/syntax/quantities.ts';

function check(unit: string, dimension: Dimension, factor: number): void {
  const found = unitOf(unit);
  expect(found?.dimension).toBe(dimension);
  expect(found?.factor).toBeCloseTo(factor, 12);
}

describe('units', () => {
  test.each<[string, Dimension, number]>([
    ['GB', 'size', 1e9],
    ['GiB', 'size', 1_073_741_824],
    ['b', 'size', 0.125],
    ['Gb/s', 'rate', 125e6],
    ['Gbps', 'rate', 125e6],
    ['TB/s', 'rate', 1e12],
    // One bit a transfer on a lane: 32 GT/s x16 is 64 GB/s before encoding (PCI Express 5.0).
    ['GT/s', 'rate', 125e6],
    ['us', 'time', 1e-6],
    ['µs', 'time', 1e-6],
    ['TFLOPS', 'compute', 1e12],
    ['kW', 'power', 1e3],
  ])('%s', check);

  test('what is none', () => {
    for (const text of ['gb/s', 'GT', 'KB', 'x', '', 'constructor']) expect(unitOf(text)).toBeUndefined();
  });
  test('what a misspelt one may have been', () => {
    expect(nearestUnits('gb/s')).toEqual(['GB/s', 'Gb/s']);
    expect(nearestUnits('gib')).toEqual(['GiB']);
    expect(nearestUnits('lanes')).toEqual([]);
  });
});

test('quantities in the unit people use', () => {
  expect(formatQuantity(25e9, 'rate')).toBe('25 GB/s');
  expect(formatQuantity(3.6e12, 'rate')).toBe('3.6 TB/s');
  expect(formatQuantity(1.5123e-3, 'time')).toBe('1.51 ms');
  expect(formatQuantity(80e9, 'size')).toBe('80 GB');
  expect(formatQuantity(2 ** 30, 'size')).toBe('1 GiB');
  expect(formatQuantity(128e3, 'size')).toBe('128 kB');
  expect(formatQuantity(989e12, 'compute')).toBe('989 TFLOPS');
  expect(formatQuantity(700, 'power')).toBe('700 W');
});

test('conversions', () => {
  // 50e9 * 8 = 400e9; 50e9 / 2^30 = 46.566.
  expect(conversions(50e9, 'rate')).toEqual(['50 GB/s', '400 Gb/s', '46.57 GiB/s']);
});

test('sizes as typed, with the K, M and G of nccl-tests', () => {
  expect(parseSize('1GiB')).toBe(2 ** 30);
  expect(parseSize('1 GiB')).toBe(2 ** 30);
  expect(parseSize('256M')).toBe(256 * 2 ** 20);
  expect(parseSize('8g')).toBe(8 * 2 ** 30);
  expect(parseSize('1 GB')).toBe(1e9);
  expect(parseSize('4096')).toBe(4096);
  expect(parseSize('much')).toBeUndefined();
});
