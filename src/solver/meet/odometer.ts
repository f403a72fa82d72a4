import type { Lanes } from '../lanes/kernels.js';

/** Assignments of some bytes, counted through in order, the last byte fastest; a block of them at a time as columns. */
export class Odometer {
  readonly columns: Lanes[];
  readonly total: number;

  constructor(
    /** Per byte, its values in the order they are tried. */
    readonly values: readonly Int32Array[],
    blockSize: number,
  ) {
    this.columns = values.map(() => new Int32Array(blockSize));
    this.total = values.reduce((product, { length }) => product * length, 1);
  }

  /** Writes the assignments from number `from` on, `count` of them, into the columns. */
  fill(from: number, count: number): void {
    for (let lane = 0; lane < count; lane++) {
      let rest = from + lane;
      for (let index = this.values.length - 1; index >= 0; index--) {
        const values = this.values[index];
        const quotient = Math.floor(rest / values.length);
        this.columns[index][lane] = values[rest - quotient * values.length];
        rest = quotient;
      }
    }
  }

  /** The value of byte `index` in assignment `number`. */
  valueAt(number: number, index: number): number {
    let rest = number;
    for (let later = this.values.length - 1; later > index; later--)
      rest = Math.floor(rest / this.values[later].length);
    return this.values[index][rest % this.values[index].length];
  }
}
