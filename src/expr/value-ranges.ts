import type { ExprId } from '../vocabulary/brands.js';
import { firstCapacity } from '../vocabulary/capacity.js';
import { arity, Op } from './ops.js';
import { computeRange, stride } from './range-rules.js';
import type { ExprStore } from './store.js';

/**
 * Between which bounds an expression lies whatever the input, read as an unsigned and as a signed number. Computed
 * once per expression from its parts, so a sum that grows by one byte at a time costs one step a byte. Sound, not
 * tight; from 2^53 on a bound says only that the value is at least, or may be anything, that large.
 */
export class ValueRanges {
  /** Per expression 1 + its row, 0 where nobody asked. */
  #rows = new Int32Array(firstCapacity);
  #bounds = new Float64Array(stride * firstCapacity);
  #used = 0;
  #generation: number;
  readonly #pending: ExprId[] = [];

  constructor(readonly store: ExprStore) {
    this.#generation = store.generation;
  }

  lowest(id: ExprId): number {
    // First the place: finding it may move them all.
    const at = this.#at(id);
    return this.#bounds[at];
  }

  highest(id: ExprId): number {
    const at = this.#at(id);
    return this.#bounds[at + 1];
  }

  lowestSigned(id: ExprId): number {
    const at = this.#at(id);
    return this.#bounds[at + 2];
  }

  highestSigned(id: ExprId): number {
    const at = this.#at(id);
    return this.#bounds[at + 3];
  }

  /** A condition that no input meets. */
  isNever(condition: ExprId): boolean {
    return this.highest(condition) === 0;
  }

  /** Where an expression's four bounds stand. */
  #at(id: ExprId): number {
    if (this.#generation !== this.store.generation) this.#forget();
    if (id < this.#rows.length && this.#rows[id] !== 0) return (this.#rows[id] - 1) * stride;
    this.#compute(id);
    return (this.#rows[id] - 1) * stride;
  }

  #forget(): void {
    this.#generation = this.store.generation;
    this.#rows = new Int32Array(firstCapacity);
    this.#bounds = new Float64Array(stride * firstCapacity);
    this.#used = 0;
  }

  #compute(root: ExprId): void {
    const { store } = this;
    if (root >= this.#rows.length) {
      const bigger = new Int32Array(store.op.length);
      bigger.set(this.#rows);
      this.#rows = bigger;
    }
    const rows = this.#rows;
    const pending = this.#pending;
    const { op, a, b, c, tables } = store;
    const rowOf = (id: ExprId): number => (rows[id] - 1) * stride;
    pending.push(root);
    while (pending.length > 0) {
      const id = pending[pending.length - 1];
      if (rows[id] !== 0) {
        pending.pop();
        continue;
      }
      const before = pending.length;
      const children = arity(op[id]);
      if (children > 0 && rows[a[id]] === 0) pending.push(a[id]);
      if (children > 1 && rows[b[id]] === 0) pending.push(b[id]);
      if (children > 2 && rows[c[id]] === 0) pending.push(c[id]);
      if (op[id] === Op.Read)
        for (const byte of tables[b[id]].ids) if (byte !== 0 && rows[byte] === 0) pending.push(byte);
      if (pending.length > before) continue;
      pending.pop();
      if ((this.#used + 1) * stride > this.#bounds.length) {
        const bigger = new Float64Array(this.#bounds.length * 2);
        bigger.set(this.#bounds);
        this.#bounds = bigger;
      }
      const row = this.#used++;
      computeRange(store, id, this.#bounds, row * stride, rowOf);
      rows[id] = row + 1;
    }
  }
}

const known = new WeakMap<ExprStore, ValueRanges>();

/** What is known of a store's expressions, shared by all who ask. */
export function rangesOf(store: ExprStore): ValueRanges {
  let ranges = known.get(store);
  if (ranges === undefined) {
    ranges = new ValueRanges(store);
    known.set(store, ranges);
  }
  return ranges;
}
