import { RowQueue } from './row-queue.js';

/** Who comes late is this many turns ahead of those that had fewest. */
const headStart = 4;

/** Who of those that wait is next: always one that had fewest turns, and of these who waited longest. Constant time. */
export class Turns {
  readonly #had = new Map<number, number>();
  readonly #waiting = new Set<number>();
  /** Those that wait, by the turns they had. */
  readonly #levels: RowQueue[] = [];
  #lowest = 0;

  get size(): number {
    return this.#waiting.size;
  }

  wait(key: number): void {
    if (this.#waiting.has(key)) return;
    const ahead = Math.max(0, this.#lowest - headStart);
    this.#put(key, Math.max(this.#had.get(key) ?? 0, ahead));
  }

  /** It waits no longer; -1 when nobody does. */
  next(): number {
    if (this.size === 0) return -1;
    while ((this.#levels[this.#lowest]?.size ?? 0) === 0) this.#lowest++;
    const key = this.#levels[this.#lowest].shift();
    this.#waiting.delete(key);
    this.#had.set(key, this.#lowest + 1);
    return key;
  }

  /** One that had most turns waits no longer, and had none for it; -1 when nobody waits. */
  last(): number {
    if (this.size === 0) return -1;
    while (this.#levels[this.#levels.length - 1].size === 0) this.#levels.pop();
    const key = this.#levels[this.#levels.length - 1].shift();
    this.#waiting.delete(key);
    this.#had.set(key, this.#levels.length - 1);
    return key;
  }

  #put(key: number, turns: number): void {
    this.#waiting.add(key);
    while (this.#levels.length <= turns) this.#levels.push(new RowQueue());
    this.#levels[turns].push(key);
    if (turns < this.#lowest) this.#lowest = turns;
  }
}
