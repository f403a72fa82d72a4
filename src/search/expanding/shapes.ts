import { arity, Op } from '../../expr/ops.js';
import type { ExprStore } from '../../expr/store.js';
import type { RunResult } from '../../runtime/types.js';
import type { ExprId } from '../../vocabulary/brands.js';
import { firstCapacity } from '../../vocabulary/capacity.js';

/** Levels of an expression that are looked at. */
const levels = 5;
/** A condition that compares with nothing worth telling apart. */
const none = 1;

/**
 * What a condition says a value equals, or does not, whichever bytes of the input it asks about: a hash of the constants
 * near its top. Bounds of loops are left out, and lengths: counting up is no progress. Two conditions that look alike
 * only spoil a hint.
 */
export class Shapes {
  /** Per expression; 0 = not known yet. */
  #known = new Int32Array(firstCapacity);
  #generation: number;
  #regions: RunResult['regions'] | undefined;
  readonly #lengths = new Set<number>();
  #hasLength = false;

  constructor(readonly store: ExprStore) {
    this.#generation = store.generation;
  }

  /** Conditions of a run whose input lies so. */
  start(regions: RunResult['regions']): void {
    if (regions === this.#regions) return;
    this.#regions = regions;
    const before = this.#lengths.size;
    for (const { offset, size, plan } of regions) {
      if (plan.kind === 'length') for (let i = 0; i < size; i++) this.#lengths.add(offset + i);
    }
    if (this.#lengths.size > before) this.#known.fill(0);
  }

  of(expr: ExprId): number {
    const { store } = this;
    if (this.#generation !== store.generation) {
      this.#generation = store.generation;
      this.#known = new Int32Array(firstCapacity);
    }
    if (expr >= this.#known.length) {
      const bigger = new Int32Array(store.op.length);
      bigger.set(this.#known);
      this.#known = bigger;
    }
    return this.#known[expr] || (this.#known[expr] = this.#make(expr));
  }

  #make(expr: ExprId): number {
    const { op, width, a } = this.store;
    // A negation is an exclusive or with 1.
    const plain = op[expr] === Op.Xor && width[expr] === 1 ? a[expr] : expr;
    if (op[plain] !== Op.Eq) return none;
    this.#hasLength = false;
    const sum = this.#sum(plain, levels);
    return this.#hasLength ? none : sum | 1;
  }

  #sum(expr: ExprId, left: number): number {
    const { op, width, a, b, c } = this.store;
    const kind = op[expr];
    if (kind === Op.Const) return width[expr] === 1 ? 0 : Math.imul(a[expr] ^ 0x5bd1e995, 0x9e3779b1);
    if (kind === Op.Var && this.#lengths.has(a[expr])) this.#hasLength = true;
    const children = arity(kind);
    if (left === 0 || children === 0) return 0;
    let sum = this.#sum(a[expr], left - 1);
    if (children > 1) sum += this.#sum(b[expr], left - 1);
    if (children > 2) sum += this.#sum(c[expr], left - 1);
    return sum | 0;
  }
}
