import { firstCapacity, grown } from '../../vocabulary/capacity.js';

/**
 * Pending work: *expand this input*. A task is a row of typed arrays plus its input in a slab of slots
 * of one size class, so that a million pending tasks of 64-byte inputs fit in about 110 MB and cost the
 * garbage collector nothing. Rows are reused; a row number is valid until `release`.
 */
export class TaskPool {
  bound = new Int32Array(firstCapacity);
  expectedLow = new Int32Array(firstCapacity);
  expectedHigh = new Int32Array(firstCapacity);
  /** The branch target the task was made for (see BranchTargets), -1 for none: strategies look whether it is still new. */
  target = new Int32Array(firstCapacity);
  /** New coverage the parent's run brought. */
  gain = new Uint8Array(firstCapacity);
  /** What it has that few tasks have (rarity.ts): strategies share turns between groups. */
  group = new Int32Array(firstCapacity);
  /** What it was made to do, told apart by how far on. */
  step = new Int32Array(firstCapacity);
  /** What the journal calls the task, 0 while it has no name, -1 for a free row. */
  name = new Float64Array(firstCapacity);
  #inputSize = new Int32Array(firstCapacity);
  #inputSlot = new Int32Array(firstCapacity);
  #free: Int32Array = new Int32Array(firstCapacity);
  #freeCount = 0;
  #rows = 0;
  #slabs = new Map<number, Slab>();

  /** Tasks alive. */
  get size(): number {
    return this.#rows - this.#freeCount;
  }

  add(
    input: Uint8Array,
    bound: number,
    expectedLow: number,
    expectedHigh: number,
    target: number,
    gain: number,
  ): number {
    const row = this.#freeCount > 0 ? this.#free[--this.#freeCount] : this.#rows++;
    if (row >= this.bound.length) this.#grow();
    this.bound[row] = bound;
    this.expectedLow[row] = expectedLow;
    this.expectedHigh[row] = expectedHigh;
    this.target[row] = target;
    this.gain[row] = gain;
    this.group[row] = target;
    this.step[row] = target;
    this.name[row] = 0;
    this.#inputSize[row] = input.length;
    this.#inputSlot[row] = this.#slab(input.length).put(input);
    return row;
  }

  inputSize(row: number): number {
    return this.#inputSize[row];
  }

  /** The input's bytes in place: valid until the next `add` or `release`. */
  input(row: number): Uint8Array {
    const size = this.#inputSize[row];
    return this.#slab(size).get(this.#inputSlot[row], size);
  }

  release(row: number): void {
    this.name[row] = -1;
    this.#slab(this.#inputSize[row]).drop(this.#inputSlot[row]);
    if (this.#freeCount === this.#free.length) this.#free = grown(this.#free);
    this.#free[this.#freeCount++] = row;
  }

  #slab(size: number): Slab {
    const slotSize = Math.max(16, (size + 15) & ~15);
    let slab = this.#slabs.get(slotSize);
    if (!slab) this.#slabs.set(slotSize, (slab = new Slab(slotSize)));
    return slab;
  }

  #grow(): void {
    this.bound = grown(this.bound);
    this.expectedLow = grown(this.expectedLow);
    this.expectedHigh = grown(this.expectedHigh);
    this.target = grown(this.target);
    this.gain = grown(this.gain);
    this.group = grown(this.group);
    this.step = grown(this.step);
    this.name = grown(this.name);
    this.#inputSize = grown(this.#inputSize);
    this.#inputSlot = grown(this.#inputSlot);
  }
}

/** Slots of one size in chunks that are never moved. */
class Slab {
  readonly #perChunk: number;
  readonly #chunks: Uint8Array[] = [];
  #free: Int32Array = new Int32Array(64);
  #freeCount = 0;
  #used = 0;

  constructor(readonly slotSize: number) {
    this.#perChunk = Math.max(1, Math.floor((1 << 18) / slotSize));
  }

  put(bytes: Uint8Array): number {
    const slot = this.#freeCount > 0 ? this.#free[--this.#freeCount] : this.#used++;
    const chunk = Math.floor(slot / this.#perChunk);
    if (chunk === this.#chunks.length) this.#chunks.push(new Uint8Array(this.#perChunk * this.slotSize));
    this.#chunks[chunk].set(bytes, (slot % this.#perChunk) * this.slotSize);
    return slot;
  }

  get(slot: number, size: number): Uint8Array {
    const start = (slot % this.#perChunk) * this.slotSize;
    return this.#chunks[Math.floor(slot / this.#perChunk)].subarray(start, start + size);
  }

  drop(slot: number): void {
    if (this.#freeCount === this.#free.length) this.#free = grown(this.#free);
    this.#free[this.#freeCount++] = slot;
  }
}
