/** Which input bytes does an expression depend on? */

import type { ExprId, VarId } from '../vocabulary/brands.js';
import { firstCapacity } from '../vocabulary/capacity.js';
import { arity, Op } from './ops.js';
import type { ExprStore } from './store.js';

const emptySet = new Int32Array(0);
/** Set ids stay below this, so that a pair of them is one exact number. */
const pairFactor = 2 ** 26;

/**
 * Which input bytes an expression is made of. Sets are interned: the same set is the same array and the
 * same number, so comparing two is comparing numbers, and the union of two known sets is looked up, not
 * merged. Each node is looked at once; asking again is one array read.
 */
export class Supports {
  /** Per expression, its set's number + 1; 0 = not known yet. */
  #ofExpression = new Int32Array(firstCapacity);
  /** Per table, the same. */
  #ofTable: number[] = [];
  #sets: Int32Array[] = [emptySet];
  #byHash = new Map<number, number[]>();
  #singletons = new Map<VarId, number>();
  #unions = new Map<number, number>();
  #generation: number;
  #pending: ExprId[] = [];

  constructor(readonly store: ExprStore) {
    this.#generation = store.generation;
  }

  /** The variables, ascending. Never write to it. */
  supportOf(id: ExprId): Int32Array {
    const set = this.supportId(id);
    return this.#sets[set];
  }

  /** The number of the expression's set; 0 is the empty set. Numbers are forgotten when the store is cleared. */
  supportId(id: ExprId): number {
    if (this.#generation !== this.store.generation) this.#forget();
    if (id >= this.#ofExpression.length) this.#grow();
    const known = this.#ofExpression[id];
    return known !== 0 ? known - 1 : this.#compute(id);
  }

  /** The set a number stands for. */
  setOf(supportId: number): Int32Array {
    return this.#sets[supportId];
  }

  /** The number of the union of two sets given by number. */
  union(left: number, right: number): number {
    if (left === right || right === 0) return left;
    if (left === 0) return right;
    const pair = left < right ? left * pairFactor + right : right * pairFactor + left;
    let result = this.#unions.get(pair);
    if (result === undefined) {
      result = this.#intern(merged(this.#sets[left], this.#sets[right]));
      this.#unions.set(pair, result);
    }
    return result;
  }

  #compute(root: ExprId): number {
    const known = this.#ofExpression;
    const { op, a, b, c, tables } = this.store;
    const pending = this.#pending;
    pending.length = 0;
    pending.push(root);
    while (pending.length > 0) {
      const id = pending[pending.length - 1];
      if (known[id] !== 0) {
        pending.pop();
        continue;
      }
      const before = pending.length;
      const children = arity(op[id]);
      if (children > 0 && known[a[id]] === 0) pending.push(a[id]);
      if (children > 1 && known[b[id]] === 0) pending.push(b[id]);
      if (children > 2 && known[c[id]] === 0) pending.push(c[id]);
      if (op[id] === Op.Read && !this.#ofTable[b[id]]) {
        for (const byte of tables[b[id]].ids) if (byte !== 0 && known[byte] === 0) pending.push(byte);
      }
      if (pending.length > before) continue;
      known[id] = 1 + this.#fromChildren(id);
      pending.pop();
    }
    return known[root] - 1;
  }

  #fromChildren(id: ExprId): number {
    const { op, a, b, c } = this.store;
    const known = this.#ofExpression;
    if (op[id] === Op.Const) return 0;
    if (op[id] === Op.Var) return this.#singleton(a[id]);
    let set = known[a[id]] - 1;
    if (op[id] === Op.Read) return this.union(set, this.#tableSupport(b[id]));
    const children = arity(op[id]);
    if (children > 1) set = this.union(set, known[b[id]] - 1);
    if (children > 2) set = this.union(set, known[c[id]] - 1);
    return set;
  }

  #tableSupport(table: number): number {
    if (!this.#ofTable[table]) {
      let set = 0;
      for (const byte of this.store.tables[table].ids) {
        if (byte !== 0) set = this.union(set, this.#ofExpression[byte] - 1);
      }
      this.#ofTable[table] = set + 1;
    }
    return this.#ofTable[table] - 1;
  }

  #singleton(variable: VarId): number {
    let set = this.#singletons.get(variable);
    if (set === undefined) {
      set = this.#intern(Int32Array.of(variable));
      this.#singletons.set(variable, set);
    }
    return set;
  }

  #intern(variables: Int32Array): number {
    let hash = variables.length;
    for (let i = 0; i < variables.length; i++) hash = Math.imul(hash ^ variables[i], 0x01000193) + (hash >>> 15);
    hash |= 0;
    const candidates = this.#byHash.get(hash);
    if (candidates) {
      for (const candidate of candidates) if (sameMembers(this.#sets[candidate], variables)) return candidate;
    }
    const set = this.#sets.length;
    this.#sets.push(variables);
    if (candidates) candidates.push(set);
    else this.#byHash.set(hash, [set]);
    return set;
  }

  #grow(): void {
    const bigger = new Int32Array(this.store.op.length);
    bigger.set(this.#ofExpression);
    this.#ofExpression = bigger;
  }

  #forget(): void {
    this.#generation = this.store.generation;
    this.#ofExpression = new Int32Array(firstCapacity);
    this.#ofTable = [];
    this.#sets = [emptySet];
    this.#byHash.clear();
    this.#singletons.clear();
    this.#unions.clear();
  }
}

function sameMembers(left: Int32Array, right: Int32Array): boolean {
  if (left.length !== right.length) return false;
  for (let i = 0; i < left.length; i++) if (left[i] !== right[i]) return false;
  return true;
}

function merged(left: Int32Array, right: Int32Array): Int32Array {
  const result = new Int32Array(left.length + right.length);
  let size = 0;
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    const difference = left[i] - right[j];
    result[size++] = difference <= 0 ? left[i] : right[j];
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  while (i < left.length) result[size++] = left[i++];
  while (j < right.length) result[size++] = right[j++];
  return result.slice(0, size);
}
