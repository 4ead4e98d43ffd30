// Arrays with a number a device (or the like) that a check needs for a moment: made anew for every body they would cost more
// than the check. Each use has its own, so that no two of one time are the same.

/** Larger ones are made when they are needed, and not kept. */
const mostKept = 4096;

export class Scratch {
  #array = new Int32Array(64);

  /** At least `length` long, and so many of them `value`: whoever had it before has it no longer. */
  take(length: number, value: number): Int32Array {
    if (length > mostKept) return new Int32Array(length).fill(value);
    if (length > this.#array.length) this.#array = new Int32Array(Math.min(length * 2, mostKept));
    return this.#array.fill(value, 0, length);
  }

  /** The numbers from 0 on, each at its own place. */
  count(length: number): Int32Array {
    const array = this.take(length, 0);
    for (let k = 0; k < length; k++) array[k] = k;
    return array;
  }
}
