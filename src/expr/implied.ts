import type { ExprId } from '../vocabulary/brands.js';
import type { ExprStore } from './store.js';

/**
 * Conditions that follow from others and that the arithmetic of bounds sees through, where the others are written for
 * the solver: that a sum overflowed shows in three signs there, and in one comparison of wide sums here.
 */
export class Implied {
  readonly #by = new Map<ExprId, ExprId>();
  #generation: number;

  constructor(readonly store: ExprStore) {
    this.#generation = store.generation;
  }

  /** `consequence` holds wherever `condition` does. */
  note(condition: ExprId, consequence: ExprId): void {
    this.#forgetIfCleared();
    this.#by.set(condition, consequence);
  }

  /** What is known to follow from a condition; 0 for nothing. */
  by(condition: ExprId): ExprId {
    this.#forgetIfCleared();
    return this.#by.get(condition) ?? 0;
  }

  #forgetIfCleared(): void {
    if (this.#generation === this.store.generation) return;
    this.#generation = this.store.generation;
    this.#by.clear();
  }
}

const known = new WeakMap<ExprStore, Implied>();

export function impliedIn(store: ExprStore): Implied {
  let implied = known.get(store);
  if (implied === undefined) {
    implied = new Implied(store);
    known.set(store, implied);
  }
  return implied;
}
