import { RowQueue } from './row-queue.js';

const gainLimit = 63;

/** Rows by the coverage their parents' runs brought: most first, equals by lot. */
export class ByGain {
  readonly #queues = Array.from({ length: gainLimit + 1 }, () => new RowQueue());
  #best = 0;
  size = 0;

  push(row: number, gain: number): void {
    const level = Math.min(gain, gainLimit);
    this.#queues[level].push(row);
    if (level > this.#best) this.#best = level;
    this.size++;
  }

  take(random: () => number): number {
    if (this.size === 0) return -1;
    while (this.#queues[this.#best].size === 0) this.#best--;
    this.size--;
    const queue = this.#queues[this.#best];
    return queue.take(random() % queue.size);
  }

  /** The oldest of those that brought least. */
  shift(): number {
    for (const queue of this.#queues) {
      if (queue.size === 0) continue;
      this.size--;
      return queue.shift();
    }
    return -1;
  }
}
