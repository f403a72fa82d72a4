import type { ExprId } from '../vocabulary/brands.js';
import type { ExprStore } from './store.js';

const bits = 16;

/**
 * Remembers what recent operations came to: a program run a thousand times builds the same expressions a
 * thousand times, and simplifying them again is most of what that costs. Direct-mapped; a newer entry replaces
 * an older one. Ids are those of one generation of the store.
 */
export class OperationMemo {
  readonly #kind = new Int32Array(1 << bits);
  readonly #x = new Int32Array(1 << bits);
  readonly #y = new Int32Array(1 << bits);
  readonly #result = new Int32Array(1 << bits);
  #generation: number;
  #slot = 0;

  constructor(readonly store: ExprStore) {
    this.#generation = store.generation;
  }

  /** The result, or -1; then `keep` stores it in the place that was looked at. `kind` is never 0. */
  find(kind: number, x: number, y: number): ExprId {
    if (this.#generation !== this.store.generation) {
      this.#generation = this.store.generation;
      this.#kind.fill(0);
    }
    const hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(kind, 0x27d4eb2f);
    const slot = (hash ^ (hash >>> 15)) & ((1 << bits) - 1);
    this.#slot = slot;
    if (this.#kind[slot] === kind && this.#x[slot] === x && this.#y[slot] === y) return this.#result[slot];
    return -1;
  }

  keep(slot: number, kind: number, x: number, y: number, result: ExprId): ExprId {
    this.#kind[slot] = kind;
    this.#x[slot] = x;
    this.#y[slot] = y;
    this.#result[slot] = result;
    return result;
  }

  /** Where the last `find` looked: building a result may look elsewhere in between. */
  get slot(): number {
    return this.#slot;
  }
}
