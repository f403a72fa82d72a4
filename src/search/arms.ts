import type { Site } from '../runtime/types.js';

/** Numbers for how far runs came (progress.ts); two that fall together only spoil a hint. */
const progressNumbers = 1 << 16;

/**
 * The arms of all symbolic branches and switches, numbered in one row: which were taken yet is what
 * strategies ask before anything else. Behind them numbers for arms that were taken, but not yet as far on.
 */
export class ArmTable {
  readonly #first: Int32Array;
  readonly #count: number;
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
    this.#count = next;
    this.#taken = new Uint8Array(next + progressNumbers);
  }

  of(site: number, choice: number): number {
    return this.#first[site] + choice;
  }

  /** The number of an arm taken this far on; `key` is what progress.ts calls it. */
  fartherOn(key: number, choice: number): number {
    const mixed = Math.imul(key ^ Math.imul(choice + 1, 0x27d4eb2f), 0x165667b1);
    return this.#count + ((mixed ^ (mixed >>> 15)) & (progressNumbers - 1));
  }

  isArm(arm: number): boolean {
    return arm < this.#count;
  }

  /** The site an arm belongs to; -1 for a number that only says how far on. */
  siteOf(arm: number): number {
    if (arm >= this.#count) return -1;
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
