import type { Site } from '../runtime/types.js';

/**
 * The arms of all symbolic branches and switches, numbered in one row: which were taken yet is what
 * strategies ask before anything else.
 */
export class ArmTable {
  readonly #first: Int32Array;
  readonly #taken: Uint8Array;
  #lately: number[] = [];

  constructor(sites: readonly Site[]) {
    this.#first = new Int32Array(sites.length);
    let next = 0;
    for (let i = 0; i < sites.length; i++) {
      this.#first[i] = next;
      const site = sites[i];
      if (site.targets) {
        let last = 0;
        for (const target of site.targets) if (target > last) last = target;
        next += last + 1;
      } else next += 2;
    }
    this.#taken = new Uint8Array(next);
  }

  of(site: number, choice: number): number {
    return this.#first[site] + choice;
  }

  /** The site an arm belongs to. */
  siteOf(arm: number): number {
    let low = 0;
    for (let high = this.#first.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if (this.#first[middle] <= arm) low = middle;
      else high = middle;
    }
    return low;
  }

  take(arm: number): void {
    if (this.#taken[arm] !== 0) return;
    this.#taken[arm] = 1;
    this.#lately.push(arm);
  }

  /** Arms taken for the first time since this was asked. */
  takenLately(): number[] {
    const lately = this.#lately;
    this.#lately = [];
    return lately;
  }

  isNew(arm: number): boolean {
    return arm >= 0 && this.#taken[arm] === 0;
  }
}
