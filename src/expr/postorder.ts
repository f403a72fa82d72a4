import type { ExprId } from '../vocabulary/brands.js';
import { arity, Op } from './ops.js';
import type { ExprStore } from './store.js';

/**
 * A number per node that can be forgotten in no time: what a Map would do, at the price of an array read.
 * Kept and reused by whoever walks expressions often.
 */
export class NodeNumbers {
  #stamps = new Int32Array(0);
  #numbers = new Int32Array(0);
  #stamp = 0;

  /** Forgets everything and makes room for the store's nodes. */
  reset(store: ExprStore): void {
    const { length } = this.#stamps;
    // A store that was cleared is small again, and so are we.
    if (length < store.size || length > 8 * store.op.length || this.#stamp === 0x7fffffff) {
      this.#stamps = new Int32Array(store.op.length);
      this.#numbers = new Int32Array(store.op.length);
      this.#stamp = 0;
    }
    this.#stamp++;
  }
  has(id: ExprId): boolean {
    return this.#stamps[id] === this.#stamp;
  }
  /** `otherwise` if it has none. */
  get(id: ExprId, otherwise: number): number {
    return this.#stamps[id] === this.#stamp ? this.#numbers[id] : otherwise;
  }
  set(id: ExprId, value: number): void {
    this.#stamps[id] = this.#stamp;
    this.#numbers[id] = value;
  }
}

const pending: number[] = [];

/**
 * Appends every node under `root` not in `seen` yet, children before parents, in an order that depends
 * on structure alone; adds them to `seen`, with the number 0.
 */
export function appendPostorder(store: ExprStore, root: ExprId, seen: NodeNumbers, order: ExprId[]): void {
  const { op, a, b, c, tables } = store;
  pending.push(root);
  while (pending.length > 0) {
    const next = pending.pop()!;
    if (next < 0) {
      order.push(~next);
      continue;
    }
    if (seen.has(next)) continue;
    seen.set(next, 0);
    const children = arity(op[next]);
    if (children === 0) {
      order.push(next);
      continue;
    }
    pending.push(~next);
    if (op[next] === Op.Read) for (const byte of tables[b[next]].ids) if (byte !== 0) pending.push(byte);
    if (children > 2) pending.push(c[next]);
    if (children > 1) pending.push(b[next]);
    pending.push(a[next]);
  }
}
