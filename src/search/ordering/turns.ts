import { RowQueue } from './row-queue.js';

/** Who comes late is this many turns ahead of those that had fewest. */
const headStart = 4;

/** Who of those that wait is next: always one that had fewest turns, and of these who waited longest. Constant time. */
export class Turns {
  readonly #had = new Map<number, number>();
  readonly #waiting = new Set<number>();
  /** Those that wait, by the turns they had; of the many numbers of turns only those that somebody had. */
  readonly #levels = new Map<number, RowQueue>();
  #spare: RowQueue | undefined;
  #lowest = 0;
  #highest = 0;

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
    while (!this.#levels.has(this.#lowest)) this.#lowest++;
    const key = this.#leave(this.#lowest);
    this.#had.set(key, this.#lowest + 1);
    return key;
  }

  /** One that had most turns waits no longer, and had none for it; -1 when nobody waits. */
  last(): number {
    if (this.size === 0) return -1;
    while (!this.#levels.has(this.#highest)) this.#highest--;
    const key = this.#leave(this.#highest);
    this.#had.set(key, this.#highest);
    return key;
  }

  #leave(turns: number): number {
    const level = this.#levels.get(turns)!;
    const key = level.shift();
    this.#waiting.delete(key);
    if (level.size === 0) {
      this.#levels.delete(turns);
      this.#spare = level;
    }
    return key;
  }

  #put(key: number, turns: number): void {
    this.#waiting.add(key);
    let level = this.#levels.get(turns);
    if (!level) {
      this.#levels.set(turns, (level = this.#spare ?? new RowQueue()));
      this.#spare = undefined;
    }
    level.push(key);
    if (turns < this.#lowest) this.#lowest = turns;
    if (turns > this.#highest) this.#highest = turns;
  }
}
