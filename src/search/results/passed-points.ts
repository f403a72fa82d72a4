import { KeyTable } from './key-table.js';

/** The coverage points that a run passed, a bit for each. Runs that passed the same share one array: never write to it. */
export type PassedPoints = Uint8Array;

export const noPoints: PassedPoints = new Uint8Array(0);

/** Sets remembered before all are forgotten: to know one again saves memory, and nothing else depends on it. */
const mostRemembered = 1 << 14;

/** What runs passed, each set kept once. */
export class PassedSets {
  #keys = new KeyTable();
  #sets: PassedPoints[] = [];
  #low = 0;
  #high = 0;

  /** From a run's own bytes, one a point, which the next run overwrites. */
  of(coverage: Uint8Array): PassedPoints {
    this.#hash(coverage);
    const known = this.#keys.find(this.#low, this.#high);
    if (known >= 0) return this.#sets[known];
    if (this.#sets.length === mostRemembered) {
      this.#keys = new KeyTable();
      this.#sets = [];
    }
    this.#keys.add(this.#low, this.#high);
    const set = packed(coverage);
    this.#sets.push(set);
    return set;
  }

  /** Two sums of 32 bits, each with a factor of its own. */
  #hash(bytes: Uint8Array): void {
    let [low, high] = [bytes.length, ~bytes.length];
    for (let i = 0; i < bytes.length; i++) {
      if (bytes[i] === 0) continue;
      low = Math.imul(low ^ i, 0x85ebca6b) + 0x165667b1;
      high = Math.imul((high + i) ^ (high >>> 13), 0xc2b2ae35);
    }
    this.#low = low | 0;
    this.#high = high | 0;
  }
}

/** Of one run alone. */
export function packed(coverage: Uint8Array): PassedPoints {
  const bits = new Uint8Array((coverage.length + 7) >> 3);
  for (let i = 0; i < coverage.length; i++) if (coverage[i] !== 0) bits[i >> 3] |= 1 << (i & 7);
  return bits;
}

/** Of so many points those that any of the sets has, a byte for each. */
export function passedByAny(sets: Iterable<PassedPoints>, points: number): Uint8Array {
  const bits = new Uint8Array((points + 7) >> 3);
  for (const set of new Set(sets)) for (let i = 0; i < set.length; i++) bits[i] |= set[i];
  return Uint8Array.from({ length: points }, (_, i) => (bits[i >> 3] >> (i & 7)) & 1);
}
