import { Op } from '../expr/ops.js';
import type { ExprStore } from '../expr/store.js';
import type { ExprId, VarId } from '../vocabulary/brands.js';

const nothing = new Int32Array(0);

/**
 * What the layers know of an expression whatever the query: which input bytes it reads.
 *
 * Children have smaller ids than parents, so one sweep over the ids not seen yet fills the table
 * without recursion, and each expression is looked at once.
 */
export class Facts {
  #known: number;
  #support = new Int32Array(1 << 12);
  #sets: Int32Array[] = [nothing];
  #setIds = new Map<string, number>([['', 0]]);
  #unions = new Map<number, number>();

  constructor(readonly store: ExprStore) {
    this.#known = store.size;
    this.clear();
  }

  clear(): void {
    this.#known = (this.store.constructor as typeof ExprStore).firstId;
    this.#sets = [nothing];
    this.#setIds = new Map([['', 0]]);
    this.#unions.clear();
  }

  /** The input bytes an expression reads, ascending. Equal sets are one object. */
  support(id: ExprId): Int32Array {
    if (id >= this.#known) this.#sweep(id);
    return this.#sets[this.#support[id]];
  }

  /** An order of expressions that no worker's history can change: by content, where ids tell of the past. */
  readonly byContent = (left: ExprId, right: ExprId): number =>
    this.store.key[left] - this.store.key[right] || left - right;

  #sweep(last: ExprId): void {
    const { store } = this;
    if (last >= this.#support.length) {
      const length = Math.max(this.#support.length * 2, store.op.length);
      this.#support = grown(this.#support, length);
    }
    for (let id = this.#known; id <= last; id++) {
      this.#support[id] = this.#supportOf(id);
    }
    this.#known = last + 1;
  }

  #supportOf(id: ExprId): number {
    const { store } = this;
    switch (store.op[id]) {
      case Op.Const:
        return 0;
      case Op.Var:
        return this.#intern(Int32Array.of(store.a[id]));
      case Op.Read: {
        let set = this.#support[store.a[id]];
        for (const entry of store.tables[store.b[id]].ids)
          if (entry !== 0) set = this.#union(set, this.#support[entry]);
        return set;
      }
      case Op.Ite:
        return this.#union(
          this.#support[store.a[id]],
          this.#union(this.#support[store.b[id]], this.#support[store.c[id]]),
        );
      default: {
        const a = this.#support[store.a[id]];
        return store.b[id] === 0 ? a : this.#union(a, this.#support[store.b[id]]);
      }
    }
  }

  #union(left: number, right: number): number {
    if (left === right || right === 0) return left;
    if (left === 0) return right;
    const key = left < right ? left * 0x4000000 + right : right * 0x4000000 + left;
    let union = this.#unions.get(key);
    if (union === undefined) {
      union = this.#intern(merged(this.#sets[left], this.#sets[right]));
      this.#unions.set(key, union);
    }
    return union;
  }

  #intern(set: Int32Array): number {
    const key = set.join();
    let id = this.#setIds.get(key);
    if (id === undefined) {
      id = this.#sets.length;
      this.#sets.push(set);
      this.#setIds.set(key, id);
    }
    return id;
  }
}

/** Both ascending, so the result is; equal elements once. */
export function merged(left: ArrayLike<VarId>, right: ArrayLike<VarId>): Int32Array {
  const union = new Int32Array(left.length + right.length);
  let length = 0;
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    const difference = left[i] - right[j];
    union[length++] = difference <= 0 ? left[i] : right[j];
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  while (i < left.length) union[length++] = left[i++];
  while (j < right.length) union[length++] = right[j++];
  return union.slice(0, length);
}

function grown(old: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const bigger = new Int32Array(length);
  bigger.set(old);
  return bigger;
}
