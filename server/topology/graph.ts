// The flat graph under a question: every device and link of one template, in typed arrays.
import type { DeviceType, Kind, LinkType } from '../semantics/hardware.ts';
import { devicePath, type Template } from '../semantics/template.ts';

/** What a link is used for; decides the class of a path. */
export const LinkUse = { scaleUp: 0, host: 1, network: 2 } as const;
export type LinkUse = (typeof LinkUse)[keyof typeof LinkUse];

/** What a link is made of: one entry for each link of the language, one for all bare rates. */
export interface Medium {
  /** Empty for a bare rate. */
  readonly name: string;
  readonly family: string;
  readonly type?: LinkType;
}

/**
 * Devices are numbered as in the template; those that `without` takes out keep their number and have `present` 0 and no links.
 * Link k joins linkA[k] and linkB[k]; links of one medium between the same two devices are one, with the sum.
 * It has two arcs: 2k from a to b, 2k + 1 back, so the other way of an arc is `arc ^ 1`; a directed link's way back carries nothing.
 */
export interface Graph {
  readonly template: Template;
  readonly deviceCount: number;
  readonly types: readonly DeviceType[];
  /** Index into `types`. */
  readonly type: Uint16Array;
  readonly present: Uint8Array;
  /** The number of the node instance a device is in; a device directly in a cluster is its own host. */
  readonly host: Int32Array;
  readonly hostCount: number;

  readonly linkCount: number;
  readonly linkA: Int32Array;
  readonly linkB: Int32Array;
  readonly media: readonly Medium[];
  /** Index into `media`. */
  readonly linkMedium: Uint16Array;
  /** The N of `xN`, summed: links, lanes for PCIe. */
  readonly linkCounts: Float64Array;
  readonly linkUse: Uint8Array;
  readonly linkDirected: Uint8Array;
  /** Bytes/s, one direction, all N together, after encoding. */
  readonly linkRate: Float64Array;
  /** Bytes/s, what software gets of it. */
  readonly linkEffectiveRate: Float64Array;
  /** Seconds, with what the ends that are no switch add to a message. */
  readonly linkLatency: Float64Array;

  /** Arcs that leave device d: arcOut[arcStart[d]] .. arcOut[arcStart[d + 1] - 1]; ways back of directed links are left out. */
  readonly arcStart: Int32Array;
  readonly arcOut: Int32Array;

  /** Present GPUs in order of declaration; the CPUs where there is no GPU. */
  readonly ranks: Int32Array;
}

export const arcFrom = (graph: Graph, arc: number): number => (arc & 1 ? graph.linkB : graph.linkA)[arc >> 1];
export const arcTo = (graph: Graph, arc: number): number => (arc & 1 ? graph.linkA : graph.linkB)[arc >> 1];
export const deviceType = (graph: Graph, device: number): DeviceType => graph.types[graph.type[device]];
export const deviceKind = (graph: Graph, device: number): Kind => deviceType(graph, device).kind;
/** `dgx[0].gpu[3]` */
export const deviceName = (graph: Graph, device: number): string => devicePath(graph.template, device);
