import type { Site } from '../../abi/site.js';

/** Numbers for how far runs came (progress.ts); two that fall together only spoil a hint. */
const progressNumbers = 1 << 16;

/** In the place of a branch target: the task goes on with a word that its parent was made to match a letter of (progress.ts). */
export const nextLetterTask = -3;
/** In the place of a branch target: the task is the rest of one that was expanded in part. */
export const restTask = -2;
/** In the place of a branch target: the question at the task's bound is hard. It is asked again when there is time for it. */
export const hardTask = -4;
/** The task makes a run that was made before. */
export const isAgain = (target: number): boolean => target === restTask || target === hardTask;

/**
 * The targets of all symbolic branches and switches (both sides of a branch), numbered in one row: which were taken yet is what
 * strategies ask before anything else. Behind them numbers for targets that were taken, but not yet as far on.
 */
export class BranchTargets {
  readonly #first: Int32Array;
  readonly #count: number;
  /** Behind the targets, one number for each site: that it failed. */
  readonly #failures: number;
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
    this.#failures = next;
    this.#count = next + sites.length;
    this.#taken = new Uint8Array(this.#count + 2 * progressNumbers);
  }

  of(site: number, choice: number): number {
    return this.#first[site] + choice;
  }

  /** The number of a failure at a site. */
  failure(site: number): number {
    return this.#failures + site;
  }

  /** A branch target, or a failure: what is worth more than how far a run comes. */
  isUrgent(target: number): boolean {
    return target < this.#count;
  }

  /** The number of a branch target taken this far on; `key` is what progress.ts calls it. */
  fartherOn(key: number, choice: number): number {
    return this.#count + progressNumbers + mixed(key, choice);
  }

  /** The number of a branch target taken after a comparison with something, or as many in a row. */
  matched(key: number, choice: number): number {
    return this.#count + mixed(key, choice);
  }

  isMatch(target: number): boolean {
    return target >= this.#count && target < this.#count + progressNumbers;
  }

  isTarget(target: number): boolean {
    return target < this.#failures;
  }

  /** The site a branch target belongs to; -1 for a number that only says how far on. */
  siteOf(target: number): number {
    if (target >= this.#failures) return -1;
    let low = 0;
    for (let high = this.#first.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if (this.#first[middle] <= target) low = middle;
      else high = middle;
    }
    return low;
  }

  take(target: number): void {
    if (this.#taken[target] !== 0) return;
    this.#taken[target] = 1;
    this.#lately.push(target);
  }

  /** Targets taken for the first time since this was asked. */
  takenLately(): number[] {
    const lately = this.#lately;
    this.#lately = [];
    return lately;
  }

  isNew(target: number): boolean {
    return target === nextLetterTask || (target >= 0 && this.#taken[target] === 0);
  }
}

function mixed(key: number, choice: number): number {
  const product = Math.imul(key ^ Math.imul(choice + 1, 0x27d4eb2f), 0x165667b1);
  return (product ^ (product >>> 15)) & (progressNumbers - 1);
}
