// How far measurements lie from the form: of 80 % of the rows it was checked on, by size.

const KiB = 1024;
const MiB = 1024 * KiB;

/** Sizes in bytes; a size that two share belongs to the larger but at 256 MiB, which is the middle band's last. */
export const bands = [
  { name: '< 64 KiB', holds: (size: number): boolean => size < 64 * KiB, error: 0.15 },
  { name: '64 KiB to 4 MiB', holds: (size: number): boolean => size < 4 * MiB, error: 0.39 },
  { name: '4 to 256 MiB', holds: (size: number): boolean => size <= 256 * MiB, error: 0.24 },
  { name: '> 256 MiB', holds: (): boolean => true, error: 0.08 },
] as const;

/** Errors are of the predicted time against the measured one, so a measured time lies between t/(1 + e) and t/(1 - e). */
export function bandOf(size: number, time: number): { low: number; high: number } {
  const { error } = bands.find(({ holds }) => holds(size)) ?? bands[3];
  return { low: time / (1 + error), high: time / (1 - error) };
}
