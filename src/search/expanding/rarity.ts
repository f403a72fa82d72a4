/**
 * How often this worker's runs passed each point of the user's code. The point of a run that fewest runs passed is the
 * group that tasks made from it belong to; strategies share their turns between groups. Only ever a hint: no path
 * depends on it.
 */
export class Rarity {
  /** Of the last run; -1 where it passed nothing. */
  group = -1;
  readonly #times: Uint32Array;

  constructor(points: number) {
    this.#times = new Uint32Array(points);
  }

  /** A run passed these points. */
  passed(coverage: Uint8Array): void {
    const times = this.#times;
    let least = 0xffffffff;
    this.group = -1;
    for (let i = 0; i < coverage.length; i++) {
      if (coverage[i] === 0 || ++times[i] >= least) continue;
      least = times[i];
      this.group = i;
    }
  }
}
