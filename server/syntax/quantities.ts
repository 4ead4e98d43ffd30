// Units: what they measure and how much, and quantities as people read them.

/** Base units, everywhere inside: bytes, bytes/s (one direction), seconds, FLOP/s, watts. Faces choose others. */
export type Dimension = 'size' | 'rate' | 'time' | 'compute' | 'power';

export interface Unit {
  readonly dimension: Dimension;
  /** How many base units one of it is. */
  readonly factor: number;
}
