// Links, devices and models as the language defines them: bases followed, units applied, defaults filled in.

/** Where something was written: UTF-16 offsets into the text of `uri`. */
export interface Source {
  readonly uri: string;
  readonly start: number;
  readonly end: number;
}

export type Kind = 'gpu' | 'cpu' | 'nic' | 'switch' | 'memory';

/** The words of properties that are one of several. */
export const transports = ['roce', 'iwarp', 'srd', 'tcp'] as const;
export const makers = ['intel', 'amd', 'arm', 'power'] as const;
export const precisions = ['bf16', 'fp16', 'fp8', 'fp32', 'fp64'] as const;
/** Of plans; the first is the default. */
export const schedules = ['interleaved', 'gpipe'] as const;
export const recomputes = ['none', 'selective', 'full'] as const;
export const planPrecisions = ['bf16', 'fp16', 'fp8', 'fp32'] as const;

export interface LinkType {
  readonly sort: 'link';
  readonly name: string;
  readonly doc?: string;
  /** The definition's name. */
  readonly source: Source;
  readonly base?: LinkType;
  /** The name of the link without a base that this one builds on (its own, if it is that one). */
  readonly family: string;
  /** One lane, one direction, before encoding, bytes/s. Undefined: the link only founds a family. */
  readonly rate?: number;
  /** Lanes of one link. */
  readonly lanes: number;
  /** The most lanes a link may have, where `xN` counts lanes (PCIe). */
  readonly width?: number;
  /** The share the line code leaves, 0..1. */
  readonly encoding: number;
  /** The share headers leave, 0..1. */
  readonly efficiency: number;
  /** Seconds. */
  readonly latency: number;
  /** Seconds that software and adapters add to a message at each end that is no switch. */
  readonly overhead: number;
  readonly transport?: (typeof transports)[number];
}

/** `NVLink4 x18`: links, or lanes where the link has a width. */
export interface PortEntry {
  readonly link: LinkType;
  readonly count: number;
}

export interface DeviceType {
  readonly sort: 'device';
  readonly name: string;
  readonly doc?: string;
  readonly source: Source;
  readonly base?: DeviceType;
  readonly kind: Kind;
  /** Undefined: takes any link. */
  readonly ports?: readonly PortEntry[];
  /** Seconds, each time something passes through. */
  readonly latency: number;
  readonly forwards: boolean;
  readonly reduces: boolean;
  /** Watts. */
  readonly power?: number;
  /** Bytes; bytes/s. */
  readonly memory?: number;
  readonly memoryBandwidth?: number;
  /** Dense, FLOP/s, by precision. */
  readonly compute: Readonly<Partial<Record<(typeof precisions)[number], number>>>;
  readonly sm?: number;
  readonly gfx?: number;
  /** Whether peers may reach it over PCIe. */
  readonly p2p: boolean;
  readonly maker?: (typeof makers)[number];
}

export interface ModelType {
  readonly sort: 'model';
  readonly name: string;
  readonly doc?: string;
  readonly source: Source;
  readonly properties: ReadonlyMap<string, number>;
  /** Something of it, or of its base, could not be read: then nothing is missed. */
  readonly faulty: boolean;
}

/** Bytes/s of one lane, one direction, after the line code. 0 where the link only founds a family. */
export function laneRate(link: LinkType): number {
  return (link.rate ?? 0) * link.encoding;
}

/** Lanes of one of a count: where a link has a width, counts are lanes already. */
export const lanesOf = (link: LinkType): number => (link.width === undefined ? link.lanes : 1);

/** Lanes of a port entry, all together. */
export const capacity = ({ link, count }: PortEntry): number => count * lanesOf(link);

/** Bytes/s of `count` links (or lanes), one direction, after the line code. */
export const rateOf = ({ link, count }: PortEntry): number => laneRate(link) * count * lanesOf(link);
