import { checkers } from '../checkers/index.js';

/** What became of the checks, by the checker's place in the table. */
export class CheckCounts {
  /** Conditions put into paths. */
  readonly injected = new Float64Array(checkers.length);
  /** Those that some input meets. */
  readonly solved = new Float64Array(checkers.length);
  /** Sets of checks between two branches, and how many checks the largest has. */
  groups = 0;
  largest = 0;

  note(group: readonly number[]): void {
    this.groups++;
    this.largest = Math.max(this.largest, group.length);
    for (const checker of group) this.injected[checker]++;
  }
}
