import type { InputRegion } from '../../inputs/plan.js';
import { stretchesOf, usedBytes, withBytes } from '../../inputs/stretches.js';
import type { RunResult } from '../../runtime/types.js';
import { cut, cutsOf } from './cuts.js';

export interface LaidOut {
  readonly input: Uint8Array;
  readonly regions: readonly InputRegion[];
}

/** An input that was the first to come somewhere, or to match something. */
export interface CorpusEntry extends LaidOut {
  readonly number: number;
  input: Uint8Array;
  coverage: Uint8Array;
  /** The points it was the first to pass, and what it was the first to match (matches.ts). */
  readonly points: readonly number[];
  readonly matched: readonly number[];
  /** Cuts that were tried since it last got shorter. */
  tried: number;
  /** Runs that may still be spent on it; 0: short enough. */
  left: number;
}

/** Runs spent on making one shorter, at most. */
const mostCuts = 128;

/** The corpus of a side search: inputs that brought coverage, each made as short as it can be: junk before what matters leaves no room behind it. */
export class Corpus {
  #kept: CorpusEntry[] = [];
  #chosen: readonly CorpusEntry[] = [];
  #count = 0;
  #isChanged = false;

  keep({ input, regions, coverage }: RunResult, points: readonly number[], matched: readonly number[]): void {
    if (stretchesOf(regions).length === 0) return;
    this.#kept.push({
      ...{ number: this.#count++, regions, points, matched, tried: 0, left: mostCuts },
      input: input.slice(),
      coverage: coverage.slice(),
    });
    this.#isChanged = true;
  }

  /** If there are others than last time: as few as cover everything, the latest first. Others are forgotten. */
  chosen(): readonly CorpusEntry[] | undefined {
    if (!this.#isChanged) return undefined;
    this.#isChanged = false;
    const passed = new Uint8Array(this.#kept[0].coverage.length);
    this.#chosen = this.#kept.reverse().filter(({ coverage, matched }) => {
      let isNeeded = matched.length > 0;
      for (let point = 0; point < coverage.length; point++) {
        if (coverage[point] === 0 || passed[point] !== 0) continue;
        passed[point] = 1;
        isNeeded = true;
      }
      return isNeeded;
    });
    this.#kept = [...this.#chosen].reverse();
    return this.#chosen;
  }

  /** As chosen last time. */
  get latest(): readonly CorpusEntry[] {
    return this.#chosen;
  }

  /** A chosen one with something left out, to see whether it still comes where it came; undefined when all was tried. */
  shorter(): { readonly entry: CorpusEntry; readonly input: Uint8Array } | undefined {
    for (const entry of this.#chosen) {
      if (entry.left === 0) continue;
      let index = entry.tried;
      for (const stretch of stretchesOf(entry.regions)) {
        const bytes = usedBytes(entry.input, stretch);
        const cuts = cutsOf(bytes);
        if (index >= cuts.length) {
          index -= cuts.length;
          continue;
        }
        entry.tried++;
        entry.left--;
        return { entry, input: withBytes(entry.input, stretch, cut(bytes, cuts[index])) };
      }
      entry.left = 0;
    }
    return undefined;
  }

  /** What the shorter one did. */
  ran(entry: CorpusEntry, { input, coverage }: RunResult, matches: ReadonlySet<number>): void {
    if (!entry.points.every((point) => coverage[point] !== 0)) return;
    if (!entry.matched.every((match) => matches.has(match))) return;
    entry.input = input.slice();
    entry.coverage = coverage.slice();
    entry.tried = 0;
  }
}
