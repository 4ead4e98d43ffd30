// Units: what they measure and how much; quantities as people read them, and read back from what people type.

/** Base units, everywhere inside: bytes, bytes/s (one direction), seconds, FLOP/s, watts. Faces choose others. */
export type Dimension = 'size' | 'rate' | 'time' | 'compute' | 'power';

export interface Unit {
  readonly dimension: Dimension;
  /** How many base units one of it is. */
  readonly factor: number;
}

const decimal = { k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15 } as const;
const binary = { Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40 } as const;

/** Every unit of the language by its text. */
const units: ReadonlyMap<string, Unit> = unitTable();

function unitTable(): Map<string, Unit> {
  const table = new Map<string, Unit>();
  const sizes: [string, number][] = [
    ['B', 1],
    ['b', 1 / 8],
  ];
  for (const [prefix, factor] of Object.entries(decimal)) {
    sizes.push([`${prefix}B`, factor]);
    if (prefix !== 'P') sizes.push([`${prefix}b`, factor / 8]);
  }
  for (const [prefix, factor] of Object.entries(binary)) sizes.push([`${prefix}B`, factor]);
  for (const [text, factor] of sizes) {
    table.set(text, { dimension: 'size', factor });
    table.set(`${text}/s`, { dimension: 'rate', factor });
  }
  for (const [prefix, factor] of Object.entries(decimal)) {
    if (prefix !== 'P') table.set(`${prefix}bps`, { dimension: 'rate', factor: factor / 8 });
    // A transfer moves one bit on one lane.
    if (prefix === 'M' || prefix === 'G' || prefix === 'T')
      table.set(`${prefix}T/s`, { dimension: 'rate', factor: factor / 8 });
  }
  const times: [string, number][] = [
    ['ns', 1e-9],
    ['us', 1e-6],
    ['µs', 1e-6],
    ['ms', 1e-3],
    ['s', 1],
  ];
  for (const [text, factor] of times) table.set(text, { dimension: 'time', factor });
  for (const [prefix, factor] of Object.entries({ G: 1e9, T: 1e12, P: 1e15, E: 1e18 }))
    table.set(`${prefix}FLOPS`, { dimension: 'compute', factor });
  for (const [text, factor] of Object.entries({ W: 1, kW: 1e3, MW: 1e6 }))
    table.set(text, { dimension: 'power', factor });
  return table;
}

/** Longest first: the unit of a text is the longest that fits. */
export const unitTexts: readonly string[] = [...units.keys()].sort((a, b) => b.length - a.length);

/** The Greek mu counts as the micro sign. */
export function unitOf(text: string): Unit | undefined {
  return units.get(text.replace('\u03bc', '\u00b5'));
}

/**
 * Units that a misspelt one may mean: `gb/s` may be `GB/s` or `Gb/s`, `Gbit/s` is `Gb/s`, `GBps` and `GB/sec` are `GB/s`.
 * Bytes first, unless the text says bits.
 */
export function nearestUnits(text: string): string[] {
  const plain = plainUnit(text);
  const equal = [...units.keys()].filter((unit) => unit === plain);
  if (equal.length > 0) return equal;
  const lower = plain.toLowerCase();
  return [...units.keys()]
    .filter((unit) => unit.toLowerCase() === lower)
    .sort((a, b) => Number(b.includes('B')) - Number(a.includes('B')));
}

/** Other spellings in the words of the language: `Gbit` is `Gb`, `usec` is `us`, `ps`, `/sec` and `/second` are `/s`. */
function plainUnit(text: string): string {
  const words = text.replace(/bytes?/i, 'B').replace(/bits?/i, 'b');
  const rate = /^([kKMGTP]i?B)ps$|^(.*)\/s(?:ec(?:ond)?s?)?$/.exec(words);
  const size = rate?.[1] ?? rate?.[2];
  if (size !== undefined) return `${size}/s`;
  return words.replace(/^([munµμ]?)s(?:ec|econds?)$/i, '$1s').replace(/^watts?$/i, 'W');
}

/** The units a dimension is shown in, small to large. */
const shown: Record<Dimension, readonly (readonly [unit: string, factor: number])[]> = {
  size: [
    ['B', 1],
    ['kB', 1e3],
    ['MB', 1e6],
    ['GB', 1e9],
    ['TB', 1e12],
    ['PB', 1e15],
  ],
  rate: [
    ['B/s', 1],
    ['kB/s', 1e3],
    ['MB/s', 1e6],
    ['GB/s', 1e9],
    ['TB/s', 1e12],
    ['PB/s', 1e15],
  ],
  time: [
    ['ns', 1e-9],
    ['us', 1e-6],
    ['ms', 1e-3],
    ['s', 1],
  ],
  compute: [
    ['GFLOPS', 1e9],
    ['TFLOPS', 1e12],
    ['PFLOPS', 1e15],
    ['EFLOPS', 1e18],
  ],
  power: [
    ['W', 1],
    ['kW', 1e3],
    ['MW', 1e6],
  ],
};
const binarySizes: readonly (readonly [string, number])[] = [
  ['KiB', 2 ** 10],
  ['MiB', 2 ** 20],
  ['GiB', 2 ** 30],
  ['TiB', 2 ** 40],
];

/**
 * `25 GB/s`, `1.51 ms`, `3.6 TB/s`. A size that is round in decimal units is shown in them (`80 GB`), else, where
 * it is a whole number of KiB, MiB, GiB or TiB, in those (`1 GiB`).
 */
export function formatQuantity(value: number, dimension: Dimension, digits = 3): string {
  if (!Number.isFinite(value)) return '?';
  const ladder = shown[dimension];
  let step = ladder[0];
  // A hair below the next unit rounds up to it: 999.9996 GB/s is 1 TB/s.
  for (const next of ladder) if (Number(Math.abs(value / next[1]).toPrecision(digits)) >= 1) step = next;
  const steps = value / step[1];
  const binary = dimension === 'size' && Number(steps.toPrecision(digits)) !== steps ? wholeBinary(value) : undefined;
  return binary ?? `${formatNumber(steps, digits)} ${step[0]}`;
}

function wholeBinary(value: number): string | undefined {
  for (const [unit, factor] of binarySizes)
    if (value >= factor && value % factor === 0 && value / factor < 1024) return `${value / factor} ${unit}`;
  return undefined;
}

/** Three digits that count, whole numbers whole: 369, 20.6, 0.985, 5270. */
export function formatNumber(value: number, digits = 3): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
  const whole = Math.trunc(Math.abs(value)).toString().length;
  return String(Number(value.toPrecision(Math.max(digits, Math.abs(value) >= 1 ? whole : digits))));
}

/** The same quantity in the other units people use for it: `50 GB/s` is `400 Gb/s`, `46.6 GiB/s`. */
export function conversions(value: number, dimension: Dimension): string[] {
  const all: string[] = [];
  const best = (ladder: readonly (readonly [string, number])[]): void => {
    let step = ladder[0];
    for (const next of ladder) if (Math.abs(value) >= next[1]) step = next;
    all.push(`${formatNumber(value / step[1], 4)} ${step[0]}`);
  };
  const bits: [string, number][] = [
    ['b', 1 / 8],
    ['kb', 125],
    ['Mb', 125e3],
    ['Gb', 125e6],
    ['Tb', 125e9],
  ];
  const perSecond = (ladder: readonly (readonly [string, number])[]): [string, number][] =>
    ladder.map(([unit, factor]) => [`${unit}/s`, factor]);
  best(shown[dimension]);
  if (dimension === 'rate') {
    best(perSecond(bits));
    best(perSecond(binarySizes));
  } else if (dimension === 'size') {
    best(binarySizes);
    best(bits);
  } else if (dimension === 'time') {
    for (const [unit, factor] of shown.time)
      if (value / factor >= 0.001 && value / factor < 1e7) all.push(`${formatNumber(value / factor, 4)} ${unit}`);
  }
  return [...new Set(all)];
}

/**
 * Bytes of a size as typed outside the language: `1GiB`, `256 MB`, `8G`. A bare K, M, G or T is binary, as nccl-tests reads it;
 * a bare number is bytes. Undefined where it is no size.
 */
export function parseSize(text: string): number | undefined {
  const match = /^\s*(\d[\d_]*(?:\.\d+)?(?:e\d+)?)\s*([A-Za-z]*)\s*$/.exec(text);
  if (!match) return undefined;
  const number = Number(match[1].replaceAll('_', ''));
  const unit = match[2];
  if (unit === '') return number;
  if (/^[kmgt]$/i.test(unit)) return number * 1024 ** ('kmgt'.indexOf(unit.toLowerCase()) + 1);
  const exact = units.get(unit);
  const found = exact ?? units.get(nearestUnits(unit).find((near) => near.includes('B')) ?? '');
  return found?.dimension === 'size' ? number * found.factor : undefined;
}
