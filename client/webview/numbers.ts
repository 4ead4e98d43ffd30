// Times, rates and shares in words: three significant digits and a unit.
import { significant } from './size.ts';

export function formatTime(us: number): string {
  if (us < 1) return `${significant(us * 1e3)} ns`;
  if (us < 1e3) return `${significant(us)} µs`;
  if (us < 1e6) return `${significant(us / 1e3)} ms`;
  return `${significant(us / 1e6)} s`;
}

export const formatRate = (GBps: number): string =>
  GBps >= 1e4 ? `${significant(GBps / 1e3)} TB/s` : `${significant(GBps)} GB/s`;

export const formatPercent = (percent: number): string => `${significant(percent)} %`;

/** A path as people say it, without the units of index and member changed: it can be pasted back into the text. */
export const arrow = (a: string, b: string): string => `${a} → ${b}`;
