import { arity, Op } from '../expr/ops.js';
import type { ExprStore } from '../expr/store.js';
import type { ExprId } from '../vocabulary/brands.js';

/** Levels of an expression that are looked at. */
const levels = 5;

/**
 * What a condition compares with, whichever bytes of the input it asks about: a hash of the constants near its top,
 * the same for its negation. Two conditions that look alike only spoil a hint.
 */
export class Shapes {
  /** Per expression; 0 = not known yet. */
  #known = new Int32Array(1 << 12);
  #generation: number;

  constructor(readonly store: ExprStore) {
    this.#generation = store.generation;
  }

  of(expr: ExprId): number {
    if (this.#generation !== this.store.generation) {
      this.#generation = this.store.generation;
      this.#known = new Int32Array(1 << 12);
    }
    if (expr >= this.#known.length) {
      const bigger = new Int32Array(this.store.op.length);
      bigger.set(this.#known);
      this.#known = bigger;
    }
    return this.#known[expr] || (this.#known[expr] = this.#sum(expr, levels) | 1);
  }

  #sum(expr: ExprId, left: number): number {
    const { op, width, a, b, c } = this.store;
    const kind = op[expr];
    if (kind === Op.Const) return width[expr] === 1 ? 0 : Math.imul(a[expr] ^ 0x5bd1e995, 0x9e3779b1);
    const children = arity(kind);
    if (left === 0 || children === 0) return 0;
    let sum = this.#sum(a[expr], left - 1);
    if (children > 1) sum += this.#sum(b[expr], left - 1);
    if (children > 2) sum += this.#sum(c[expr], left - 1);
    return sum | 0;
  }
}
