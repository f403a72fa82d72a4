import type { FastHeap } from './fast-heap.js';
import { ReplayInputs } from './replay-inputs.js';
import type { Space } from './space.js';

/** Gives the fast module its inputs: one object for all runs. */
export class FastInputs extends ReplayInputs {
  readonly #planned: number;

  constructor(
    space: Space,
    readonly blocks: FastHeap,
    planned: number,
    pointerSize: 4 | 8,
  ) {
    super(space, { label: () => {}, allocate: () => undefined }, new Uint8Array(0), planned, pointerSize);
    this.#planned = planned;
  }

  /** The bytes of the next run; what is missing is zero. */
  give(input: Uint8Array): void {
    if (this.input.length < input.length) this.input = new Uint8Array(2 * input.length);
    this.input.fill(0, input.length);
    this.input.set(input);
    this.used = this.#planned;
  }

  override allocate(size: number): number {
    const address = this.blocks.allocate(size);
    if (address === 0) throw new Error('no room for the input');
    return address;
  }
}
