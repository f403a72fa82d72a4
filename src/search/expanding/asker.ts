import type { Session } from '../../solver/types.js';
import type { ExprId } from '../../vocabulary/brands.js';
import type { Engine } from '../contracts/engine.js';
import { noCounts } from '../results/stats.js';
import type { Tally } from '../results/tally.js';

/** Asks the solver for inputs near the one that was run, and keeps the last it found. */
export class Asker {
  readonly counts = noCounts();
  #base!: Uint8Array;
  #session!: Session;
  #scratch = new Uint8Array(256);
  /** Questions that turn out to be hard are given up soon: somebody will ask again. */
  isFirstTry = false;
  /** A first try that counts was given up since this was last set to false. */
  gaveUp = false;

  constructor(
    readonly engine: Engine,
    readonly tally: Tally,
  ) {}

  /** Another path, taken by `base`. */
  open(base: Uint8Array): void {
    this.#base = base;
    this.#session = this.engine.open(base);
  }

  assume(constraint: ExprId): void {
    this.#session.assume(constraint);
  }

  /** Bounds tell that no input on the path meets the condition: nobody need be asked. */
  cannotHold(condition: ExprId): boolean {
    return this.#session.cannotHold?.(condition) ?? false;
  }

  /** The input last found; reused by the next question. */
  get found(): Uint8Array {
    return this.#scratch.subarray(0, this.#base.length);
  }

  /** Puts back an input that was found before. */
  restore(input: Uint8Array): void {
    this.#scratch.set(input);
  }

  /** Of the input last found. */
  isTrue(condition: ExprId): boolean {
    return this.engine.evaluate(condition, this.found) !== 0n;
  }

  /** True: there is an input with this condition, and it is the one found. */
  find(condition: ExprId, site: number, counted = true): boolean {
    return this.answer(condition, site, counted) === 'sat';
  }

  /** An answer that nothing depends on (`counted` false) is no approximation when there is none. */
  answer(condition: ExprId, site: number, counted = true): 'sat' | 'unsat' | 'unknown' {
    const { counts } = this;
    const hits = this.engine.cacheHits ?? 0;
    const start = performance.now();
    const answer = this.#session.check(condition, this.isFirstTry);
    counts.milliseconds += performance.now() - start;
    if (answer.kind === 'unknown' && this.isFirstTry) {
      this.gaveUp ||= counted;
      counts.postponed++;
      return 'unknown';
    }
    counts.queries++;
    counts.cacheHits += (this.engine.cacheHits ?? 0) - hits;
    if (answer.kind === 'unsat') {
      counts.unsat++;
      return 'unsat';
    }
    if (answer.kind === 'unknown') {
      counts.unknown++;
      // Who gave up waiting says so itself.
      if (counted && !this.engine.patience?.isUp()) this.tally.count('solver-timeout', site);
      return 'unknown';
    }
    counts.sat++;
    const base = this.#base;
    if (this.#scratch.length < base.length) this.#scratch = new Uint8Array(base.length * 2);
    this.#scratch.set(base);
    const { vars, values } = answer.model;
    for (let k = 0; k < vars.length; k++) this.#scratch[vars[k]] = values[k];
    return 'sat';
  }
}
