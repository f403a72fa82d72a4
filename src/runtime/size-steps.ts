import type { SymbolicArithmetic } from '../checkers/types.js';
import type { ExprStore } from '../expr/store.js';
import type { Arithmetic } from '../vocabulary/arithmetic.js';
import type { ExprId } from '../vocabulary/brands.js';

/** Steps looked at, so that a long computation stays cheap. */
const mostSteps = 16;

/**
 * Which operations of the source made an expression: what the expression itself no longer shows, as `n * 4` is
 * kept as a row of bytes. Forgotten with every run. Noted at every sum of symbols and looked at for few: numbers per
 * expression, and no objects.
 */
export class SizeSteps {
  #run = 1;
  #generation: number;
  /** Per expression: in which run it was noted, 1 + the place of the operation, its operands. */
  #runs = new Int32Array(0);
  #kinds = new Uint8Array(0);
  #lefts = new Int32Array(0);
  #rights = new Int32Array(0);
  /** Operations met so far; there are few. */
  readonly #met: Arithmetic[] = [];

  constructor(readonly store: ExprStore) {
    this.#generation = store.generation;
  }

  reset(): void {
    this.#run++;
    if (this.#generation === this.store.generation && this.#run < 0x7fffffff) return;
    this.#generation = this.store.generation;
    this.#runs.fill(0);
    this.#run = 1;
  }

  note(result: ExprId, what: Arithmetic, left: ExprId, right: ExprId): void {
    if (this.store.isConst(result)) return;
    if (result >= this.#runs.length) this.#grow();
    let kind = this.#met.indexOf(what);
    if (kind < 0) kind = this.#met.push(what) - 1;
    this.#runs[result] = this.#run;
    this.#kinds[result] = kind;
    this.#lefts[result] = left;
    this.#rights[result] = right;
  }

  #grow(): void {
    const { length } = this.store.op;
    const grown = <A extends Int32Array | Uint8Array>(bigger: A, from: A): A => {
      bigger.set(from);
      return bigger;
    };
    this.#runs = grown(new Int32Array(length), this.#runs);
    this.#kinds = grown(new Uint8Array(length), this.#kinds);
    this.#lefts = grown(new Int32Array(length), this.#lefts);
    this.#rights = grown(new Int32Array(length), this.#rights);
  }

  #of(result: ExprId): SymbolicArithmetic | undefined {
    if (result >= this.#runs.length || this.#runs[result] !== this.#run) return undefined;
    return { ...this.#met[this.#kinds[result]], left: this.#lefts[result], right: this.#rights[result] };
  }

  /** The operations behind a value, the last first. */
  behind(value: ExprId): SymbolicArithmetic[] {
    const found: SymbolicArithmetic[] = [];
    const seen = new Set<ExprId>();
    const waiting = [value];
    while (waiting.length > 0 && found.length < mostSteps) {
      const id = waiting.shift() as ExprId;
      const step = this.#of(id);
      if (!step || seen.has(id)) continue;
      seen.add(id);
      found.push(step);
      // A conversion has the expression of what it converts.
      if (step.operation === 'sign') continue;
      waiting.push(step.left, step.right);
    }
    return found;
  }
}
