/** Rows in a ring that grows: taken from either end or from the middle, without allocation. */
export class RowQueue {
  #ring = new Int32Array(16);
  #start = 0;
  size = 0;

  push(row: number): void {
    if (this.size === this.#ring.length) this.#grow();
    this.#ring[(this.#start + this.size++) & (this.#ring.length - 1)] = row;
  }

  /** The newest row, or -1. */
  pop(): number {
    if (this.size === 0) return -1;
    return this.#ring[(this.#start + --this.size) & (this.#ring.length - 1)];
  }

  /** The oldest row, or -1. */
  shift(): number {
    if (this.size === 0) return -1;
    const row = this.#ring[this.#start];
    this.#start = (this.#start + 1) & (this.#ring.length - 1);
    this.size--;
    return row;
  }

  /** The row at a position, replaced by the newest: order is lost, time is constant. */
  take(position: number): number {
    const mask = this.#ring.length - 1;
    const at = (this.#start + position) & mask;
    const row = this.#ring[at];
    this.#ring[at] = this.#ring[(this.#start + --this.size) & mask];
    return row;
  }

  #grow(): void {
    const old = this.#ring;
    this.#ring = new Int32Array(old.length * 2);
    for (let i = 0; i < this.size; i++) this.#ring[i] = old[(this.#start + i) & (old.length - 1)];
    this.#start = 0;
  }
}
