// Message sizes as people write them, to bytes and back; and the slider's steps, which are halves of a power of two.

/** Exponents of the slider: 1 KiB to 64 GiB. */
export const slider = { least: 10, most: 36, step: 0.5 };

const binary = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
const powers: Record<string, number> = { k: 1, m: 2, g: 3, t: 4 };

/** `256 MiB`, `256M`, `1.5g`, `64K`, `4096`, `100 MB`. A bare letter is binary, as in nccl-tests. Undefined: no size. */
export function parseSize(text: string): number | undefined {
  const match = /^\s*(\d+(?:[_ ]?\d+)*(?:\.\d+)?(?:e\d+)?)\s*(?:([kmgt])(i?b)?|b|bytes?)?\s*$/i.exec(text);
  if (!match) return undefined;
  const [, digits, letter, suffix] = match;
  const base = suffix?.toLowerCase() === 'b' ? 1000 : 1024;
  const bytes = Math.round(Number(digits.replace(/[_ ]/g, '')) * base ** (letter ? powers[letter.toLowerCase()] : 0));
  return bytes >= 1 && bytes <= 2 ** 50 ? bytes : undefined;
}

/** In binary units, three digits at least: `256 MiB`, `181 MiB`, `1.41 GiB`. */
export function formatSize(bytes: number): string {
  const power = Math.min(binary.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(bytes, 1)) / 10 + 1e-9)));
  return `${significant(bytes / 1024 ** power)} ${binary[power]}`;
}

export const sizeOfStep = (exponent: number): number => Math.round(2 ** exponent);

/** The slider's nearest step; a size outside stands at the end. */
export function stepOfSize(bytes: number): number {
  const exponent = Math.round(Math.log2(Math.max(bytes, 1)) / slider.step) * slider.step;
  return Math.min(slider.most, Math.max(slider.least, exponent));
}

/** The sizes of the chart: every power of four of the slider's range, both ends in. */
export const curveSizes: readonly number[] = Array.from(
  { length: (slider.most - slider.least) / 2 + 1 },
  (_, i) => 2 ** (slider.least + 2 * i),
);

/** Three significant digits, and no digit of a whole number lost. */
export function significant(value: number): string {
  return String(Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
}
