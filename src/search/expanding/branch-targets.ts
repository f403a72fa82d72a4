import type { Site } from '../../abi/site.js';

/** Numbers for how far runs came (progress.ts); two that fall together only spoil a hint. */
const progressNumbers = 1 << 16;

/** In the place of an arm: the task goes on with a word that its parent was made to match a letter of (progress.ts). */
export const nextLetterArm = -3;
/** In the place of an arm: the task is the rest of one that was expanded in part. */
export const restArm = -2;
/** In the place of an arm: the question at the task's bound is hard. It is asked again when there is time for it. */
export const hardArm = -4;
/** The task makes a run that was made before. */
export const isAgain = (arm: number): boolean => arm === restArm || arm === hardArm;

/**
 * The arms of all symbolic branches and switches, numbered in one row: which were taken yet is what
 * strategies ask before anything else. Behind them numbers for arms that were taken, but not yet as far on.
 */
export class ArmTable {
  readonly #first: Int32Array;
  readonly #count: number;
  /** Behind the arms, one number for each site: that it failed. */
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

  /** An arm, or a failure: what is worth more than how far a run comes. */
  isUrgent(arm: number): boolean {
    return arm < this.#count;
  }

  /** The number of an arm taken this far on; `key` is what progress.ts calls it. */
  fartherOn(key: number, choice: number): number {
    return this.#count + progressNumbers + mixed(key, choice);
  }

  /** The number of an arm taken after a comparison with something, or as many in a row. */
  matched(key: number, choice: number): number {
    return this.#count + mixed(key, choice);
  }

  isMatch(arm: number): boolean {
    return arm >= this.#count && arm < this.#count + progressNumbers;
  }

  isArm(arm: number): boolean {
    return arm < this.#failures;
  }

  /** The site an arm belongs to; -1 for a number that only says how far on. */
  siteOf(arm: number): number {
    if (arm >= this.#failures) return -1;
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
    return arm === nextLetterArm || (arm >= 0 && this.#taken[arm] === 0);
  }
}

function mixed(key: number, choice: number): number {
  const product = Math.imul(key ^ Math.imul(choice + 1, 0x27d4eb2f), 0x165667b1);
  return (product ^ (product >>> 15)) & (progressNumbers - 1);
}
