import { type ByteSet, membersInOrder, plainest, sizeOf } from './byteset.js';
import type { Domains } from './domains.js';
import { Enumerator } from './enumerator.js';
import type { Knowledge } from './knowledge.js';
import { flattened, Propagator } from './ranges/propagate.js';

/** Up to this many combinations are tried at once rather than branched on. */
const blockLimit = 4096;

type Outcome = 'some' | 'none' | undefined;

/**
 * Branches on one byte after another, the values of the others narrowed after each choice, and
 * enumerates once few combinations are left. Parts that no longer share an undecided byte are solved
 * apart. Values are tried plainest first; the first solution in that order is the answer.
 */
export class Search {
  readonly #enumerator: Enumerator;
  #propagator!: Propagator;
  #ranks!: Uint8Array;
  #work = 0;

  constructor(readonly knowledge: Knowledge) {
    this.#enumerator = new Enumerator(knowledge);
  }

  /**
   * Values for the bytes, 'none' if there are no such, `undefined` if the work allowed did not suffice.
   * `narrowed`: intervals have already got all they can from these domains.
   */
  run(domains: Domains, work: number, narrowed: boolean): Uint8Array | 'none' | undefined {
    const { vars, sets, ranks, others: constraints } = domains;
    this.#ranks = ranks;
    this.#propagator = new Propagator(this.knowledge, vars, constraints);
    this.#work = work;
    const flat = flattened(sets);
    const all = constraints.map((_, index) => index);
    const outcome = narrowed ? this.#solveParts(flat, all) : this.#descend(flat, all, undefined);
    if (outcome !== 'some') return outcome;
    return Uint8Array.from(vars, (_, place) => plainest(setAt(flat, place), ranks[place]));
  }

  /** On 'some', every choice of values left in `flat` satisfies the constraints. */
  #solveParts(flat: Int32Array, constraints: readonly number[]): Outcome {
    let outcome: Outcome = 'some';
    for (const part of this.#partsOf(flat, constraints)) {
      const result = this.#solvePart(flat, part);
      if (result === 'none') return 'none';
      outcome = result && outcome;
    }
    return outcome;
  }

  #solvePart(flat: Int32Array, constraints: readonly number[]): Outcome {
    const places = this.#placesOf(constraints);
    let combinations = 1;
    for (const place of places) combinations *= sizeOf(setAt(flat, place));
    if (combinations <= blockLimit) return this.#enumerate(flat, places, constraints);
    const branch = this.#chooseBranch(flat, places);
    const values = new Int32Array(256);
    const count = membersInOrder(setAt(flat, branch), this.#ranks[branch], values);
    for (let index = 0; index < count; index++) {
      const copy = flat.slice();
      setOnly(copy, branch, values[index]);
      const outcome = this.#descend(copy, constraints, branch);
      if (outcome === 'none') continue;
      if (outcome === 'some') flat.set(copy);
      return outcome;
    }
    return 'none';
  }

  #descend(flat: Int32Array, constraints: readonly number[], changed: number | undefined): Outcome {
    const propagator = this.#propagator;
    const before = propagator.work;
    const consistent = propagator.propagate(flat, changed);
    this.#work -= propagator.work - before;
    if (!consistent) return 'none';
    if (this.#work < 0) return undefined;
    return this.#solveParts(
      flat,
      constraints.filter((index) => propagator.entailed[index] === 0),
    );
  }

  #enumerate(flat: Int32Array, places: readonly number[], constraints: readonly number[]): Outcome {
    const propagator = this.#propagator;
    const result = this.#enumerator.search(
      places.map((place) => propagator.vars[place]),
      places.map((place) => setAt(flat, place)),
      places.map((place) => this.#ranks[place]),
      constraints.map((index) => propagator.constraints[index]),
      this.#work,
    );
    this.#work = this.#enumerator.workLeft;
    if (result === 'none' || result === undefined) return result;
    places.forEach((place, index) => {
      setOnly(flat, place, result[index]);
    });
    return 'some';
  }

  /** Constraints grouped by the undecided bytes they share. */
  #partsOf(flat: Int32Array, constraints: readonly number[]): number[][] {
    const propagator = this.#propagator;
    const waiting = new Set(constraints);
    const seen = new Set<number>();
    const parts: number[][] = [];
    for (const first of constraints) {
      if (!waiting.delete(first)) continue;
      const part = [first];
      for (let head = 0; head < part.length; head++) {
        for (const place of propagator.placesOf(part[head])) {
          if (seen.has(place) || sizeOf(setAt(flat, place)) === 1) continue;
          seen.add(place);
          for (const other of propagator.constraintsAt(place)) if (waiting.delete(other)) part.push(other);
        }
      }
      parts.push(part);
    }
    return parts;
  }

  #placesOf(constraints: readonly number[]): number[] {
    const places = new Set<number>();
    for (const index of constraints) for (const place of this.#propagator.placesOf(index)) places.add(place);
    return [...places].sort((left, right) => left - right);
  }

  /**
   * The undecided byte with the fewest values; among equals the highest of a number (so that small
   * numbers come first), then the one most constraints read, then the first.
   */
  #chooseBranch(flat: Int32Array, places: readonly number[]): number {
    let best = -1;
    let bestScore = Number.POSITIVE_INFINITY;
    for (const place of places) {
      const size = sizeOf(setAt(flat, place));
      if (size === 1) continue;
      const ties = Math.min(0.9, this.#propagator.constraintsAt(place).length / 1000);
      const score = size * 100 - this.#ranks[place] - ties;
      if (score < bestScore) {
        bestScore = score;
        best = place;
      }
    }
    return best;
  }
}

function setAt(flat: Int32Array, place: number): ByteSet {
  return flat.subarray(place * 8, place * 8 + 8);
}

function setOnly(flat: Int32Array, place: number, value: number): void {
  flat.fill(0, place * 8, place * 8 + 8);
  flat[place * 8 + (value >> 5)] = 1 << (value & 31);
}
