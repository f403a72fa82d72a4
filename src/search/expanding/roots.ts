import type { Site } from '../../abi/site.js';
import { Entry, type Trace } from '../../abi/trace.js';
import { KeyTable } from '../results/key-table.js';
import { choiceAt, foldEntry, RollingHash } from './path-hash.js';

/**
 * Several first inputs share one tree of paths, and each part of it is to be explored once, by the same
 * one whatever the order of work. So they are all run first. A first input owns what it is the first to
 * pass: it asks from the entry on at which it left all earlier ones, and nobody asks for the way it went
 * there, since it is known already.
 */
export class RootSurvey {
  /** Every prefix some first input passed. */
  readonly #prefixes = new KeyTable();
  /** Where first inputs left those before them. */
  readonly #claims: number[] = [];
  readonly #rows: number[] = [];
  readonly #hash = new PrefixWithValues();
  readonly #plain = new RollingHash();

  constructor(readonly sites: readonly Site[]) {}

  /** `evaluate`: an expression, on the input that was run. */
  add(trace: Trace, gain: number, evaluate: (expr: number) => bigint): void {
    const hash = this.#hash;
    const plain = this.#plain;
    hash.reset();
    plain.reset();
    const root = this.#rows.length / rowWidth;
    // The first owns all; one that passes nothing new, nothing.
    let row = root === 0 ? [0, plain.low, plain.high, gain] : [-1, 0, 0, gain];
    for (let i = 0; i < trace.length; i++) {
      const choice = choiceAt(trace, i, this.sites);
      foldEntry(plain, trace, i, choice);
      hash.fold(
        trace,
        i,
        choice,
        isConcretization(trace.kind[i]) ? concretizedValue(trace.value[i], root, evaluate) : undefined,
      );
      const isNew = this.#prefixes.add(hash.low, hash.high);
      if (!isNew || row[0] >= 0) continue;
      this.#claims.push(hash.low, hash.high);
      row = [i + 1, plain.low, plain.high, gain];
    }
    this.#rows.push(...row);
  }

  done(): SurveyedRoots {
    return { rows: Int32Array.from(this.#rows), claims: Int32Array.from(this.#claims), expanded: 0 };
  }
}

/** What a survey found; all that is needed to go on after it. */
export interface SurveyedRoots {
  /** Per first input: bound (-1: owns nothing), expected low, expected high, gain. */
  readonly rows: Int32Array;
  /** Keys of ways some first input has taken: low, high… */
  readonly claims: Int32Array;
  /** How many of them were expanded. */
  readonly expanded: number;
}

export const rowWidth = 4;

/** Tells a way that a first input has taken already. */
export class Claims {
  readonly #keys: KeyTable;

  constructor({ claims }: SurveyedRoots) {
    this.#keys = new KeyTable(claims.length / 2);
    for (let i = 0; i < claims.length; i += 2) this.#keys.add(claims[i], claims[i + 1]);
  }

  has(hash: RollingHash): boolean {
    return this.#keys.find(hash.low, hash.high) >= 0;
  }
}

/** A prefix that also tells apart by which values were concretized. */
export class PrefixWithValues {
  readonly hash = new RollingHash();

  get low(): number {
    return this.hash.low;
  }

  get high(): number {
    return this.hash.high;
  }

  reset(): void {
    this.hash.reset();
  }

  fold(trace: Trace, i: number, choice: number, value: bigint | undefined): void {
    foldEntry(this.hash, trace, i, choice);
    if (value !== undefined) this.hash.fold(Number(value & 0xffffffffn) | 0, Number((value >> 32n) & 0xffffffffn) | 0);
  }
}

export const isConcretization = (kind: number): boolean => kind === Entry.Concretization || kind === Entry.Settled;

/** A concretization whose expression is not known is like no other first input's. */
function concretizedValue(expr: number, root: number, evaluate: (expr: number) => bigint): bigint {
  return expr === 0 ? BigInt(root) : evaluate(expr);
}
