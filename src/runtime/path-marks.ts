import type { ExprStore } from '../expr/store.js';
import type { ExprId } from '../vocabulary/brands.js';
import { firstCapacity } from '../vocabulary/capacity.js';

/** A set of expressions that is emptied with every run: a number per expression that says in which run it was added. */
export class PathMarks {
  #run = 1;
  #marks = new Int32Array(firstCapacity);
  #generation: number;

  constructor(readonly store: ExprStore) {
    this.#generation = store.generation;
  }

  reset(): void {
    this.#run++;
    if (this.#generation === this.store.generation && this.#run < 0x7fffffff) return;
    this.#generation = this.store.generation;
    this.#marks.fill(0);
    this.#run = 1;
  }

  add(id: ExprId): void {
    if (id >= this.#marks.length) {
      const bigger = new Int32Array(Math.max(id + 1, this.#marks.length * 2));
      bigger.set(this.#marks);
      this.#marks = bigger;
    }
    this.#marks[id] = this.#run;
  }

  has(id: ExprId): boolean {
    return id < this.#marks.length && this.#marks[id] === this.#run;
  }
}
